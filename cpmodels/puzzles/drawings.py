"""Pictures of characters for every lattice: what people type, and what is written back.

- squares: ``#`` is a cell, ``.`` is none, a blank line starts a new layer of a solid;
- triangles: ``^`` points up, ``v`` down, each row moved on by one so that they interlock, and
  ``.`` or a blank is none::

         ^
        ^v^
       ^v^v^

- hexagons: ``#`` in rows that are staggered, with a blank (or ``.``) between two::

        # #
       # . #
        # #

- sticks: ``-`` and ``|`` between the vertices, which may be ``+``, ``.`` or blank::

       +-+-+
       |   |
       + +-+

Edges of triangles have no picture: their cells are numbers. Of triangles and hexagons, y goes up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cpmodels.puzzles.cells import Cell, Cells, parse_picture, picture
from cpmodels.puzzles.lattice import Lattice

__all__ = ["cells_of_drawing", "drawing", "grid_drawing"]

_NONE = " ._"


def cells_of_drawing(text: str, lattice: Lattice) -> Cells:
    """The cells of a picture; ``/`` ends a row as a new line does (not of triangles).

    Raises
    ------
    ValueError
        A character that cannot stand where it does, with its line and column.

    Examples
    --------
    >>> cells_of_drawing(" ^\\n^v^", Lattice("triangles"))
    ((0, 0, 0), (0, 0, 1), (0, 1, 0), (1, 0, 0))
    >>> cells_of_drawing(" #/# #", Lattice("hexagons"))
    ((0, 0), (0, 1), (1, 0))
    """
    text = text.replace("/", "\n")
    if lattice.name == "squares":
        return parse_picture(text)
    if lattice.name == "trigs":
        raise ValueError("edges of triangles have no picture, expected cells such as [0, 0, 2]")
    rows = [row.rstrip() for row in text.strip("\r\n").splitlines()]
    if lattice.name == "sticks":
        cells = [
            _stick(letter, number, column)
            for number, row in enumerate(rows)
            for column, letter in enumerate(row)
            if letter not in _NONE + "+"
        ]
        return tuple(sorted(cells))
    marks = [
        (len(rows) - number, column, letter)
        for number, row in enumerate(rows, 1)
        for column, letter in enumerate(row)
        if letter not in _NONE
    ]
    place = _triangle if lattice.name == "triangles" else _hexagon
    phase = next(((y + c - (m in "vV")) % 2 for y, c, m in marks), 0)
    cells = []
    for y, column, letter in marks:
        try:
            cells.append(place(y, column - phase, letter))
        except ValueError as error:
            where = f"line {len(rows) - y}, column {column + 1}"
            raise ValueError(f"{error} in {where} of the picture") from None
    return lattice.normalise(cells) if cells else ()


def _triangle(y: int, column: int, letter: str) -> Cell:
    """Column 2x + y + z, from the left."""
    if letter not in "^Av▲▼VΔ∇":
        raise ValueError(f"unknown letter {letter!r}, expected ^, v or . for none")
    down = int(letter in "v▼V∇")
    x, odd = divmod(column - y - down, 2)
    if odd:
        raise ValueError(f"{letter!r} where the triangles point {'up' if down else 'down'}")
    return x, y, down


def _hexagon(y: int, column: int, letter: str) -> Cell:
    if letter not in "#Xx*@Oo1█":
        raise ValueError(f"unknown letter {letter!r}, expected # for a cell or . for none")
    x, odd = divmod(column - y, 2)
    if odd:
        raise ValueError(f"{letter!r} between two hexagons, expected rows that are staggered")
    return x, y


def _stick(letter: str, row: int, column: int) -> Cell:
    where = f"in line {row + 1}, column {column + 1} of the picture"
    if letter not in "-|":
        raise ValueError(f"unknown letter {letter!r} {where}, expected - | or + for a vertex")
    across = letter == "-"
    if row % 2 != (not across) or column % 2 != across:
        raise ValueError(
            f"{letter!r} {where}, where no such edge lies: - and | are between vertices"
        )
    return row // 2, column // 2, int(not across)


def drawing(cells: Iterable[Cell], lattice: Lattice) -> str | None:
    """The picture that `cells_of_drawing` reads back, up to moving; None where there is none.

    Examples
    --------
    >>> print(drawing([(0, 0, 0), (0, 0, 1), (1, 0, 0), (0, 1, 0)], Lattice("triangles")))
     ^
    ^v^
    """
    cells = list(cells)
    if not cells or lattice.name == "trigs":
        return None
    if lattice.name == "squares":
        return picture(cells) if len(cells[0]) in (2, 3) else None
    letters = {"triangles": "^v", "hexagons": "#", "sticks": "-|"}[lattice.name]
    return grid_drawing({cell: letters[(lattice.sort(cell) or (0,))[0]] for cell in cells}, lattice)


def grid_drawing(letters: Mapping[Cell, str], lattice: Lattice) -> str:
    """Letters at the places that cells have in a picture, one for each cell.

    >>> print(grid_drawing({(0, 0): "a", (1, 0): "b", (0, 1): "c"}, Lattice("hexagons")))
     c
    a b
    """
    at: dict[tuple[int, int], str] = {}
    for cell, letter in letters.items():
        if lattice.name == "sticks":
            row, column, down = cell
            at[2 * row + down, 2 * column + 1 - down] = letter
            for r, c in ((row, column), (row + down, column + 1 - down)):
                at.setdefault((2 * r, 2 * c), "+")
        else:
            x, y, *sort = cell
            at[-y, 2 * x + y + sum(sort)] = letter
    top, left = min(row for row, _ in at), min(column for _, column in at)
    rows = max(row for row, _ in at) - top + 1
    lines = [""] * rows
    for (row, column), letter in sorted(at.items()):
        lines[row - top] = lines[row - top].ljust(column - left) + letter
    return "\n".join(lines)
