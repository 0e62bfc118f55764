"""The search for a nonogram's pictures: probing at the root, then decisions and learning.

Decisions up to the floor stand until all pictures under them have been seen; then the last of
them is turned round. So each picture comes once, and none has to be remembered. A search that has
no picture after a while asks a guide what to try first.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from reference.kernel.kernels import kernel, part
from reference.nonograms.board import (
    CAUSE,
    LINES,
    OPEN,
    TRAIL,
    Board,
    fix,
    forbid,
    make_board,
)
from reference.nonograms.guide import Guide
from reference.nonograms.learn import learn
from reference.nonograms.line import Clue, Known
from reference.nonograms.nogoods import (
    ASK,
    DEPTH,
    FLOOR,
    LEFT,
    NODES,
    RESTARTS,
    YIELDED,
    Nogoods,
    back,
    is_full,
    make_nogoods,
    propagate,
    shrink,
)
from reference.nonograms.probe import Probes, make_probes, probe

__all__ = ["DONE", "PATIENCE", "PAUSED", "SOLVED", "Search", "luby"]

PAUSED, SOLVED, DONE, FULL, LOST = -1, -2, -3, -4, -5
PATIENCE = 100  # contradictions before the first restart
NEVER = -1
ASKING = 1, 8, 16, 32, 64, NEVER  # restarts without a picture after which a guide is asked
FIRM = 1e20  # how much more its order counts than a contradiction, at first


@part
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
    own[NODES] += 1
    board.state[CAUSE] = -1
    forbid(board, chosen)


@part
def _remember(board: Board, probes: Probes, mark: int) -> None:
    """Note the colours of the cells decided since, for the next decision on them."""
    k = board.can.shape[1]
    for index in range(mark, board.state[TRAIL]):
        cell = board.trail[index] // k
        if board.options[cell] == 1:
            for entry in range(cell * k, cell * k + k):
                if board.place[entry] < 0:
                    probes.likely[cell] = entry


@part
def _descend(board: Board, nogoods: Nogoods, probes: Probes, stop: int) -> int:
    """Decide on until SOLVED, PAUSED, or a contradiction: the line or nogood that is broken."""
    own = nogoods.state
    while board.state[LINES] < stop:
        broken: int = propagate(board, nogoods)
        if broken >= 0:
            if own[DEPTH] > 0:
                _remember(board, probes, nogoods.mark[own[DEPTH] - 1])
            return broken
        if board.state[OPEN] == 0:
            return SOLVED
        _decide(board, nogoods, probes)
    return PAUSED


@part
def luby(index: int) -> int:
    """1 1 2 1 1 2 4 1 1 2 ...; the index from 1 (Luby, Sinclair & Zuckerman 1993).

    >>> [luby(index) for index in range(1, 11)]
    [1, 1, 2, 1, 1, 2, 4, 1, 1, 2]
    """
    size = 1
    while size < index:
        size = 2 * size + 1
    while size > index:
        size >>= 1
        if index > size:
            index -= size
            size = 1
            while size < index:
                size = 2 * size + 1
    return (size + 1) >> 1


@part
def _flip(board: Board, nogoods: Nogoods) -> bool:
    """Turn the last decision round, for as long as those before it stand; False without."""
    own = nogoods.state
    if own[DEPTH] == 0:
        return False
    depth = int(own[DEPTH]) - 1
    entry = int(board.trail[nogoods.mark[depth]])
    back(board, nogoods, depth)
    own[FLOOR] = depth
    board.state[CAUSE] = -1
    fix(board, entry)
    return True


@part
def _learn(board: Board, nogoods: Nogoods, broken: int) -> None:
    """Learn from a contradiction; after many, begin anew with what was learned."""
    own = nogoods.state
    learn(board, nogoods, broken)
    own[LEFT] -= 1
    if own[LEFT] <= 0 and own[DEPTH] > own[FLOOR]:
        own[RESTARTS] += 1
        own[LEFT] = PATIENCE * luby(int(own[RESTARTS]))
        back(board, nogoods, int(own[FLOOR]))


@kernel("line-search")
def _go_on(board: Board, nogoods: Nogoods, probes: Probes, stop: int) -> int:
    """Search until SOLVED, DONE, FULL of nogoods, LOST, or PAUSED after `stop` lines in all."""
    own = nogoods.state
    if own[YIELDED]:
        own[YIELDED] = 0
        if not _flip(board, nogoods):
            return DONE
    if own[DEPTH] == 0 and not probe(board, nogoods, probes, stop):
        return DONE
    while board.state[LINES] < stop:
        status = _descend(board, nogoods, probes, stop)
        if status == SOLVED:
            own[YIELDED] = 1
        if status < 0:
            return status
        if own[DEPTH] > own[FLOOR]:
            _learn(board, nogoods, status)
            if is_full(nogoods):
                return FULL
            if own[RESTARTS] == own[ASK]:
                own[ASK] = NEVER
                return LOST
        elif not _flip(board, nogoods):
            return DONE
    return PAUSED


class Search:
    """A search that can stop after any decision and go on in the next call.

    With `symmetries`, for the pictures that have all of them; with `known` masks of colours of each
    cell, for those that keep to them.
    """

    def __init__(
        self,
        rows: Sequence[Clue],
        columns: Sequence[Clue],
        symmetries: Sequence[Sequence[int]] = (),
        known: Known | None = None,
    ) -> None:
        self.board = make_board(rows, columns, symmetries, known)
        self.nogoods = make_nogoods(self.board)
        self.probes = make_probes(self.board)
        self.nogoods.state[LEFT] = PATIENCE
        self.nogoods.state[ASK] = ASKING[0]
        self._clues = rows, columns
        self._guide: Guide | None = None
        self._activity: NDArray[np.float64] | None = None  # as it was before a guide came

    @property
    def lines(self) -> int:
        """Lines solved so far."""
        return int(self.board.state[LINES])

    @property
    def nodes(self) -> int:
        """Decisions made so far."""
        return int(self.nogoods.state[NODES])

    def go_on(self, budget: int) -> int:
        """Search for about `budget` lines; SOLVED leaves a picture on the board.

        The next call goes on from there; DONE says that there is no further picture, PAUSED that
        there may be.
        """
        if self._guide is not None:
            if self._guide.go_on(budget):
                self._follow(self._guide)
                self._guide = None
            return PAUSED
        stop = self.lines + budget
        while (status := _go_on(self.board, self.nogoods, self.probes, stop)) == FULL:
            shrink(self.board, self.nogoods)
        if status == SOLVED:
            self._dismiss()
        elif status == LOST:
            care = ASKING.index(int(self.nogoods.state[RESTARTS]))
            self.nogoods.state[ASK] = ASKING[care + 1]
            self._guide = Guide(*self._clues, self.board, care)
            return PAUSED
        return status

    def _follow(self, guide: Guide) -> None:
        """Let the guide's order come first, until contradictions weigh more."""
        if self._activity is None:
            self._activity = self.nogoods.activity.copy()
        open_cells = self.board.options > 1
        self.probes.likely[open_cells] = guide.likely[open_cells]
        self.nogoods.activity[:] = guide.order * FIRM
        self.nogoods.weight[0] = 1.0

    def _dismiss(self) -> None:
        """With the first picture: from now on, what contradictions hang on comes first."""
        self.nogoods.state[ASK] = NEVER
        if self._activity is not None:
            self.nogoods.activity[:], self._activity = self._activity, None
            self.nogoods.weight[0] = 1.0
