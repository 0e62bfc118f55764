"""Paths by layers, on boards of many sizes and goals."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.sliding.boards import default_goal, play, random_walk
from reference.sliding.layers import path_by_layers

SIZES = [(1, 2), (1, 9), (2, 2), (2, 3), (7, 2), (2, 8), (3, 3), (3, 6), (4, 4), (5, 4), (6, 6)]


@given(st.sampled_from(SIZES), st.integers(0, 10**6), st.integers(0, 10**6))
def test_the_path_leads_to_the_goal(size: tuple[int, int], one: int, other: int) -> None:
    rows, columns = size
    goal = random_walk(default_goal(rows, columns), rows, columns, 500, one)
    board = random_walk(goal, rows, columns, 1000, other)
    result = path_by_layers(board, rows, columns, goal)
    assert result.complete
    assert play(board, rows, columns, result.path or "") == goal


def test_none_is_found_where_none_is_and_a_stop_is_said() -> None:
    swapped = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 14, 0)
    goal = default_goal(4, 4)
    assert path_by_layers(swapped, 4, 4, goal)[:2] == (None, None)
    board = random_walk(goal, 4, 4, 100, 1)
    stopped = path_by_layers(board, 4, 4, goal, lambda: True)
    assert stopped.path is None
    assert not stopped.complete


@pytest.mark.parametrize("seed", range(2))
def test_twenty_by_twenty(seed: int) -> None:
    goal = default_goal(20, 20)
    board = random_walk(goal, 20, 20, 20_000, seed)
    result = path_by_layers(board, 20, 20, goal)
    assert play(board, 20, 20, result.path or "") == goal
