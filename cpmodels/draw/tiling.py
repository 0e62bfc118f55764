"""Pictures of tilings: the region alone, or with its pieces outlined and named."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.pieces import pieces_canvas, pieces_text
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["canvas", "text"]


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
    pieces, labels = _pieces(puzzle, solution)
    return pieces_text(pieces, labels, colour=colour and solution is not None)


def canvas(puzzle: Tiling, solution: Sequence[Placement] | None = None) -> Canvas:
    """The picture for SVG and PNG."""
    return pieces_canvas(*_pieces(puzzle, solution), title=puzzle.describe())


def _pieces(
    puzzle: Tiling, solution: Sequence[Placement] | None
) -> tuple[dict[Cell, Hashable], dict[Hashable, str]]:
    if solution is None:
        return dict.fromkeys(puzzle.region, 0), {0: ""}
    pieces: dict[Cell, Hashable] = {
        cell: number for number, placement in enumerate(solution) for cell in placement.cells
    }
    return pieces, {number: placement.shape for number, placement in enumerate(solution)}
