"""Pictures of tilings: the pieces outlined and named; or the region and the shapes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.isometric import isometric_canvas
from cpmodels.draw.lattice_pieces import lattice_canvas
from cpmodels.draw.lattice_text import lattice_text
from cpmodels.draw.layout import beside, text_beside, with_caption
from cpmodels.draw.many_pieces import ManyPieces, suits
from cpmodels.draw.palette import EMPTY
from cpmodels.draw.pieces import pieces_canvas, pieces_text
from cpmodels.puzzles.cells import Cell, Cells
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.copies import spell
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["canvas", "text", "texts"]

Pieces = Mapping[Cell, Hashable]
_MOST = 60  # shapes that are shown
_WIDEST = 700  # pixels that the shapes may take, or as wide as the region


def text(
    puzzle: Tiling,
    solution: Sequence[Placement] | None = None,
    *,
    colour: bool = False,
    empty: Cells = (),
) -> str:
    """A picture for the terminal; ``empty`` are cells that a packing leaves empty.

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
        return "\n".join(_description(puzzle))
    pieces, labels = _pieces(solution, empty)
    return _text(pieces, labels, puzzle.lattice, colour)


def texts(puzzle: Tiling, batch: Choices) -> Iterable[str] | None:
    """Pictures for the terminal of many solutions; None where they are not squares in a plane."""
    if not _is_plain(dict.fromkeys(puzzle.region), puzzle.lattice) or not suits(puzzle.region):
        return None
    if puzzle not in _many or _many[puzzle][0] is not batch.pieces:
        _many.clear()
        _many[puzzle] = batch.pieces, ManyPieces(puzzle.region, batch.pieces)
    return _many[puzzle][1].texts(batch)


_many: dict[Tiling, tuple[Any, ManyPieces]] = {}  # the last one


def canvas(
    puzzle: Tiling,
    solution: Sequence[Placement] | None = None,
    *,
    empty: Cells = (),
    title: str = "",
) -> Canvas:
    """The picture for SVG and PNG; the region and the shapes, when there is no solution."""
    title, plane = title or puzzle.describe(), Lattice(puzzle.lattice.name)
    if solution is not None:
        return _with_solid(*_pieces(solution, empty), puzzle.lattice, title)
    region = _canvas(dict.fromkeys(puzzle.region, 0), {}, puzzle.lattice)
    shapes = [
        with_caption(_canvas(dict.fromkeys(cells, 0), {}, plane), caption)
        for caption, cells in _captions(puzzle)
    ]
    width = max(region.width, _WIDEST)
    parts = [region, *([beside(shapes, width)] if shapes else [])]
    return beside(parts, region.width, title)


def _canvas(
    pieces: Pieces, labels: Mapping[Hashable, str], lattice: Lattice, title: str = ""
) -> Canvas:
    if _is_plain(pieces, lattice):
        return pieces_canvas(pieces, labels, title=title)
    return lattice_canvas(pieces, labels, lattice, title=title)


def _with_solid(
    pieces: Pieces, labels: Mapping[Hashable, str], lattice: Lattice, title: str
) -> Canvas:
    """Of a solid, its layers and the whole seen from above a corner."""
    canvas = _canvas(pieces, labels, lattice, title)
    if not pieces or len(next(iter(pieces))) != 3 or lattice.name != "squares":
        return canvas
    solid = isometric_canvas({cell: each for cell, each in pieces.items() if each != EMPTY})
    return beside([canvas, solid], canvas.width, title)


def _is_plain(pieces: Pieces, lattice: Lattice) -> bool:
    """Whether the cells are squares or cubes, drawn as they lie."""
    flat = all(len(cell) == 2 for cell in islice(pieces, 1))
    return lattice.name == "squares" and not (lattice.wraps and flat)


def _text(
    pieces: Pieces, labels: Mapping[Hashable, str], lattice: Lattice, colour: bool = False
) -> str:
    if lattice.name == "squares":
        return pieces_text(pieces, labels, colour=colour)
    return lattice_text(pieces, labels, lattice, colour=colour)


def _description(puzzle: Tiling) -> list[str]:
    """The region, and the shapes with their copies."""
    plane = Lattice(puzzle.lattice.name)
    region = _text(dict.fromkeys(puzzle.region, 0), {0: "·"}, puzzle.lattice)
    shapes = [
        [caption, *_text(dict.fromkeys(cells, 0), {0: "·"}, plane).split("\n")]
        for caption, cells in _captions(puzzle)
    ]
    more = len(puzzle.usable_shapes) - len(shapes)
    return [region, *text_beside(shapes), *([f"({more:,} more shapes)"] if more else [])]


def _captions(puzzle: Tiling) -> list[tuple[str, Cells]]:
    """Of each shape that may be used, up to a number: what stands above it, and its cells."""
    usable = list(puzzle.usable_shapes.items())[:_MOST]
    return [(f"{name}: {spell(puzzle.copies[name])}", cells) for name, cells in usable]


def _pieces(
    solution: Sequence[Placement], empty: Cells
) -> tuple[dict[Cell, Hashable], dict[Hashable, str]]:
    pieces: dict[Cell, Hashable] = {
        tuple(cell): number for number, (_, cells) in enumerate(solution) for cell in cells
    }
    labels: dict[Hashable, str] = {number: shape for number, (shape, _) in enumerate(solution)}
    return pieces | dict.fromkeys(empty, EMPTY), labels | {EMPTY: "·"}
