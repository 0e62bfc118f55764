"""Pictures of pieces on a grid: cells with a label each, outlined where two pieces meet.

In three dimensions the layers stand side by side.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.palette import PALETTE, colour_pieces
from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cell, bounding_box, normalise

__all__ = ["pieces_canvas", "pieces_text"]

Pieces = Mapping[Cell, Hashable]
_CORNERS = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"  # by the walls that meet: up 1, down 2, right 4, left 8
_LARGEST = 60  # cells a side beyond which a terminal picture is not drawn
_LARGEST_PICTURE = 256


def pieces_text(pieces: Pieces, labels: Mapping[Hashable, str], *, colour: bool = False) -> str:
    """A picture for the terminal; `labels` name the pieces, one or two letters each."""
    layers = _layers(pieces)
    if not layers:
        return "(no cells)"
    sides = [max(layer[axis] for cells in layers for layer in cells) + 1 for axis in (0, 1)]
    if max(sides) > _LARGEST:
        return f"(a picture of {sides[0]} x {sides[1]} cells is too large for the terminal)"
    shades = colour_pieces(pieces) if colour else {}
    blocks = [_layer_text(layer, sides, labels, shades) for layer in layers]
    return "\n".join("  ".join(parts).rstrip() for parts in zip(*blocks, strict=True))


def pieces_canvas(
    pieces: Pieces, labels: Mapping[Hashable, str], *, size: int = 28, title: str = ""
) -> Canvas:
    """The picture, to be written as SVG or PNG; a cell is `size` pixels wide.

    Raises
    ------
    InputError
        More than three dimensions, or more than 256 cells a side.
    """
    layers = _layers(pieces)
    if pieces and not layers:
        raise InputError("more than three dimensions, expected at most three for a picture")
    rows, columns = (
        [max(c[axis] for layer in layers for c in layer) + 1 for axis in (0, 1)]
        if layers
        else [1, 1]
    )
    if max(rows, columns) > _LARGEST_PICTURE:
        raise InputError(
            f"{rows} x {columns} cells, expected at most {_LARGEST_PICTURE} a side for a picture"
        )
    shades = colour_pieces(pieces)
    width = (columns + 1) * max(1, len(layers)) - 1
    canvas = Canvas(width * size + 4, rows * size + 4, title)
    for number, layer in enumerate(layers):
        _draw_layer(canvas, layer, number * (columns + 1), labels, shades, size)
    return canvas


def _layers(pieces: Pieces) -> list[dict[Cell, Hashable]]:
    """For each layer, its cells as (row, column) and their pieces; one layer when flat."""
    if not pieces:
        return []
    cells = list(pieces)
    least = [min(axis) for axis in zip(*cells, strict=True)]
    moved = {
        tuple(c - m for c, m in zip(cell, least, strict=True)): p for cell, p in pieces.items()
    }
    depth = bounding_box(normalise(cells))[:-2]
    if len(depth) > 1:
        return []  # beyond three dimensions there is no picture
    count = depth[0] if depth else 1
    return [
        {cell[-2:]: piece for cell, piece in moved.items() if not depth or cell[0] == z}
        for z in range(count)
    ]


def _layer_text(
    layer: Mapping[Cell, Hashable],
    sides: list[int],
    labels: Mapping[Hashable, str],
    shades: Mapping[Hashable, int],
) -> list[str]:
    def wall(one: Cell, other: Cell) -> bool:
        return layer.get(one) != layer.get(other)

    lines: list[str] = []
    for row in range(sides[0] + 1):
        line = ""
        for column in range(sides[1] + 1):
            here, above = (row, column), (row - 1, column)
            left, both = (row, column - 1), (row - 1, column - 1)
            walls = (
                wall(above, both)
                + 2 * wall(here, left)
                + 4 * wall(here, above)
                + 8 * wall(left, both)
            )
            line += _CORNERS[walls]
            if column < sides[1]:
                line += "───" if wall(here, above) else _painted("   ", layer.get(here), shades)
        lines.append(line)
        if row < sides[0]:
            line = ""
            for column in range(sides[1] + 1):
                here = (row, column)
                line += "│" if wall(here, (row, column - 1)) else " "
                if column < sides[1]:
                    line += _label(layer, here, labels, shades)
            lines.append(line)
    return lines


def _label(
    layer: Mapping[Cell, Hashable],
    cell: Cell,
    labels: Mapping[Hashable, str],
    shades: Mapping[Hashable, int],
) -> str:
    piece = layer.get(cell)
    text = "" if piece is None else labels.get(piece, "")
    return _painted(f"{text[:3]:^3}", piece, shades)


def _painted(text: str, piece: Hashable, shades: Mapping[Hashable, int]) -> str:
    if piece is None or piece not in shades:
        return text
    shade = PALETTE[shades[piece] % len(PALETTE)]
    red, green, blue = (int(shade[i : i + 2], 16) for i in (1, 3, 5))
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[30m{text}\x1b[0m"


def _draw_layer(
    canvas: Canvas,
    layer: Mapping[Cell, Hashable],
    shift: int,
    labels: Mapping[Hashable, str],
    shades: Mapping[Hashable, int],
    size: int,
) -> None:
    named: set[Hashable] = set()
    for (row, column), piece in sorted(layer.items()):
        x, y = (column + shift) * size + 2, row * size + 2
        canvas.rectangle(x, y, size, size, PALETTE[shades[piece] % len(PALETTE)])
        if piece not in named and labels.get(piece):
            named.add(piece)
            canvas.text(x + size / 2, y + size / 2, labels[piece], size / 2)
        if layer.get((row - 1, column)) != piece:
            canvas.line(x, y, x + size, y)
        if layer.get((row, column - 1)) != piece:
            canvas.line(x, y, x, y + size)
        if (row + 1, column) not in layer:
            canvas.line(x, y + size, x + size, y + size)
        if (row, column + 1) not in layer:
            canvas.line(x + size, y, x + size, y + size)
