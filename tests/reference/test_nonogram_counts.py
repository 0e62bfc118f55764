"""Counts of pictures by parts and by a sweep, against enumeration and numbers of others."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import factorial, prod
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.nonograms import line_search
from reference.nonograms.counting import PartCount, count_by_parts, count_by_sweep
from tests.reference.nonograms import Clues, sides

WAYS: dict[str, Callable[..., PartCount]] = {
    "parts": count_by_parts,
    "no sweeps": lambda *clues: count_by_parts(*clues, sweeps=False),
    "little room": lambda *clues: count_by_parts(*clues, most=2, sweeps=False),
    "sweep": count_by_sweep,
}


def random_picture(height: int, width: int, colours: int, density: float, seed: int) -> Any:
    random = Random(seed)
    return [
        [random.randint(1, colours) if random.random() < density else 0 for _ in range(width)]
        for _ in range(height)
    ]


@pytest.mark.parametrize("way", WAYS)
@given(
    st.integers(1, 7),
    st.integers(1, 7),
    st.integers(1, 3),
    st.sampled_from([0.2, 0.35, 0.5]),
    st.integers(0, 10**6),
)
def test_as_many_as_are_enumerated(
    way: str, height: int, width: int, colours: int, density: float, seed: int
) -> None:
    rows, columns = sides(random_picture(height, width, colours, density, seed))
    seen = WAYS[way](rows, columns)
    assert seen.complete
    assert seen.count == line_search.count(rows, columns).count


@pytest.mark.parametrize(
    ("side", "determined"),
    [(1, 2), (2, 14), (3, 384), pytest.param(4, 52362, marks=pytest.mark.slow)],
)
def test_all_pictures_of_a_size(side: int, determined: int) -> None:
    """So many are determined by their clues: OEIS A242876."""
    every = {
        (tuple(map(tuple, rows)), tuple(map(tuple, columns)))
        for cells in product((0, 1), repeat=side * side)
        for rows, columns in [sides([cells[i * side : i * side + side] for i in range(side)])]
    }
    counts = [count_by_parts(*both, sweeps=False).count for both in every]
    assert counts.count(1) == determined
    assert sum(counts) == 2 ** (side * side)


def blocks(across: int, side: int) -> tuple[Clues, Clues]:
    """Squares in which each line has one run of 1, between walls that are two cells thick."""
    wall, row = [(2 + across * (side + 4), 1)], [(2, 1), *[(1, 1), (2, 1)] * across]
    lines: Clues = [wall, wall]
    gap = [(2, 1)] * (across + 1)
    for _ in range(across):
        lines += [gap, *[row] * side, gap, wall, wall]
    return lines, lines


@pytest.mark.parametrize("way", ["parts", "no sweeps"])
def test_independent_parts_multiply(way: str) -> None:
    seen = WAYS[way](*blocks(4, 4))
    assert seen.count == 24**16
    assert seen.count > 10**15


@pytest.mark.parametrize("way", ["parts", "no sweeps", "sweep"])
def test_permutation_matrices(way: str) -> None:
    """They do not fall into parts before something is assumed."""
    one = [[(1, 1)]] * 7
    assert WAYS[way](one, one).count == factorial(7)


def test_a_long_run_and_a_colour_between_two_others() -> None:
    rows = [[(70, 1), (1, 2), (1, 1)]]
    columns: Clues = [[]] + [[(1, 1)]] * 70 + [[(1, 2)], [(1, 1)]]
    for count in WAYS.values():
        assert count(rows, columns).count == 1
        assert count(rows, columns[::-1]).count == 0


def test_dropping_what_is_remembered_is_told() -> None:
    rows, columns = sides(random_picture(10, 10, 1, 0.3, 1))
    plenty, little = (count_by_parts(rows, columns, most=n, sweeps=False) for n in (10**6, 3))
    assert plenty.count == little.count == line_search.count(rows, columns).count
    assert plenty.dropped == 0
    assert little.dropped > 0


@given(st.integers(1, 200), st.integers(0, 1000))
def test_a_count_that_is_stopped_is_at_most_the_count(looks: int, seed: int) -> None:
    rows, columns = sides(random_picture(7, 7, 1, 0.3, seed))
    left = iter(range(looks))
    seen = count_by_parts(rows, columns, lambda: next(left, None) is None, sweeps=False)
    count = line_search.count(rows, columns).count
    assert seen.count == count if seen.complete else seen.count <= count


def test_a_sweep_of_too_many_states_is_not_complete() -> None:
    one = [[(1, 1)]] * 7
    assert not count_by_sweep(one, one, most=20).complete
    assert count_by_parts(one, one).complete


def test_boards_without_cells() -> None:
    for count in WAYS.values():
        assert count([], []).count == 1
        assert count([[], []], []).count == 1
        assert prod([count([[(1, 1)]], []).count]) == 0
