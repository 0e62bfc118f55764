"""IDA* for sliding puzzles: one shortest path, all of them, or their number.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985. A bound on
the length grows by the least excess seen; each round searches depth first and never undoes the
move just made. A path visits no board twice if it is shortest, so the last round meets every
shortest path exactly once.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import numpy as np

from reference.heuristics import HEURISTICS, Prepared, lower_bound, prepare
from reference.idastar_kernel import (
    EXHAUSTED,
    FOUND,
    MORE,
    NEXT,
    NODES,
    PATHS,
    descend,
    new_control,
)
from reference.pattern_database import Progress
from reference.permutation import solvable
from reference.sliding import Count, Result, ShouldStop, spell

__all__ = ["HEURISTICS", "all_shortest", "count_shortest", "lower_bound", "shortest"]

_BUDGET = 1 << 20  # steps a call: some 0.05 s
_NEVER = int(np.iinfo(np.int64).max)


def shortest(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    heuristic: str = "linear-conflict",
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Result:
    """Return a shortest path; `progress` is told how far a database is that must be built first.

    >>> shortest((2, 3, 4, 1, 5, 0, 7, 6, 8), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0)).path
    'ldruullddrurdllurrd'
    """
    search = _Search(board, rows, columns, goal, heuristic, progress, should_stop)
    path = next(search.run(collect=True), None)
    length = None if path is None else len(path)
    return Result(path, length, search.nodes, search.complete or path is not None)


def count_shortest(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    heuristic: str = "linear-conflict",
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Count:
    """Return how many shortest paths there are, 0 if none; not complete if it was stopped.

    >>> count_shortest((8, 6, 7, 2, 5, 4, 3, 0, 1), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))[:2]
    (40, 31)
    """
    search = _Search(board, rows, columns, goal, heuristic, progress, should_stop)
    for _ in search.run(collect=False):
        pass
    return Count(search.number, search.length, search.nodes, search.complete)


def all_shortest(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    heuristic: str = "linear-conflict",
    *,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Generator[str, None, Count]:
    """Yield every shortest path as it is found; the generator's return value is the Count.

    >>> sorted(all_shortest((0, 3, 2, 1), 2, 2, (1, 2, 3, 0)))
    ['druldr', 'rdlurd']
    """
    search = _Search(board, rows, columns, goal, heuristic, progress, should_stop)
    yield from search.run(collect=True)
    return Count(search.number, search.length, search.nodes, search.complete)


class _Search:
    """One search, and what it has seen so far."""

    def __init__(
        self,
        board: Sequence[int],
        rows: int,
        columns: int,
        goal: Sequence[int],
        heuristic: str,
        progress: Progress | None,
        should_stop: ShouldStop | None,
    ) -> None:
        self.number, self.nodes, self.complete = 0, 0, False
        self.length: int | None = None
        self._should_stop = should_stop
        self._start: Prepared | None = None
        if not solvable(board, goal, rows, columns):
            self.complete = True
        else:
            self._start = prepare(board, rows, columns, goal, heuristic, progress, should_stop)

    def run(self, collect: bool) -> Iterator[str]:
        """Search to the end, yielding each shortest path if `collect`."""
        if self._start is None:
            return
        bound = self._start.bound
        if bound == 0:
            self.number, self.nodes, self.length, self.complete = 1, 1, 0, True
            if collect:
                yield ""
            return
        while not self.number and bound != _NEVER:
            following = yield from self._round(self._start, bound, collect)
            if following is None:
                return
            bound = following
        self.complete = True

    def _round(
        self, start: Prepared, bound: int, collect: bool
    ) -> Generator[str, None, int | None]:
        """Search to the depth `bound`; return the next bound, None if stopped."""
        board, state, value = start.board.copy(), start.state.copy(), start.value.copy()
        stack = np.zeros((bound + 2, 8), np.int64)
        blank = int(np.flatnonzero(board == start.home)[0])
        control = new_control(blank, value, start.sums)
        before, status = self.nodes, MORE
        while status != EXHAUSTED:
            if self._should_stop is not None and self._should_stop():
                return None
            status = descend(
                start.tables, board, start.home, start.columns, bound, collect, _BUDGET,
                control, state, value, stack,
            )  # fmt: skip
            self.nodes = before + int(control[NODES])
            if control[PATHS]:
                self.number, self.length = int(control[PATHS]), bound
            if status == FOUND:
                yield spell(stack[1 : bound + 1, 1])
        return int(control[NEXT])
