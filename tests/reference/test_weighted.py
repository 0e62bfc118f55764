"""Paths that are nearly shortest: the bound holds, whatever stops the search."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.sliding import astar
from reference.sliding.boards import default_goal, play, random_walk
from reference.sliding.weighted import path_within

TABLES = {(2, 2): "3", (3, 3): "5-3", (2, 4): "4-3", (3, 2): "3-2"}
SIZES = [(2, 2), (2, 4), (1, 6), (3, 3), (3, 2)]


@given(
    st.sampled_from(SIZES),
    st.integers(0, 10**6),
    st.floats(1, 5),
    st.sampled_from([20, 300, 10**5]),
    st.booleans(),
)
def test_the_shortest_lies_between_bound_and_path(
    size: tuple[int, int], seed: int, within: float, room: int, by_tables: bool
) -> None:
    goal = random_walk(default_goal(*size), *size, 300, seed + 1)
    board = random_walk(goal, *size, 300, seed)
    bound = TABLES.get(size, "linear-conflict") if by_tables else "linear-conflict"
    near = path_within(board, *size, goal, within, heuristic=bound, max_nodes=room)
    shortest = astar.shortest(board, *size, goal).length
    assert shortest is not None
    assert near.path is not None
    assert play(board, *size, near.path) == goal
    assert near.bound <= shortest <= len(near.path)
    assert near.complete == (len(near.path) <= within * near.bound)
    assert near.complete


@pytest.mark.parametrize("within", [1, 1.25])
def test_the_hardest_eight_puzzle(within: float) -> None:
    near = path_within((8, 6, 7, 2, 5, 4, 3, 0, 1), 3, 3, default_goal(3, 3), within)
    assert near.bound <= 31 <= len(near.path or "") <= within * near.bound


def test_no_path_and_a_stop() -> None:
    goal = default_goal(3, 3)
    assert path_within((2, 1, *goal[2:]), 3, 3, goal, 1.5)[:2] == (None, 0)
    board = random_walk(goal, 3, 3, 90, 4)
    assert not path_within(board, 3, 3, goal, 1.0, should_stop=lambda: True).complete
    with pytest.raises(ValueError, match="expected linear-conflict"):
        path_within(board, 3, 3, goal, 1.0, heuristic="manhattan")
