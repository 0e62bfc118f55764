"""Puzzle: what every kind of puzzle has. Plain data and a checker; no solver in here."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from typing import Any, ClassVar, TypeGuard

from cpmodels import notebook
from cpmodels.errors import InputError
from cpmodels.puzzles.choices import Checker

__all__ = ["Puzzle", "is_integer"]


def is_integer(value: Any) -> TypeGuard[int]:
    """Whether the value is a whole number; True and False are not."""
    return isinstance(value, int) and not isinstance(value, bool)


class Puzzle(ABC):
    """A puzzle as stated. Subclasses are frozen dataclasses.

    Attributes
    ----------
    kind : str
        One word for the kind, as the command line and the registry use it.
    optimising : bool
        Whether its solutions are the best ones of some measure (shortest paths), not all.
    maximising : bool
        Whether these have most of the measure, not least.
    asked : str
        The question that `compare` asks when it is not told.
    title : str
        A name for people; empty when it has none.
    """

    kind: ClassVar[str]
    optimising: ClassVar[bool] = False
    maximising: ClassVar[bool] = False
    default_question: ClassVar[str] = "count"
    title: str

    @abstractmethod
    def check(self, solution: Any) -> None:
        """Raise `WrongSolution` with the reason unless the solution keeps every rule."""

    @abstractmethod
    def describe(self) -> str:
        """The puzzle in one line."""

    def key(self, solution: Any) -> Hashable:
        """The same for two solutions exactly when they are the same solution."""
        key: Hashable = solution
        return key

    def checker(self) -> Checker:
        """What checks the solutions of a stream, many at once where that is faster."""
        return Checker(self)

    def measure(self, solution: Any) -> int | None:
        """What the best solutions have least (or most) of: moves, a cost; where it is `optimising`.

        The puzzle says it and not the method, so that no method can claim a better one than it has.
        """
        return None

    def notes(self) -> tuple[str, ...]:
        """What is allowed but worth saying about the puzzle as stated."""
        return ()

    def _repr_svg_(self) -> str | None:
        """The picture that a notebook shows; None, hence its text, where there is none."""
        try:
            svg: str = notebook.puzzle_svg(self)
        except InputError:
            return None
        return svg
