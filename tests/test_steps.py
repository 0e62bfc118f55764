"""Steps, grades and hints as users see them; and wrong steps, planted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.asking.steps import partial_text
from cpmodels.cli import app
from cpmodels.generate.nonogram import domino_chain, random_nonogram
from cpmodels.methods.nonogram_steps import CONTRADICTION, GUESS, WRONG, Step, checked_steps
from reference.nonograms.steps import steps as by_hand

BRIDGE = cm.Nonogram.of([3, "1 1"], [2, 1, 2])
CHAIN = domino_chain(3)
SEVERAL = cm.Nonogram.of([1] * 4, [1] * 4)


@pytest.mark.parametrize("puzzle", [BRIDGE, CHAIN, SEVERAL])
def test_steps_lead_to_a_picture(puzzle: cm.Nonogram) -> None:
    chain = cm.steps(puzzle)
    assert chain.complete
    puzzle.check(chain.solution)


def test_grades() -> None:
    names = [cm.steps(puzzle).grade.name for puzzle in (BRIDGE, CHAIN, SEVERAL)]  # type: ignore[union-attr]
    assert names == ["easy", "hard", "very hard"]
    none = cm.steps(cm.Nonogram.of([1, 0], [1, 1]))
    assert str(none.grade).startswith("none")
    assert none.solution is None
    assert cm.steps(random_nonogram(40, 40, density=0.3), limit=0).grade is None


def more(step: Step) -> Step:
    """It takes one colour too many."""
    (row, column, mask), *rest = step.cells
    return step._replace(cells=((row, column, 3 & ~mask or 1), *rest))


def another_line(step: Step) -> Step:
    return step._replace(lines=tuple(line ^ 1 for line in step.lines))


def a_guess(step: Step) -> Step:
    return step._replace(rule=GUESS)


def not_refuted(step: Step) -> Step:
    return step._replace(rule=CONTRADICTION)


@pytest.mark.parametrize("fault", [more, another_line, a_guess, not_refuted])
@pytest.mark.parametrize("puzzle", [BRIDGE, CHAIN])
def test_a_wrong_step_is_refused(puzzle: cm.Nonogram, fault: Callable[[Step], Step]) -> None:
    def wrong(*of: Any) -> Iterator[Step]:
        for number, step in enumerate(by_hand(*of)):
            yield fault(step) if number == 0 else step

    if puzzle is CHAIN and fault is not_refuted:
        pytest.skip("its first step is one")
    with pytest.raises(cm.WrongSolution):
        list(checked_steps(puzzle, search=wrong))


def test_a_guess_that_nothing_refutes_is_not_taken_back() -> None:
    def wrong(*of: Any) -> Iterator[Step]:
        for step in by_hand(*of):
            yield step
            if step.rule == GUESS:
                [(row, column, mask)] = step.cells
                yield Step(WRONG, (0,), ((row, column, 3 & ~mask),), 0)

    with pytest.raises(cm.WrongSolution, match="can still be filled"):
        list(checked_steps(SEVERAL, search=wrong))


def test_steps_that_end_too_early_are_refused() -> None:
    def wrong(*of: Any) -> Iterator[Step]:
        yield next(by_hand(*of))

    with pytest.raises(cm.WrongSolution, match="end before"):
        list(checked_steps(CHAIN, search=wrong))


def test_hints() -> None:
    assert cm.hint(BRIDGE, ((3, 3, 3), (3, 2, 3))).wrong == ((1, 1),)
    assert cm.hint(BRIDGE, ((2, 2, 2), (2, 1, 2))).words == "nothing is left to do"
    assert cm.hint(SEVERAL, ((2, 2, 3, 3), *((3, 3, 3, 3),) * 3)).words.startswith("wrong")
    step = cm.hint(BRIDGE, ((2, 2, 2), (3, 3, 3))).step
    assert step is not None
    assert step.board[1] == (2, 3, 2)


def run(*arguments: str) -> tuple[int, str]:
    result = CliRunner().invoke(app, arguments)
    return result.exit_code, result.output


def test_commands(tmp_path: Path) -> None:
    puzzle, mine = tmp_path / "bridge.toml", tmp_path / "mine.txt"
    puzzle.write_text('kind = "nonogram"\nrows = ["3", "1 1"]\ncolumns = ["2", "1", "2"]\n')
    status, output = run("explain", "--steps", str(puzzle))
    assert status == 0
    assert output.splitlines()[-1].startswith("easy")
    assert "grade: easy" in run("explain", str(puzzle))[1]
    mine.write_text("###\n?#?\n")
    assert run("hint", str(puzzle), "--given", str(mine)) == (1, "wrong: row 2, column 2\n")
    mine.write_text("###\n???\n")
    status, output = run("hint", str(puzzle), "--given", str(mine))
    assert status == 0
    assert "columns 1, 3: black" in output
    mine.write_text("###\n")
    assert run("hint", str(puzzle), "--given", str(mine))[0] == 2
    assert run("explain", "--steps", "6x6 tetrominoes:IOTS")[0] == 2


def test_make_by_grade(tmp_path: Path) -> None:
    path = tmp_path / "hard.toml"
    status, _ = run(
        "make", "nonogram", "6x6", "--unique", "--grade", "hard", "-f", "toml", "-o", str(path)
    )
    assert status == 0
    assert "grade: hard" in run("explain", str(path))[1]
    assert run("make", "nonogram", "6x6", "--unique", "--grade", "fiendish")[0] == 2
    assert run("make", "nonogram", "6x6", "--grade", "easy")[0] == 2


def test_a_board_as_text() -> None:
    puzzle = cm.Nonogram.of([[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)], []])
    letters = [colour.character for colour in puzzle.colours]
    assert partial_text(puzzle, ((2, 4, 7),)) == f"{letters[1]}{letters[2]}?"
