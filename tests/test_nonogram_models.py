"""The encodings of a nonogram: equal counts, groups that matter, and pictures that others drew."""

from __future__ import annotations

from itertools import islice, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cp_sat
from cpmodels.formats import read_puzzles
from cpmodels.generate.nonogram import domino_chain
from cpmodels.models.nonogram import ENCODINGS, nonogram_model
from cpmodels.models.nonogram_lines import narrow, unsolved
from cpmodels.puzzles.clues import runs
from cpmodels.puzzles.nonogram import Nonogram

FILES = sorted(Path(cm.__file__).parent.glob("corpus/nonograms/*.*n*"))
VARIANTS = [
    {"encoding": encoding, "solve_lines": lines}
    for encoding in ENCODINGS
    for lines in (True, False)
]
# Two pictures; three colours possible in a cell; one; none, for want of cells in the row.
AUDITED = [
    Nonogram.of([1, 1], [1, 1]),
    Nonogram.from_picture([[1, 0, 2], [2, 1, 0]]),
    Nonogram.of([1], [0, 0, 1]),
    Nonogram.of([1], [1, 0, 1]),
    Nonogram.of(["1 1"], [0, 0, 1, 0, 0]),
]
MANY = 50  # solutions, of a model that a group was taken out of


def pictures(puzzle: Nonogram) -> set[Any]:
    """Brute force: all pictures whose rows read right, then all columns looked at."""
    lines = list(product(range(len(puzzle.colours)), repeat=puzzle.width))
    by_row = [[line for line in lines if runs(line) == clue] for clue in puzzle.rows]
    return {
        picture
        for picture in product(*by_row)
        if tuple(map(runs, zip(*picture, strict=True))) == puzzle.columns
    }


def count(puzzle: Nonogram, **options: Any) -> int:
    """Solutions of the model, up to MANY."""
    stream = cp_sat.enumerate_all(nonogram_model(puzzle, **options), Run())
    return sum(1 for _ in islice(stream, MANY))


@st.composite
def nonograms(draw: Any) -> Nonogram:
    """Clues of a random picture; sometimes with the columns moved, so that there may be none."""
    height, width, colours = (
        draw(st.integers(1, 4)),
        draw(st.integers(1, 4)),
        draw(st.integers(1, 3)),
    )
    row = st.tuples(*[st.integers(0, colours)] * width)
    picture = draw(st.tuples(*[row] * height))
    columns = list(map(runs, zip(*picture, strict=True)))
    moved = draw(st.just(columns) | st.permutations(columns))
    return Nonogram.of(map(runs, picture), moved, colours + 1)


@settings(max_examples=60)
@given(nonograms())
def test_every_variant_finds_the_pictures_of_brute_force(puzzle: Nonogram) -> None:
    expected = pictures(puzzle)
    for options in VARIANTS:
        run = Run(Limits(deterministic=20))
        by_model = list(cp_sat.enumerate_all(nonogram_model(puzzle, **options), run))
        assert run.stopped_by is None
        assert len(by_model) == len(set(by_model))
        assert set(by_model) == expected, options


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_groups(encoding: str) -> None:
    """Each defining group is noticed when it is left out, no implied one is."""
    expected = [count(puzzle, encoding=encoding) for puzzle in AUDITED]
    assert expected == [len(pictures(puzzle)) for puzzle in AUDITED]
    groups = {
        group.name: group.implied
        for puzzle in AUDITED
        for group in nonogram_model(puzzle, encoding=encoding, solve_lines=False).groups
    }
    for name, implied in groups.items():
        counts = [count(puzzle, encoding=encoding, without=(name,)) for puzzle in AUDITED]
        assert (counts == expected) is implied, name


@st.composite
def half_known_lines(draw: Any) -> tuple[Any, tuple[int, ...]]:
    """A clue, and for each cell the set of its colours as a mask."""
    length, colours = draw(st.integers(0, 7)), draw(st.integers(1, 3))
    line = draw(st.tuples(*[st.integers(0, colours)] * length))
    masks = st.integers(0, (2 << colours) - 1)
    known = tuple(draw(masks) | draw(st.sampled_from([1 << cell, 0])) for cell in line)
    return runs(line), known


@settings(max_examples=300)
@given(half_known_lines())
def test_narrow_leaves_what_some_arrangement_has(case: Any) -> None:
    clue, known = case
    colours = 4
    fitting = [line for line in product(*map(_bits, known)) if runs(line) == clue]
    line = unsolved(clue, len(known), colours)
    line.can = [sum((mask >> c & 1) << i for i, mask in enumerate(known)) for c in range(colours)]
    assert narrow(line) is bool(fitting)
    if fitting:
        seen = {(i, cell) for each in fitting for i, cell in enumerate(each)}
        assert line.can == [sum(1 << i for i, b in seen if b == c) for c in range(colours)]
        places = zip(*map(starts, fitting), strict=True)
        assert line.starts == [sum(set(masks)) for masks in places]


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def starts(line: tuple[int, ...]) -> list[int]:
    """The cell at which each run of a line starts, as a mask."""
    return [1 << i for i, c in enumerate(line) if c and (i == 0 or line[i - 1] != c)]


def test_a_clue_that_lines_refute_has_no_solution() -> None:
    assert cm.count(Nonogram.of([2, 1], [1, 1])).verdict is cm.Verdict.NONE


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_files_of_the_survey_are_unique(path: Path) -> None:
    """As their authors and the survey say; and the model draws what the hand search draws."""
    (puzzle,) = read_puzzles(path)
    answer = cm.is_unique(puzzle)
    assert answer
    assert answer.solution == cm.solve(puzzle, method="line-search").solution


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_domino_logic(encoding: str) -> None:
    """The n-Dom series of the survey, of which webpbn 8098 is the ninth: lines tell nothing."""
    assert count(domino_chain(5), encoding=encoding) == 1


def test_many_solutions_stop_at_the_limit() -> None:
    """All permutations of 12: 479,001,600."""
    puzzle = Nonogram.of([1] * 12, [1] * 12)
    answer = cm.count(puzzle, max_solutions=3000)
    assert (str(answer), answer.complete) == ("at least 3,000 (solution limit)", False)
