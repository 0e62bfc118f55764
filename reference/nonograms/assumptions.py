"""Is there a picture under these assumptions? A search that learns, asked again and again.

What it learns from contradictions holds whatever is assumed, so each question helps the next.
"""

from __future__ import annotations

import time
from collections.abc import Sequence

from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel
from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.board import (
    CAUSE,
    LINES,
    TRAIL,
    Board,
    Ints,
    fix,
    forbid,
    make_board,
)
from reference.nonograms.learn import learn
from reference.nonograms.line import Clue, Known
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
from reference.nonograms.probe import make_probes, probe
from reference.nonograms.search import PATIENCE, PAUSED, SOLVED, luby

__all__ = ["Assumptions"]

BUDGET = 200  # lines solved between two looks at the clock, at first

_probe, _learn, _back = (kernel("nonogram counts")(each) for each in (probe, learn, back))


@kernel("nonogram counts")
def _seek(board: Board, nogoods: Nogoods, likely: Ints, cells: Ints, stop: int) -> int:
    """Decide on these cells until SOLVED, PAUSED, or a contradiction: what is broken."""
    own, k = nogoods.state, board.can.shape[1]
    while board.state[LINES] < stop:
        broken: int = propagate(board, nogoods)
        if broken >= 0:
            return broken
        best = -1
        for cell in cells:
            if board.options[cell] > 1 and (
                best < 0 or nogoods.activity[cell] > nogoods.activity[best]
            ):
                best = cell
        if best < 0:
            return SOLVED
        chosen = -1
        for entry in range(best * k, best * k + k):
            if board.place[entry] < 0 and (chosen < 0 or chosen == likely[best]):
                chosen = entry
        nogoods.mark[own[DEPTH]] = board.state[TRAIL]
        own[DEPTH] += 1
        own[NODES] += 1
        board.state[CAUSE] = -1
        forbid(board, chosen)
    return PAUSED


@kernel("nonogram counts")
def _note(board: Board, likely: Ints, cells: Ints) -> None:
    """Keep the colours of a solution, for the next decisions on its cells."""
    k = board.can.shape[1]
    for cell in cells:
        for entry in range(cell * k, cell * k + k):
            if board.place[entry] < 0:
                likely[cell] = entry


@kernel("nonogram counts")
def _assume(board: Board, nogoods: Nogoods, entry: int) -> bool:
    own = nogoods.state
    nogoods.mark[own[DEPTH]] = board.state[TRAIL]
    own[DEPTH] += 1
    own[FLOOR] = own[DEPTH]
    board.state[CAUSE] = -1
    fix(board, entry)
    return bool(propagate(board, nogoods) < 0)


class Assumptions:
    """A board on which colours of cells are assumed, each on top of the others.

    Attributes
    ----------
    likely : array
        Of each cell, cell * k + colour: the colour that it had in the last solution seen.
    """

    def __init__(
        self, rows: Sequence[Clue], columns: Sequence[Clue], known: Known | None = None
    ) -> None:
        self.board = make_board(rows, columns, known=known)
        self.nogoods = make_nogoods(self.board)
        self._probes = make_probes(self.board)
        self.likely = self._probes.likely
        self._budget = BUDGET

    @property
    def place(self) -> Ints:
        """Where each cell * k + colour was removed; below 0 if it is possible."""
        return self.board.place

    def settle(self, should_stop: ShouldStop) -> bool:
        """Solve lines and probe, before anything is assumed; False for a contradiction."""
        state = self.board.state
        while True:
            if should_stop():
                raise Stopped
            began, stop = time.perf_counter(), int(state[LINES]) + self._budget
            if not _probe(self.board, self.nogoods, self._probes, stop):
                return False
            if state[LINES] < stop:
                return True
            self._budget = adapt(self._budget, began, BUDGET)

    def assume(self, entry: int) -> bool:
        """Give a cell a colour; False if that contradicts what is known."""
        return bool(_assume(self.board, self.nogoods, entry))

    def retract(self) -> None:
        """Take back the last assumption, and all that followed."""
        own = self.nogoods.state
        _back(self.board, self.nogoods, int(own[FLOOR]) - 1)
        own[FLOOR] -= 1

    def retract_all(self) -> None:
        """Take back all assumptions."""
        while self.nogoods.state[FLOOR]:
            self.retract()

    def has_solution(self, cells: Ints, should_stop: ShouldStop) -> bool:
        """Whether these cells can be decided; their colours are then left in `likely`."""
        own, patience, restarts = self.nogoods.state, PATIENCE, 0
        while True:
            began, stop = time.perf_counter(), int(self.board.state[LINES]) + self._budget
            status = _seek(self.board, self.nogoods, self.likely, cells, stop)
            if status == SOLVED:
                _note(self.board, self.likely, cells)
            if status == SOLVED or (status >= 0 and own[DEPTH] == own[FLOOR]):
                if own[DEPTH] > own[FLOOR]:
                    _back(self.board, self.nogoods, int(own[FLOOR]))
                return bool(status == SOLVED)
            if should_stop():
                raise Stopped
            if status == PAUSED:
                self._budget = adapt(self._budget, began, BUDGET)
                continue
            if is_full(self.nogoods):
                shrink(self.board, self.nogoods)
            _learn(self.board, self.nogoods, status)
            patience -= 1
            if patience <= 0 and own[DEPTH] > own[FLOOR]:
                restarts += 1
                patience = PATIENCE * luby(restarts)
                _back(self.board, self.nogoods, int(own[FLOOR]))
