"""DefectiveBoard: a square board, with one square missing or whole, in L-trominoes."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.cells import box
from cpmodels.puzzles.fields import check_texts
from cpmodels.puzzles.puzzle import Puzzle, is_integer
from cpmodels.puzzles.tiling import MAX_CELLS, Placement, Tiling

__all__ = ["DefectiveBoard"]

Board = npt.NDArray[np.integer[Any]]
MAX_SIDE = 10**9
_STRIP = 1 << 20  # squares that `check` looks at together


@dataclass(frozen=True)
class DefectiveBoard(Puzzle):
    """Cover a board with L-trominoes, all squares but the missing one. A tiling in another dress.

    A solution is an array of `side` x `side` integers: 0 on the missing square, and each piece's
    own number, 1 to the number of pieces, on its three squares. Which piece has which number
    does not tell two solutions apart.

    Attributes
    ----------
    side : int
        Squares in a row. A power of two is the classic; others may have no cover.
    missing : (int, int) or None
        Row and column of the missing square, from 0; None for a whole board.

    Raises
    ------
    InputError
        A side below 1, or a missing square that is none of the board's.

    Examples
    --------
    >>> puzzle = DefectiveBoard(2, (0, 1))
    >>> puzzle.describe(), puzzle.pieces
    ('2x2 without (0, 1), in L-trominoes', 1)
    >>> puzzle.check(np.array([[1, 0], [1, 2]]))
    Traceback (most recent call last):
    cpmodels.errors.WrongSolution: square (1, 1) holds 2, expected 1 to 1
    """

    kind: ClassVar[str] = "board"
    default_question: ClassVar[str] = "solve"

    side: int
    missing: tuple[int, int] | None = None
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_texts(self, "title")
        if not is_integer(self.side) or self.side < 1:
            raise InputError(f"side {self.side!r}, expected an integer of 1 or more")
        if self.side > MAX_SIDE:
            raise InputError(f"side, expected at most {MAX_SIDE:,}")
        if self.missing is None:
            return
        square = tuple(self.missing) if isinstance(self.missing, Iterable) else ()
        if len(square) != 2 or not all(map(is_integer, square)):
            raise InputError(f"missing {self.missing!r}, expected a row and a column such as 3,5")
        if not all(0 <= coordinate < self.side for coordinate in square):
            raise InputError(
                f"missing square {square} is off the board, expected 0 to {self.side - 1} for each"
            )
        object.__setattr__(self, "missing", square)

    @property
    def squares(self) -> int:
        """How many squares are to be covered."""
        return self.side**2 - (self.missing is not None)

    @property
    def pieces(self) -> int:
        """How many pieces a cover has, if there is one."""
        return self.squares // 3

    @cached_property
    def tiling(self) -> Tiling:
        """The same puzzle as a `Tiling`, for whatever answers those."""
        if self.squares > MAX_CELLS:
            raise InputError(
                f"side {self.side} has {self.squares:,} squares, "
                f"expected at most {MAX_CELLS:,} for a tiling"
            )
        region = [cell for cell in box((self.side, self.side)) if cell != self.missing]
        return Tiling.of(region, "tromino:L", title=self.title or self.describe())

    def numbered(self, placements: Iterable[Placement]) -> Board:
        """A solution of `tiling` as a solution of the board, numbered in reading order."""
        board = np.zeros((self.side, self.side), np.int32)
        for number, cells in enumerate(sorted(cells for _, cells in placements), 1):
            for cell in cells:
                board[cell] = number
        return board

    def check(self, solution: Any) -> None:
        """Raise `WrongSolution` unless the numbers cover the board as the rules say.

        If each of 1, ..., `pieces` is found on an L, these are that many Ls that share no square,
        so they fill all squares but one, which is left for the 0. The board is read in strips of
        rows: the memory beyond it is a byte for each piece.
        """
        board = self._array(solution)
        if self.squares % 3:
            raise WrongSolution(
                f"{self.squares} squares are not a multiple of 3: there is no cover"
            )
        if self.missing is not None and board[self.missing] != 0:
            raise WrongSolution(
                f"the missing square {self.missing} holds {board[self.missing]}, expected 0"
            )
        present = np.zeros(self.pieces + 1, np.bool_)
        present[0] = True
        for top, strip in self._strips(board):
            self._check_range(top, strip)
            present[_ells(strip)] = True
        if not present.all():
            raise WrongSolution(_fault(board, int(np.argmin(present))))

    def _array(self, solution: Any) -> Board:
        try:
            board = np.asarray(solution)
        except ValueError:
            raise WrongSolution("expected an array of rows of numbers") from None
        if board.shape != (self.side, self.side):
            raise WrongSolution(f"shape {board.shape}, expected {self.side} rows and columns")
        if not np.issubdtype(board.dtype, np.integer):
            raise WrongSolution(f"numbers of type {board.dtype}, expected integers")
        return board

    def _strips(self, board: Board) -> Iterator[tuple[int, Board]]:
        """Strips of rows with their first row; each has the next one's first row as its last."""
        height = max(1, _STRIP // self.side)
        for top in range(0, self.side, height):
            yield top, board[top : top + height + 1]

    def _check_range(self, top: int, strip: Board) -> None:
        outside = (strip < 1) | (strip > self.pieces)
        if self.missing is not None and top <= self.missing[0] < top + len(strip):
            outside[self.missing[0] - top, self.missing[1]] = False
        if not outside.any():
            return
        row, column = (int(at[0]) for at in np.nonzero(outside))
        piece, where = int(strip[row, column]), (top + row, column)
        if piece == 0:
            raise WrongSolution(f"square {where} is not covered")
        raise WrongSolution(f"square {where} holds {piece}, expected 1 to {self.pieces}")

    def key(self, solution: Any) -> Hashable:
        """The cover, whatever the numbers: pieces renumbered in reading order."""
        _, first, number = np.unique(solution, return_index=True, return_inverse=True)
        order = np.argsort(np.argsort(first)).astype(np.int32)
        return order[number].tobytes()

    def describe(self) -> str:
        """The puzzle in one line."""
        hole = f" without {self.missing}" if self.missing is not None else ""
        return self.title or f"{self.side}x{self.side}{hole}, in L-trominoes"

    def notes(self) -> tuple[str, ...]:
        """A number of squares that no pieces of three can make up."""
        note = f"{self.squares} squares are not a multiple of 3: there is no cover"
        return (note,) if self.squares % 3 else ()


def _ells(board: Board) -> Board:
    """The numbers that three squares of some 2 x 2 have in common.

    Two squares beside each other in a row and two in a column share a square: three at least.
    """
    beside = board[:, :-1] == board[:, 1:]
    below = board[:-1] == board[1:]
    ell = (beside[:-1] | beside[1:]) & (below[:, :-1] | below[:, 1:])
    numbers: Board = np.where(beside[:-1], board[:-1, :-1], board[1:, :-1])[ell]
    return numbers


def _fault(board: Board, number: int) -> str:
    """What is wrong with a number that is on no L."""
    squares = [(int(row), int(column)) for row, column in np.argwhere(board == number)]
    examples = ", ".join(map(str, squares[:6])) + (", ..." if len(squares) > 6 else "")
    if len(squares) == 3:
        return f"number {number} is on {examples}, which is no L"
    where = f": {examples}" if squares else ""
    return f"number {number} is used {len(squares)} times, expected 3{where}"
