"""Pictures of pieces on triangles, hexagons, sticks, and on boards that wrap.

A board that wraps is drawn cut open; where a piece goes on across the cut, the line there is thin,
and both parts have the piece's name and colour.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping

from cpmodels.draw.canvas import INK, Canvas
from cpmodels.draw.outlines import Point, bar, centre, disc, sides, vertex
from cpmodels.draw.palette import shades_of
from cpmodels.draw.pieces import LARGEST_PICTURE, SIZE
from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.planes import edge_ends

__all__ = ["lattice_canvas"]

Pieces = Mapping[Cell, Hashable]
_THIN, _THICK = 0.3, 2.5
_UNIT = {"squares": 1.0, "triangles": 1.5, "hexagons": 1.1, "sticks": 1.8, "trigs": 1.8}
_STICK = 0.24  # the width of a stick, of the length of an edge
_MARGIN = 4


def lattice_canvas(
    pieces: Pieces, labels: Mapping[Hashable, str], lattice: Lattice, *, title: str = ""
) -> Canvas:
    """The picture, to be written as SVG or PNG; without labels when large.

    Raises
    ------
    InputError
        More than 256 cells across.
    """
    if not pieces:
        return Canvas(SIZE, SIZE, title)
    edges = lattice.name in ("sticks", "trigs")
    corners = [
        point
        for cell in pieces
        for point in (
            [vertex(lattice, end) for end in edge_ends(lattice.name, cell)]
            if edges
            else [start for _, start, _ in sides(lattice, cell)]
        )
    ]
    left, top = (min(axis) for axis in zip(*corners, strict=True))
    right, low = (max(axis) for axis in zip(*corners, strict=True))
    if max(right - left, low - top) > LARGEST_PICTURE:
        raise InputError(
            f"a region {max(right - left, low - top):.0f} cells across, expected at most "
            f"{LARGEST_PICTURE} for a picture"
        )
    size = (SIZE if max(right - left, low - top) <= 64 else 8) * _UNIT[lattice.name]
    margin = 10 if edges else _MARGIN

    def at(point: Point) -> Point:
        return (point[0] - left) * size + margin, (point[1] - top) * size + margin

    canvas = Canvas(
        round((right - left) * size) + 2 * margin, round((low - top) * size) + 2 * margin, title
    )
    shades = shades_of(pieces, lattice)
    if edges:
        _draw_edges(canvas, pieces, shades, lattice, at, size)
    else:
        _draw_cells(canvas, pieces, shades, lattice, at)
    if size >= SIZE:
        for cell, piece in _first_of_parts(pieces, lattice).items():
            text = labels.get(piece, "")
            if text:
                room = {"triangles": 0.45, "sticks": _STICK, "trigs": _STICK}.get(lattice.name, 0.5)
                room *= size
                x, y = at(_middle(lattice, cell))
                canvas.text(x, y, text, min(room, 1.5 * room / len(text)))
    return canvas


def _middle(lattice: Lattice, cell: Cell) -> Point:
    if lattice.name in ("sticks", "trigs"):
        (x, y), (to_x, to_y) = (vertex(lattice, end) for end in edge_ends(lattice.name, cell))
        return (x + to_x) / 2, (y + to_y) / 2
    return centre(lattice, cell)


def _first_of_parts(pieces: Pieces, lattice: Lattice) -> Pieces:
    """The first cell of each part of a piece that the picture shows in one."""
    plane = Lattice(lattice.name)
    by_piece: dict[Hashable, list[Cell]] = {}
    for cell, piece in pieces.items():
        by_piece.setdefault(piece, []).append(cell)
    return {
        min(part): piece for piece, cells in by_piece.items() for part in plane.components(cells)
    }


def _draw_cells(
    canvas: Canvas,
    pieces: Pieces,
    shades: Mapping[Hashable, str],
    lattice: Lattice,
    at: Callable[[Point], Point],
) -> None:
    for cell, piece in pieces.items():
        canvas.polygon([at(start) for _, start, _ in sides(lattice, cell)], shades[piece])
    for cell, piece in pieces.items():
        for beyond, start, end in sides(lattice, cell):
            other = pieces.get(lattice.home(beyond))
            is_drawn = beyond in pieces  # a side of two cells is drawn once
            if other == piece and is_drawn and beyond < cell:
                continue
            canvas.line(*at(start), *at(end), _THIN if other == piece else _THICK)


def _draw_edges(
    canvas: Canvas,
    pieces: Pieces,
    shades: Mapping[Hashable, str],
    lattice: Lattice,
    at: Callable[[Point], Point],
    size: float,
) -> None:
    """Each piece as wide lines; where several meet at a vertex, their bends keep apart."""
    around: dict[Cell, dict[Hashable, list[Cell]]] = {}
    for cell, piece in pieces.items():
        for end in edge_ends(lattice.name, cell):
            around.setdefault(end, {}).setdefault(piece, []).append(cell)
    strokes: dict[Hashable, list[tuple[Point, Point]]] = {}
    for cell, piece in pieces.items():
        ends = [_end(lattice, cell, k, piece, around) for k in (0, 1)]
        strokes.setdefault(piece, []).append((at(ends[0]), at(ends[1])))
    for vertices in around.values():
        for piece, cells in vertices.items():
            if len(vertices) > 1 and len(cells) == 2:
                one, other = cells
                near = [_near(lattice, cell, cells) for cell in (one, other)]
                strokes[piece].append((at(near[0]), at(near[1])))
    for width, colour in ((_STICK * size + 2 * _THICK, INK), (_STICK * size, "")):
        for piece, lines in strokes.items():
            for line in lines:
                fill = colour or shades[piece]
                canvas.polygon(bar(*line, width, 0), fill)
                for joint in line:
                    canvas.polygon(disc(joint, width), fill)


def _end(
    lattice: Lattice,
    cell: Cell,
    k: int,
    piece: Hashable,
    around: Mapping[Cell, Mapping[Hashable, list[Cell]]],
) -> Point:
    """Where the line of an edge ends: short of a vertex that it shares with other pieces."""
    ends = edge_ends(lattice.name, cell)
    here, there = vertex(lattice, ends[k]), vertex(lattice, ends[1 - k])
    pieces = around[ends[k]]
    if len(pieces) == 1 or len(pieces[piece]) > 2:
        return here
    return _short(here, there)


def _near(lattice: Lattice, cell: Cell, cells: list[Cell]) -> Point:
    """The end of an edge's line at the vertex that it shares with the other of two."""
    one, other = (set(edge_ends(lattice.name, each)) for each in cells)
    (side,) = one & other
    (away,) = set(edge_ends(lattice.name, cell)) - {side}
    return _short(vertex(lattice, side), vertex(lattice, away))


def _short(here: Point, there: Point) -> Point:
    return here[0] + 0.3 * (there[0] - here[0]), here[1] + 0.3 * (there[1] - here[1])
