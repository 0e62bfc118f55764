"""A nonogram's board as bit masks, and line solving on it: the compiled half of the solver.

Line i is row i, then come the columns. ``can[i, c]`` holds, in 64-bit words, the cells of line i
that can still have colour c; each cell is in its row and in its column. Every removal of a
colour is logged on a trail, and undone from there.

Line solving walks the runs of a line on whole words: position p lies before cell p, a set of
positions is a mask, a run moves a set by its length, white cells let a set flow on. A sum with
its carries does the flow in one instruction, so a line takes time runs x words, not runs x cells.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from reference.nonogram_line import Clue, gaps

__all__ = ["Board", "assume", "make_board", "propagate", "undo"]

# Nothing here allocates, so the compiler may leave out the counting of references to arrays,
# which takes more time than the search itself.
compiled = njit(cache=True, nogil=True, error_model="numpy", _nrt=False)

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

# state[...]: the numbers that change
TRAIL, OPEN, HEAD, QUEUED, LINES = range(5)


class Board(NamedTuple):
    """All arrays of one puzzle; colours are 0..k-1, numbered in the order of `colours`."""

    columns: int
    runs: Ints  # (length, colour, gap after it, log2 of length) of each run
    first: Ints  # first[i]:first[i + 1] are the runs of line i
    levels: Ints  # levels[i, c]: the bits of the longest run of colour c in line i, else 0
    can: Words
    options: Ints  # colours left for each cell
    trail: Ints  # cell * k + colour, as removed
    queue: Ints  # a ring of lines to look at
    waiting: NDArray[np.bool_]  # is the line in the ring
    state: Ints
    start: Words  # scratch: positions where run j can start, by what lies before
    end: Words  # scratch: where run j - 1 can end
    blocked: Words  # scratch: ends of stretches of 2^m cells that are not all of one colour
    cover: Words  # scratch: cells that a stretch of 2^m cells in that colour can start at
    low: Words  # scratch: the carry of run j into the next word
    colours: Ints


def make_board(rows: Sequence[Clue], columns: Sequence[Clue]) -> Board:
    """The board with everything possible and all lines waiting to be looked at."""
    lines = [*rows, *columns]
    colours = [0, *sorted({colour for clue in lines for _, colour in clue})]
    number = {colour: index for index, colour in enumerate(colours)}
    runs = [
        (run, number[colour], gap, run.bit_length() - 1)
        for clue in lines
        for (run, colour), gap in zip(clue, gaps(clue), strict=True)
    ]
    cells, k = len(rows) * len(columns), len(colours)
    words = max(len(rows), len(columns)) // 64 + 1
    levels = np.zeros((len(lines), k), np.int64)
    can = np.zeros((len(lines), k, words), np.uint64)
    for index, clue in enumerate(lines):
        for run, colour in clue:
            levels[index, number[colour]] = max(levels[index, number[colour]], run.bit_length())
        mask = (1 << (len(columns) if index < len(rows) else len(rows))) - 1
        can[index] = [mask >> 64 * word & (1 << 64) - 1 for word in range(words)]
    most = max(map(len, lines), default=0) + 1
    deep = int(levels.max(initial=0))
    return Board(
        columns=len(columns),
        runs=np.array(runs, np.int64).reshape(-1, 4),
        first=np.cumsum([0, *map(len, lines)]),
        levels=levels,
        can=can,
        options=np.full(cells, k, np.int64),
        trail=np.zeros(cells * k, np.int64),
        queue=np.arange(len(lines), dtype=np.int64),
        waiting=np.ones(len(lines), np.bool_),
        state=np.array([0, cells if k > 1 else 0, 0, len(lines), 0], np.int64),
        start=np.zeros((most, words), np.uint64),
        end=np.zeros((most, words), np.uint64),
        blocked=np.zeros((k, deep, words), np.uint64),
        cover=np.zeros((k, deep + 1, words), np.uint64),
        low=np.zeros(most, np.uint64),
        colours=np.array(colours, np.int64),
    )


ONE = np.uint64(1)
ZERO = np.uint64(0)
TOP = np.uint64(63)


@compiled
def _up(low: np.uint64, high: np.uint64, n: int) -> np.uint64:
    """The upper word of two, moved n < 64 positions up."""
    return high << np.uint64(n) | low >> ONE >> np.uint64(63 - n)


@compiled
def _block(board: Board, line: int) -> None:
    """blocked[c, m]: ends of stretches of 2^m cells of which some cannot have colour c."""
    can, blocked, levels = board.can, board.blocked, board.levels
    for c in range(1, can.shape[1]):
        if levels[line, c] == 0:
            continue
        for w in range(can.shape[2]):
            below = ~can[line, c, w - 1] if w > 0 else ZERO
            walls = _up(below, ~can[line, c, w], 1)
            blocked[c, 0, w] = walls
            for m in range(1, levels[line, c]):
                half = 1 << (m - 1)
                q = half >> 6
                here = blocked[c, m - 1, w - q] if w >= q else ZERO
                below = blocked[c, m - 1, w - q - 1] if w > q else ZERO
                walls |= _up(below, here, half & 63)
                blocked[c, m, w] = walls


@compiled
def _forward(board: Board, line: int) -> None:
    """start[j]: where run j can start, end[j]: where run j - 1 can end, by what lies before."""
    start, end, low, runs, can = board.start, board.end, board.low, board.runs, board.can
    blocked = board.blocked
    first, last = board.first[line], board.first[line + 1]
    for w in range(can.shape[2]):
        white = can[line, 0, w]
        ends = ONE if w == 0 else ZERO
        at = ends
        for j in range(last - first + 1):
            if j > 0:
                i = first + j - 1
                run, colour, gap, m = runs[i, 0], runs[i, 1], runs[i, 2], runs[i, 3]
                q = run >> 6
                here = start[j - 1, w - q] if w >= q else ZERO
                below = start[j - 1, w - q - 1] if w > q else ZERO
                ends = _up(below, here, run & 63)
                rest = run - (1 << m)
                q = rest >> 6
                here = blocked[colour, m, w - q] if w >= q else ZERO
                below = blocked[colour, m, w - q - 1] if w > q else ZERO
                ends &= ~(blocked[colour, m, w] | _up(below, here, rest & 63))
                at = ends
                if gap:
                    at = (ends & white) << ONE
                    if w > 0:
                        at |= (end[j, w - 1] & can[line, 0, w - 1]) >> TOP
            end[j, w] = ends
            if w > 0:
                at |= low[j]
            total = (at & white) + white
            low[j] = ONE if total < white else ZERO
            start[j, w] = at | (total ^ white)


@compiled
def _flow_down(at: np.uint64, white: np.uint64) -> np.uint64:
    """Positions from which white cells lead up to a position of `at`."""
    at |= white & (at >> np.uint64(1))
    white &= white >> np.uint64(1)
    at |= white & (at >> np.uint64(2))
    white &= white >> np.uint64(2)
    at |= white & (at >> np.uint64(4))
    white &= white >> np.uint64(4)
    at |= white & (at >> np.uint64(8))
    white &= white >> np.uint64(8)
    at |= white & (at >> np.uint64(16))
    white &= white >> np.uint64(16)
    return at | white & (at >> np.uint64(32))


@compiled
def _backward(board: Board, line: int, length: int) -> None:
    """cover[0, 0]: cells that can be white; cover[c, m]: starts of 2^m cells of colour c."""
    start, end, low, runs, cover = board.start, board.end, board.low, board.runs, board.cover
    can, levels = board.can, board.levels
    first = board.first[line]
    count = board.first[line + 1] - first
    words = can.shape[2]
    for c in range(cover.shape[0]):
        for w in range(words):
            cover[c, 0, w] = ZERO
            for m in range(1, levels[line, c]):
                cover[c, m, w] = ZERO
    for w in range(words - 1, -1, -1):
        white = can[line, 0, w]
        at = ONE << np.uint64(length & 63) if w == length >> 6 else ZERO
        seen = ZERO
        for j in range(count, -1, -1):
            if j < count:  # at: where run j can start
                i = first + j
                run, colour, m = runs[i, 0], runs[i, 1], runs[i, 3]
                q, n = run >> 6, np.uint64(run & 63)
                at = end[j + 1, w + q] >> n if w + q < words else ZERO
                if w + q + 1 < words:
                    at |= end[j + 1, w + q + 1] << ONE << (TOP - n)
                rest = run - (1 << m)
                q, n = rest >> 6, np.uint64(rest & 63)
                cover[colour, m, w] |= at
                if w + q < words:
                    cover[colour, m, w + q] |= at << n
                if w + q + 1 < words:
                    cover[colour, m, w + q + 1] |= at >> ONE >> (TOP - n)
            above = low[j] if w + 1 < words else ZERO
            at = _flow_down(at | (above & (white >> TOP)) << TOP, white)
            down = at >> ONE | above << TOP
            seen |= (end[j, w] | start[j, w]) & white & down
            low[j] = at & ONE
            end[j, w] &= down & white if j > 0 and runs[first + j - 1, 2] else at
        cover[0, 0, w] = seen


@compiled
def _solve_line(board: Board, line: int, length: int) -> bool:
    """Leave in cover[c, 0] the cells of the line that can have colour c; False if it has none."""
    _block(board, line)
    _forward(board, line)
    count = board.first[line + 1] - board.first[line]
    if not board.start[count, length >> 6] >> np.uint64(length & 63) & ONE:
        return False
    _backward(board, line, length)
    cover, levels = board.cover, board.levels
    for c in range(1, cover.shape[0]):
        if levels[line, c] < 2:
            continue
        for w in range(cover.shape[2]):
            cells = cover[c, levels[line, c] - 1, w]
            for m in range(levels[line, c] - 1, 0, -1):
                half = 1 << (m - 1)
                q = half >> 6
                here = cover[c, m, w - q] if w >= q else ZERO
                below = cover[c, m, w - q - 1] if w > q else ZERO
                cells |= cover[c, m - 1, w] | _up(below, here, half & 63)
                cover[c, m - 1, w] = cells
    return True


@compiled
def _bit(word: np.uint64) -> int:
    """The index of the only bit set."""
    index = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if word >> np.uint64(shift) > ZERO:
            word >>= np.uint64(shift)
            index += shift
    return index


@compiled
def _wake(board: Board, line: int) -> None:
    if not board.waiting[line]:
        board.waiting[line] = True
        state, queue = board.state, board.queue
        at = state[HEAD] + state[QUEUED]
        queue[at if at < len(queue) else at - len(queue)] = line
        state[QUEUED] += 1


@compiled
def remove(board: Board, row: int, column: int, colour: int) -> None:
    """Take a colour from a cell, log it, and wake nothing."""
    rows = board.can.shape[0] - board.columns
    board.can[row, colour, column >> 6] &= ~(ONE << np.uint64(column & 63))
    board.can[rows + column, colour, row >> 6] &= ~(ONE << np.uint64(row & 63))
    cell, state = row * board.columns + column, board.state
    board.options[cell] -= 1
    if board.options[cell] == 1:
        state[OPEN] -= 1
    board.trail[state[TRAIL]] = cell * board.can.shape[1] + colour
    state[TRAIL] += 1


@compiled
def _narrow(board: Board, line: int) -> None:
    """Remove from the line what its solution excludes, and wake the lines that cross there."""
    rows = board.can.shape[0] - board.columns
    for c in range(board.can.shape[1]):
        for w in range(board.can.shape[2]):
            gone = board.can[line, c, w] & ~board.cover[c, 0, w]
            while gone:
                bit = gone & (~gone + ONE)
                gone ^= bit
                other = (w << 6) + _bit(bit)
                if line < rows:
                    remove(board, line, other, c)
                    _wake(board, rows + other)
                else:
                    remove(board, other, line - rows, c)
                    _wake(board, other)


@compiled
def propagate(board: Board) -> bool:
    """Solve waiting lines until none is left; False, and none waiting, when one has no way."""
    state, queue = board.state, board.queue
    rows = board.can.shape[0] - board.columns
    alive: bool = True
    while state[QUEUED]:
        line = queue[state[HEAD]]
        state[HEAD] = state[HEAD] + 1 if state[HEAD] + 1 < len(queue) else 0
        state[QUEUED] -= 1
        board.waiting[line] = False
        if alive:
            state[LINES] += 1
            alive = _solve_line(board, line, board.columns if line < rows else rows)
            if alive:
                _narrow(board, line)
    return alive


@compiled
def possible(board: Board, cell: int, colour: int) -> bool:
    """Can the cell still have the colour?"""
    row, column = cell // board.columns, cell % board.columns
    word = board.can[row, colour, column >> 6]
    return bool(word >> np.uint64(column & 63) & ONE == ONE)


@compiled
def forbid(board: Board, cell: int, colour: int) -> bool:
    """Take a colour from a cell and wake its lines; False if it was the last."""
    if board.options[cell] == 1:
        return False
    row, column = cell // board.columns, cell % board.columns
    remove(board, row, column, colour)
    _wake(board, row)
    _wake(board, board.can.shape[0] - board.columns + column)
    return True


@compiled
def assume(board: Board, cell: int, colour: int) -> None:
    """Leave the cell only this one of its colours."""
    for other in range(board.can.shape[1]):
        if other != colour and possible(board, cell, other):
            forbid(board, cell, other)


@compiled
def undo(board: Board, mark: int) -> None:
    """Give back all that was removed since the trail had length `mark`."""
    k, state = board.can.shape[1], board.state
    rows = board.can.shape[0] - board.columns
    for entry in board.trail[mark : state[TRAIL]]:
        cell, colour = entry // k, entry % k
        row, column = cell // board.columns, cell % board.columns
        board.can[row, colour, column >> 6] |= ONE << np.uint64(column & 63)
        board.can[rows + column, colour, row >> 6] |= ONE << np.uint64(row & 63)
        if board.options[cell] == 1:
            state[OPEN] += 1
        board.options[cell] += 1
    state[TRAIL] = mark
