"""Ganak as a method: counts of any size, for every kind of puzzle that has a model."""

from __future__ import annotations

from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import ganak
from cpmodels.engines.child import missing
from cpmodels.kinds.method import Method
from cpmodels.methods.cadical import Cadical

__all__ = ["Ganak"]


class Ganak(Method):
    """The same clauses as CaDiCaL's; it counts them, and shows no solution.

    Parameters
    ----------
    search : Cadical
        States the formula, and finds the length of a shortest path where there is one.
    """

    side = "engine"
    default = False
    questions = frozenset({Question.COUNT, Question.UNIQUE})

    def __init__(self, search: Cadical) -> None:
        self.search, self.puzzle = search, search.puzzle
        self.name = search.name.replace("cadical", "ganak", 1)
        self.about = f"the clauses of {search.inner.name}, counted by Ganak"

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """What it cannot be asked, what its model's method refuses; all, without the extra."""
        if question not in self.questions:
            return super().refuses(puzzle, question)
        return missing("pyganak") or self.search.refuses(puzzle, question)

    def count(self, puzzle: Any, run: Run) -> int:
        """An exact integer of any size, or 0 when stopped: part of a count is no lower bound."""
        statement = self.search.restate(puzzle, run)
        if statement is None or run.stopped_by is not None:
            return 0
        _, formula = self.search.formula(statement, run)
        return ganak.count(formula, run)
