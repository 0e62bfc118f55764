"""Square boards of any side in L-trominoes: with one square missing, or whole.

A board has a cover exactly when `obstruction` finds nothing against it. Both halves are proved:
an obstruction is an argument that a person can follow, and everything else is covered by

- halving an even side, with a piece on the centre as for a power of two (not side 10: there is
  no covering every 5 x 5);
- cutting an L of width w off one corner, which leaves a board of side n - w with the missing
  square in it. The L is two rectangles of w x (n - w - 1), and a board of side w + 1 without the
  corner next to the board that is left: width 9 for an odd side from 19, which makes it even, and
  3, 4, 6, 6 for sides 10, 11, 13, 17;
- a small search for sides 5 and 7;
- blocks of 2 x 3, and one searched 9 x 5 in an odd rectangle.

Sources: I. P. Chu and R. Johnsonbaugh, "Tiling deficient boards with trominoes", Math. Mag. 59
(1986) 34-40: a deficient n x n board has a cover unless 3 divides n or n = 5, where only some do;
the same authors, "Tiling boards with trominoes", J. Recreational Math. 18 (1985-86) 188-193:
rectangles. The division here is not theirs.

Numbering: from 1; a centre piece before its quarters (top left, top right, bottom left, bottom
right), and an L before the board it leaves. On a power of two that is the numbering of
`reference.trominoes.power_of_two`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypeAlias

import numpy as np

from reference.kernel.polling import ShouldStop, Stopped
from reference.trominoes.power_of_two import Board, Cover, new_board
from reference.trominoes.power_of_two_textbook import lay_centre

__all__ = ["cover_board", "cover_rectangle", "obstruction"]

_TEMPLATE = 64  # boards up to this side are made once for each hole, then copied
_CUTS = {10: 3, 11: 4, 13: 6, 17: 6}
_BY_SEARCH = (5, 7)

Piece: TypeAlias = tuple[tuple[int, int], ...]
# The four pieces by (down, right) from their first square in reading order.
_SHAPES = (
    ((0, 0), (0, 1), (1, 0)),
    ((0, 0), (0, 1), (1, 1)),
    ((0, 0), (1, 0), (1, 1)),
    ((0, 0), (1, -1), (1, 0)),
)


def obstruction(rows: int, columns: int, missing: tuple[int, int] | None = None) -> str | None:
    """Return why the board has no cover, or None where neither argument forbids one.

    Two arguments: the area; and that a piece covers at most one of the squares whose row and
    column (from 0) are both even, so that those must not outnumber the pieces. For square boards,
    and rectangles with nothing missing, None means that a cover exists.

    Examples
    --------
    >>> obstruction(8, 8, (3, 5)) is None
    True
    >>> obstruction(5, 5, (0, 1))
    '9 squares have an even row and column, a piece covers at most one of them, and there are 8'
    >>> obstruction(4, 4)
    '16 squares are not a multiple of 3'
    """
    squares = rows * columns - (missing is not None)
    if squares % 3:
        return f"{squares} squares are not a multiple of 3"
    even = ((rows + 1) // 2) * ((columns + 1) // 2)
    if missing is not None and missing[0] % 2 == missing[1] % 2 == 0:
        even -= 1
    if even > squares // 3:
        return (
            f"{even} squares have an even row and column, a piece covers at most one of them, "
            f"and there are {squares // 3}"
        )
    return None


def cover_board(
    side: int, missing: tuple[int, int] | None = None, should_stop: ShouldStop | None = None
) -> Cover | None:
    """Cover a square board without `missing`, or a whole one; None where that cannot be.

    Parameters
    ----------
    side : squares in a row, 1 to 80264
    missing : (row, column) of the missing square, from 0; None for a whole board

    Raises
    ------
    ValueError
        If the side or the square is out of range, or the board does not fit in memory.
    Stopped
        When `should_stop` says so.

    Examples
    --------
    >>> cover_board(5, (2, 2)).board
    array([[1, 1, 2, 2, 3],
           [1, 4, 2, 3, 3],
           [4, 4, 0, 5, 5],
           [6, 6, 7, 5, 8],
           [6, 7, 7, 8, 8]], dtype=int32)
    """
    if side < 1:
        raise ValueError(f"side is {side}: expected 1 or more")
    if missing is None:
        return cover_rectangle(side, side)
    if not all(0 <= coordinate < side for coordinate in missing):
        raise ValueError(f"missing square {missing} is off the {side} x {side} board")
    if obstruction(side, side, missing):
        return None
    board = new_board(side, side)
    board[missing] = 0
    _fill(board, missing, 0, should_stop)
    return Cover(board, (side * side - 1) // 3, _levels(side))


def cover_rectangle(rows: int, columns: int) -> Cover | None:
    """Cover a whole rectangle; None where that cannot be. Errors are those of `cover_board`.

    Examples
    --------
    >>> cover_rectangle(2, 6).board
    array([[1, 1, 2, 3, 3, 4],
           [1, 2, 2, 3, 4, 4]], dtype=int32)
    >>> cover_rectangle(3, 5) is None
    True
    """
    if rows < 1 or columns < 1:
        raise ValueError(f"board of {rows} x {columns}: expected 1 or more of each")
    if obstruction(rows, columns):
        return None
    board = new_board(rows, columns)
    _fill_rectangle(board, 0)
    return Cover(board, rows * columns // 3, 1)


def _cut(side: int) -> int:
    """Return the width of the L to cut off before halving, 0 for none."""
    return _CUTS.get(side, 9 if side % 2 else 0)


def _levels(side: int) -> int:
    levels = 0
    while side > 1 and side not in _BY_SEARCH:
        width = _cut(side)
        side = side - width if width else side // 2
        levels += 1
    return levels


def _fill(
    board: Board, hole: tuple[int, int], last: int, should_stop: ShouldStop | None = None
) -> int:
    """Cover a square board with the numbers after `last`, leave its hole; return the last used."""
    if len(board) > _TEMPLATE:
        return _divide(board, hole, last, should_stop)
    square = board[hole]
    np.add(_template(len(board), hole), np.int32(last), out=board)
    board[hole] = square
    return last + (board.size - 1) // 3


@lru_cache(maxsize=256)
def _template(side: int, hole: tuple[int, int]) -> Board:
    board = np.zeros((side, side), np.int32)
    _divide(board, hole, 0)
    return board


def _divide(
    board: Board, hole: tuple[int, int], last: int, should_stop: ShouldStop | None = None
) -> int:
    if should_stop is not None and should_stop():
        raise Stopped
    side = len(board)
    if side == 1:
        return last
    if side in _BY_SEARCH:
        return _fill_searched(board, hole, last)
    width = _cut(side)
    if width:
        return _cut_corner(board, hole, width, last, should_stop)
    centre = last = last + 1
    for quarter, inside, _ in lay_centre(board, hole, centre):
        last = _fill(quarter, inside, last, should_stop)
    return last


def _cut_corner(
    board: Board, hole: tuple[int, int], width: int, last: int, should_stop: ShouldStop | None
) -> int:
    """Cover an L of `width` that leaves the hole alone, then the board inside it."""
    inner = len(board) - width
    for axis in (0, 1):
        if hole[axis] >= inner:
            board = np.flip(board, axis)
            at = len(board) - 1 - hole[axis]
            hole = (at, hole[1]) if axis == 0 else (hole[0], at)
    last = _fill_rectangle(board[: inner - 1, inner:], last)
    last = _fill_rectangle(board[inner:, : inner - 1], last)
    last = _fill(board[inner - 1 :, inner - 1 :], (0, 0), last)
    return _fill(board[:inner, :inner], hole, last, should_stop)


def _fill_rectangle(board: Board, last: int) -> int:
    """Cover a whole rectangle that has a cover."""
    if len(board) % 3:
        board = board.T
    rows, columns = board.shape
    if columns % 2 == 0:
        return _fill_blocks(board.T, last)
    if rows % 2 == 0:
        last = _fill_blocks(board[:, :3], last)
        return _fill_blocks(board[:, 3:].T, last)
    last = _fill_searched(board[:9, :5], None, last)
    last = _fill_blocks(board[:9, 5:].T, last)
    return _fill_rectangle(board[9:], last)


def _fill_blocks(board: Board, last: int) -> int:
    """Cover a board of an even number of rows and 3 n columns with blocks of 2 x 3."""
    blocks = board.size // 6
    shape = len(board) // 2, board.shape[1] // 3
    left = last + 1 + 2 * np.arange(blocks, dtype=np.int32).reshape(shape)
    for row, column, piece in ((0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 2, 1), (1, 1, 1), (1, 2, 1)):
        board[row::2, column::3] = left + np.int32(piece)
    return last + 2 * blocks


def _fill_searched(board: Board, hole: tuple[int, int] | None, last: int) -> int:
    for piece in _search(board.shape[0], board.shape[1], hole):
        last += 1
        for square in piece:
            board[square] = last
    return last


@cache
def _search(rows: int, columns: int, hole: tuple[int, int] | None) -> list[Piece]:
    """Find a cover by trying the four pieces on the first square left, in reading order."""
    left = {(row, column) for row in range(rows) for column in range(columns)} - {hole}
    pieces: list[Piece] = []

    def place() -> bool:
        if not left:
            return True
        row, column = min(left)
        for shape in _SHAPES:
            piece = tuple((row + down, column + right) for down, right in shape)
            if left.issuperset(piece):
                left.difference_update(piece)
                pieces.append(piece)
                if place():
                    return True
                left.update(pieces.pop())
        return False

    if not place():
        raise AssertionError(f"no cover of {rows} x {columns} without {hole}")
    return pieces
