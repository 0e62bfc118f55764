"""Pictures of pieces on a grid: cells with a label each, outlined where two pieces meet.

In three dimensions the layers stand side by side, numbered from 1.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.layout import beside, text_beside, with_caption
from cpmodels.draw.palette import shades_of
from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cell, bounding_box, normalise

__all__ = [
    "CORNERS",
    "LARGEST_PICTURE",
    "LARGEST_TEXT",
    "SIZE",
    "cell_size",
    "pieces_canvas",
    "pieces_text",
]

Pieces = Mapping[Cell, Hashable]
CORNERS = " ╵╷│╶└┌├╴┘┐┤─┴┬┼"  # by the walls that meet: up 1, down 2, right 4, left 8
LARGEST_TEXT = 60  # cells a side beyond which a terminal picture is not drawn
LARGEST_PICTURE = 256
SIZE = 28  # pixels of a cell
_BESIDE = 24  # cells of layers beside each other; more where that makes a square
_THIN, _THICK = 0.3, 2.5  # lines between the cells of a piece, and around it


def pieces_text(pieces: Pieces, labels: Mapping[Hashable, str], *, colour: bool = False) -> str:
    """A picture for the terminal; `labels` name the pieces, one or two letters each."""
    if not pieces:
        return "(no cells)"
    extent = _extent(pieces)
    if extent is None:
        return "(more than three dimensions)"
    if max(extent) > LARGEST_TEXT:
        return f"(a picture of {_spell(extent)} cells is too large for the terminal)"
    shades = shades_of(pieces) if colour else {}
    blocks = [
        _layer_text(layer, extent[1:], labels, shades) for layer in _layers(pieces, extent[0])
    ]
    if len(blocks) > 1:
        blocks = [[f"layer {number}", *block] for number, block in enumerate(blocks, 1)]
    return "\n".join(text_beside(blocks))


def pieces_canvas(pieces: Pieces, labels: Mapping[Hashable, str], *, title: str = "") -> Canvas:
    """The picture, to be written as SVG or PNG; with small cells and no labels when large.

    Raises
    ------
    InputError
        More than three dimensions, or more than 256 cells a side.
    """
    if not pieces:
        return Canvas(SIZE, SIZE, title)
    extent = _extent(pieces)
    if extent is None:
        raise InputError("more than three dimensions, expected at most three for a picture")
    depth, *sides = extent
    square = round((depth * sides[0] / sides[1]) ** 0.5)
    across = min(depth, max(1, square, _BESIDE // sides[1]))
    side = max(sides[0] * -(-depth // across), sides[1] * across)
    if side > LARGEST_PICTURE:
        raise InputError(
            f"{_spell(extent)} cells, expected at most {LARGEST_PICTURE} a side for a picture, "
            "layers beside each other"
        )
    shades = shades_of(pieces)
    layers = [
        _layer_canvas(layer, sides, labels, shades, cell_size(side))
        for layer in _layers(pieces, depth)
    ]
    if depth == 1:
        layers[0].title = title
        return layers[0]
    captions = [with_caption(each, f"layer {number}") for number, each in enumerate(layers, 1)]
    return beside(captions, across * (captions[0].width + SIZE), title)


def cell_size(side: int) -> int:
    """Pixels of a cell in a picture of so many cells a side."""
    return SIZE if side <= 64 else 8


def _extent(pieces: Pieces) -> list[int] | None:
    """Layers, rows and columns; None beyond three dimensions."""
    sides = bounding_box(normalise(pieces))
    return None if len(sides) > 3 else [1] * (3 - len(sides)) + list(sides)


def _spell(extent: list[int]) -> str:
    return " x ".join(map(str, extent[1:] if extent[0] == 1 else extent))


def _layers(pieces: Pieces, depth: int) -> list[dict[Cell, Hashable]]:
    """For each layer, its cells as (row, column) and their pieces; one layer when flat."""
    least = [min(axis) for axis in zip(*pieces, strict=True)]
    layers: list[dict[Cell, Hashable]] = [{} for _ in range(depth)]
    for cell, piece in pieces.items():
        z, *place = (0, 0, *(c - m for c, m in zip(cell, least, strict=True)))[-3:]
        layers[z][tuple(place)] = piece
    return layers


def _layer_text(
    layer: Mapping[Cell, Hashable],
    sides: list[int],
    labels: Mapping[Hashable, str],
    shades: Mapping[Hashable, str],
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
            line += CORNERS[walls]
            if column < sides[1]:
                line += "───" if wall(here, above) else _paint("   ", layer.get(here), shades)
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
    shades: Mapping[Hashable, str],
) -> str:
    piece = layer.get(cell)
    text = "" if piece is None else labels.get(piece, "")
    return _paint(f"{text[:3]:^3}", piece, shades)


def _paint(text: str, piece: Hashable, shades: Mapping[Hashable, str]) -> str:
    if piece is None or piece not in shades:
        return text
    shade = shades[piece]
    red, green, blue = (int(shade[i : i + 2], 16) for i in (1, 3, 5))
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[30m{text}\x1b[0m"


def _layer_canvas(
    layer: Mapping[Cell, Hashable],
    sides: list[int],
    labels: Mapping[Hashable, str],
    shades: Mapping[Hashable, str],
    size: int,
) -> Canvas:
    canvas = Canvas(sides[1] * size + 4, sides[0] * size + 4)
    named: set[Hashable] = set()
    for (row, column), piece in sorted(layer.items()):
        x, y = column * size + 2, row * size + 2
        canvas.rectangle(x, y, size, size, shades[piece])
        if piece not in named and labels.get(piece) and size == SIZE:
            named.add(piece)
            font = min(size / 2, 1.6 * size / len(labels[piece]))  # four letters fit
            canvas.text(x + size / 2, y + size / 2, labels[piece], font)
        for border, (to_row, to_column) in (
            ((row - 1, column), (0, 1)),
            ((row, column - 1), (1, 0)),
        ):
            thick = _THIN if layer.get(border) == piece else _THICK
            canvas.line(x, y, x + to_column * size, y + to_row * size, thick)
        if (row + 1, column) not in layer:
            canvas.line(x, y + size, x + size, y + size, _THICK)
        if (row, column + 1) not in layer:
            canvas.line(x + size, y, x + size, y + size, _THICK)
    return canvas
