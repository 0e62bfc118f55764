"""A nonogram's board as bit masks, for the kernels of the search: what each cell can still be.

Line i is row i, then come the columns. ``can[i, c]`` holds, in 64-bit words, the cells of line i
that can still have colour c; each cell is in its row and in its column. An entry, cell * k +
colour, stands for the colour being removed from the cell: it is logged on a trail with its
cause, and undone from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.kernel.kernels import part
from reference.nonograms.blots import arcs_of, is_blotted
from reference.nonograms.line import Clue, Known, colours_of, gaps

__all__ = [
    "CAUSE",
    "LINES",
    "ONE",
    "OPEN",
    "QUEUED",
    "TRAIL",
    "Board",
    "Ints",
    "fix",
    "forbid",
    "make_board",
    "next_line",
    "remove",
    "undo",
    "wake",
]

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

# state[...]: the numbers that change
TRAIL, OPEN, HEAD, QUEUED, LINES, CAUSE = range(6)
ONE = np.uint64(1)


class Board(NamedTuple):
    """All arrays of one puzzle; colours are 0..k-1, numbered in the order of `colours`."""

    rows: int
    columns: int
    runs: Ints  # (length, colour, gap after it, log2 of length) of each run
    first: Ints  # first[i]:first[i + 1] are the runs of line i
    levels: Ints  # levels[i, c]: the bits of the longest run of colour c in line i, else 0
    can: Words  # and one line of scratch
    options: Ints  # colours left for each cell
    trail: Ints  # cell * k + colour, as removed
    place: Ints  # where cell * k + colour is on the trail, -1 if it is possible
    cause: Ints  # why it was removed: a line, a nogood, or -1
    queue: Ints  # a ring of lines to look at
    waiting: NDArray[np.bool_]  # is the line in the ring
    state: Ints
    arcs: Ints  # (state, colour, next state) of the automata of lines with blots
    first_arc: Ints  # arcs[first_arc[i]:first_arc[i + 1]] are those of line i, none without blots
    last: NDArray[np.bool_]  # last[i, s]: line i may end in state s
    reach: NDArray[np.bool_]  # scratch: reach[p, s], state s is possible before cell p
    images: Ints  # images[g, entry]: by symmetry g, what goes when the entry goes
    start: Words  # scratch: positions where run j can start, by what lies before
    end: Words  # scratch: where run j - 1 can end
    blocked: Words  # scratch: ends of stretches of 2^m cells that are not all of one colour
    cover: Words  # scratch: cells that a stretch of 2^m cells in that colour can start at
    low: Words  # scratch: the carry of run j into the next word
    colours: Ints


def make_board(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    symmetries: Sequence[Sequence[int]] = (),
    known: Known | None = None,
) -> Board:
    """The board with all that is `known` of its cells, and all lines waiting to be looked at.

    Pictures will have the `symmetries`, as `reference.nonograms.symmetry` gives them. What is
    known of a cell is the mask of the colours that it may have; one must be left.
    """
    colours = colours_of(rows, columns, known)
    number = {colour: index for index, colour in enumerate(colours)}
    arcs, first_arc, last = _automata([*rows, *columns], colours)
    lines = [() if is_blotted(clue) else clue for clue in (*rows, *columns)]
    runs = [
        (run, number[colour], gap, run.bit_length() - 1)
        for clue in lines
        for (run, colour), gap in zip(clue, gaps(clue), strict=True)
    ]
    cells, k = len(rows) * len(columns), len(colours)
    words = max(len(rows), len(columns)) // 64 + 1
    levels = np.zeros((len(lines), k), np.int64)
    for index, clue in enumerate(lines):
        for run, colour in clue:
            levels[index, number[colour]] = max(levels[index, number[colour]], run.bit_length())
    may = _may(known, colours, len(rows), len(columns))
    excluded = np.flatnonzero(~may)
    place = np.full(cells * k, -1, np.int64)
    place[excluded] = np.arange(len(excluded))
    trail = np.zeros(cells * k, np.int64)
    trail[: len(excluded)] = excluded
    options = may.sum(axis=2).ravel()
    most = max(map(len, lines), default=0) + 1
    deep = int(levels.max(initial=0))
    return Board(
        rows=len(rows),
        columns=len(columns),
        runs=np.array(runs, np.int64).reshape(-1, 4),
        first=np.cumsum([0, *map(len, lines)]),
        levels=levels,
        can=_words(may, words),
        options=options,
        trail=trail,
        place=place,
        cause=np.where(place < 0, 0, -1),
        queue=np.arange(len(lines), dtype=np.int64),
        waiting=np.ones(len(lines), np.bool_),
        state=np.array([len(excluded), (options > 1).sum(), 0, len(lines), 0, -1], np.int64),
        arcs=arcs,
        first_arc=first_arc,
        last=last,
        reach=np.zeros((max(len(rows), len(columns)) + 1, last.shape[1]), np.bool_),
        images=np.array(symmetries, np.int64).reshape(len(symmetries), cells * k),
        start=np.zeros((most, words), np.uint64),
        end=np.zeros((most, words), np.uint64),
        blocked=np.zeros((k, deep, words), np.uint64),
        cover=np.zeros((k, deep + 1, words), np.uint64),
        low=np.zeros(most, np.uint64),
        colours=np.array(colours, np.int64),
    )


def _automata(
    lines: Sequence[Clue], colours: Sequence[int]
) -> tuple[Ints, Ints, NDArray[np.bool_]]:
    """The automata of lines with blots, their colours numbered."""
    number = {colour: index for index, colour in enumerate(colours)}
    tables = [arcs_of(clue, colours) if is_blotted(clue) else None for clue in lines]
    arcs = [(a, number[c], b) for table in tables if table for a, c, b in table.arcs]
    counts = [len(table.arcs) if table else 0 for table in tables]
    last = np.zeros((len(lines), max((t.states for t in tables if t), default=0)), np.bool_)
    for line, table in enumerate(tables):
        last[line, list(table.last) if table else []] = True
    return np.array(arcs, np.int64).reshape(-1, 3), np.cumsum([0, *counts]), last


def _may(known: Known | None, colours: Sequence[int], rows: int, columns: int) -> NDArray[np.bool_]:
    """may[i, j, c]: the cell can have the c-th colour, by what is known of it."""
    may = np.ones((rows, columns, len(colours)), np.bool_)
    for i, masks in enumerate(known or ()):
        for index, colour in enumerate(colours):
            may[i, :, index] = [mask >> colour & 1 for mask in masks]
    return may


def _words(may: NDArray[np.bool_], words: int) -> Words:
    """The board's `can`: the cells of each row, then of each column, by colour."""
    rows, columns, k = may.shape
    can = np.zeros((rows + columns + 1, k, words), "<u8")
    octets = can.view(np.uint8)
    across = np.packbits(may.transpose(0, 2, 1), axis=2, bitorder="little")
    down = np.packbits(may.transpose(1, 2, 0), axis=2, bitorder="little")
    octets[:rows, :, : across.shape[2]] = across
    octets[rows : rows + columns, :, : down.shape[2]] = down
    return can.astype(np.uint64, copy=False)


