"""Nonograms solved by hand: line solving, probing and backtracking, in any number of colours.

Solutions are pictures: numpy arrays rows x columns of colours, 0 for white. Each picture is
counted once; a picture without rows or without columns is one, if all its clues are empty.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from reference.kernel.budget import adapt
from reference.kernel.polling import ShouldStop
from reference.nonograms.blots import shortest
from reference.nonograms.board import Board
from reference.nonograms.line import Clue, Known, check_clues, colours_of
from reference.nonograms.search import DONE, SOLVED, Search

__all__ = ["BUDGET", "Count", "Picture", "count", "fit", "read_board", "solutions"]

Picture = NDArray[np.int64]
BUDGET = 200  # lines solved between the first two looks at the clock


@dataclass(frozen=True)
class Count:
    """How many solutions were seen, whether that is all, and the work that it took."""

    count: int
    complete: bool
    nodes: int
    lines: int


def _never() -> bool:
    return False


def fit(rows: Sequence[Clue], columns: Sequence[Clue], known: Known | None = None) -> bool:
    """Whether each clue fits its line, and cells known have a colour of the clues.

    Raises
    ------
    ValueError
        A clue that is none.
    """
    check_clues(rows, columns)
    every = sum(1 << colour for colour in colours_of(rows, columns, known))
    return (
        all(shortest(clue) <= len(columns) for clue in rows)
        and all(shortest(clue) <= len(rows) for clue in columns)
        and all(mask & every for row in known or () for mask in row)
    )


def _walk(search: Search, should_stop: ShouldStop) -> Iterator[bool]:
    """True at each solution, False at the end unless stopped."""
    look, budget, began = 0, BUDGET, time.perf_counter()
    while True:
        if search.lines >= look:
            if should_stop():
                return
            budget, began = adapt(budget, began, BUDGET), time.perf_counter()
            look = search.lines + budget
        status = search.go_on(look - search.lines)
        if status == SOLVED:
            yield True
        elif status == DONE:
            yield False
            return


def read_board(board: Board) -> Picture:
    """The picture on a board on which every cell is decided."""
    rows, columns = board.rows, board.columns
    octets = board.can[:rows].astype("<u8").view(np.uint8)
    bits = np.unpackbits(octets, axis=2, bitorder="little")[:, :, :columns]
    picture: Picture = board.colours[bits.argmax(axis=1)]
    return picture


def solutions(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
) -> Iterator[Picture]:
    """All solutions, one after the other, in constant memory.

    Parameters
    ----------
    rows, columns
        The clues: runs of (length, colour), colours from 1.
    should_stop
        Asked some 50 times a second; True ends the solutions early.
    known
        For each cell the mask of the colours that it may have.

    Raises
    ------
    ValueError
        A length or a colour below 1. Clues that contradict each other are no error: no solution.

    Examples
    --------
    >>> next(solutions([[(1, 1)], [(2, 1)]], [[(2, 1)], [(1, 1)]])).tolist()
    [[1, 0], [1, 1]]
    """
    if not fit(rows, columns, known):
        return
    search = Search(rows, columns, known=known)
    for picture in _walk(search, should_stop or _never):
        if picture:
            yield read_board(search.board)


def count(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    limit: int | None = None,
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
) -> Count:
    """The number of solutions, up to `limit`; a limit of 2 tells whether there is just one.

    Parameters and errors as for `solutions`. `complete` is True when no further solution exists.

    Examples
    --------
    >>> count([[(1, 1)], [(1, 1)]], [[(1, 1)], [(1, 1)]]).count
    2
    """
    if not fit(rows, columns, known):
        return Count(0, True, 0, 0)
    search = Search(rows, columns, known=known)
    seen, complete = 0, False
    for picture in _walk(search, should_stop or _never):
        seen += picture
        complete = not picture
        if seen == limit:
            break
    return Count(seen, complete, search.nodes, search.lines)
