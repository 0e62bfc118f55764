"""The search for a nonogram's pictures: probing at the root, then decisions and learning.

Decisions up to the floor stand until all pictures under them have been seen; then the last of
them is turned round. So each picture comes once, and none has to be remembered.
"""

from __future__ import annotations

from collections.abc import Sequence

from reference.nonograms.board import (
    CAUSE,
    LINES,
    OPEN,
    TRAIL,
    Board,
    compiled,
    fix,
    forbid,
    make_board,
)
from reference.nonograms.learn import learn
from reference.nonograms.line import Clue
from reference.nonograms.nogoods import (
    DEPTH,
    FLOOR,
    NODES,
    Nogoods,
    back,
    is_full,
    make_nogoods,
    propagate,
    shrink,
)
from reference.nonograms.probe import Probes, make_probes, probe

__all__ = ["DONE", "PATIENCE", "PAUSED", "SOLVED", "Search", "luby"]

PAUSED, SOLVED, DONE = -1, -2, -3
PATIENCE = 100  # contradictions before the first restart


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
    own[NODES] += 1
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


def luby(index: int) -> int:
    """1 1 2 1 1 2 4 1 1 2 ...; the index from 1 (Luby, Sinclair & Zuckerman 1993)."""
    while (index + 1) & index:
        index -= (1 << (index.bit_length() - 1)) - 1
    return (index + 1) >> 1


class Search:
    """A search that can stop after any decision and go on in the next call.

    With `symmetries`, for the pictures that have all of them.
    """

    def __init__(
        self,
        rows: Sequence[Clue],
        columns: Sequence[Clue],
        symmetries: Sequence[Sequence[int]] = (),
    ) -> None:
        self.board = make_board(rows, columns, symmetries)
        self.nogoods = make_nogoods(self.board)
        self.probes = make_probes(self.board)
        self._solved = False
        self._restarts = 0
        self._patience = PATIENCE

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
        stop = self.lines + budget
        if self._solved:
            self._solved = False
            if not self._flip():
                return DONE
        if self.nogoods.state[DEPTH] == 0 and not probe(
            self.board, self.nogoods, self.probes, stop
        ):
            return DONE
        while self.lines < stop:
            status: int = _descend(self.board, self.nogoods, self.probes, stop)
            if status == SOLVED:
                self._solved = True
                return SOLVED
            if status != PAUSED and not self._recover(status):
                return DONE
        return PAUSED

    def _flip(self) -> bool:
        """Turn the last decision round, for as long as those before it stand; False without."""
        own = self.nogoods.state
        if own[DEPTH] == 0:
            return False
        entry = self.board.trail[self.nogoods.mark[own[DEPTH] - 1]]
        back(self.board, self.nogoods, own[DEPTH] - 1)
        own[FLOOR] = own[DEPTH]
        self.board.state[CAUSE] = -1
        fix(self.board, entry)
        return True

    def _recover(self, broken: int) -> bool:
        """Get out of a contradiction; False if it does not hang on any decision."""
        own = self.nogoods.state
        if own[DEPTH] == own[FLOOR]:
            return self._flip()
        if is_full(self.nogoods):
            shrink(self.board, self.nogoods)
        learn(self.board, self.nogoods, broken)
        self._patience -= 1
        if self._patience <= 0 and own[DEPTH] > own[FLOOR]:
            self._restarts += 1
            self._patience = PATIENCE * luby(self._restarts)
            back(self.board, self.nogoods, own[FLOOR])
        return True
