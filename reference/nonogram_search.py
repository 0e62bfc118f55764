"""The search over a nonogram's board: probing, and backtracking on the cell that decides most.

Probing assumes each colour of a cell in turn. A colour that leads to a contradiction goes; what
follows from every colour is a fact. A colour that follows from a harmless assumption is harmless
itself, so it need not be tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.nonogram_bits import (
    LINES,
    OPEN,
    TRAIL,
    Board,
    Ints,
    assume,
    compiled,
    forbid,
    possible,
    propagate,
    undo,
)

__all__ = ["DONE", "PAUSED", "SOLVED", "Search", "make_search", "run"]

PAUSED, SOLVED, DONE = range(3)
DEPTH, NODES, CURSOR, QUIET, ROUND, RESUME = range(6)


class Search(NamedTuple):
    """Where the search is; it can stop after any probe and go on in the next call."""

    mark: Ints  # length of the trail before each decision
    cell: Ints
    colour: Ints
    score: Ints  # how much the last probe of a cell decided, 0 for not probed
    likely: Ints  # the colour of the cell that decided most
    harmless: Ints  # the round in which cell * k + colour was last seen to follow
    dead: NDArray[np.bool_]  # scratch: colours of the probed cell that fail
    hits: Ints  # scratch
    facts: Ints  # scratch
    state: Ints


def make_search(board: Board) -> Search:
    """A search at its root."""
    cells, literals = np.zeros_like(board.options), np.zeros_like(board.trail)
    return Search(
        mark=literals.copy(),
        cell=literals.copy(),
        colour=literals.copy(),
        score=cells.copy(),
        likely=cells.copy(),
        harmless=literals.copy(),
        dead=np.zeros(len(board.colours), np.bool_),
        hits=literals.copy(),
        facts=literals.copy(),
        state=np.array([0, 0, 0, 0, 1, 0], np.int64),
    )


@compiled
def _note_harmless(board: Board, search: Search, mark: int) -> None:
    """All that a harmless assumption decided is harmless."""
    k = board.can.shape[1]
    for entry in board.trail[mark : board.state[TRAIL]]:
        cell = entry // k
        if board.options[cell] == 1:
            for colour in range(k):
                if possible(board, cell, colour):
                    search.harmless[cell * k + colour] = search.state[ROUND]


@compiled
def _common(board: Board, search: Search, mark: int, known: int) -> int:
    """Keep, of the first `known` facts, those that the trail has too; -1 takes the whole trail."""
    trail, hits, facts = board.trail, search.hits, search.facts
    added: int = board.state[TRAIL] - mark
    if known < 0:
        for index in range(added):
            facts[index] = trail[mark + index]
        return added
    for entry in trail[mark : mark + added]:
        hits[entry] = 1
    kept = 0
    for entry in facts[:known]:
        if hits[entry]:
            facts[kept] = entry
            kept += 1
    for entry in trail[mark : mark + added]:
        hits[entry] = 0
    return kept


@compiled
def _probe(board: Board, search: Search, cell: int) -> bool:
    """Try each colour of the cell; False if none is left. Facts found are put on the board."""
    k, mark = board.can.shape[1], board.state[TRAIL]
    known, least, most, skipped = -1, -1, 0, False
    dead = search.dead
    dead[:] = False
    for colour in range(k):
        if not possible(board, cell, colour):
            continue
        if search.harmless[cell * k + colour] == search.state[ROUND]:
            skipped = True
            continue
        assume(board, cell, colour)
        if propagate(board):
            grown = board.state[TRAIL] - mark
            known = _common(board, search, mark, known)
            _note_harmless(board, search, mark)
            if grown > most:
                most = grown
                search.likely[cell] = colour
            least = grown if least < 0 else min(least, grown)
        else:
            dead[colour] = True
        undo(board, mark)
    search.score[cell] = most if skipped else least * most
    for colour in range(k):
        if dead[colour] and not forbid(board, cell, colour):
            return False
    if not skipped:
        for fact in search.facts[: max(known, 0)]:
            if possible(board, fact // k, fact % k) and not forbid(board, fact // k, fact % k):
                return False
    return True


@compiled
def _backtrack(board: Board, search: Search) -> bool:
    """Undo the last decision and forbid it; False when there is none."""
    state = search.state
    while state[DEPTH] > 0:
        state[DEPTH] -= 1
        depth = state[DEPTH]
        undo(board, search.mark[depth])
        if forbid(board, search.cell[depth], search.colour[depth]):
            state[QUIET] = 0
            state[ROUND] += 1
            return True
    return False


@compiled
def _decide(board: Board, search: Search) -> None:
    """Give the open cell of the highest score its likeliest colour."""
    state = search.state
    best, depth = -1, state[DEPTH]
    for cell in range(len(board.options)):
        if board.options[cell] > 1 and (best < 0 or search.score[cell] > search.score[best]):
            best = cell
    search.mark[depth] = board.state[TRAIL]
    search.cell[depth] = best
    search.colour[depth] = search.likely[best]
    state[DEPTH] += 1
    state[NODES] += 1
    state[QUIET] = 0
    state[ROUND] += 1
    assume(board, best, search.likely[best])


@compiled
def run(board: Board, search: Search, budget: int) -> int:
    """Search on for about `budget` lines; SOLVED leaves the solution on the board.

    The next call goes on behind it. DONE: there is no further solution.
    """
    state, cells = search.state, len(board.options)
    stop = board.state[LINES] + budget
    alive = state[RESUME] == 0
    state[RESUME] = 0
    while True:
        alive = alive and propagate(board)
        if not alive:
            if not _backtrack(board, search):
                return DONE
            alive = True
        elif board.state[OPEN] == 0:
            state[RESUME] = 1
            return SOLVED
        elif board.state[LINES] >= stop:
            return PAUSED
        elif state[QUIET] >= cells:
            _decide(board, search)
        else:
            cell = state[CURSOR]
            state[CURSOR] = cell + 1 if cell + 1 < cells else 0
            state[QUIET] += 1
            if board.options[cell] > 1:
                mark = board.state[TRAIL]
                alive = _probe(board, search, cell)
                if board.state[TRAIL] > mark:
                    state[QUIET] = 0
                    state[ROUND] += 1
