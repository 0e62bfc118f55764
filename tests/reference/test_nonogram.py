"""The full solver: against all pictures of small boards, and pictures that others drew."""

from __future__ import annotations

from itertools import groupby, islice
from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.nonograms.line_search import count, solutions
from reference.nonograms.rows import by_group_orders, by_rows


def clue(line):
    return [(len(list(group)), int(colour)) for colour, group in groupby(line) if colour]


def clues(picture):
    picture = np.asarray(picture)
    return [clue(row) for row in picture], [clue(column) for column in picture.T]


def as_set(pictures):
    cells = [tuple(map(tuple, np.asarray(picture).tolist())) for picture in pictures]
    assert len(cells) == len(set(cells))
    return set(cells)


@st.composite
def boards(draw, side=4):
    """Clues of a random picture; sometimes with columns swapped, so that there may be none."""
    rows, columns = draw(st.integers(0, side)), draw(st.integers(0, side))
    colours = draw(st.integers(1, 3))
    cells = st.integers(0, colours)
    picture = [[draw(cells) for _ in range(columns)] for _ in range(rows)]
    down = [clue([row[j] for row in picture]) for j in range(columns)]
    return [clue(row) for row in picture], draw(st.permutations(down) | st.just(down))


@settings(max_examples=200, deadline=None)
@given(boards())
def test_all_methods_find_the_same_pictures(board):
    expected = as_set(by_rows(*board))
    assert as_set(by_group_orders(*board)) == expected
    assert as_set(solutions(*board)) == expected
    result = count(*board)
    assert (result.count, result.complete) == (len(expected), True)


@settings(max_examples=60, deadline=None)
@given(boards(side=7))
def test_rows_and_search_agree_on_larger_boards(board):
    first = list(islice(by_rows(*board), 300))
    if len(first) < 300:
        assert as_set(solutions(*board)) == as_set(first)
    else:
        assert count(*board, limit=300).count == 300


def dominoes(n):
    """Josh Greifer's chain of n dominoes, after the instance dom-06 of pycsp3-models."""
    ones = [(1, 1)]
    rows = [[(3, 1)], ones, *[[(3, 1), (1, 1)], ones] * (n - 1), ones]
    columns = [ones, ones, *[[(1, 1), (3, 1)], ones] * (n - 1), [(3, 1)]]
    return rows, columns


@pytest.mark.parametrize("n", [3, 6, 9])
def test_a_domino_chain_has_one_solution(n):
    (picture,) = solutions(*dominoes(n))
    assert clues(picture) == dominoes(n)


@pytest.mark.parametrize("n", [1, 4, 7])
def test_one_cell_in_each_line_makes_the_permutations(n):
    result = count([[(1, 1)]] * n, [[(1, 1)]] * n)
    assert (result.count, result.complete) == (factorial(n), True)


def test_a_board_wider_than_a_word():
    rng = np.random.default_rng(5)
    picture = rng.random((150, 70)) < 0.75
    rows, columns = clues(picture)
    for cells in islice(solutions(rows, columns), 3):
        assert clues(cells) == (rows, columns)
    assert count(rows, columns, limit=1).count == 1


def test_the_limit_and_stopping_leave_a_count_incomplete():
    free = [[(1, 1)]] * 12
    assert count(free, free, limit=2) == count(free, free, limit=2)
    assert (count(free, free, limit=2).count, count(free, free, limit=2).complete) == (2, False)
    replies = iter([False] * 5 + [True] * 100)
    stopped = count(free, free, should_stop=lambda: next(replies))
    assert 0 < stopped.count < factorial(12)
    assert not stopped.complete
    assert list(solutions(free, free, should_stop=lambda: True)) == []


def test_clues_that_contradict_have_no_solution():
    for rows, columns in (
        ([[(1, 1)]], [[]]),  # the sums do not match
        ([[(5, 1)]], [[(1, 1)]]),  # longer than its line
        ([[(10**30, 1)]], [[(1, 1)]]),
        ([[(1, 1)]], [[(1, 2)]]),  # another colour
    ):
        assert count(rows, columns).count == 0
        assert count(rows, columns).complete
        assert list(by_rows(rows, columns)) == list(by_group_orders(rows, columns)) == []


def test_a_board_without_rows_is_one_picture_if_all_clues_are_empty():
    assert [p.shape for p in solutions([], [[], []])] == [(0, 2)]
    assert [p.shape for p in solutions([[]], [])] == [(1, 0)]
    assert count([], []).count == 1
    assert count([], [[(1, 1)]]).count == 0


def test_a_malformed_clue_is_named():
    for method in (count, lambda *board: list(by_rows(*board))):
        with pytest.raises(ValueError, match="column 2, run 1: expected"):
            method([[]], [[], [(0, 1)]])


@pytest.mark.slow
def test_nogoods_are_forgotten_and_the_count_stays_right():
    """Hard enough to fill the store several times."""
    rows, columns = dominoes(12)
    assert count(rows, columns).count == 1
