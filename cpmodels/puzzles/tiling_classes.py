"""TilingClasses: the tilings of a puzzle up to symmetry, as a puzzle of its own."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cpmodels.errors import WrongSolution
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.symmetry import Symmetry, is_first, symmetries
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["TilingClasses"]


@dataclass(frozen=True)
class TilingClasses(Puzzle):
    """Cover a region, one tiling for all that symmetries map to each other.

    A solution is the tiling of its class that comes first, as a sorted tuple of placements.

    Examples
    --------
    >>> domino = Tiling.of("1x4", {"D": "OO", "M": "O"})
    >>> here, there = (((0, 0), (0, 1)), ((0, 2), (0, 3)))
    >>> rest = [Placement("M", ((0, column),)) for column in range(4)]
    >>> TilingClasses(domino).check([Placement("D", here), *rest[2:]])
    >>> TilingClasses(domino).check([Placement("D", there), *rest[:2]])
    Traceback (most recent call last):
    cpmodels.errors.WrongSolution: a tiling that a symmetry maps to one before it
    """

    kind: ClassVar[str] = "tiling-classes"

    tiling: Tiling
    title: str = field(default="", compare=False)

    @cached_property
    def symmetries(self) -> list[Symmetry]:
        """Those of the region and its shapes, the identity first."""
        return symmetries(self.tiling)

    def check(self, solution: Sequence[Placement]) -> None:
        """Raise `WrongSolution` unless it is a tiling, and the first of its class."""
        self.tiling.check(solution)
        if not is_first(solution, self.symmetries):
            raise WrongSolution("a tiling that a symmetry maps to one before it")

    def key(self, solution: Any) -> Hashable:
        """That of the tiling."""
        return self.tiling.key(solution)

    def describe(self) -> str:
        """The puzzle in one line."""
        return self.title or f"{self.tiling.describe()}, up to symmetry"
