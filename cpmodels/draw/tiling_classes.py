"""Pictures of tilings up to symmetry: those of the tiling."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.draw import tiling
from cpmodels.draw.canvas import Canvas
from cpmodels.puzzles.tiling import Placement
from cpmodels.puzzles.tiling_classes import TilingClasses

__all__ = ["canvas", "text"]


def text(
    puzzle: TilingClasses, solution: Sequence[Placement] | None = None, *, colour: bool = False
) -> str:
    """A picture for the terminal."""
    return tiling.text(puzzle.tiling, solution, colour=colour)


def canvas(puzzle: TilingClasses, solution: Sequence[Placement] | None = None) -> Canvas:
    """The picture for SVG and PNG."""
    return tiling.canvas(puzzle.tiling, solution)
