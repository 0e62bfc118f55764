"""Learning from contradictions in a nonogram.

A line explains on demand why it removed a colour, or why it has no arrangement: entries are
dropped, the latest first, as long as the line still contradicts. That keeps the nogoods short.
From them the first entry is found on which, with earlier decisions, the contradiction hangs alone
(first unique implication point; Marques-Silva & Sakallah 1999).
"""

from __future__ import annotations

import numpy as np

from reference.kernel.kernels import part
from reference.nonograms.board import CAUSE, ONE, TRAIL, Board, fix
from reference.nonograms.line_bits import fits
from reference.nonograms.nogoods import (
    CLOCK,
    DEPTH,
    FLOOR,
    ROOM,
    SIZE,
    Nogoods,
    back,
    store,
)

__all__ = ["learn"]


@part
def _gather(board: Board, nogoods: Nogoods, line: int, entry: int, root: int) -> int:
    """Set up the scratch line as it was when `entry` was removed; list what can be dropped."""
    can, place, k, some = board.can, board.place, board.can.shape[1], nogoods.some
    scratch = len(board.waiting)
    limit = place[entry] if entry >= 0 else board.state[TRAIL]
    for c in range(k):
        for w in range(can.shape[2]):
            can[scratch, c, w] = can[line, c, w]
    start, step, length = line * board.columns, 1, board.columns
    if line >= board.rows:
        start, step, length = line - board.rows, board.columns, board.rows
    count = 0
    for index in range(length):
        cell = start + index * step
        bit = ONE << np.uint64(index & 63)
        own = entry // k == cell and entry >= 0
        for c in range(k):
            e = cell * k + c
            if own:
                if e == entry:
                    can[scratch, c, index >> 6] |= bit
                else:
                    can[scratch, c, index >> 6] &= ~bit
            elif place[e] >= limit:
                can[scratch, c, index >> 6] |= bit
            elif place[e] >= root:
                at = count
                while at > 0 and place[some[at - 1]] < place[e]:
                    some[at] = some[at - 1]
                    at -= 1
                some[at] = e
                count += 1
    return count


@part
def _explain_line(board: Board, nogoods: Nogoods, line: int, entry: int, root: int) -> int:
    """Leave in `some` a smallest set of entries that made the line remove `entry`, or break."""
    can, k, some = board.can, board.can.shape[1], nogoods.some
    scratch = len(board.waiting)
    count = _gather(board, nogoods, line, entry, root)
    number = 0
    for at in range(count):
        e = some[at]
        cell, c = e // k, e % k
        index = cell % board.columns if line < board.rows else cell // board.columns
        bit = ONE << np.uint64(index & 63)
        can[scratch, c, index >> 6] |= bit
        if fits(board, line, scratch):
            can[scratch, c, index >> 6] &= ~bit
            some[number] = e
            number += 1
    return number


@part
def _add(board: Board, nogoods: Nogoods, entry: int, current: int, root: int) -> int:
    """Take an entry into the nogood being learned; 1 if it is of the current decision."""
    place, own = board.place[entry], nogoods.state
    if place < root or nogoods.seen[entry]:
        return 0
    nogoods.seen[entry] = True
    nogoods.activity[entry // board.can.shape[1]] += nogoods.weight[0]
    if place >= current:
        return 1
    nogoods.draft[own[SIZE]] = entry
    own[SIZE] += 1
    return 0


@part
def _expand(board: Board, nogoods: Nogoods, cause: int, entry: int, current: int, root: int) -> int:
    """Take in the reasons of an entry, or of a contradiction; how many are current."""
    fresh = 0
    if cause < len(board.waiting):
        for index in range(_explain_line(board, nogoods, cause, entry, root)):
            fresh += _add(board, nogoods, nogoods.some[index], current, root)
    elif cause >= len(board.waiting) + ROOM:
        symmetry = (cause - len(board.waiting) - ROOM) // board.images.shape[1]
        source = (cause - len(board.waiting) - ROOM) % board.images.shape[1]
        fresh += _add(board, nogoods, source, current, root)
        if entry < 0:  # the image had to go, and was the last colour of its cell
            k, image = board.can.shape[1], board.images[symmetry, source]
            for e in range(image // k * k, image // k * k + k):
                if e != image:
                    fresh += _add(board, nogoods, e, current, root)
    else:
        g = cause - len(board.waiting)
        nogoods.used[g] = nogoods.state[CLOCK]
        for index in range(nogoods.first[g], nogoods.first[g + 1]):
            e = nogoods.entries[index]
            if board.place[e] >= 0:
                fresh += _add(board, nogoods, e, current, root)
    return fresh


@part
def _analyse(board: Board, nogoods: Nogoods, broken: int) -> None:
    """Leave in `found` the nogood of the first entry that the contradiction hangs on alone."""
    own = nogoods.state
    root, current = nogoods.mark[0], nogoods.mark[own[DEPTH] - 1]
    own[SIZE] = 1
    waiting = _expand(board, nogoods, broken, -1, current, root)
    at = board.state[TRAIL] - 1
    while True:
        while not nogoods.seen[board.trail[at]]:
            at -= 1
        entry = board.trail[at]
        nogoods.seen[entry] = False
        if waiting == 1:
            break
        waiting += _expand(board, nogoods, board.cause[entry], entry, current, root) - 1
        at -= 1
    nogoods.draft[0] = entry
    for index in range(1, own[SIZE]):
        nogoods.seen[nogoods.draft[index]] = False


@part
def learn(board: Board, nogoods: Nogoods, broken: int) -> None:
    """Learn a nogood from a contradiction, go back to where it bites, and apply it."""
    own, nogood = nogoods.state, nogoods.draft
    own[CLOCK] += 1
    _analyse(board, nogoods, broken)
    latest = 1
    for index in range(2, own[SIZE]):
        if board.place[nogood[index]] > board.place[nogood[latest]]:
            latest = index
    depth = 0
    if own[SIZE] > 1:
        nogood[1], nogood[latest] = nogood[latest], nogood[1]
        while depth < own[DEPTH] and nogoods.mark[depth] <= board.place[nogood[1]]:
            depth += 1
    if depth < own[FLOOR]:
        depth = own[FLOOR]
    g = store(nogoods)
    back(board, nogoods, depth)
    board.state[CAUSE] = len(board.waiting) + g
    fix(board, nogood[0])
    nogoods.weight[0] *= 1.05
    if nogoods.weight[0] > 1e100:
        nogoods.weight[0] = 1.0
        for cell in range(len(nogoods.activity)):
            nogoods.activity[cell] *= 1e-100
