"""Ranks against itertools, and exact solvability against a search of the whole graph."""

from __future__ import annotations

from itertools import permutations
from math import factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.sliding.boards import default_goal, play, random_walk
from reference.sliding.permutation import (
    inversions,
    rank,
    rank_rows,
    solvable,
    solvable_rows,
    unrank_into,
    unrank_rows,
    unsolvable_certificate,
)
from tests.reference.state_space import networkx_graph

EIGHT = (1, 2, 3, 4, 5, 6, 7, 8, 0)


@pytest.mark.parametrize("size", range(1, 7))
def test_ranks_are_the_order_of_itertools(size: int) -> None:
    listed = list(permutations(range(size)))
    assert [rank(p) for p in listed] == list(range(factorial(size)))
    rows = np.array(listed)
    assert rank_rows(rows).tolist() == list(range(factorial(size)))
    assert unrank_rows(np.arange(factorial(size)), size).tolist() == rows.tolist()


@given(st.integers(1, 20).flatmap(lambda size: st.permutations(list(range(size)))))
def test_all_rankings_agree_up_to_twenty(permutation: list[int]) -> None:
    size, number = len(permutation), rank(permutation)
    assert rank_rows(np.array([permutation])).tolist() == [number]
    assert unrank_rows(np.array([number]), size).tolist() == [permutation]
    row = np.zeros(size, np.int64)
    unrank_into(number, row, size)
    assert row.tolist() == permutation


def test_bad_ranks_are_named() -> None:
    with pytest.raises(ValueError, match=r"expected 0\.\.5"):
        unrank_rows(np.array([6]), 3)
    with pytest.raises(ValueError, match="at most 20"):
        rank_rows(np.arange(21)[None])


@given(st.permutations(list(range(8))), st.integers(0, 6))
def test_an_exchange_of_neighbours_changes_the_inversions_by_one(tiles: list[int], i: int) -> None:
    changed = tiles.copy()
    changed[i], changed[i + 1] = changed[i + 1], changed[i]
    assert abs(inversions(changed) - inversions(tiles)) == 1


SMALL = [(1, 1), (1, 2), (2, 1), (1, 3), (1, 4), (4, 1), (2, 2), (2, 3), (3, 2), (1, 6)]


@pytest.mark.parametrize(("rows", "columns"), SMALL)
def test_solvable_is_exact_on_every_small_board(rows: int, columns: int) -> None:
    """Every board of the size, from goals with the blank anywhere, against a plain search."""
    boards = list(permutations(range(rows * columns)))
    for goal in boards[:: max(1, len(boards) // 5)]:
        reached = set(networkx_graph(rows, columns, goal))
        expected = [board in reached for board in boards]
        assert [solvable(board, goal, rows, columns) for board in boards] == expected
        assert solvable_rows(np.array(boards), goal, rows, columns).tolist() == expected


def test_half_of_the_eight_puzzle_can_be_solved() -> None:
    boards = unrank_rows(np.arange(factorial(9)), 9)
    assert solvable_rows(boards, EIGHT, 3, 3).sum() == 181440
    assert solvable_rows(boards, (1, 2, 3, 8, 0, 4, 7, 6, 5), 3, 3).sum() == 181440


@given(st.integers(2, 5), st.integers(2, 5), st.integers(0, 2**32), st.integers(0, 200))
def test_a_walk_stays_solvable_and_two_tiles_exchanged_do_not(
    rows: int, columns: int, seed: int, steps: int
) -> None:
    goal = tuple(int(x) for x in np.random.default_rng(seed).permutation(rows * columns))
    board = random_walk(goal, rows, columns, steps, seed)
    assert solvable(board, goal, rows, columns)
    one, two = (board.index(tile) for tile in (1, 2))
    other = list(board)
    other[one], other[two] = 2, 1
    certificate = unsolvable_certificate(other, goal, rows, columns)
    assert certificate is not None
    assert (certificate.kind, certificate.start) == ("parity", 1 - int(str(certificate.goal)))


def test_loyds_board_and_its_certificate() -> None:
    goal = default_goal(4, 4)
    board = (*goal[:13], 15, 14, 0)
    certificate = unsolvable_certificate(board, goal, 4, 4)
    assert certificate is not None
    assert certificate.text == (
        "No move changes the parity of inversions plus the blank's row (from 1), as the width 4 "
        "is even. Start: 1 inversion, row 4, odd; goal: 0 inversions, row 4, even."
    )
    assert unsolvable_certificate(play(goal, 4, 4, "uull"), goal, 4, 4) is None


def test_on_one_line_the_order_is_the_certificate() -> None:
    """Two even permutations of one another, which parity alone would take for solvable."""
    certificate = unsolvable_certificate((2, 3, 1, 0), (1, 2, 3, 0), 1, 4)
    assert certificate is not None
    assert certificate[:3] == ("order", (2, 3, 1), (1, 2, 3))


def test_bad_boards_are_named() -> None:
    with pytest.raises(ValueError, match=r"start: expected each of 0\.\.3 once for 2x2"):
        solvable((1, 1, 2, 0), (1, 2, 3, 0), 2, 2)
    with pytest.raises(ValueError, match="goal: expected"):
        solvable((1, 2, 3, 0), (1, 2, 3), 2, 2)
    with pytest.raises(ValueError, match="once in every row"):
        solvable_rows(np.array([[1, 1, 2, 0]]), (1, 2, 3, 0), 2, 2)
