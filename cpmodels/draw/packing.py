"""Pictures of packings: those of tilings, with the cells that stay empty white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cpmodels.draw import tiling
from cpmodels.draw.canvas import Canvas
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.tiling import Placement

__all__ = ["canvas", "text", "texts"]


def text(
    puzzle: Packing, solution: Sequence[Placement] | None = None, *, colour: bool = False
) -> str:
    """A picture for the terminal.

    Examples
    --------
    >>> from cpmodels.puzzles.tiling import Tiling
    >>> packing = Tiling.of("1x3", "dominoes", leave=1)
    >>> print(text(packing, [Placement("D", ((0, 0), (0, 1)))]))
    ┌───────┬───┐
    │ D   D │ · │
    └───────┴───┘
    """
    empty: Any = () if solution is None else puzzle.empty(solution)
    return tiling.text(puzzle.tiling, solution, colour=colour, empty=empty)


def texts(puzzle: Packing, batch: Choices) -> Iterable[str] | None:
    """Pictures for the terminal of many solutions."""
    return tiling.texts(puzzle.tiling, batch)


def canvas(puzzle: Packing, solution: Sequence[Placement] | None = None) -> Canvas:
    """The picture for SVG and PNG; the region and the shapes, when there is no solution."""
    empty: Any = () if solution is None else puzzle.empty(solution)
    return tiling.canvas(puzzle.tiling, solution, empty=empty, title=puzzle.describe())
