"""What can be claimed of a puzzle, and which formulas must have no model for it to be true.

A claim is about a model of the puzzle, named by its method. Its formulas are stated anew from the
puzzle wherever they are needed; none is ever read from a file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from cpmodels.answers.answer import Bounds, Question
from cpmodels.engines.cnf import NoClauses, clauses
from cpmodels.engines.formula import Formula
from cpmodels.errors import InputError
from cpmodels.kinds.registry import registry
from cpmodels.models.model import Model
from cpmodels.proving.lengths import asks_shortest, of_length, possible_lengths
from cpmodels.puzzles.puzzle import Puzzle

__all__ = [
    "CLAIMS",
    "Claim",
    "Part",
    "better",
    "build",
    "method_with_model",
    "refuted_parts",
    "rung",
    "rungs",
    "whole",
]

CLAIMS = ("none", "exactly", "shortest", "optimum", "bound", "reached", "certificate")
PREFERRED = ("cp-sat:bare", "cp-sat")
"""Models in this order: bare ones state the rules alone, and no line is solved beforehand."""


@dataclass(frozen=True)
class Claim:
    """What is said of a puzzle.

    Attributes
    ----------
    kind : str
        ``none``: no solution; ``exactly``: so many solutions; ``shortest``: no path of fewer moves;
        ``optimum``: a best solution, of this value; ``bound``: no solution better than this value;
        ``reached``: a solution of this value; ``certificate``: no solution, by an argument that the
        package states.
    number : int
        Solutions, moves, or a value; 0 where there are none.
    model : str
        The method whose model is the formula.
    """

    kind: str
    number: int
    model: str

    def __post_init__(self) -> None:
        if self.kind not in CLAIMS:
            raise InputError(f"claim {self.kind!r}, expected one of {', '.join(CLAIMS)}")
        least = int(self.kind == "exactly")
        if self.kind not in ("optimum", "bound", "reached") and self.number < least:
            raise InputError(f"claim {self.kind} of {self.number}, expected {least} or more")
        if self.kind in ("none", "certificate") and self.number:
            raise InputError(f"claim {self.kind} of {self.number}, expected 0")

    def __str__(self) -> str:
        if self.kind in ("none", "certificate"):
            return "there is no solution"
        if self.kind == "shortest":
            return f"there is a path of {self.number} moves, and none shorter"
        if self.kind == "optimum":
            return f"there is a solution of {self.number}, and none better"
        if self.kind == "bound":
            return f"no solution is better than {self.number}"
        if self.kind == "reached":
            return f"there is a solution of {self.number}"
        if self.number == 1:
            return "there is exactly one solution"
        return f"there are exactly {self.number} solutions"

    @property
    def witnesses(self) -> int:
        """How many solutions go with it."""
        if self.kind == "exactly":
            return self.number
        return int(self.kind in ("shortest", "optimum", "reached"))

    @property
    def bounds(self) -> tuple[Bounds, Bounds]:
        """What it says of how many solutions there are, and of the value of the best one."""
        if self.kind == "exactly":
            return (self.number, self.number), (0, None)
        if self.kind in ("shortest", "optimum"):
            return (1, None), (self.number, self.number)
        if self.kind in ("bound", "reached"):
            return (self.witnesses, None), (0, None)
        return (0, 0), (0, None)


@dataclass(frozen=True)
class Part:
    """A formula that must have no model, and the name of its files."""

    name: str
    formula: Formula
    title: str


def method_with_model(puzzle: Puzzle, name: str | None = None) -> str:
    """The name of a method whose model can be proved things of.

    Raises
    ------
    InputError
        There is none of that name, or none at all.
    """
    known = {
        method.name: method
        for method in registry.methods_of(type(puzzle))
        if method.build is not None
    }
    if name is None:
        name = next((each for each in (*PREFERRED, *known) if each in known), None)
    if name not in known:
        raise InputError(
            f"no model {name!r} of a {puzzle.kind}, expected one of {', '.join(known) or 'none'}"
        )
    reason = known[name].refuses(puzzle, Question.SOLVE)
    if reason is not None:
        raise InputError(f"method {name} cannot answer this: {reason}")
    return name


def build(puzzle: Puzzle, name: str) -> Model:
    """The model of the puzzle by that method.

    Raises
    ------
    InputError
        The puzzle has no single model: its best solutions are asked for, and the model does not
        say which are.
    NoClauses
        The model has an objective, and the puzzle asks for no best solution.
    """
    if asks_shortest(puzzle):
        raise InputError(f"a {puzzle.kind} without a number of moves has no single formula")
    method = registry.find_method(puzzle, method_with_model(puzzle, name), Question.SOLVE)
    make: Any = method.build
    model: Model = make(puzzle)
    if model.cp.has_objective() and not puzzle.optimising:
        raise NoClauses(f"model {model.name} has an objective, expected another method's")
    if puzzle.optimising and not model.cp.has_objective():
        raise InputError(f"model {model.name} does not say which solutions are best")
    return model


def refuted_parts(
    puzzle: Puzzle, claim: Claim, witnesses: Sequence[Sequence[int]] = ()
) -> Iterator[Part]:
    """The formulas that must have no model.

    Parameters
    ----------
    witnesses : sequence of clauses
        Each excludes the values of one witness: what is left must have none.
    """
    if claim.kind == "shortest" or (claim.kind == "bound" and asks_shortest(puzzle)):
        yield from rungs(puzzle, claim.model, claim.number)
    elif claim.kind in ("optimum", "bound"):
        yield better(puzzle, build(puzzle, claim.model), claim)
    elif claim.kind not in ("certificate", "reached"):
        formula = clauses(build(puzzle, claim.model)).with_clauses(witnesses)
        yield whole(puzzle, claim.model, formula)


def whole(puzzle: Puzzle, name: str, formula: Formula) -> Part:
    """The formula of all solutions, or of those that are left of them."""
    return Part("formula", formula, f"{puzzle.describe()}: model {name}")


def better(puzzle: Puzzle, model: Model, claim: Claim) -> Part:
    """The formula of the solutions that are better than the claim says is the best.

    Raises
    ------
    InputError
        The puzzle asks for no best solution.
    """
    if not puzzle.optimising:
        raise InputError(f"a {puzzle.kind} that has no best solution, expected one with costs")
    number = claim.number
    formula = clauses(model, best=(number + 1, None) if puzzle.maximising else (None, number - 1))
    title = f"{puzzle.describe()}: model {claim.model}, better than {number}"
    return Part("formula", formula, title)


def rungs(puzzle: Puzzle, name: str, moves: int) -> Iterator[Part]:
    """A formula for each length below that a path may have (see `proving.lengths`).

    A shortest path undoes no move. So if none has a length below, there is no shorter path.
    """
    return (rung(puzzle, name, length) for length in possible_lengths(puzzle, moves))


def rung(puzzle: Puzzle, name: str, length: int) -> Part:
    """The formula of the paths of exactly this length, without undos."""
    statement = of_length(puzzle, length)
    title = f"{statement.describe()}: model {name}"
    return Part(f"moves-{length:03}", clauses(build(statement, name)), title)
