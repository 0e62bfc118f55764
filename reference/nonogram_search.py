"""The search for a nonogram's pictures: probing at the root, then decisions and learning.

Decisions up to the floor stand until all pictures under them have been seen; then the last of
them is turned round. So each picture comes once, and none has to be remembered.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reference.nonogram_board import CAUSE, LINES, OPEN, TRAIL, Board, Ints, compiled, fix, forbid
from reference.nonogram_learn import learn
from reference.nonogram_nogoods import (
    DEPTH,
    FLOOR,
    Nogoods,
    back,
    is_full,
    make_nogoods,
    propagate,
    shrink,
)
from reference.nonogram_probe import QUIET, Probes, make_probes, probe_next

__all__ = ["DONE", "PAUSED", "SOLVED", "Search", "go_on", "make_search"]

PAUSED, SOLVED, DONE, FULL = range(4)
NODES, RESUME, CONFLICTS, RESTARTS, NEXT = range(5)
PATIENCE = 100  # contradictions before the first restart


class Search(NamedTuple):
    """All that a search knows; it can stop after any decision and go on in the next call."""

    board: Board
    nogoods: Nogoods
    probes: Probes
    state: Ints


def make_search(board: Board) -> Search:
    """A search at its root."""
    state = np.array([0, 0, 0, 0, PATIENCE], np.int64)
    return Search(board, make_nogoods(board), make_probes(board), state)


def go_on(search: Search, budget: int) -> int:
    """Search for about `budget` lines; SOLVED leaves a picture on the board, DONE: no further one.

    The next call goes on from there; PAUSED says that there is more to do.
    """
    status: int = _run(*search, budget)
    if status == FULL:
        shrink(search.board, search.nogoods)
        return PAUSED
    return status


@compiled
def _flip(board: Board, nogoods: Nogoods) -> None:
    """Turn the last decision round, for as long as the decisions before it stand."""
    own = nogoods.state
    entry = board.trail[nogoods.mark[own[DEPTH] - 1]]
    back(board, nogoods, own[DEPTH] - 1)
    own[FLOOR] = own[DEPTH]
    board.state[CAUSE] = -1
    fix(board, entry)


@compiled
def _decide(board: Board, nogoods: Nogoods, probes: Probes) -> None:
    """Remove an unlikely colour from the open cell on which contradictions hang most."""
    own, k, activity = nogoods.state, board.can.shape[1], nogoods.activity
    best = -1
    for cell in range(len(board.options)):
        if board.options[cell] > 1 and (best < 0 or activity[cell] > activity[best]):
            best = cell
    chosen = -1
    for entry in range(best * k, best * k + k):
        if board.place[entry] < 0 and (chosen < 0 or chosen == probes.likely[best]):
            chosen = entry
    nogoods.mark[own[DEPTH]] = board.state[TRAIL]
    own[DEPTH] += 1
    board.state[CAUSE] = -1
    forbid(board, chosen)


@compiled
def _remember(board: Board, probes: Probes, mark: int) -> None:
    """Note the colours of the cells decided since, for the next decision on them."""
    k = board.can.shape[1]
    for index in range(mark, board.state[TRAIL]):
        cell = board.trail[index] // k
        if board.options[cell] == 1:
            for entry in range(cell * k, cell * k + k):
                if board.place[entry] < 0:
                    probes.likely[cell] = entry


@compiled
def _luby(index: int) -> int:
    """1 1 2 1 1 2 4 1 1 2 ...; the index from 1 (Luby, Sinclair & Zuckerman 1993)."""
    while True:
        size = 1
        while size - 1 < index:
            size *= 2
        if size - 1 == index:
            return size // 2
        index -= size // 2 - 1


@compiled
def _recover(board: Board, nogoods: Nogoods, probes: Probes, broken: int) -> bool:
    """Get out of a contradiction; False if it does not hang on any decision."""
    own = nogoods.state
    if own[DEPTH] == 0:
        return False
    _remember(board, probes, nogoods.mark[own[DEPTH] - 1])
    if own[DEPTH] == own[FLOOR]:
        _flip(board, nogoods)
    else:
        learn(board, nogoods, broken)
    return True


@compiled
def _run(board: Board, nogoods: Nogoods, probes: Probes, state: Ints, budget: int) -> int:
    own, cells = nogoods.state, len(board.options)
    stop = board.state[LINES] + budget
    if state[RESUME]:  # behind a picture
        state[RESUME] = 0
        if own[DEPTH] == 0:
            return DONE
        _flip(board, nogoods)
    while board.state[LINES] < stop:
        if is_full(nogoods):
            return FULL
        broken = propagate(board, nogoods)
        if broken >= 0:
            state[CONFLICTS] += 1
            if not _recover(board, nogoods, probes, broken):
                return DONE
        elif board.state[OPEN] == 0:
            state[RESUME] = 1
            return SOLVED
        elif own[DEPTH] == 0 and probes.state[QUIET] < cells:
            if not probe_next(board, nogoods, probes):
                return DONE
        elif state[CONFLICTS] >= state[NEXT] and own[DEPTH] > own[FLOOR]:
            state[RESTARTS] += 1
            state[NEXT] = state[CONFLICTS] + PATIENCE * _luby(state[RESTARTS])
            back(board, nogoods, own[FLOOR])
        else:
            state[NODES] += 1
            _decide(board, nogoods, probes)
    return PAUSED
