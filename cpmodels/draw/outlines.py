"""Where cells of a lattice lie in a picture: their sides, and the cell beyond each."""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, pi, sin, sqrt

from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.lattice import Lattice

__all__ = ["Point", "bar", "centre", "disc", "sides", "vertex"]

Point = tuple[float, float]
_UP = -sqrt(3) / 2  # in pictures, y goes down


def vertex(lattice: Lattice, point: Cell) -> Point:
    """Where a vertex of the lattice lies, with sides of length 1."""
    if lattice.name in ("squares", "sticks"):
        return float(point[1]), float(point[0])
    return point[0] + point[1] / 2, point[1] * _UP


def sides(lattice: Lattice, cell: Cell) -> Iterator[tuple[Cell, Point, Point]]:
    """For each side of a cell in turn: the cell beyond, and the ends of the side.

    Examples
    --------
    >>> [beyond for beyond, _, _ in sides(Lattice("triangles"), (0, 0, 0))]
    [(0, -1, 1), (0, 0, 1), (-1, 0, 1)]
    """
    if lattice.name == "squares":
        r, c = cell
        corners = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c)]
        beyond: list[Cell] = [(r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1)]
    elif lattice.name == "triangles":
        x, y, down = cell
        if down:
            corners = [(x + 1, y + 1), (x, y + 1), (x + 1, y)]
            beyond = [(x, y + 1, 0), (x, y, 0), (x + 1, y, 0)]
        else:
            corners = [(x, y), (x + 1, y), (x, y + 1)]
            beyond = [(x, y - 1, 1), (x, y, 1), (x - 1, y, 1)]
    else:
        x, y = cell
        middle = vertex(lattice, cell)
        around = [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)]
        for k, (dx, dy) in enumerate(around):
            start, end = (_corner(middle, angle) for angle in (2 * k - 1, 2 * k + 1))
            yield (x + dx, y + dy), start, end
        return
    points = [vertex(lattice, corner) for corner in corners]
    for k, other in enumerate(beyond):
        yield other, points[k], points[(k + 1) % len(points)]


def _corner(middle: Point, twelfth: int) -> Point:
    """The corner of a hexagon, counted in twelfths of a turn."""
    angle = twelfth * pi / 6
    return middle[0] + cos(angle) / sqrt(3), middle[1] - sin(angle) / sqrt(3)


def centre(lattice: Lattice, cell: Cell) -> Point:
    """The middle of a cell."""
    corners = [start for _, start, _ in sides(lattice, cell)]
    return (
        sum(x for x, _ in corners) / len(corners),
        sum(y for _, y in corners) / len(corners),
    )


def disc(middle: Point, width: float) -> list[Point]:
    """The corners of a polygon that is nearly a disc."""
    turns = [k * pi / 8 for k in range(16)]
    return [(middle[0] + cos(t) * width / 2, middle[1] + sin(t) * width / 2) for t in turns]


def bar(start: Point, end: Point, width: float, beyond: float = 1) -> list[Point]:
    """The corners of a line so wide, its ends square and `beyond` half of its width further."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = sqrt(dx * dx + dy * dy) or 1.0
    u, v = dx / length * width / 2, dy / length * width / 2
    a, b = u * beyond, v * beyond
    return [
        (start[0] - a - v, start[1] - b + u),
        (end[0] + a - v, end[1] + b + u),
        (end[0] + a + v, end[1] + b - u),
        (start[0] - a + v, start[1] - b - u),
    ]
