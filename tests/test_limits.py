"""Whenever a method is told to stop, it does, and claims no more than it knows by then.

No clock is read here: the run says "stop" at its k-th look at the clock, whatever the time is.
"""

from __future__ import annotations

from contextlib import suppress
from math import comb
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import OutOfTime, Run
from cpmodels.asking.questions import ask
from cpmodels.engines.cubes import split
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.models.board import board_model
from cpmodels.models.sliding import sliding_model

# 2x2 boards form a ring of 12: ten steps end six steps away in two ways
SMALL: dict[str, tuple[Any, int]] = {
    "tiling": (cm.Tiling.of("4x4", "tetrominoes"), 117),
    "exact-cover": (cm.ExactCover.of("a b c", ["a", "b", "c", "a b", "b c", "a b c"]), 4),
    "board": (cm.DefectiveBoard(4, (0, 1)), 1),
    "nonogram": (cm.Nonogram.of([1, 1, 1, 1], [1, 1, 1, 1]), 24),
    "sliding": (cm.SlidingPuzzle.of("8 6 7 2 5 4 3 x 1"), 40),
    "walks": (
        cm.SlidingPuzzle.of("x 3 2 1", size="2x2", moves=10),
        2 * comb(10, 2),
    ),
}
LARGE: dict[str, Any] = {
    "tiling": cm.Tiling.of("60x60", "tetrominoes"),
    "exact-cover": cm.ExactCover.of(
        [f"i{k}" for k in range(100)], [[f"i{k % 100}", f"i{k // 100}"] for k in range(1, 10_000)
                                        if k % 101]
    ),
    "board": cm.DefectiveBoard(1999, (3, 5)),
}  # fmt: skip


class Impatient(Run):
    """Its time is up at the look that is told."""

    looks = 0
    patience = 0

    def should_stop(self) -> bool:
        self.looks += 1
        if self.looks > self.patience and self.stopped_by is None:
            self.stopped_by = Stop.TIME
        return self.stopped_by is not None


def impatient(patience: int) -> Impatient:
    run = Impatient()
    run.patience = patience
    return run


def methods_for(puzzles: dict[str, Any], question: Question) -> list[Any]:
    return [
        pytest.param(name, method, id=f"{name}-{method.name}")
        for name, example in puzzles.items()
        for puzzle in [example[0] if isinstance(example, tuple) else example]
        for method in registry.methods_of(type(puzzle))
        if method.refuses(puzzle, question) is None and method.side != "engine"
    ]  # an engine is a process, which its own tests stop


@pytest.mark.parametrize(("name", "method"), methods_for(SMALL, Question.COUNT))
def test_a_count_is_exact_or_a_lower_bound_wherever_it_is_stopped(
    name: str, method: Method
) -> None:
    puzzle, number = SMALL[name]
    for patience in (0, 1, 2, 3, 5, 8, 13, 21, 34, 10**9):
        run = impatient(patience)
        answer = ask(Question.COUNT, puzzle, method.name, run)
        assert answer.count is not None
        if run.stopped_by is None:
            assert (answer.complete, answer.count) == (True, number)
        else:
            assert answer.verdict is cm.Verdict.UNKNOWN
            assert answer.count <= number
    assert answer.complete


@pytest.mark.parametrize(("name", "method"), methods_for(SMALL, Question.SOLVE))
def test_a_search_that_was_stopped_never_says_none(name: str, method: Method) -> None:
    puzzle, _ = SMALL[name]
    for patience in range(4):
        answer = ask(Question.SOLVE, puzzle, method.name, impatient(patience))
        assert answer.verdict is not cm.Verdict.NONE
        if puzzle.optimising and not answer.complete:
            assert answer.verdict is not cm.Verdict.OPTIMAL


@pytest.mark.parametrize(("name", "method"), methods_for(LARGE, Question.SOLVE))
def test_stating_a_large_puzzle_looks_at_the_clock(name: str, method: Method) -> None:
    """The tenth look ends it before any search begins, and hardly another one follows."""
    run = impatient(10)
    answer = ask(Question.SOLVE, LARGE[name], method.name, run)
    assert answer.verdict is cm.Verdict.UNKNOWN
    assert run.effort.nodes is None
    assert run.effort.branches is None
    assert run.looks < 15


def test_stating_a_sweep_looks_at_the_clock() -> None:
    run = impatient(10)
    answer = ask(Question.COUNT, LARGE["tiling"], "frontier", run)
    assert (answer.complete, answer.count, run.effort.nodes) == (False, 0, 0)
    assert run.looks < 15


@pytest.mark.parametrize("workers", [1, 2])
def test_splitting_the_space_looks_at_the_clock_as_building_does(workers: int) -> None:
    """Symmetries and cubes are the last of what is built, whenever in it the time is up."""
    model = board_model(cm.DefectiveBoard(8, (0, 0)))

    def looks(patience: int) -> int:
        run = impatient(patience)
        with suppress(OutOfTime), run.building():
            split(model, workers, classes=True)
        return run.looks

    whole = looks(10**9)
    constraints = len(model.cp.proto.constraints)
    assert whole > constraints * (1 + workers)  # each is read, and renamed by each symmetry
    for patience in range(0, whole, whole // 50):
        assert looks(patience) == patience + 1


def test_stating_a_walk_looks_at_the_clock() -> None:
    puzzle = cm.SlidingPuzzle.of("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x", moves=8)
    run = impatient(10**9)
    with run.building():
        model = sliding_model(puzzle)
    assert run.looks > len(model.cp.proto.constraints)  # what can be where takes looks, too
    run = impatient(10)
    with pytest.raises(OutOfTime), run.building():
        sliding_model(puzzle)
    assert run.looks == 11
