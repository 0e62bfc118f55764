"""Paths by layers, on boards of many sizes and goals."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.sliding.boards import default_goal, play, random_walk
from reference.sliding.layers import path_by_layers
from reference.sliding.permutation import solvable

SIZES = [(1, 2), (1, 9), (2, 2), (2, 3), (7, 2), (2, 8), (3, 3), (3, 6), (4, 4), (5, 4), (6, 6)]
SIDES = st.integers(2, 20)


def _ends(rows: int, columns: int, seed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """A board and a goal, shuffled; in a single row no tile passes another, so there by a walk."""
    random = Random(seed)
    board, goal = (random.sample(range(rows * columns), rows * columns) for _ in range(2))
    if rows == 1:
        return random_walk(tuple(goal), rows, columns, 100, seed), tuple(goal)
    if not solvable(board, goal, rows, columns):
        one, other = board.index(1), board.index(2)
        board[one], board[other] = 2, 1
    return tuple(board), tuple(goal)


@given(st.sampled_from(SIZES) | st.tuples(SIDES, SIDES), st.integers(0, 10**9))
def test_the_path_leads_to_the_goal(size: tuple[int, int], seed: int) -> None:
    rows, columns = size
    board, goal = _ends(rows, columns, seed)
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
