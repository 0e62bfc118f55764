"""Nonograms as a textbook solves them: line by line, then by probing cells, then by a guess.

The form to read; `reference.nonograms.line_search` is the one to run. A line is solved by
the recursion over its runs that is known as TryBlock, `reference.nonograms.line.try_block`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.blots import blotted_masks, is_blotted
from reference.nonograms.line import Clue, Known, Line, check_clues, colours_of, try_block

__all__ = ["solutions"]

Picture = tuple[Line, ...]
Masks = list[list[int]]


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
    anything = sum(1 << colour for colour in colours_of(rows, columns, known))
    board = [[anything] * len(columns) for _ in rows]
    if known is not None:
        board = [[anything & mask for mask in row] for row in known]
    try:
        yield from _search(board, rows, columns, should_stop or (lambda: False), tell)
    except Stopped:
        return


def _search(
    board: Masks,
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop,
    tell: Tell,
) -> Iterator[Picture]:
    while _settle(board, rows, columns, should_stop, tell):
        if not _probe(board, rows, columns, should_stop, tell):
            break
    else:
        return
    undecided = _undecided(board)
    if not undecided:
        picture = tuple(tuple(mask.bit_length() - 1 for mask in row) for row in board)
        tell("solution", picture=picture)
        yield picture
        return
    i, j = undecided[0]
    for colour in range(board[i][j].bit_length()):
        if board[i][j] >> colour & 1:
            guess = [row[:] for row in board]
            guess[i][j] = 1 << colour
            tell("guess", row=i, column=j, colour=colour)
            yield from _search(guess, rows, columns, should_stop, tell)
            tell("undo", row=i, column=j)


def _undecided(board: Masks) -> list[tuple[int, int]]:
    cells = product(range(len(board)), range(len(board[0]) if board else 0))
    return [(i, j) for i, j in cells if board[i][j] & (board[i][j] - 1)]


def _probe(
    board: Masks,
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop,
    tell: Tell,
) -> bool:
    """Exclude a colour of a cell that lines refute; False when there is none such."""
    for i, j in _undecided(board):
        for colour in range(board[i][j].bit_length()):
            if board[i][j] >> colour & 1:
                trial = [row[:] for row in board]
                trial[i][j] = 1 << colour
                possible = _settle(trial, rows, columns, should_stop, silent)
                tell("probe", row=i, column=j, colour=colour, possible=possible)
                if not possible:
                    board[i][j] ^= 1 << colour
                    return True
    return False


def _solve(clue: Clue, known: Sequence[int]) -> Sequence[int] | None:
    """What each cell of a line can still be; None when nothing fits."""
    if is_blotted(clue):
        return blotted_masks(clue, known, range(max(known, default=1).bit_length()))
    return try_block(clue, known)


def _settle(
    board: Masks,
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop,
    tell: Tell,
) -> bool:
    """Solve lines until none says anything new; False when one of them cannot be filled."""
    waiting = [("row", i) for i in range(len(rows))] + [("column", j) for j in range(len(columns))]
    while waiting:
        if should_stop():
            raise Stopped
        axis, number = waiting.pop(0)
        known = board[number] if axis == "row" else [row[number] for row in board]
        clue = rows[number] if axis == "row" else columns[number]
        masks = _solve(clue, known)
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
