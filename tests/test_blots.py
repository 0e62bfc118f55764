"""Clues that are partly blotted out: ? is a run of any length, * any number of runs."""

from __future__ import annotations

import re
from itertools import groupby, product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.run import Run as Asked
from cpmodels.cli import app
from cpmodels.engines import cp_sat
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats import FORMATS, parse_puzzles, write_puzzle
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.models.nonogram import ENCODINGS, nonogram_model
from cpmodels.models.nonogram_lines import narrow, unsolved
from cpmodels.puzzles.clues import ANY_RUNS, BLOT, Clue, Run, runs, shortest
from cpmodels.puzzles.nonogram import Nonogram
from reference.kernel.kernels import choosing
from reference.nonograms import line_search
from reference.nonograms.blots import blotted_masks

blots = st.sampled_from(["kept", "kept", "blot", "blot", "any", "any and kept"])


@st.composite
def blotted(draw: Any, line: Clue) -> Clue:
    """A clue with blots that the line still has."""
    clue: list[Run] = []
    for run in line:
        way = draw(blots)
        clue += [ANY_RUNS] if way.startswith("any") else []
        clue += {"blot": [run._replace(length=BLOT)], "any": []}.get(way, [run])
    return tuple(clue)


@st.composite
def puzzles(draw: Any) -> Nonogram:
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    colours = draw(st.integers(1, 2))
    row = st.tuples(*[st.integers(0, colours)] * width)
    picture = draw(st.tuples(*[row] * height))
    columns = list(map(runs, zip(*picture, strict=True)))
    moved = draw(st.just(columns) | st.permutations(columns))
    return Nonogram.of(
        [draw(blotted(runs(line))) for line in picture],
        [draw(blotted(line)) for line in moved],
        colours + 1,
    )


def pattern(clue: Clue) -> re.Pattern[str]:
    """A clue as a regular expression for the runs of a line, spelled out."""
    return re.compile(
        "".join(
            r"(\d+x\d+ )*" if run == ANY_RUNS
            else rf"\d+x{run.colour} " if run.length == BLOT
            else f"{run.length}x{run.colour} "
            for run in clue
        )
    )  # fmt: skip


def spelled(line: Any) -> str:
    return "".join(f"{len(list(run))}x{colour} " for colour, run in groupby(line) if colour)


def accepted(puzzle: Nonogram) -> set[Any]:
    lines = list(product(range(len(puzzle.colours)), repeat=puzzle.width))
    by_row = [[w for w in lines if pattern(c).fullmatch(spelled(w))] for c in puzzle.rows]
    down = list(map(pattern, puzzle.columns))
    return {
        picture
        for picture in product(*by_row)
        if all(
            one.fullmatch(spelled(column))
            for one, column in zip(down, zip(*picture, strict=True), strict=True)
        )
    }


@settings(max_examples=30, deadline=None)
@given(puzzles())
def test_every_method_finds_the_pictures_of_brute_force(puzzle: Nonogram) -> None:
    expected = accepted(puzzle)
    for method in registry.methods_of(Nonogram):
        if method.side != "engine" and method.refuses(puzzle, cm.Question.ENUMERATE) is None:
            pictures = set(cm.enumerate_solutions(puzzle, method=method.name))
            assert pictures == expected, method.name
    for encoding in ENCODINGS:
        model = nonogram_model(puzzle, encoding=encoding, solve_lines=False)
        pictures = list(cp_sat.enumerate_all(model, Asked()))
        assert (len(pictures), set(pictures)) == (len(expected), expected), encoding
    assert (cm.steps(puzzle).solution in expected) == bool(expected)


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_both_line_solvers_leave_the_same_colours(data: Any) -> None:
    colours = data.draw(st.integers(1, 3))
    cells = st.lists(st.integers(0, colours), min_size=1, max_size=8)
    clue = data.draw(blotted(runs(data.draw(cells))))
    known = data.draw(st.lists(st.integers(1, (2 << colours) - 1), min_size=1, max_size=8))
    assume(shortest(clue) <= len(known))
    line = unsolved(clue, len(known), colours + 1)
    line.can = [sum((m >> c & 1) << p for p, m in enumerate(known)) for c in range(colours + 1)]
    fits = [
        w
        for w in product(*[[c for c in range(colours + 1) if m >> c & 1] for m in known])
        if pattern(clue).fullmatch(spelled(w))
    ]
    expected = [sum({1 << w[p] for w in fits}) for p in range(len(known))] if fits else None
    if any(run.length == BLOT for run in clue):
        assert blotted_masks(clue, known, range(colours + 1)) == expected
    assert narrow(line) == bool(fits)
    if expected:
        left = [
            sum((can >> p & 1) << c for c, can in enumerate(line.can)) for p in range(len(known))
        ]
        assert left == expected


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_search_interpreted_and_compiled(compiled: bool) -> None:
    rows, columns = [[(-1, 1)], [(-1, 0), (1, 2)], [(2, 1)]], [[(-1, 0)], [(-1, 0)], [(-1, 1)]]
    puzzle = Nonogram.of([["?"], ["*", (1, 2)], [2]], ["*", "*", "?"], 3)
    with choosing(lambda: compiled):
        number = line_search.count(rows, columns, known=[[7] * 3] * 3).count
    assert number == len(accepted(puzzle)) > 1


