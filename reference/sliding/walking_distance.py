"""Walking distance: a bound for sliding puzzles, by Ken'ichiro Takahashi (takaken), 2002.

Look at the rows only: how many tiles of each goal row stand in each row, and the row of the blank.
A move up or down carries one tile to a neighbouring row; moves along a row change nothing. A
breadth-first search over these small matrices gives the fewest vertical moves; the same with the
columns gives the fewest horizontal ones; no move is both, so the two add up.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.polling import ShouldStop

__all__ = ["Walk", "lines_of", "walk_table"]

MOST_KEPT = 8  # tables

Matrix = tuple[int, ...]


class Walk(NamedTuple):
    """The matrices of one direction, numbered from the goal outwards.

    `ids` gives the number of (matrix row by row, blank's line); `ahead` is an array
    (matrices, 2, lines): the number reached when the blank steps to the line before or after and a
    tile of a given goal line comes back (-1: there is none); `moves` the distance of each matrix.
    """

    ids: dict[tuple[Matrix, int], int]
    ahead: npt.NDArray[np.int32]
    moves: npt.NDArray[np.uint8]


_cache: dict[tuple[int, int, int], Walk] = {}


def walk_table(
    lines: int, width: int, home: int, should_stop: ShouldStop | None = None
) -> Walk | None:
    """Search all matrices of `lines` lines of `width` cells, the blank at home in line `home`.

    None if stopped; a whole table is kept. ValueError where there may be more than a million
    matrices (5 x 4 and beyond).

    >>> len(walk_table(4, 4, 3).ids)
    24964
    """
    if (lines, width, home) not in _cache:
        table = _search(lines, width, home, should_stop or (lambda: False))
        if table is None:
            return None
        if len(_cache) >= MOST_KEPT:
            del _cache[next(iter(_cache))]
        _cache[lines, width, home] = table
    return _cache[lines, width, home]


def _search(lines: int, width: int, home: int, should_stop: ShouldStop) -> Walk | None:
    if width > 1 and comb(width + lines - 1, width) ** (lines - 1) > 60_000_000:
        raise ValueError(
            f"walking distance: {lines} lines of {width} cells: expected a smaller board"
        )
    full = [width * (i == j) for i in range(lines) for j in range(lines)]
    full[home * lines + home] -= 1
    start = (tuple(full), home)
    ids, moves, queue = {start: 0}, [0], deque([start])
    ahead: list[list[int]] = []
    while queue:
        state = queue.popleft()
        if len(ahead) % 4096 == 0 and should_stop():
            return None
        row = [-1] * (2 * lines)
        for slot, other in _steps(state, lines):
            if other not in ids:
                ids[other] = len(ids)
                moves.append(moves[ids[state]] + 1)
                queue.append(other)
            row[slot] = ids[other]
        ahead.append(row)
    table = np.array(ahead, np.int32).reshape(-1, 2, lines)
    return Walk(ids, table, np.array(moves, np.uint8))


def _steps(state: tuple[Matrix, int], lines: int) -> list[tuple[int, tuple[Matrix, int]]]:
    matrix, blank = state
    result = []
    for way, line in enumerate((blank - 1, blank + 1)):
        for goal in range(lines) if 0 <= line < lines else ():
            if matrix[line * lines + goal]:
                other = list(matrix)
                other[line * lines + goal] -= 1
                other[blank * lines + goal] += 1
                result.append((way * lines + goal, (tuple(other), line)))
    return result


def lines_of(
    board: npt.NDArray[Any] | Sequence[int], home: int, columns: int, across: bool
) -> tuple[Matrix, int]:
    """Return the matrix and the blank's line of a renamed board: rows, or columns if `across`.

    >>> lines_of([1, 0, 3, 2], 3, 2, False)
    ((2, 0, 0, 1), 1)
    """
    lines = columns if across else len(board) // columns
    matrix, blank = [0] * (lines * lines), 0
    for cell, name in enumerate(board):
        line, goal = (x % columns if across else x // columns for x in (cell, int(name)))
        if name == home:
            blank = line
        else:
            matrix[line * lines + goal] += 1
    return tuple(matrix), blank
