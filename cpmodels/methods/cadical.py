"""CaDiCaL as a method: the clauses of a model, for every kind of puzzle that has one.

Glucose is another one for sliding puzzles: on Korf's board 16 it took less time at each length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import cadical
from cpmodels.engines.child import missing
from cpmodels.engines.cnf import clauses
from cpmodels.engines.formula import Formula
from cpmodels.kinds.method import Method
from cpmodels.methods.sliding_rungs import rungs
from cpmodels.models.alike import distance_bound, of_length
from cpmodels.models.model import Model
from cpmodels.models.sliding_bounds import lower_bound
from cpmodels.puzzles.alike import AlikePuzzle
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["AlikeCadical", "Cadical", "SlidingCadical", "SlidingGlucose"]


_LEAP = 8  # moves over the lower bound that are asked for together


class Cadical(Method):
    """The same model as another method's, written as clauses, and given to CaDiCaL.

    Parameters
    ----------
    inner : Method
        Has a `build`, from a puzzle to its model.
    """

    side = "engine"
    default = False
    engine = "CaDiCaL"
    solver = "cadical195"

    def __init__(self, inner: Any) -> None:
        self.inner, self.puzzle = inner, inner.puzzle
        self.name = inner.name.replace("cp-sat", self.engine.lower(), 1)
        self.about = f"the clauses of {inner.name}, by {self.engine}"

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """What the method whose model it is refuses, and costs; all, without the extra."""
        if puzzle.optimising and type(self) is Cadical:
            return "clauses know no costs"
        reason: str | None = missing("pysat") or self.inner.refuses(puzzle, question)
        return reason

    def formula(self, puzzle: Any, run: Run, **how: bool) -> tuple[Model, Formula]:
        """The model, and its clauses."""
        with run.building():
            model: Model = self.inner.build(puzzle, **how)
            return model, clauses(model)

    def restate(self, puzzle: Any, run: Run) -> Any | None:
        """The puzzle of a single formula that has the same solutions; None if there are none."""
        return puzzle

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All solutions; each is excluded once it is found."""
        statement = self.restate(puzzle, run)
        if statement is not None:
            model, formula = self.formula(statement, run)
            for true in cadical.enumerate_all(formula, run):
                yield model.read(formula.values(true))

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """One solution."""
        return self.find(puzzle, run)

    def find(self, puzzle: Any, run: Run, **how: bool) -> Any | None:
        """One solution of one formula."""
        model, formula = self.formula(puzzle, run, **how)
        true = cadical.find(formula, run, solver=self.solver)
        return None if true is None else model.read(formula.values(true))


class SlidingCadical(Cadical):
    """A shortest path by every length from the lower bound up, as `cp-sat` has it.

    But the first lengths are asked for together, in a model of at most so many moves: each alone
    takes longer to write than to refute.
    """

    def restate(self, puzzle: SlidingPuzzle, run: Run) -> SlidingPuzzle | None:
        """The puzzle of the paths of the shortest length."""
        if puzzle.horizon is not None and why_unsolvable(puzzle) is None:
            return puzzle
        path = self.solve(puzzle, run)
        return None if path is None else replace(puzzle, moves=len(path), undo=False)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A shortest path, or any walk within the horizon."""
        certificate = why_unsolvable(puzzle)
        run.note = certificate or ""
        if certificate is not None:
            return None
        if puzzle.horizon is not None:
            walk: str | None = self.find(puzzle, run)
            return walk
        length = lower_bound(puzzle)
        run.note = f"no path shorter than {length} moves"
        within = replace(puzzle, at_most=length + _LEAP, undo=False)
        path: str | None = self.find(within, run)
        if path is None and run.stopped_by is None:
            length += _LEAP + 2
        if run.stopped_by is not None:
            return path
        begin = partial(cadical.Finding, solver=self.solver)
        return rungs(self.inner, puzzle, run, begin=begin, least=length, best=path)


class SlidingGlucose(SlidingCadical):
    """The same by Glucose, of one shortest path."""

    engine = "Glucose"
    solver = "glucose4"

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """All paths, too, which CaDiCaL has."""
        if question is not Question.SOLVE:
            return "it finds one path"
        return super().refuses(puzzle, question)


class AlikeCadical(Cadical):
    """The same for tiles that look alike."""

    def restate(self, puzzle: AlikePuzzle, run: Run) -> AlikePuzzle | None:
        """The puzzle of the paths of the shortest length."""
        if puzzle.moves is not None and puzzle.why_none() is None:
            return puzzle
        path = self.solve(puzzle, run)
        return None if path is None else of_length(puzzle, puzzle.measure(path))

    def solve(self, puzzle: AlikePuzzle, run: Run) -> Any | None:
        """A path of the first length that has one, or any walk within the horizon."""
        run.note = puzzle.why_none() or ""
        if run.note:
            return None
        if puzzle.moves is not None:
            return self.find(puzzle, run)
        length = distance_bound(puzzle)
        while not run.should_stop():
            run.bound = length
            path = self.find(of_length(puzzle, length), run)
            if path is not None or run.stopped_by is not None:
                return path
            length += 2
        return None
