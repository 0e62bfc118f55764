"""Boards of a page: polygons with room for a letter, what lies beyond each side, notes beside them.

Cells have their true shapes: squares, triangles, hexagons, sticks. A board that wraps is drawn cut
open, and the layers of a solid beside each other.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpmodels.draw.outlines import Point, bar, centre, sides, vertex
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.lattice import SQUARES, Lattice
from cpmodels.puzzles.planes import edge_ends

__all__ = ["HOLE", "MOST_CELLS", "PLAIN", "SIDE", "Board", "grid_board", "region_board"]

PLAIN, HOLE = -1, -2  # fills that are none of the palette
SIDE = 28.0
"""The side of a square."""

MOST_CELLS = 4_096
"""Beyond it a board is not drawn: a page has to stay small, and quick."""

_UNIT = {"squares": 1.0, "triangles": 1.6, "hexagons": 1.15, "sticks": 1.8, "trigs": 1.8}
_ROOM = {"triangles": 0.3, "sticks": 0.2, "trigs": 0.2}  # for letters, of the length of a side
_STICK = 0.26  # the width of a stick, of its length


@dataclass
class Board:
    """Cells to be filled.

    Attributes
    ----------
    width, height : float
    cells : list of dict
        Each with its ``points``, the place ``x``, ``y`` and the ``size`` of a letter, and
        ``beyond``: for each side the number of the cell there, -1 for none. At first a cell has
        the ``fill`` and the ``label`` given here, if any.
    number : dict
        From what a cell stands for to its number.
    marks : list of dict
        Texts beside the cells.
    lines : list of (float, float, float, float)
        Thick ones, from (x, y) to (x, y).
    why : str
        Why there are no cells.
    """

    width: float = 0.0
    height: float = 0.0
    cells: list[dict[str, Any]] = field(default_factory=list)
    number: dict[Hashable, int] = field(default_factory=dict)
    marks: list[Mapping[str, Any]] = field(default_factory=list)
    lines: list[tuple[float, float, float, float]] = field(default_factory=list)
    why: str = ""

    def plain(self) -> dict[str, Any]:
        """What the page takes."""
        return {
            "width": round(self.width, 2),
            "height": round(self.height, 2),
            "cells": self.cells,
            "marks": self.marks,
            "lines": self.lines,
            "why": self.why,
        }

    def move(self, right: float, down: float) -> None:
        """Make room at the left and above."""
        for cell in self.cells:
            points = (point.split(",") for point in cell["points"].split())
            cell["points"] = _spelled((float(x) + right, float(y) + down) for x, y in points)
            cell["x"], cell["y"] = round(cell["x"] + right, 2), round(cell["y"] + down, 2)
        self.width += right
        self.height += down


def grid_board(rows: int, columns: int, *, outlined: bool = True) -> Board:
    """Squares row by row; `outlined` where pieces of several squares will be shown.

    Examples
    --------
    >>> board = grid_board(1, 2)
    >>> board.cells[1]["points"], board.cells[1]["beyond"], board.number[0, 1]
    ('28,0 56,0 56,28 28,28', [-1, -1, -1, 0], 1)
    """
    if rows * columns > MOST_CELLS:
        return _not_drawn(rows * columns)
    board = region_board((i, j) for i in range(rows) for j in range(columns))
    if not outlined:
        for cell in board.cells:
            del cell["beyond"]
    return board


def region_board(region: Iterable[Cell], lattice: Lattice = SQUARES) -> Board:
    """The cells of a region, in the order in which they are sorted.

    Examples
    --------
    >>> board = region_board([(0, 0), (0, 1), (2, 0)])
    >>> board.number[2, 0], board.height
    (2, 84.0)
    """
    order = sorted(region)
    if len(order) > MOST_CELLS:
        return _not_drawn(len(order))
    if order and len(order[0]) > 3:
        return Board(why="more than three dimensions are not drawn")
    number: dict[Hashable, int] = {cell: k for k, cell in enumerate(order)}
    if lattice.name in ("sticks", "trigs"):
        shapes = [_stick(lattice, cell) for cell in order]
        beyond: list[list[int]] = [[] for _ in order]
        shifts = [0.0] * len(order)
        marks: list[tuple[str, float]] = []
    else:
        shapes, beyond, shifts, marks = _areas(order, number, lattice)
    return _placed(shapes, beyond, shifts, marks, number, lattice)


def _not_drawn(cells: int) -> Board:
    return Board(why=f"a board of {cells:,} cells, more than {MOST_CELLS:,}, is not drawn")


Shape = tuple[list[Point], Point]  # corners, and where a letter stands


def _stick(lattice: Lattice, cell: Cell) -> Shape:
    (x, y), (u, v) = (vertex(lattice, end) for end in edge_ends(lattice.name, cell))
    ends = [(x + k * (u - x), y + k * (v - y)) for k in (0.1, 0.9)]
    return bar(ends[0], ends[1], _STICK, 0), ((x + u) / 2, (y + v) / 2)


def _areas(
    order: Sequence[Cell], number: Mapping[Hashable, int], lattice: Lattice
) -> tuple[list[Shape], list[list[int]], list[float], list[tuple[str, float]]]:
    """Corners and neighbours of cells with sides; how far each layer of a solid is shifted."""
    solid = lattice.name == "squares" and bool(order) and len(order[0]) == 3
    least = min((cell[-1] for cell in order), default=0)
    wide = max((cell[-1] for cell in order), default=0) - least + 2
    layers = sorted({cell[0] for cell in order}) if solid else [0]
    shapes, beyond, shifts = [], [], []
    for cell in order:
        flat = cell[1:] if solid else (0, *cell)[-2:] if lattice.name == "squares" else cell
        around = list(sides(lattice, flat))
        names = [_name(cell, other, solid=solid) for other, _, _ in around]
        beyond.append([-1 if name is None else number.get(lattice.home(name), -1)
                       for name in names])  # fmt: skip
        shapes.append(([start for _, start, _ in around], centre(lattice, flat)))
        shifts.append(float(layers.index(cell[0]) * wide) if solid else 0.0)
    marks = (
        [(f"layer {k + 1}", float(k * wide + least)) for k in range(len(layers))] if solid else []
    )
    return shapes, beyond, shifts, marks


def _name(cell: Cell, other: Cell, *, solid: bool) -> Cell | None:
    """A neighbour in the plane as the region names it; None for one that it cannot have."""
    if solid:
        return (cell[0], *other)
    if len(cell) == 1:
        return None if other[0] else other[1:]
    return other


def _placed(
    shapes: Sequence[Shape],
    beyond: Sequence[list[int]],
    shifts: Sequence[float],
    marks: Sequence[tuple[str, float]],
    number: dict[Hashable, int],
    lattice: Lattice,
) -> Board:
    if not shapes:
        return Board()
    size = SIDE * _UNIT[lattice.name]
    corners = [(x + shift, y) for (points, _), shift in zip(shapes, shifts, strict=True)
               for x, y in points]  # fmt: skip
    left, top = (min(axis) for axis in zip(*corners, strict=True))
    right, low = (max(axis) for axis in zip(*corners, strict=True))
    above = 0.6 if marks else 0.0  # a line of text
    cells = []
    for (points, (x, y)), others, shift in zip(shapes, beyond, shifts, strict=True):
        cell: dict[str, Any] = {
            "points": _spelled(
                ((px + shift - left) * size, (py - top + above) * size) for px, py in points
            ),
            "x": round((x + shift - left) * size, 2),
            "y": round((y - top + above) * size, 2),
            "size": round(size * _ROOM.get(lattice.name, 0.46)),
        }
        if others:
            cell["beyond"] = others
        cells.append(cell)
    texts = [
        {"x": round((x - left) * size, 2), "y": above * size / 2, "text": text,
         "anchor": "start", "size": 11}
        for text, x in marks
    ]  # fmt: skip
    return Board((right - left) * size, (low - top + above) * size, cells, number, [*texts])


def _spelled(points: Iterable[Point]) -> str:
    return " ".join(f"{x:.5g},{y:.5g}" for x, y in points)
