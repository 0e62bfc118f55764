"""A solid seen from above one corner: the faces that show, a shade for each direction."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from math import sqrt

from cpmodels.draw.canvas import INK, Canvas
from cpmodels.draw.outlines import Point, bar
from cpmodels.draw.palette import shades_of
from cpmodels.draw.pieces import SIZE
from cpmodels.puzzles.cells import Cell

__all__ = ["isometric_canvas"]

Pieces = Mapping[Cell, Hashable]
_THIN, _THICK = 0.4, 2.2
_FACES = (
    # the cell before the face, the corners of the face in turn, how bright it is
    ((-1, 0, 0), ((0, 0, 0), (0, 0, 1), (0, 1, 1), (0, 1, 0)), 1.0),
    ((0, 1, 0), ((0, 1, 0), (0, 1, 1), (1, 1, 1), (1, 1, 0)), 0.88),
    ((0, 0, 1), ((0, 1, 1), (0, 0, 1), (1, 0, 1), (1, 1, 1)), 0.74),
)


def isometric_canvas(pieces: Pieces, *, title: str = "") -> Canvas:
    """The picture of cells (layer, row, column), the first layer on top.

    Examples
    --------
    >>> isometric_canvas({(0, 0, 0): "a", (1, 0, 0): "b"}).svg().count("<polygon") > 5
    True
    """
    size = SIZE * 0.8
    points = [_at((z + a, r + b, c + d)) for z, r, c in pieces for a in (0, 1) for b in (0, 1)
              for d in (0, 1)]  # fmt: skip
    left, top = (min(axis) for axis in zip(*points, strict=True))
    right, low = (max(axis) for axis in zip(*points, strict=True))
    canvas = Canvas(round((right - left) * size) + 6, round((low - top) * size) + 6, title)

    def place(corner: Cell) -> Point:
        x, y = _at(corner)
        return (x - left) * size + 3, (y - top) * size + 3

    shades = shades_of(pieces)
    for cell in sorted(pieces, key=lambda cell: (-cell[0], cell[1] + cell[2])):
        for before, corners, light in _FACES:
            if _plus(cell, before) in pieces:
                continue
            colour = _dim(shades[pieces[cell]], light)
            face = [place(_plus(cell, corner)) for corner in corners]
            canvas.polygon(face, colour)
            for k, corner in enumerate(corners):
                after = corners[(k + 1) % 4]
                same = _goes_on(pieces, cell, before, corner, after)
                ends = (face[k], face[(k + 1) % 4])
                canvas.polygon(bar(*ends, _THIN if same else _THICK), INK)
    return canvas


def _goes_on(pieces: Pieces, cell: Cell, before: Cell, corner: Cell, after: Cell) -> bool:
    """Whether the same piece lies beyond an edge of a face, in one plane with it."""
    # the edge lies at the middle of the cell, but along the face and one axis more
    step = tuple(
        a + b - 1 if b0 == 0 else 0 for a, b, b0 in zip(corner, after, before, strict=True)
    )
    other = _plus(cell, step)
    return pieces.get(other) == pieces[cell] and _plus(other, before) not in pieces


def _at(corner: Cell) -> Point:
    z, r, c = corner
    return (c - r) * sqrt(3) / 2, (r + c) / 2 + z


def _plus(cell: Cell, by: Cell) -> Cell:
    return tuple(a + b for a, b in zip(cell, by, strict=True))


def _dim(colour: str, light: float) -> str:
    return "#" + "".join(f"{round(int(colour[i : i + 2], 16) * light):02x}" for i in (1, 3, 5))
