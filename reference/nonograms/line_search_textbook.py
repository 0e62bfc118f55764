"""Nonograms as a textbook solves them: line by line, then by probing cells, then by a guess.

The form to read; `reference.nonograms.line_search` is the one to run. A line is solved by
the recursion over its runs that is known as TryBlock, `reference.nonograms.line.try_block`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.blots import blotted_masks, is_blotted
from reference.nonograms.line import Clue, Known, Line, check_clues, colours_of, try_block

__all__ = ["solutions"]

Picture = tuple[Line, ...]
Masks = list[list[int]]  # for each cell the sum of 1 << colour for the colours left
Name = tuple[str, int]  # "row" or "column", and its number


def solutions(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
    tell: Tell = silent,
) -> Iterator[Picture]:
    """Yield every picture that has these clues; fewer when stopped.

    Parameters
    ----------
    rows, columns : sequences of clues
        Runs of (length, colour), colours from 1.
    known
        For each cell the mask of the colours that it may have.

    Examples
    --------
    >>> list(solutions([[(1, 1)], [(1, 1)]], [[(1, 1)], [(1, 1)]]))
    [((0, 1), (1, 0)), ((1, 0), (0, 1))]
    """
    check_clues(rows, columns)
    every = sum(1 << colour for colour in colours_of(rows, columns, known))
    board = [
        [every & mask for mask in row] for row in known or [[every] * len(columns)] * len(rows)
    ]
    clues: dict[Name, Clue] = {("row", i): clue for i, clue in enumerate(rows)}
    clues |= {("column", j): clue for j, clue in enumerate(columns)}
    try:
        yield from LineSearch(clues, should_stop or (lambda: False), tell).search(board)
    except Stopped:
        return


@dataclass(frozen=True)
class LineSearch:
    """The search from a board on, of which some cells are known."""

    clues: Mapping[Name, Clue]
    should_stop: ShouldStop
    tell: Tell

    def search(self, board: Masks) -> Iterator[Picture]:
        """Settle and probe as long as that says anything; then try each colour of a cell."""
        while self._settle(board, self.tell):
            if not self._probe(board):
                break
        else:
            return
        left = _colours_left(board)
        if not left:
            picture = tuple(tuple(mask.bit_length() - 1 for mask in row) for row in board)
            self.tell("solution", picture=picture)
            yield picture
            return
        for i, j, colour in [each for each in left if each[:2] == left[0][:2]]:
            self.tell("guess", row=i, column=j, colour=colour)
            yield from self.search(_with(board, i, j, colour))
            self.tell("undo", row=i, column=j)

    def _probe(self, board: Masks) -> bool:
        """Exclude a colour of a cell that lines refute; False when there is none such."""
        for i, j, colour in _colours_left(board):
            possible = self._settle(_with(board, i, j, colour), silent)
            self.tell("probe", row=i, column=j, colour=colour, possible=possible)
            if not possible:
                board[i][j] ^= 1 << colour
                return True
        return False

    def _settle(self, board: Masks, tell: Tell) -> bool:
        """Solve lines until none says anything new; False when one of them cannot be filled."""
        waiting = list(self.clues)
        while waiting:
            if self.should_stop():
                raise Stopped
            axis, number = waiting.pop(0)
            known = board[number] if axis == "row" else [row[number] for row in board]
            masks = _solve(self.clues[axis, number], known)
            if masks is None:
                tell("contradiction", axis=axis, line=number)
                return False
            news = [k for k, mask in enumerate(masks) if mask != known[k]]
            if news:
                tell("line", axis=axis, line=number, masks=masks)
            for k in news:
                i, j = (number, k) if axis == "row" else (k, number)
                board[i][j] = masks[k]
                crossing = ("column", j) if axis == "row" else ("row", i)
                if crossing not in waiting:
                    waiting.append(crossing)
        return True


def _solve(clue: Clue, known: Sequence[int]) -> Sequence[int] | None:
    """What each cell of a line can still be; None when nothing fits."""
    if is_blotted(clue):
        return blotted_masks(clue, known, range(max(known, default=1).bit_length()))
    return try_block(clue, known)


def _colours_left(board: Masks) -> list[tuple[int, int, int]]:
    """Row, column and colour of the cells that have several."""
    return [
        (i, j, colour)
        for i, row in enumerate(board)
        for j, mask in enumerate(row)
        for colour in range(mask.bit_length())
        if mask >> colour & 1 and mask & (mask - 1)
    ]


def _with(board: Masks, i: int, j: int, colour: int) -> Masks:
    board = [row[:] for row in board]
    board[i][j] = 1 << colour
    return board
