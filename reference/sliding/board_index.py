"""A dense index of the boards from which a goal can be reached.

A board is indexed by the blank's cell and the Cantor rank of the tiles in reading order without
the blank. The blank's cell fixes the parity of the tiles (see `reference.sliding.permutation`), so
two ranks that differ only in the last exchange never both occur, and rank // 2 loses nothing: the
n!/2 boards that can be solved are numbered without a gap. A move along a row only changes the
blank's cell. (On a board of one line the tiles never change their order, and the index is that cell
alone.)
"""

from __future__ import annotations

import time
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel, part
from reference.sliding.permutation import unrank_into

__all__ = ["block_size", "board_into", "index_of", "indices_of", "neighbours_into"]


def block_size(rows: int, columns: int) -> int:
    """Return how many boards there are for each cell of the blank.

    >>> block_size(3, 3), block_size(1, 5)
    (20160, 1)
    """
    return 1 if min(rows, columns) == 1 else factorial(rows * columns - 1) // 2


@part
def index_of(cells: npt.NDArray[Any], home: int, block: int) -> int:
    """Return the index of a renamed board (see `boards.rename`): for kernels, unchecked.

    >>> int(index_of(np.array([0, 1, 3, 2]), 3, block_size(2, 2)))
    6
    """
    at = 0
    while cells[at] != home:
        at += 1
    if block == 1:
        return at
    number, left = 0, len(cells) - 1
    for i in range(len(cells)):
        if i != at:
            digit = 0
            for j in range(i + 1, len(cells)):
                digit += j != at and cells[j] < cells[i]
            number = number * left + digit
            left -= 1
    return at * block + number // 2


@part
def board_into(index: int, home: int, block: int, columns: int, cells: npt.NDArray[Any]) -> None:
    """Write the renamed board with this index over `cells`: for kernels, unchecked.

    >>> cells = np.zeros(4, np.int16)
    >>> board_into(6, 3, block_size(2, 2), 2, cells)
    >>> cells.tolist()
    [0, 1, 3, 2]
    """
    at, tiles = index // block, len(cells) - 1
    if block == 1:
        for i in range(tiles):
            cells[i] = i
    else:
        unrank_into(index % block * 2, cells, tiles)
        odd = (at // columns + home // columns) * (columns + 1) % 2
        for i in range(tiles):
            for j in range(i):
                odd += cells[j] > cells[i]
        if odd % 2:
            cells[tiles - 1], cells[tiles - 2] = cells[tiles - 2], cells[tiles - 1]
    for i in range(tiles - 1, -1, -1):
        tile = cells[i]
        cells[i + (i >= at)] = tile + (tile >= home)
    cells[at] = home


def indices_of(boards: npt.NDArray[Any], home: int, block: int) -> npt.NDArray[np.int64]:
    """Return the index of each row of an array (k, cells) of renamed boards.

    >>> indices_of(np.array([[0, 1, 2, 3], [0, 1, 3, 2]], np.int16), 3, 3).tolist()
    [9, 6]
    """
    result = np.empty(len(boards), np.int64)
    row, budget = 0, 100
    while row < len(boards):
        began = time.perf_counter()
        _indices(boards[row : row + budget], home, block, result[row : row + budget])
        row, budget = row + budget, adapt(budget, began, 100)
    return result


@kernel("state graph")
def _indices(
    boards: npt.NDArray[np.int16], home: int, block: int, result: npt.NDArray[np.int64]
) -> None:
    for i in range(len(boards)):
        result[i] = index_of(boards[i], home, block)


@part
def neighbours_into(
    index: int,
    home: int,
    block: int,
    columns: int,
    table: npt.NDArray[np.int16],
    cells: npt.NDArray[np.int16],
    out: npt.NDArray[np.int64],
) -> int:
    """Write the indices of the boards a move away to `out`; return how many: for kernels.

    `table` is that of `reference.sliding.boards.move_table`; `cells` has room for a board.

    >>> from reference.sliding.boards import move_table
    >>> out = np.zeros(4, np.int64)
    >>> neighbours_into(6, 3, 3, 2, move_table(2, 2), np.zeros(4, np.int16), out)
    2
    >>> sorted(out[:2].tolist())
    [1, 9]
    """
    number, at = 0, index // block
    board_into(index, home, block, columns, cells)
    for move in range(4):
        target = int(table[at, move])
        if target < 0:
            continue
        if move < 2:
            out[number] = index + (target - at) * block
        else:
            cells[at], cells[target] = cells[target], home
            out[number] = index_of(cells, home, block)
            cells[target], cells[at] = cells[at], home
        number += 1
    return number
