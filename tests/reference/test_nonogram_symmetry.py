"""Symmetries of the clues, and the search that looks for symmetric pictures first."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.nonograms import line_search, symmetric_search
from reference.nonograms.search import DONE, SOLVED, Search
from reference.nonograms.symmetry import Symmetry, subgroups, symmetries
from tests.reference.nonograms import clues, read_non, sides

Cells = list[list[int]]
KNOTTY = Path(__file__).parents[1] / "data" / "knotty.non"


def turned(side: int, seed: int, colours: int, margin: int) -> Cells:
    """A random picture that is its own image after half a turn, then some empty lines."""
    random = Random(seed)
    cells = [[0] * (side + margin) for _ in range(side)]
    for i in range(side):
        for j in range(side):
            cells[i][j] = cells[side - 1 - i][side - 1 - j] = random.choice(
                [0, *range(colours + 1)]
            )
    return cells


def pictures_of(search: Search) -> Iterator[np.ndarray[Any, Any]]:
    while (status := search.go_on(20_000)) != DONE:
        if status == SOLVED:
            yield line_search.read_board(search.board)


def image(picture: np.ndarray[Any, Any], symmetry: Symmetry, colours: list[int]) -> bytes:
    k = len(colours)
    moved = np.empty_like(picture).ravel()
    for cell, colour in enumerate(picture.ravel()):
        entry = symmetry[cell * k + colours.index(colour)]
        moved[entry // k] = colours[entry % k]
    return moved.tobytes()


@given(
    st.integers(1, 6), st.integers(0, 10**6), st.integers(1, 2), st.integers(0, 2), st.booleans()
)
def test_symmetries_make_solutions_of_solutions(
    side: int, seed: int, colours: int, margin: int, first: bool
) -> None:
    rows, columns = sides(turned(side, seed, colours, margin))
    group = symmetries(rows, columns)
    pictures = list(line_search.solutions(rows, columns))
    every = {picture.tobytes() for picture in pictures}
    used = [0, *sorted({c for clue in rows for _, c in clue})]
    for symmetry in group:
        assert {image(picture, symmetry, used) for picture in pictures} == every
    for some in subgroups(group):
        own = [p.tobytes() for p in pictures_of(Search(rows, columns, some))]
        assert sorted(own) == sorted(
            p.tobytes() for p in pictures if all(image(p, g, used) == p.tobytes() for g in some)
        )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symmetric_search, "PATIENCE", 0 if first else 10)
        patch.setattr(symmetric_search, "BUDGET", 5)
        again = [p.tobytes() for p in symmetric_search.solutions(rows, columns)]
    assert len(again) == len(every)
    assert set(again) == every


def test_colours_may_be_exchanged() -> None:
    red, blue = [(1, 1)], [(1, 2)]
    assert len(symmetries([red, blue], [red, blue])) == 3
    assert len(symmetries([red, blue], [red, red])) == 1  # a mirror, red stays red


@pytest.mark.parametrize("seed", [1, 5])
def test_learning_from_pictures_tied_to_their_images(seed: int) -> None:
    rows, columns = sides(turned(25, seed, 1, 0))
    [half] = [group for group in subgroups(symmetries(rows, columns)) if len(group) == 1]
    picture = next(pictures_of(Search(rows, columns, half)))
    assert (picture == picture[::-1, ::-1]).all()
    assert sides(picture.tolist()) == (rows, columns)


def test_knotty_has_two_pictures_that_a_quarter_turn_leaves_as_they_are() -> None:
    """By Jan Wolter; the two were found by CaDiCaL, Glucose and CP-SAT before."""
    rows, columns = read_non(KNOTTY)
    [quarters, _] = subgroups(symmetries(rows, columns))
    one, other = pictures_of(Search(rows, columns, quarters))
    assert (one != other).sum() == 56
    for picture in (one, other):
        assert clues(picture) == rows
        assert clues(picture.T) == columns
