"""The full solver: against all pictures of small boards, and pictures that others drew."""

from __future__ import annotations

from itertools import groupby

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.nonogram import count, solutions
from reference.nonogram_rows import by_group_orders, by_rows


def clue(line):
    return [(len(list(group)), int(colour)) for colour, group in groupby(line) if colour]


def clues(picture):
    picture = np.asarray(picture)
    return [clue(row) for row in picture], [clue(column) for column in picture.T]


def as_set(pictures):
    found = [tuple(map(tuple, np.asarray(picture).tolist())) for picture in pictures]
    assert len(found) == len(set(found))
    return set(found)


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
