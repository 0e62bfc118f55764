"""A proof while it is made: the formulas that were refuted so far, and the solutions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.engines import cadical, proof
from cpmodels.engines.child import Child
from cpmodels.engines.cnf import clauses
from cpmodels.engines.formula import Formula
from cpmodels.engines.proof import Checker
from cpmodels.models.model import Model
from cpmodels.proving.claim import Claim, Part, build, whole
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Proof", "RefutationFailed", "Work"]


class RefutationFailed(RuntimeError):
    """A refutation that the checker does not accept: the engine, or the checker, is wrong."""


@dataclass
class Proof:
    """What was proved, or how far it went.

    Attributes
    ----------
    claim : Claim or None
        None where a limit, or the number of solutions, came before one could be proved.
    contrary : bool
        Whether it says the contrary of what was to be proved.
    solutions : list
        The witnesses.
    steps : int
        Lines of all refutations.
    seconds, check_seconds : float
        Time to find and refute, and to check.
    stopped_by : Stop or None
        What ended it early.
    note : str
        How far it went.
    folder : Path or None
        Where it was written.
    """

    puzzle: Puzzle
    claim: Claim | None = None
    contrary: bool = False
    solutions: list[Any] = field(default_factory=list)
    steps: int = 0
    seconds: float = 0.0
    check_seconds: float = 0.0
    stopped_by: Stop | None = None
    note: str = ""
    folder: Path | None = None

    def __bool__(self) -> bool:
        return self.claim is not None


@dataclass
class Work:
    """A proof while it is made."""

    puzzle: Puzzle
    model: str
    run: Run
    checker: Checker
    refutations: list[tuple[Part, str]] = field(default_factory=list)
    witnesses: list[Sequence[int]] = field(default_factory=list)
    statement: tuple[Model, Formula] | None = None
    result: Proof = field(init=False)

    def __post_init__(self) -> None:
        self.result = Proof(self.puzzle)

    def state(self) -> Part:
        """The formula of the whole puzzle, kept for the witnesses."""
        with self.run.building():
            model = build(self.puzzle, self.model)
            self.statement = model, clauses(model)
        return whole(self.puzzle, self.model, self.statement[1])

    def refute(self, part: Part, child: Child) -> Sequence[int] | None:
        """A model of the formula; or None, and then its refutation is checked and kept.

        It raises `OutOfTime` when the run was stopped.
        """
        model, text = cadical.refute(part.formula, child)
        if model is not None:
            return [model[variable - 1] for variable in part.formula.primary]
        self.run.check_time()
        if text is None:
            raise RefutationFailed("the engine says none, and gives no refutation")
        start = perf_counter()
        verdict = proof.check(part.formula, text, child, self.checker)
        self.result.check_seconds += perf_counter() - start
        self.run.check_time()
        if verdict.accepted is not True:
            raise RefutationFailed(f"{part.name}: {verdict.reason}")
        self.result.steps += verdict.steps
        self.refutations.append((part, text))
        return None
