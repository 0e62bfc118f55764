"""Answers that are good enough: never called optimal, bounds in every comparison."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.answer import Stop, Verdict
from cpmodels.asking.explanation import explain
from cpmodels.cli import app
from cpmodels.cli.sources import read_sources
from cpmodels.errors import InputError, WrongSolution
from cpmodels.methods import sliding_near
from tests.planting import planted

HARDEST = cm.SlidingPuzzle.of("8 6 7 2 5 4 3 x 1")


@pytest.mark.parametrize("within", [1.4, inf])
def test_an_answer_that_is_good_enough_is_not_called_optimal(within: float) -> None:
    answer = cm.solve(HARDEST, within=within)
    assert answer.verdict is Verdict.SOLVED
    assert answer.stopped_by is Stop.ENOUGH
    assert answer.bound is not None
    assert answer.objective is not None
    assert answer.bound <= 31 <= answer.objective
    assert answer.objective <= within * answer.bound
    assert answer.best == (answer.bound, answer.objective)
    assert not answer.conclusive


def test_bounds_agree_with_nobody_but_contradict_a_false_optimum() -> None:
    known = cm.compare(HARDEST, methods=["layers", "idastar"])
    assert known.reason is None
    assert known.agree is None  # one of the two proved nothing of the best
    assert cm.compare(HARDEST, methods=["layers", "weighted"]).agree is None
    other = cm.solve(HARDEST, method="layers")
    assert other.bound is not None
    false = replace(other, method="planted", verdict=Verdict.OPTIMAL, complete=True, objective=21)
    assert cm.Comparison(HARDEST, cm.Question.SOLVE, [other, false]).agree is False


class _Boaster(sliding_near.Weighted):
    """Says that a path by layers is good enough, with a bound that does not prove it."""

    name = "boaster"

    def _path(self, puzzle, run):  # type: ignore[no-untyped-def]
        path = sliding_near.Layers()._path(puzzle, run)
        run.bound = 5
        return path


def test_a_method_cannot_say_good_enough_without_the_bound() -> None:
    with planted(_Boaster()), pytest.raises(WrongSolution, match="as good enough"):
        cm.solve(HARDEST, method="boaster", within=1.1)


def test_what_has_no_best_is_not_asked_for_nearly() -> None:
    with pytest.raises(InputError, match="expected a puzzle that has a best"):
        cm.solve(cm.Tiling.of("2x3", "dominoes"), within=1.1)
    with pytest.raises(InputError, match="expected a factor of 1 or more"):
        cm.solve(HARDEST, within=0.9)


def test_without_being_asked_for_the_answer_is_a_best_one() -> None:
    assert str(cm.solve(HARDEST)) == "optimal: 31"
    assert str(cm.solve(HARDEST, within=1)) == "optimal: 31"
    assert not {"layers", "weighted"} & set(cm.methods(HARDEST, "solve"))


def test_another_goal_on_the_command_line(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("1 2 3\n8 4 x\n7 6 5\n")
    for goal in ("spiral", "1 2 3 8 x 4 7 6 5"):
        [item] = read_sources([str(board)], goal=goal)
        assert cm.solve(item.puzzle).solution == "l"
    with pytest.raises(InputError, match="expected a sliding board"):
        read_sources(["6x6 tetrominoes:IOTS"], goal="snail")


@pytest.mark.parametrize("command", ["unique", "enumerate", "explain", "convert"])
def test_every_command_that_reads_boards_takes_a_goal(command: str, tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("1 2 3\n8 4 x\n7 6 5\n")
    texts = {"unique": "unique", "enumerate": "1 move)", "explain": "1 2 3 / 8 x 4 / 7 6 5",
            "convert": "goal"}  # fmt: skip
    result = CliRunner().invoke(app, [command, str(board), "--goal", "snail"])
    assert result.exit_code == 0
    assert texts[command] in result.output


def test_the_price_of_tables_is_said_before_they_are_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path))
    puzzle = cm.SlidingPuzzle.of((*range(1, 24), 0, 24))
    costs = {fit.method: fit.cost for fit in explain(puzzle).methods}
    assert "6-6-6-6 tables of 976 MB take 2.6 GB" in costs["idastar:6-6-6-6"]
    assert "5-5-5-5-4 tables of 39 MB" in costs["idastar"]
    assert costs["idastar:7-8"] == ""
