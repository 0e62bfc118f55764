"""Witnesses: the values of the primary variables, as SAT solvers print them, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.engines.cnf import clauses
from cpmodels.engines.formula import Formula
from cpmodels.errors import InputError, WrongSolution
from cpmodels.models.model import Model
from cpmodels.proving.claim import Claim, build
from cpmodels.proving.lengths import asks_shortest, of_length
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["read_witnesses", "solutions_of", "stated_for", "write_witnesses"]


def stated_for(puzzle: Puzzle, claim: Claim) -> Puzzle:
    """The puzzle whose model the witnesses are solutions of: of a path, that for its length."""
    path = claim.kind == "shortest" or (claim.kind == "reached" and asks_shortest(puzzle))
    return of_length(puzzle, claim.number) if path else puzzle


def write_witnesses(models: Sequence[Sequence[int]]) -> str:
    """A line for each: its literals, ended by 0.

    >>> write_witnesses([[1, -2]])
    'v 1 -2 0\\n'
    """
    return "".join(f"v {' '.join(map(str, [*model, 0]))}\n" for model in models)


def read_witnesses(text: str, formula: Formula) -> list[list[int]]:
    """The literals of each, one for every primary variable, in order.

    Raises
    ------
    InputError
        A line that is not such a list.
    """
    witnesses = []
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        try:
            literals = [int(word) for word in words[1:]]
        except ValueError:
            raise InputError("a word that is not a literal", f"line {number}") from None
        if words[:1] != ["v"] or literals[-1:] != [0]:
            raise InputError("expected v, literals, and 0", f"line {number}")
        if [abs(literal) for literal in literals[:-1]] != formula.primary:
            raise InputError("expected each primary variable once, in order", f"line {number}")
        witnesses.append(literals[:-1])
    return witnesses


def solutions_of(
    puzzle: Puzzle, claim: Claim, text: str, statement: tuple[Model, Formula] | None = None
) -> tuple[list[Any], list[list[int]]]:
    """The witnesses as solutions, all different and right, and the clauses that exclude them.

    Parameters
    ----------
    statement : (Model, Formula), optional
        Those of the puzzle, where they are at hand: stating them takes longer than all else.

    Raises
    ------
    InputError
        Not as many as are claimed, or not written as witnesses.
    WrongSolution
        One breaks a rule, or comes twice.
    """
    if statement is None:
        model = build(stated_for(puzzle, claim), claim.model)
        statement = model, clauses(model)
    model, formula = statement
    literals = read_witnesses(text, formula)
    if len(literals) != claim.witnesses:
        raise InputError(f"{len(literals)} witnesses, expected {claim.witnesses}")
    try:
        solutions = [model.read(formula.values(each)) for each in literals]
    except (LookupError, ValueError, TypeError) as error:  # values that no solution has
        raise WrongSolution(f"cannot be read: {error}") from None
    for solution in solutions:
        puzzle.check(solution)
    if len({puzzle.key(solution) for solution in solutions}) != len(solutions):
        raise WrongSolution("a solution comes twice")
    for solution, true in zip(solutions, literals, strict=True):
        if claim.kind == "exactly":
            continue
        if puzzle.measure(solution) != claim.number:
            raise WrongSolution(f"it measures {puzzle.measure(solution)}, not {claim.number}")
        if not asks_shortest(puzzle) and _objective(model, formula.values(true)) != claim.number:
            raise WrongSolution("the model's objective is not what the puzzle measures")
    return solutions, [formula.block(each) for each in literals]


def _objective(model: Model, values: Sequence[int]) -> int | None:
    """What the model has best; None where it is not a sum of primary variables."""
    objective = model.cp.proto.objective
    known = {variable.index: value for variable, value in zip(model.primary, values, strict=True)}
    terms = list(zip(objective.vars, objective.coeffs, strict=True))
    if any(index not in known for index, _ in terms):
        return None
    total = int(objective.offset) + sum(int(factor) * int(known[index]) for index, factor in terms)
    return -total if objective.scaling_factor < 0 else total
