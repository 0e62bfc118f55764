"""One line: formula, recursion, dynamic programming and bit masks must say the same."""

from __future__ import annotations

from functools import reduce
from math import comb
from operator import or_

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.nonograms.board import make_board
from reference.nonograms.line import (
    arrangement_count,
    arrangements,
    line_masks,
    search_space,
    try_block,
)
from reference.nonograms.line_bits import _solve_line
from reference.nonograms.rows import group_orders


@st.composite
def lines(draw, longest=10, run=3, colours=3):
    """A clue, and masks of what is known of each cell."""
    k = draw(st.integers(1, colours))
    runs = st.tuples(st.integers(1, run), st.integers(1, k))
    clue = draw(st.lists(runs, max_size=4))
    anything = (1 << k + 1) - 1
    cell = st.sampled_from([anything] * 4) | st.integers(1, anything)
    return clue, draw(st.lists(cell, max_size=longest))


def by_definition(clue, known):
    fitting = [
        line
        for line in arrangements(clue, len(known))
        if all(mask >> colour & 1 for mask, colour in zip(known, line, strict=True))
    ]
    seen = [reduce(or_, (1 << line[i] for line in fitting), 0) for i in range(len(known))]
    return tuple(seen) if fitting else None


def by_bits(clue, known):
    board = make_board([clue], [[]] * len(known))
    board.can[0] = 0
    for i, mask in enumerate(known):
        for index, colour in enumerate(board.colours.tolist()):
            if mask >> colour & 1:
                board.can[0, index, i >> 6] |= np.uint64(1) << np.uint64(i & 63)
    with np.errstate(over="ignore"):  # numbers wrap, as they do in a kernel
        if not _solve_line(board, 0):
            return None
    masks = [0] * len(known)
    for index, colour in enumerate(board.colours.tolist()):
        cells = sum(int(word) << 64 * w for w, word in enumerate(board.cover[index, 0]))
        for i in range(len(known)):
            masks[i] |= (cells >> i & 1) << colour
    return tuple(masks)


@settings(max_examples=150, deadline=None)
@given(lines())
def test_recursion_and_dynamic_programming_and_bits_say_what_the_arrangements_say(case):
    expected = by_definition(*case)
    assert try_block(*case) == expected
    assert line_masks(*case) == expected
    assert by_bits(*case) == expected


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_long_lines_in_several_words(data):
    """Masks made from two arrangements, so that most lines can be solved."""
    length = data.draw(st.integers(60, 200))
    runs = st.lists(st.tuples(st.integers(1, 70), st.integers(1, 2)), max_size=6)
    clue = data.draw(runs.filter(lambda clue: arrangement_count(clue, length) > 0))
    known = [7] * length
    for cell in data.draw(st.lists(st.integers(0, length - 1), max_size=20)):
        narrowed = line_masks(clue, known)
        if narrowed is not None:
            known[cell] = narrowed[cell] & data.draw(st.integers(1, 7)) or narrowed[cell]
    assert by_bits(clue, known) == line_masks(clue, known)


@settings(max_examples=100, deadline=None)
@given(lines(longest=7, run=2))
def test_the_formula_counts_the_orders_of_the_groups(case):
    clue, known = case
    orders = list(group_orders(clue, len(known)))
    assert len(orders) == len(set(orders)) == arrangement_count(clue, len(known))
    assert set(orders) == set(arrangements(clue, len(known)))


def test_the_seeds_example_has_four_arrangements():
    assert arrangement_count([(1, 1), (3, 1), (2, 1)], 9) == 4
    assert search_space([[(1, 1), (3, 1), (2, 1)]] * 3, [[]] * 9) == 64


def test_different_colours_may_touch():
    assert arrangement_count([(2, 1), (2, 2)], 4) == 1
    assert arrangement_count([(2, 1), (2, 1)], 4) == 0


def test_linear_where_the_recursion_would_never_end():
    clue = [(1, 1)] * 25
    assert arrangement_count(clue, 99) == comb(75, 25)
    assert line_masks(clue, [3] * 99) == (3,) * 99


@pytest.mark.parametrize("run", [(0, 1), (-1, 1), (1, 0)])
def test_a_malformed_run_is_named(run):
    with pytest.raises(ValueError, match=r"line, run 2: expected .* at least 1"):
        line_masks([(1, 1), run], [3] * 5)
