"""Answers that are good enough: never called optimal, bounds in every comparison."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path

import pytest

import cpmodels as cm
from cpmodels.answers.answer import Stop, Verdict
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
