"""The defective chessboard as the textbook covers it: divide and conquer, by recursion.

The form to read; `reference.trominoes.power_of_two` is the one to run, and writes the same board.

Source: S. W. Golomb, "Checker boards and polyominoes", Amer. Math. Monthly 61 (1954) 675-682.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop, Stopped

__all__ = ["cover", "lay_centre"]

Board = npt.NDArray[np.int32]
Square = tuple[int, int]


def cover(
    k: int, missing: Square, should_stop: ShouldStop | None = None, tell: Tell = silent
) -> Board:
    """Return the board of side 2^k with the number of the piece on each square, 0 if missing.

    Raises
    ------
    ValueError
        The square is not on the board.
    Stopped
        When `should_stop` says so.

    Examples
    --------
    >>> cover(2, (0, 1))
    array([[2, 0, 3, 3],
           [2, 2, 1, 3],
           [4, 1, 1, 5],
           [4, 4, 5, 5]], dtype=int32)
    """
    side = 2**k
    if not all(0 <= coordinate < side for coordinate in missing):
        raise ValueError(f"missing square {missing} is off the {side} x {side} board")
    board = np.zeros((side, side), np.int32)
    _divide(board, missing, (0, 0), 0, should_stop or (lambda: False), tell)
    return board


def _divide(
    board: Board, hole: Square, corner: Square, last: int, should_stop: ShouldStop, tell: Tell
) -> int:
    """Cover all of `board` but its `hole`, with the numbers after `last`; return the last used."""
    if should_stop():
        raise Stopped
    if len(board) == 1:
        return last
    last += 1
    quarters = lay_centre(board, hole, last)
    squares = [
        (corner[0] + down + inside[0], corner[1] + right + inside[1])
        for quarter, inside, (down, right) in quarters
        if quarter[inside] == last
    ]
    tell("divide", corner=corner, side=len(board), piece=last, squares=squares)
    for quarter, inside, (down, right) in quarters:
        place = corner[0] + down, corner[1] + right
        last = _divide(quarter, inside, place, last, should_stop, tell)
    return last


def lay_centre(board: Board, hole: Square, number: int) -> list[tuple[Board, Square, Square]]:
    """Lay the centre piece of a board of even side: one square of each quarter without the hole.

    Returns the quarters, the hole that each of them now has, and where in the board they begin.
    """
    half = len(board) // 2
    quarters = []
    for down, right in ((0, 0), (0, half), (half, 0), (half, half)):
        quarter = board[down:, right:][:half, :half]
        inside = hole[0] - down, hole[1] - right
        if not (0 <= inside[0] < half and 0 <= inside[1] < half):
            inside = (0 if down else half - 1), (0 if right else half - 1)
            quarter[inside] = number
        quarters.append((quarter, inside, (down, right)))
    return quarters