@part
def wake(board: Board, line: int) -> None:
    if not board.waiting[line]:
        board.waiting[line] = True
        state, queue = board.state, board.queue
        at = state[HEAD] + state[QUEUED]
        queue[at if at < len(queue) else at - len(queue)] = line
        state[QUEUED] += 1


@part
def remove(board: Board, row: int, column: int, colour: int) -> None:
    """Take a colour from a cell and log it with the cause."""
    board.can[row, colour, column >> 6] &= ~(ONE << np.uint64(column & 63))
    board.can[board.rows + column, colour, row >> 6] &= ~(ONE << np.uint64(row & 63))
    cell, state = row * board.columns + column, board.state
    board.options[cell] -= 1
    if board.options[cell] == 1:
        state[OPEN] -= 1
    entry = cell * board.can.shape[1] + colour
    board.trail[state[TRAIL]] = entry
    board.place[entry] = state[TRAIL]
    board.cause[entry] = state[CAUSE]
    state[TRAIL] += 1


@part
def next_line(board: Board) -> int:
    """Take a waiting line from the ring."""
    state, queue = board.state, board.queue
    line: int = queue[state[HEAD]]
    state[HEAD] = state[HEAD] + 1 if state[HEAD] + 1 < len(queue) else 0
    state[QUEUED] -= 1
    board.waiting[line] = False
    return line


@part
def forbid(board: Board, entry: int) -> None:
    """Remove a possible colour from a cell, and wake the lines of the cell."""
    cell, colour = entry // board.can.shape[1], entry % board.can.shape[1]
    row, column = cell // board.columns, cell % board.columns
    remove(board, row, column, colour)
    wake(board, row)
    wake(board, board.rows + column)


@part
def fix(board: Board, entry: int) -> None:
    """Leave the cell only this one of its colours."""
    k = board.can.shape[1]
    cell = entry // k
    for other in range(cell * k, cell * k + k):
        if other != entry and board.place[other] < 0:
            forbid(board, other)


@part
def undo(board: Board, mark: int) -> None:
    """Give back all that was removed since the trail had length `mark`."""
    k, state = board.can.shape[1], board.state
    for index in range(mark, state[TRAIL]):
        entry = board.trail[index]
        cell, colour = entry // k, entry % k
        row, column = cell // board.columns, cell % board.columns
        board.can[row, colour, column >> 6] |= ONE << np.uint64(column & 63)
        board.can[board.rows + column, colour, row >> 6] |= ONE << np.uint64(row & 63)
        board.place[entry] = -1
        if board.options[cell] == 1:
            state[OPEN] += 1
        board.options[cell] += 1
    state[TRAIL] = mark
