"""Faults put in on purpose: methods that are wrong in a known way, and how to plant them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from ortools.sat.python import cp_model

import cpmodels as cm
from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.methods.cp_sat import CpSat
from cpmodels.models.model import Model, clear_constraints
from cpmodels.models.tiling import tiling_model
from cpmodels.puzzles.puzzle import Puzzle


@contextmanager
def planted(*methods: Method) -> Iterator[None]:
    """The methods are known inside, and forgotten again."""
    before = registry.snapshot()
    cm.register(*methods)
    try:
        yield
    finally:
        registry.restore(before)


class Planted(Method):
    """A method given by a function from a puzzle and a run to its solutions."""

    def __init__(
        self, puzzle: type[Puzzle], solutions: Callable[[Any, Run], Any], name: str = "planted"
    ) -> None:
        self.name, self.puzzle, self._solutions = name, puzzle, solutions  # type: ignore[misc]

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        return iter(self._solutions(puzzle, run))


class Counting(Planted):
    """It only counts."""

    questions = frozenset({Question.COUNT})

    def count(self, puzzle: Any, run: Run) -> int:
        return int(self._solutions(puzzle, run))


def tampered(change: Callable[[cm.Tiling, Model], None]) -> CpSat:
    """The usual model of a tiling, after a change to it."""

    def build(puzzle: cm.Tiling, without: Any = ()) -> Model:
        model = tiling_model(puzzle, without=without)
        change(puzzle, model)
        return model

    return CpSat(cm.Tiling, build, variant="tampered")


def drop_cover_of(number: int) -> Callable[[cm.Tiling, Model], None]:
    """The constraint of one cell, by its number, is forgotten."""

    def change(puzzle: cm.Tiling, model: Model) -> None:
        if len(puzzle.region) > number:
            clear_constraints(model.cp, range(number, number + 1))

    return change


def flip_in_cover_of(number: int) -> Callable[[cm.Tiling, Model], None]:
    """The first literal of one cell's constraint is negated."""

    def change(puzzle: cm.Tiling, model: Model) -> None:
        constraints = model.cp.proto.constraints
        if len(puzzle.region) > number and len(constraints[number].exactly_one.literals):
            literals = constraints[number].exactly_one.literals
            literals[0] = ~literals[0]

    return change


def count_with_two_workers(puzzle: cm.Tiling, run: Run) -> int:
    """`enumerate_all_solutions` with two workers: OPTIMAL, and solutions are lost."""
    model = tiling_model(puzzle)
    total = 0

    class Counter(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            nonlocal total
            total += 1

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 2
    solver.parameters.random_seed = run.limits.seed
    status = solver.solve(model.cp, Counter())
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return total
