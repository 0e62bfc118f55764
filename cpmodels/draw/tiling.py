"""Pictures of tilings: the pieces outlined and named; or the region and the shapes."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.layout import beside, captioned, text_beside
from cpmodels.draw.pieces import pieces_canvas, pieces_text
from cpmodels.puzzles.cells import Cell, Cells
from cpmodels.puzzles.copies import spell
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["canvas", "text"]

_MOST = 60  # shapes that are shown
_WIDEST = 700  # pixels that the shapes may take, or as wide as the region


def text(
    puzzle: Tiling, solution: Sequence[Placement] | None = None, *, colour: bool = False
) -> str:
    """A picture for the terminal.

    Examples
    --------
    >>> puzzle = Tiling.of("2x2", "dominoes")
    >>> print(text(puzzle, [Placement("D", ((0, 0), (0, 1))), Placement("D", ((1, 0), (1, 1)))]))
    ┌───────┐
    │ D   D │
    ├───────┤
    │ D   D │
    └───────┘
    """
    if solution is None:
        return "\n".join(_stated(puzzle))
    pieces, labels = _pieces(solution)
    return pieces_text(pieces, labels, colour=colour)


def canvas(puzzle: Tiling, solution: Sequence[Placement] | None = None) -> Canvas:
    """The picture for SVG and PNG; the region and the shapes, when there is no solution."""
    if solution is not None:
        return pieces_canvas(*_pieces(solution), title=puzzle.describe())
    region = pieces_canvas(dict.fromkeys(puzzle.region, 0), {})
    shapes = [
        captioned(pieces_canvas(dict.fromkeys(cells, 0), {}), caption)
        for caption, cells in _captions(puzzle)
    ]
    width = max(region.width, _WIDEST)
    parts = [region, *([beside(shapes, width)] if shapes else [])]
    return beside(parts, region.width, puzzle.describe())


def _stated(puzzle: Tiling) -> list[str]:
    """The region, and the shapes with their copies."""
    region = pieces_text(dict.fromkeys(puzzle.region, 0), {0: "·"})
    shapes = [
        [caption, *pieces_text(dict.fromkeys(cells, 0), {0: "·"}).split("\n")]
        for caption, cells in _captions(puzzle)
    ]
    more = len(puzzle.usable_shapes) - len(shapes)
    return [region, *text_beside(shapes), *([f"({more:,} more shapes)"] if more else [])]


def _captions(puzzle: Tiling) -> list[tuple[str, Cells]]:
    """Of each shape that may be used, up to a number: what stands above it, and its cells."""
    usable = list(puzzle.usable_shapes.items())[:_MOST]
    return [(f"{name}: {spell(puzzle.copies[name])}", cells) for name, cells in usable]


def _pieces(
    solution: Sequence[Placement],
) -> tuple[dict[Cell, Hashable], dict[Hashable, str]]:
    pieces: dict[Cell, Hashable] = {
        cell: number for number, placement in enumerate(solution) for cell in placement.cells
    }
    return pieces, {number: placement.shape for number, placement in enumerate(solution)}
