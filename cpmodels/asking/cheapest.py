"""The k best solutions of a puzzle that has a best, the best first."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.asking.gate import answering
from cpmodels.errors import InputError, WrongSolution
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Cheapest", "ListsCheapest", "cheapest"]


@runtime_checkable
class ListsCheapest(Protocol):
    """A method that goes on behind the best solution."""

    name: str

    def cheapest(self, puzzle: Any, number: int, run: Run) -> list[Any]:
        """So many solutions, the best first."""


@dataclass
class Cheapest:
    """Some best solutions.

    Attributes
    ----------
    method : str
    solutions : list
        The best first; fewer than were asked for where there are no more, or it was stopped.
    values : list of int
        What each measures.
    stopped_by : Stop or None
        What ended the search before these were proved to be the best.
    """

    method: str
    solutions: list[Any] = field(default_factory=list)
    values: list[int] = field(default_factory=list)
    stopped_by: Stop | None = None


def cheapest(puzzle: Puzzle, number: int, method: str | None, run: Run) -> Cheapest:
    """The best solutions of a puzzle, so many; all checked and measured by the puzzle.

    Raises
    ------
    InputError
        A puzzle without a best solution, or a method that lists no more than the best.

    Examples
    --------
    >>> from cpmodels.puzzles.exact_cover import ExactCover
    >>> cover = ExactCover.of("a b c", ["a b", "c", "a", "b c", "b"], costs=[3, 4, 1, 5, 1])
    >>> [cheapest(cover, 9, name, Run()).values for name in ("cp-sat", "branch-and-bound")]
    [[6, 6, 7], [6, 6, 7]]
    """
    if not puzzle.optimising:
        raise InputError(f"the best of a {puzzle.kind} that has none, expected costs or a goal")
    able = [one for one in registry.methods_of(type(puzzle)) if isinstance(one, ListsCheapest)]
    names = ", ".join(one.name for one in able) or "none"
    chosen = next((one for one in able if method in (None, one.name)), None)
    if chosen is None:
        raise InputError(f"method {method} lists no more than the best, expected one of {names}")
    result = Cheapest(chosen.name)
    with answering(chosen, run):
        result.solutions = chosen.cheapest(puzzle, number, run)
    result.stopped_by = run.stopped_by
    seen: set[Hashable] = set()
    for solution in result.solutions:
        puzzle.check(solution)
        if puzzle.key(solution) in seen:
            raise WrongSolution(f"{chosen.name} gave the same solution twice: {solution}")
        seen.add(puzzle.key(solution))
        result.values.append(puzzle.measure(solution) or 0)
    if result.values != sorted(result.values, reverse=puzzle.maximising):
        raise WrongSolution(f"{chosen.name} gave {result.values}, expected the best first")
    return result
