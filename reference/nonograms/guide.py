"""Which picture of a nonogram to try first: beliefs about its cells, made up step by step.

First the lines tell for some rounds, and the search tries what they believe. Where that does not
help, the surest cells are assumed to be what they are believed to be, a few at a time, and the
lines tell again: decimation (Mezard, Parisi and Zecchina 2002 for satisfiability; Montanari,
Ricci-Tersenghi and Semerjian 2007). The picture at the end is right nearly everywhere, and the
order in which its cells were assumed leads the search to it. Faase, a puzzle of 95 x 80 of which
the search alone saw no picture in minutes, takes some seconds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from reference.nonograms.beliefs import FALSE, believe, make_beliefs, send
from reference.nonograms.board import LINES, Board
from reference.nonograms.line import Clue

__all__ = ["Guide"]

ROUNDS = 10  # of all lines, for the first beliefs
BEFORE = 40  # rounds before the first cell is assumed; then one after each time
SHARE = 0.005  # of the cells left, assumed at a time
PRICE = 20  # lines solved in the time that one takes to tell


class Guide:
    """Work out, in slices, the likely colour of each cell and the order to decide them in.

    `likely[cell]` is the entry of the colour, `order[cell]` the larger, the earlier. With care 0,
    no cell is assumed; with more, there are so many times the rounds before and between.
    """

    def __init__(
        self, rows: Sequence[Clue], columns: Sequence[Clue], board: Board, care: int
    ) -> None:
        self._board = board
        self._beliefs = make_beliefs(rows, columns, board)
        self._rounds = self._assume(care) if care else iter(range(ROUNDS))
        self._at = self._lines = len(rows) + len(columns)
        self.likely = np.zeros(len(board.options), np.int64)
        self.order = np.zeros(len(board.options))

    def go_on(self, budget: int) -> bool:
        """Work for as long as solving `budget` lines takes; True when done."""
        stop = self._board.state[LINES] + budget
        while self._board.state[LINES] < stop:
            if self._at == self._lines:
                if next(self._rounds, None) is None:
                    self._conclude()
                    return True
                self._at = 0
            most = 1 + int(stop - self._board.state[LINES]) // PRICE
            end = min(self._at + most, self._lines)
            send(self._beliefs, self._at, end)
            self._board.state[LINES] += (end - self._at) * PRICE
            self._at = end
        return False

    def _assume(self, care: int) -> Iterator[int]:
        """Assume cell after cell, with rounds in between."""
        yield from range(care * BEFORE)
        free = self._beliefs.open
        while left := int(free.sum()):
            shares = believe(self._beliefs)
            sure = np.where(free, shares.max(axis=1), 0.0)
            number = max(1, int(left * SHARE))
            chosen = free & (sure >= np.partition(sure, -number)[-number])
            self._fix(chosen, shares.argmax(axis=1))
            self.order[chosen] = left
            free[chosen] = False
            yield from range(care)

    def _fix(self, chosen: NDArray[np.bool_], best: NDArray[np.int64]) -> None:
        """Let other colours of the cells than the best count for next to nothing."""
        weight = self._beliefs.weight.reshape(len(chosen), -1)
        other = np.arange(weight.shape[1]) != best[:, np.newaxis]
        weight[other & chosen[:, np.newaxis]] *= FALSE

    def _conclude(self) -> None:
        shares = believe(self._beliefs)
        self.likely[:] = np.arange(len(shares)) * shares.shape[1] + shares.argmax(axis=1)
        if not self.order.any():
            self.order[:] = -np.log(np.maximum(1 - shares.max(axis=1), FALSE))
