"""Boards of a page: polygons with room for a letter, and notes beside them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cpmodels.puzzles.cells import Cell

__all__ = ["HOLE", "PLAIN", "Board", "cells_board", "empty_board", "grid_board"]

Board = dict[str, Any]
PLAIN, HOLE = -1, -2  # fills that are none of the palette
_SIDE = 28.0
_SMALL = 13.0


def empty_board() -> Board:
    """No board: a trace that has nothing but its values."""
    return {"width": 0, "height": 0, "cells": [], "marks": []}


def grid_board(rows: int, columns: int, *, marks: Sequence[Mapping[str, Any]] = ()) -> Board:
    """Squares row by row.

    >>> board = grid_board(1, 2)
    >>> len(board["cells"]), board["cells"][1]["points"]
    (2, '28,0 56,0 56,28 28,28')
    """
    cells = [_square(j * _SIDE, i * _SIDE) for i in range(rows) for j in range(columns)]
    return {
        "width": columns * _SIDE,
        "height": rows * _SIDE,
        "cells": cells,
        "marks": list(marks),
    }


def cells_board(region: Iterable[Cell]) -> tuple[Board, dict[Cell, int]]:
    """The cells of a region, layers of solids beside each other; and the number of each.

    >>> board, number = cells_board([(0, 0), (0, 1), (2, 0)])
    >>> number[2, 0], board["height"]
    (2, 84.0)
    """
    order = sorted(region)
    if not order:
        return empty_board(), {}
    flat = {cell: (0, *(0,) * (2 - len(cell)), *cell)[-3:] for cell in order}
    least = [min(axis) for axis in zip(*flat.values(), strict=True)]
    most = [max(axis) for axis in zip(*flat.values(), strict=True)]
    layer = most[2] - least[2] + 2
    squares = []
    for cell in order:
        z, y, x = (part - low for part, low in zip(flat[cell], least, strict=True))
        squares.append(_square((z * layer + x) * _SIDE, y * _SIDE))
    board = {
        "width": ((most[0] - least[0] + 1) * layer - 1) * _SIDE,
        "height": (most[1] - least[1] + 1) * _SIDE,
        "cells": squares,
        "marks": [],
    }
    return board, {cell: number for number, cell in enumerate(order)}


def _square(x: float, y: float) -> dict[str, Any]:
    corners = ((x, y), (x + _SIDE, y), (x + _SIDE, y + _SIDE), (x, y + _SIDE))
    points = " ".join(f"{a:g},{b:g}" for a, b in corners)
    return {"points": points, "x": x + _SIDE / 2, "y": y + _SIDE / 2, "size": _SMALL}
