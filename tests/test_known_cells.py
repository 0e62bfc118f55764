"""Cells known beforehand: every method keeps to them, formats carry them or refuse."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.run import Run
from cpmodels.cli import app
from cpmodels.crosschecking.smaller import smaller
from cpmodels.engines import cp_sat
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats import FORMATS, parse_puzzles, write_puzzle
from cpmodels.generate.by_kind import nonogram_case
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.models.nonogram import ENCODINGS, nonogram_model
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.nonogram_symmetry import nonogram_symmetries
from reference.nonograms import symmetric_search
from reference.nonograms.counting import count_by_parts

ONES = Nonogram.of([1] * 4, [1] * 4)


@st.composite
def puzzles(draw: Any) -> Nonogram:
    """The puzzle of a small picture, some of its cells known: mostly rightly."""
    height, width = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    colours = draw(st.integers(1, 2))
    row = st.tuples(*[st.integers(0, colours)] * width)
    puzzle = Nonogram.from_picture(draw(st.tuples(*[row] * height)), colours + 1)
    extra = draw(st.sampled_from([0, 0, 0, 1]))  # a colour that no clue has
    masks = st.sampled_from([0, 0, 1]) | st.integers(1, (1 << colours + 1 + extra) - 1)
    known = []
    for line in puzzle.goal or ():
        chosen = [draw(masks) for _ in line]
        right = draw(st.sampled_from([True, True, False]))
        known.append(
            [m | 1 << c if right or not m else m for m, c in zip(chosen, line, strict=True)]
        )
    return Nonogram.of(puzzle.rows, puzzle.columns, colours + 1 + extra, known=known)


def accepted(puzzle: Nonogram) -> set[Any]:
    """By the clues' checker, then each cell against what is known of it."""
    free = Nonogram(puzzle.rows, puzzle.columns, puzzle.colours)
    lines = list(product(range(len(puzzle.colours)), repeat=puzzle.width))
    known = puzzle.known or ((puzzle.every,) * puzzle.width,) * puzzle.height
    pictures = set()
    ways = [[w for w in lines if all(m >> c & 1 for m, c in zip(masks, w, strict=True))]
            for masks in known]  # fmt: skip
    for picture in product(*ways):
        try:
            free.check(picture)
        except WrongSolution:
            continue
        pictures.add(picture)
    return pictures


@settings(max_examples=25, deadline=None)
@given(puzzles())
def test_every_method_keeps_to_the_cells_known(puzzle: Nonogram) -> None:
    expected = accepted(puzzle)
    for method in registry.methods_of(Nonogram):
        if method.side == "engine":
            continue
        if method.refuses(puzzle, cm.Question.ENUMERATE) is None:
            pictures = set(cm.enumerate_solutions(puzzle, method=method.name))
            assert pictures == expected, method.name
        else:
            assert cm.count(puzzle, method=method.name).count == len(expected), method.name
    for encoding in ENCODINGS:
        model = nonogram_model(puzzle, encoding=encoding, solve_lines=False)
        assert set(cp_sat.enumerate_all(model, Run())) == expected, encoding
    steps = cm.steps(puzzle)
    assert (steps.solution in expected) == bool(expected)


