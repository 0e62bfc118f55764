"""Line solving on whole words: the heart of the nonogram solver.

Position p lies before cell p, and a set of positions is a mask. A run moves a set up by its
length, unless a cell in between cannot have its colour; white cells let a set flow on, which a
sum with its carries does in one instruction. So a line takes time runs x words, not runs x cells.
Lines with blots are read cell by cell, by their automata.
"""

from __future__ import annotations

import numpy as np

from reference.kernel.kernels import part
from reference.nonograms.board import CAUSE, LINES, ONE, Board, remove, wake

__all__ = ["fits", "settle"]

ZERO = np.uint64(0)
TOP = np.uint64(63)


@part
def _up(low: np.uint64, high: np.uint64, n: int) -> np.uint64:
    """The upper word of two, moved n < 64 positions up."""
    return high << np.uint64(n) | low >> ONE >> np.uint64(63 - n)


@part
def _block(board: Board, line: int, source: int) -> None:
    """blocked[c, m]: ends of stretches of 2^m cells of which some cannot have colour c."""
    can, blocked, levels = board.can, board.blocked, board.levels
    for c in range(1, can.shape[1]):
        if levels[line, c] == 0:
            continue
        for w in range(can.shape[2]):
            below = ~can[source, c, w - 1] if w > 0 else ZERO
            walls = _up(below, ~can[source, c, w], 1)
            blocked[c, 0, w] = walls
            for m in range(1, levels[line, c]):
                half = 1 << (m - 1)
                q = half >> 6
                here = blocked[c, m - 1, w - q] if w >= q else ZERO
                below = blocked[c, m - 1, w - q - 1] if w > q else ZERO
                walls |= _up(below, here, half & 63)
                blocked[c, m, w] = walls


@part
def _forward(board: Board, line: int, source: int) -> None:
    """start[j]: where run j can start, end[j]: where run j - 1 can end, by what lies before."""
    start, end, low, runs, can = board.start, board.end, board.low, board.runs, board.can
    blocked = board.blocked
    first, last = board.first[line], board.first[line + 1]
    for w in range(can.shape[2]):
        white = can[source, 0, w]
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
                        at |= (end[j, w - 1] & can[source, 0, w - 1]) >> TOP
            end[j, w] = ends
            if w > 0:
                at |= low[j]
            total = (at & white) + white
            low[j] = ONE if total < white else ZERO
            start[j, w] = at | (total ^ white)


@part
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


@part
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


@part
def _can(board: Board, source: int, colour: int, place: int) -> bool:
    return bool(board.can[source, colour, place >> 6] >> np.uint64(place & 63) & ONE)


@part
def _read_blots(board: Board, line: int, source: int, length: int) -> bool:
    """Leave in `reach` the states by what lies before; whether one is left at the end."""
    arcs, reach = board.arcs, board.reach
    reach[: length + 1] = False
    reach[0, 0] = True
    for place in range(length):
        for index in range(board.first_arc[line], board.first_arc[line + 1]):
            if reach[place, arcs[index, 0]] and _can(board, source, arcs[index, 1], place):
                reach[place + 1, arcs[index, 2]] = True
    accepted = False
    for state in range(reach.shape[1]):
        reach[length, state] &= board.last[line, state]
        accepted |= reach[length, state]
    return accepted


@part
def _solve_blots(board: Board, line: int, length: int) -> bool:
    """Leave in cover[c, 0] the cells that can have colour c; False if the line has no way."""
    if not _read_blots(board, line, line, length):
        return False
    arcs, reach, cover = board.arcs, board.reach, board.cover
    cover[:, 0] = ZERO
    for place in range(length - 1, -1, -1):
        bit = ONE << np.uint64(place & 63)
        for state in range(reach.shape[1]):
            if reach[place, state]:
                alive = False
                for index in range(board.first_arc[line], board.first_arc[line + 1]):
                    c = arcs[index, 1]
                    if (
                        arcs[index, 0] == state
                        and reach[place + 1, arcs[index, 2]]
                        and _can(board, line, c, place)
                    ):
                        alive = True
                        cover[c, 0, place >> 6] |= bit
                reach[place, state] = alive
    return True


@part
def fits(board: Board, line: int, source: int) -> bool:
    """Has the line an arrangement within the masks can[source]?"""
    board.state[LINES] += 1
    length = board.columns if line < board.rows else board.rows
    if board.first_arc[line] < board.first_arc[line + 1]:
        return _read_blots(board, line, source, length)
    _block(board, line, source)
    _forward(board, line, source)
    count = board.first[line + 1] - board.first[line]
    return bool(board.start[count, length >> 6] >> np.uint64(length & 63) & ONE)


@part
def _solve_line(board: Board, line: int) -> bool:
    """Leave in cover[c, 0] the cells of the line that can have colour c; False if it has none."""
    if board.first_arc[line] < board.first_arc[line + 1]:
        board.state[LINES] += 1
        return _solve_blots(board, line, board.columns if line < board.rows else board.rows)
    if not fits(board, line, line):
        return False
    _backward(board, line, board.columns if line < board.rows else board.rows)
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


@part
def _bit(word: np.uint64) -> int:
    """The index of the only bit set."""
    index = 0
    for shift in (32, 16, 8, 4, 2, 1):
        if word >> np.uint64(shift) > ZERO:
            word >>= np.uint64(shift)
            index += shift
    return index


@part
def _narrow(board: Board, line: int) -> None:
    """Remove from the line what its solution excludes, and wake the lines that cross there."""
    board.state[CAUSE] = line
    for c in range(board.can.shape[1]):
        for w in range(board.can.shape[2]):
            lost = board.can[line, c, w] & ~board.cover[c, 0, w]
            while lost:
                bit = lost & (~lost + ONE)
                lost ^= bit
                other = (w << 6) + _bit(bit)
                if line < board.rows:
                    remove(board, line, other, c)
                    wake(board, board.rows + other)
                else:
                    remove(board, other, line - board.rows, c)
                    wake(board, other)


@part
def settle(board: Board, line: int) -> bool:
    """Solve one line and narrow it; False if it has no arrangement."""
    if not _solve_line(board, line):
        return False
    _narrow(board, line)
    return True
