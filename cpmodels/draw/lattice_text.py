"""Pieces on triangles, hexagons and sticks for the terminal, walls where two pieces meet.

::

      / \\ / \\          /\
     | A   A |        /A \
      \\   / \\ /      /____\
       \\ | B |
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from cpmodels.draw.palette import shades_of
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.lattice import Lattice

__all__ = ["lattice_text"]

Pieces = Mapping[Cell, Hashable]
_WIDEST = 200  # letters a line beyond which no picture is drawn


def lattice_text(
    pieces: Pieces, labels: Mapping[Hashable, str], lattice: Lattice, *, colour: bool = False
) -> str:
    """A picture for the terminal; of each label the first letter is shown.

    Examples
    --------
    >>> print(lattice_text({(0, 0, 0): 1, (0, 0, 1): 2, (1, 0, 0): 2}, {1: "A", 2: "B"},
    ...                    Lattice("triangles")))
      /\\‾‾‾‾‾\\
     /A \\B  B \\
    /____\\_____\\
    """
    if not pieces:
        return "(no cells)"
    if lattice.name == "trigs":
        return "\n".join(f"{labels.get(p, '') or '·'}: {c}" for c, p in sorted(pieces.items()))
    draw = {"triangles": _triangle, "hexagons": _hexagon, "sticks": _stick}[lattice.name]
    marks: dict[tuple[int, int], str] = {}
    tints: dict[tuple[int, int], str] = {}
    shades = shades_of(pieces, lattice) if colour else {}
    for cell, piece in pieces.items():
        label = (labels.get(piece) or " ")[:1]
        for place, letter, beyond in draw(cell, label):
            if beyond is None:
                marks[place] = letter
                if piece in shades:
                    tints[place] = shades[piece]
            elif letter == "‾" and beyond in pieces:
                continue  # the cell above draws it
            elif (pieces.get(lattice.home(beyond)) != piece or beyond not in pieces) and marks.get(
                place, "_"
            ) in "_‾":
                marks[place] = letter
    top, left = min(row for row, _ in marks), min(column for _, column in marks)
    rows = max(row for row, _ in marks) - top + 1
    columns = max(column for _, column in marks) - left + 1
    if columns > _WIDEST:
        return f"(a picture {columns} letters wide is too large for the terminal)"
    lines = []
    for row in range(rows):
        line = ""
        for column in range(columns):
            place = (row + top, column + left)
            line += _paint(marks.get(place, " "), tints.get(place))
        lines.append(line.rstrip())
    return "\n".join(lines)


Marks = list[tuple[tuple[int, int], str, Cell | None]]
"""Row and column, letter, and the cell beyond that side; None for the label."""


def _triangle(cell: Cell, label: str) -> Marks:
    """Three rows, the sides three steps each; a base is the lower edge of its row."""
    x, y, down = cell
    row, column = -3 * y, 6 * x + 3 * y  # of the vertex (x, y), at the lower end of row - 1
    if not down:
        walls: Marks = [((row - 1 - k, column + k), "/", (x - 1, y, 1)) for k in range(3)]
        walls += [((row - 3 + k, column + 3 + k), "\\", (x, y, 1)) for k in range(3)]
        walls += [((row - 1, column + k), "_", (x, y - 1, 1)) for k in range(6)]
        return [*walls, ((row - 2, column + 2), label, None)]
    walls = [((row - 3 + k, column + 3 + k), "\\", (x, y, 0)) for k in range(3)]
    walls += [((row - 1 - k, column + 6 + k), "/", (x + 1, y, 0)) for k in range(3)]
    walls += [((row - 3, column + 3 + k), "‾", (x, y + 1, 0)) for k in range(6)]
    return [*walls, ((row - 2, column + 5), label, None)]


def _hexagon(cell: Cell, label: str) -> Marks:
    x, y = cell
    row, column = -2 * y, 4 * x + 2 * y  # of the middle
    return [
        ((row, column), label, None),
        ((row, column + 2), "|", (x + 1, y)),
        ((row, column - 2), "|", (x - 1, y)),
        ((row - 1, column + 1), "\\", (x, y + 1)),
        ((row - 1, column - 1), "/", (x - 1, y + 1)),
        ((row + 1, column - 1), "\\", (x, y - 1)),
        ((row + 1, column + 1), "/", (x + 1, y - 1)),
    ]


def _stick(cell: Cell, label: str) -> Marks:
    """Three letters along a row, one down a column, the vertices as + (walls of no cell)."""
    row, column, down = cell
    line = "|" if down else "-"
    label = label if label.strip() else line
    ends = [(2 * row, 4 * column), (2 * (row + down), 4 * (column + 1 - down))]
    vertices: Marks = [(end, "+", (-1, -1, -1)) for end in ends]
    if down:
        return [*vertices, ((2 * row + 1, 4 * column), label, None)]
    across = ((1, line), (2, label), (3, line))
    return [*vertices, *(((2 * row, 4 * column + k), letter, None) for k, letter in across)]


def _paint(letter: str, shade: str | None) -> str:
    if shade is None:
        return letter
    red, green, blue = (int(shade[i : i + 2], 16) for i in (1, 3, 5))
    return f"\x1b[48;2;{red};{green};{blue}m\x1b[30m{letter}\x1b[0m"
