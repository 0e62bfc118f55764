"""The defective chessboard: a 2^k x 2^k board without one square, in L-trominoes.

Divide and conquer: the piece on the centre of a board covers one square of each quarter that
does not hold the missing square, which leaves four boards of half the side with one square
missing each. A board of level k takes (4^k - 1) / 3 pieces.

Numbering, the same as in the textbook form: the piece on the centre of a board comes before its
quarters, and the quarters come top left, top right, bottom left, bottom right. So the pieces of
any board of the division are consecutive. Quarters and corners are numbered 0 to 3 in that order,
``2 * low + right``; the corner opposite to q is ``3 - q``.

Source: S. W. Golomb, "Checker boards and polyominoes", Amer. Math. Monthly 61 (1954) 675-682.
"""

from __future__ import annotations

import os
from typing import NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from reference.kernel.polling import ShouldStop, polled

__all__ = ["Board", "Cover", "cover", "new_board", "piece_count"]

Board: TypeAlias = npt.NDArray[np.int32]

_BLOCK = 5  # level of the blocks that `cover` copies: 32 x 32 squares, a template is 4 KB


class Cover(NamedTuple):
    """A covered board: `board` holds each square's piece, 1 to `pieces`, and 0 if missing.

    `levels` is how many times the board was divided, one inside the other.
    """

    board: Board
    pieces: int
    levels: int


def piece_count(k: int) -> int:
    """Return the number of pieces on a board of side 2^k, (4^k - 1) / 3.

    >>> [piece_count(k) for k in range(5)]
    [0, 1, 5, 21, 85]
    """
    return ((1 << 2 * k) - 1) // 3


def cover(k: int, missing: tuple[int, int], should_stop: ShouldStop | None = None) -> Cover:
    """Cover the board of side 2^k without `missing`, as the textbook does but at memory speed.

    All boards of one level with their hole in the same corner are covered alike, but for a
    constant added to the numbers. So the board is divided, a whole level at a time, into blocks
    of side 32; each block is then a copy of one of four templates, except for the block with
    the missing square. Memory: the board, 1 % of it, and a row of blocks.

    Parameters
    ----------
    k : level of the board, 0 to 16
    missing : (row, column) of the missing square, from 0

    Raises
    ------
    ValueError
        If k or the square is out of range, or the board does not fit in memory.
    Stopped
        When `should_stop` says so.

    Examples
    --------
    >>> board, pieces, levels = cover(10, (3, 5))
    >>> board.shape, pieces, levels, int(board[3, 5])
    ((1024, 1024), 349525, 10, 0)
    """
    board = _checked_board(k, missing)
    level = min(k, _BLOCK)
    side = 1 << level
    corner, before, over = _blocks(k, missing, level)
    _copy_templates(board, level, corner, before, should_stop)

    at = np.arange(len(corner)) * side
    rows = at[:, None] + (side - 1) * (corner >> 1)
    board[rows, at + (side - 1) * (corner & 1)] = over

    row, column = (coordinate >> level for coordinate in missing)
    own = board[row * side :, column * side :][:side, :side]
    inside = missing[0] % side, missing[1] % side
    np.add(_template(level, inside), before[row, column], out=own)
    own[inside] = 0
    return Cover(board, piece_count(k), k)


def _blocks(
    k: int, missing: tuple[int, int], level: int
) -> tuple[npt.NDArray[np.int8], Board, Board]:
    """Divide down to blocks of `level`: what a block needs to be covered, a square grid of each.

    Returns the corner of the block that is its hole, the last number before its pieces, and the
    number of the piece that covers its hole. The first and the third mean nothing for the block
    with the missing square.
    """
    quarter = np.array([[0, 1], [2, 3]], np.int8)[None, :, None, :]
    corner = np.zeros((1, 1), np.int8)
    before, over = np.zeros((2, 1, 1), np.int32)
    for lower in reversed(range(level, k)):
        row, column = (coordinate >> lower for coordinate in missing)
        corner[row >> 1, column >> 1] = 2 * (row & 1) + (column & 1)
        parent = corner[:, None, :, None]
        centre = before[:, None, :, None] + np.int32(1)
        shape = 2 * len(corner), 2 * len(corner)
        # The quarter with its parent's hole keeps it; the others get the one next to the centre.
        corner = np.where(parent == quarter, quarter, 3 - quarter).reshape(shape)
        over = np.where(parent == quarter, over[:, None, :, None], centre).reshape(shape)
        before = (centre + quarter * np.int32(piece_count(lower))).reshape(shape)
    return corner, before, over


def _template(level: int, hole: tuple[int, int]) -> Board:
    """Cover a block: divided down to single squares, each is the hole of a board of side 1."""
    return _blocks(level, hole, 0)[2]


def _copy_templates(
    board: Board,
    level: int,
    corner: npt.NDArray[np.int8],
    before: Board,
    should_stop: ShouldStop | None,
) -> None:
    """Write the template of its hole's corner in every block, a row of blocks at a time."""
    blocks, end = len(corner), (1 << level) - 1
    templates = np.array([_template(level, (end * (q >> 1), end * (q & 1))) for q in range(4)])
    copies = np.empty((blocks, end + 1, end + 1), np.int32)
    block_rows = board.reshape(blocks, end + 1, blocks, end + 1)
    blocks_of_rows = zip(corner, before, block_rows, strict=True)
    for corners, first, rows in polled(blocks_of_rows, should_stop, every=1):
        np.take(templates, corners, axis=0, out=copies, mode="clip")  # "raise" would buffer
        np.add(copies.transpose(1, 0, 2), first[:, None], out=rows)


def _checked_board(k: int, missing: tuple[int, int]) -> Board:
    if not 0 <= k <= 16:
        raise ValueError(f"level k is {k}: expected 0 to 16 (32-bit numbers for the pieces)")
    side = 1 << k
    if not all(0 <= coordinate < side for coordinate in missing):
        raise ValueError(f"missing square {missing} is off the {side} x {side} board")
    return new_board(side, side)


def new_board(rows: int, columns: int) -> Board:
    """Return a board with nothing written on it, once it is known to fit.

    Raises
    ------
    ValueError
        If there are too many pieces for 32 bits, or the board needs more than the free memory.

    Examples
    --------
    >>> new_board(100_000, 100_000)
    Traceback (most recent call last):
    ValueError: board of 100000 x 100000: its 3333333333 pieces do not fit 32-bit numbers
    """
    pieces, needed, free = rows * columns // 3, 4 * rows * columns, _free_memory()
    if pieces > np.iinfo(np.int32).max:
        raise ValueError(
            f"board of {rows} x {columns}: its {pieces} pieces do not fit 32-bit numbers"
        )
    if needed > free:
        raise ValueError(
            f"board of {rows} x {columns}: it takes {needed / 1e9:.1f} GB of memory, "
            f"{free / 1e9:.1f} GB are free"
        )
    return np.empty((rows, columns), np.int32)


def _free_memory() -> float:
    """Return the bytes that can be had without swapping, infinity where nothing tells."""
    try:
        with open("/proc/meminfo", encoding="ascii") as lines:
            fields = dict(line.split(":") for line in lines)
        return 1024 * float(fields["MemAvailable"].split()[0])
    except (OSError, KeyError, ValueError):
        pass
    try:
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):  # no such call on Windows
        return float("inf")
