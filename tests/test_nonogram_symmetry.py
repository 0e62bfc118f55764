"""Symmetries as the models see them: as many as by hand, and the pictures that have them."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.formats import read_puzzles
from cpmodels.models.nonogram import nonogram_model
from cpmodels.puzzles.nonogram import Picture
from cpmodels.puzzles.nonogram_symmetry import Symmetry, nonogram_symmetries
from reference.nonograms.symmetry import symmetries as by_hand

DATA = Path(__file__).parent / "data"


def turned(side: int, seed: int, colours: int, quarter: bool) -> cm.Nonogram:
    """A random picture that a half or a quarter turn leaves as it is, between empty lines."""
    random = Random(seed)
    cells = [[0] * (side + 2) for _ in range(side + 1)]
    for i in range(side):
        for j in range(side):
            value, a, b = random.choice([0, *range(colours + 1)]), i, j
            for _ in range(4):
                if quarter or (a, b) in ((i, j), (side - 1 - i, side - 1 - j)):
                    cells[a][b + 1] = value
                a, b = b, side - 1 - a
    return cm.Nonogram.from_picture(cells, colours + 1)


def has(picture: Picture, symmetry: Symmetry) -> bool:
    return all(
        picture[to_i][to_j] == symmetry.colours[picture[i][j]]
        for (i, j), (to_i, to_j) in symmetry.cells.items()
    )


@given(st.integers(1, 5), st.integers(0, 10**6), st.integers(1, 2), st.booleans())
def test_symmetric_pictures(side: int, seed: int, colours: int, quarter: bool) -> None:
    puzzle = turned(side, seed, colours, quarter)
    group = nonogram_symmetries(puzzle)
    assert len(group) == len(by_hand(puzzle.rows, puzzle.columns))
    every = list(cm.enumerate_solutions(puzzle, method="cp-sat:bare"))
    model = nonogram_model(puzzle, solve_lines=False, symmetric=True)
    pictures = list(cp_sat.enumerate_all(model, Run()))
    assert sorted(pictures) == sorted(p for p in every if all(has(p, one) for one in group))
    first = list(cm.enumerate_solutions(puzzle, method="cp-sat"))
    assert sorted(first) == sorted(every)
    assert first[: len(pictures)] == pictures if group else True
    assert sorted(cm.enumerate_solutions(puzzle, method="line-search")) == sorted(every)


@pytest.mark.slow
@pytest.mark.parametrize("method", ["cp-sat", "line-search"])
def test_knotty_has_several_pictures(method: str) -> None:
    [knotty] = read_puzzles(DATA / "knotty.non")
    answer = cm.is_unique(knotty, method=method, limit=165)
    assert str(answer) == "several"