def test_a_blot_read_as_one_cell_is_found_out() -> None:
    def shortened(clue: Clue) -> Clue:
        return tuple(run._replace(length=abs(run.length)) for run in clue)

    class Wrong(Method):
        name, puzzle = "wrong", Nonogram

        def count(self, puzzle: Nonogram, run: Asked) -> int:
            other = Nonogram(*(tuple(map(shortened, c)) for c in (puzzle.rows, puzzle.columns)))
            return cm.count(other, method="line-search").count or 0

    cm.register(Wrong())
    compared = cm.compare(Nonogram.of(["?", "?"], ["?", "?"]), question=cm.Question.COUNT)
    assert compared.agree is False


def test_counts_by_parts_refuse_blots() -> None:
    puzzle = Nonogram.of(["?"], [1, 1])
    with pytest.raises(InputError, match="clues with blots"):
        cm.count(puzzle, method="parts")
    assert cm.count(puzzle).count == 1


def test_sums_of_blots() -> None:
    assert Nonogram.of(["?", "?"], [1, 0]).why_none() == (
        "no solution: the rows have at least 2 black cells, the columns 1"
    )
    assert Nonogram.of(["?", "?"], [2, 1]).why_none() is None
    with pytest.raises(WrongSolution, match=r"row 1 reads 1, expected \? \?"):
        Nonogram.of(["? ?"], [1, 0, 0]).check([[1, 0, 0]])
    with pytest.raises(InputError, match=r"clue \? \? needs 3 cells, the line has 2"):
        Nonogram.of(["? ?"], [1, 1])


@settings(max_examples=30, deadline=None)
@given(puzzles())
def test_formats_carry_blots_or_refuse(puzzle: Nonogram) -> None:
    for format in FORMATS:
        if format.write is None or "nonogram" not in (format.kinds or ("nonogram",)):
            continue
        if not puzzle.blotted or format.name in ("non", "xml", "json", "toml"):
            continue
        with pytest.raises(InputError, match="holds no blotted clues"):
            write_puzzle(puzzle, format.name)
    for name in ("non", "xml", "json", "toml"):
        [back] = parse_puzzles(write_puzzle(puzzle, name))
        assert isinstance(back, Nonogram)
        assert (back.rows, back.columns) == (puzzle.rows, puzzle.columns), name


def test_a_blot_after_a_blank_line_is_read(tmp_path: Path) -> None:
    """It was dropped in silence."""
    text = "width 3\nheight 3\nrows\n3\n\n?\n1 ?\ncolumns\n3\n*\n1,?\n"
    [puzzle] = parse_puzzles(text)
    assert isinstance(puzzle, Nonogram)
    assert [puzzle.spell(clue) for clue in puzzle.rows] == ["3", "?", "1 ?"]
    (tmp_path / "a.non").write_text(text)
    result = CliRunner().invoke(app, ["compare", str(tmp_path / "a.non"), "-Q", "count", "-q"])
    assert (result.exit_code, "all agree" in result.output) == (0, True), result.output


@pytest.mark.parametrize(
    "text",
    [
        "width 2\nheight 1\nrows\n-1\ncolumns\n1\n1\n",
        "width 2\nheight 1\nrows\n??x?\ncolumns\n1\n1\n",
        '{"rows": [[-1]], "columns": [[1]]}',
        '{"rows": [["??"]], "columns": [[1]]}',
        "2 1\n?\n1\n1\n",
    ],
)
def test_what_is_no_blot_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse_puzzles(text)