@pytest.mark.parametrize("corner", [1, 2])
def test_symmetric_pictures_keep_to_the_cells_known(
    corner: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the seven symmetries only the diagonal through the known corner is left."""
    puzzle = ONES.with_known(((corner, 3, 3, 3), *((3,) * 4,) * 3))
    assert len(nonogram_symmetries(ONES)) == 7
    assert len(nonogram_symmetries(puzzle)) == 1
    monkeypatch.setattr(symmetric_search, "PATIENCE", 0)
    expected = {1: 18, 2: 6}[corner]
    for method in ("line-search", "cp-sat"):
        assert cm.count(puzzle, method=method, max_solutions=100).count == expected


def test_the_checker_names_the_cell() -> None:
    puzzle = ONES.with_known(((2, 3, 3, 3), *((3,) * 4,) * 3))
    with pytest.raises(WrongSolution, match="row 1, column 1 is white, known to be black"):
        puzzle.check([[0, 1, 0, 0], [1, 0, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]])


def test_a_method_that_forgets_them_is_found_out() -> None:
    class Forgetful(Method):
        name, puzzle = "forgetful", Nonogram

        def count(self, puzzle: Nonogram, run: Run) -> int:
            return count_by_parts(puzzle.rows, puzzle.columns).count

    cm.register(Forgetful())
    puzzle = ONES.with_known(((1, 1, 1, 3), *((3,) * 4,) * 3))
    assert cm.compare(puzzle, question=cm.Question.COUNT).agree is False


def test_what_is_given_twice_must_agree() -> None:
    assert ONES.with_known(((3,) * 4,) * 4).known is None
    puzzle = ONES.with_known(((2, 3, 3, 3), *((3,) * 4,) * 3))
    with pytest.raises(InputError, match="row 1, column 1: known to have another colour"):
        puzzle.with_known(((1, 3, 3, 3), *((3,) * 4,) * 3))
    with pytest.raises(InputError, match="known: not 4 rows of 4 cells"):
        ONES.with_known(((3,) * 4,) * 3)
    with pytest.raises(InputError, match="known: cell 4, expected 1 to 3"):
        ONES.with_known(((4, 3, 3, 3), *((3,) * 4,) * 3))


@pytest.mark.parametrize("format", [f.name for f in FORMATS if f.write and "nonogram" in f.kinds])
def test_formats_carry_known_cells_or_refuse(format: str) -> None:
    puzzle = Nonogram.from_picture([[0, 1, 1], [1, 0, 1]]).with_known(((3, 2, 3), (3, 1, 3)))
    if format in ("non", "xml", "json"):
        assert parse_puzzles(write_puzzle(puzzle, format)) == [puzzle]
    else:
        with pytest.raises(InputError, match="holds no known cells"):
            write_puzzle(puzzle, format)


def test_smaller_puzzles_keep_the_cells_known() -> None:
    puzzle = ONES.with_known(((2, 3, 3, 3), *((3,) * 4,) * 3))
    versions = list(smaller(puzzle, None))
    assert any(version.known is None for version in versions)  # type: ignore[attr-defined]
    assert any(version.known for version in versions)  # type: ignore[attr-defined]
    assert any(nonogram_case(seed).known for seed in range(20))  # type: ignore[attr-defined]


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, list(words))
    return result.exit_code, result.output


def test_given_on_the_command_line(tmp_path: Path) -> None:
    (tmp_path / "a.non").write_text("width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n")
    source = str(tmp_path / "a.non")
    for text, verdict in (("#?\n??\n", "unique"), ("##\n??\n", "none"), ("??\n??\n", "several")):
        (tmp_path / "my.txt").write_text(text)
        status, out = run("unique", source, "--given", str(tmp_path / "my.txt"))
        assert (status, verdict in out) == (0, True), out
    (tmp_path / "my.txt").write_text("#?\n")
    for command in ("solve", "count", "unique", "enumerate", "compare"):
        status, out = run(command, source, "--given", str(tmp_path / "my.txt"))
        assert (status, out.count("\n")) == (2, 1), out
        assert "1 rows, expected 2" in out
    (tmp_path / "my.txt").write_text("#?\n??\n")
    status, out = run("compare", source, "--given", str(tmp_path / "my.txt"), "--quiet")
    assert (status, "all agree" in out) == (0, True)


@pytest.mark.parametrize(("side", "count"), [(5, 31), (12, 11854), (42, 1301422358761490)])
@pytest.mark.parametrize("method", ["parts", "sweep", "ganak"])
def test_permutations_at_most_two_off_the_diagonal(side: int, count: int, method: str) -> None:
    """One part, all lines linked: OEIS A002524, a(n) = 2 a(n-1) + 2 a(n-3) - a(n-5)."""
    if method == "ganak":
        pytest.importorskip("pyganak", reason="the extra engines")
    masks = [tuple(3 if abs(i - j) <= 2 else 1 for j in range(side)) for i in range(side)]
    puzzle = Nonogram.of([1] * side, [1] * side).with_known(tuple(masks))
    answer = cm.count(puzzle, method=method)
    assert (answer.count, answer.complete) == (count, True)
