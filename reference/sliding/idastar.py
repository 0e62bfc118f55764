"""IDA* for sliding puzzles: one shortest path, all of them, or their number.

R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985. A bound on
the length grows by the least excess seen; each round searches depth first and never undoes the
move just made. A path visits no board twice if it is shortest, so the last round meets every
shortest path exactly once.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapt
from reference.kernel.polling import ShouldStop
from reference.sliding import idastar_kernel, pattern_kernel
from reference.sliding.boards import Count, Result, spell
from reference.sliding.heuristics import HEURISTICS, Start, lower_bound, prepare
from reference.sliding.idastar_kernel import (
    EXHAUSTED,
    MORE,
    NEXT,
    NODES,
    PATH,
    PATHS,
    STEP,
    new_control,
)
from reference.sliding.pattern_database import Progress
from reference.sliding.patterns import PatternStart, price, refuses, sizes_of
from reference.sliding.permutation import solvable

__all__ = ["HEURISTICS", "Search", "lower_bound"]

_BUDGET = 1 << 10  # steps of the first call
_NEVER = int(np.iinfo(np.int64).max)


class Search:
    """IDA* from `board` to `goal`; `progress` is called while a database is built.

    >>> search = Search((8, 6, 7, 2, 5, 4, 3, 0, 1), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
    >>> search.shortest().length, search.count_shortest().number
    (31, 40)
    """

    def __init__(
        self,
        board: Sequence[int],
        rows: int,
        columns: int,
        goal: Sequence[int],
        heuristic: str = "linear-conflict",
        *,
        progress: Progress | None = None,
        should_stop: ShouldStop | None = None,
    ) -> None:
        self._should_stop, self._budget = should_stop, _BUDGET
        self._number, self._nodes = 0, 0
        self._solvable = solvable(board, goal, rows, columns)
        self._start: Start | PatternStart | None = None  # still None when it was stopped
        if sizes_of(heuristic) and (reason := refuses(rows, columns, heuristic)) is not None:
            raise ValueError(reason)
        if (
            self._solvable
            and sizes_of(heuristic)
            and not price(rows, columns, goal, heuristic).there
        ):
            # A round with a bound that needs no table may settle it.
            start = prepare(board, rows, columns, goal, "linear-conflict", None, should_stop)
            if start is not None and self._settles(start):
                self._start = start
        if self._solvable and self._start is None:
            self._start = prepare(board, rows, columns, goal, heuristic, progress, should_stop)

    def _settles(self, start: Start | PatternStart) -> bool:
        """Say if there is a path as short as the bound."""
        for _ in self._round(start, start.bound, collect=False) if start.bound else ():
            pass
        return start.bound == 0 or self._number > 0

    @property
    def nodes(self) -> int:
        """Boards made since it was last asked."""
        return self._nodes

    def shortest(self) -> Result:
        """Return a shortest path.

        >>> Search((2, 3, 4, 1, 5, 0, 7, 6, 8), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0)).shortest().path
        'ldruullddrurdllurrd'
        """
        path = next(self._run(collect=True), None)
        length = None if path is None else len(path)
        return Result(path, length, self._nodes, self._complete or path is not None)

    def count_shortest(self) -> Count:
        """Return how many shortest paths there are, 0 if none; not complete if it was stopped."""
        for _ in self._run(collect=False):
            pass
        return Count(self._number, self._length, self._nodes, self._complete)

    def all_shortest(self) -> Generator[str, None, Count]:
        """Yield every shortest path as it is found; the generator's return value is the Count.

        >>> sorted(Search((0, 3, 2, 1), 2, 2, (1, 2, 3, 0)).all_shortest())
        ['druldr', 'rdlurd']
        """
        yield from self._run(collect=True)
        return Count(self._number, self._length, self._nodes, self._complete)

    def rounds(self, least: int = 0) -> Iterator[Result]:
        """Yield after each round what is known: no path is shorter than `length`, `path` has it.

        The rounds begin at `least` moves, and end with a path, or when it is stopped.

        >>> search = Search((4, 1, 3, 7, 2, 6, 0, 5, 8), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
        >>> [(r.length, r.path) for r in search.rounds()][-1]
        (6, 'uurddr')
        """
        self._number, self._nodes = 0, 0
        bound = max(least, self._start.bound) if self._start is not None else _NEVER
        while bound != _NEVER and self._start is not None:
            search, path = self._round(self._start, bound, collect=True), None
            try:
                path = next(search)
            except StopIteration as end:
                if end.value is None:
                    return
                bound = int(end.value)
            yield Result(path, bound, self._nodes, path is not None)
            if path is not None:
                return

    def _run(self, collect: bool) -> Iterator[str]:
        """Search to the end, yielding each shortest path if `collect`."""
        self._number, self._nodes, self._complete = 0, 0, not self._solvable
        self._length: int | None = None
        if self._start is None:
            return
        bound = self._start.bound
        if bound == 0:
            self._number, self._nodes, self._length, self._complete = 1, 1, 0, True
            if collect:
                yield ""
            return
        while not self._number and bound != _NEVER:
            following = yield from self._round(self._start, bound, collect)
            if following is None:
                return
            bound = following
        self._complete = True

    def _round(
        self, start: Start | PatternStart, bound: int, collect: bool
    ) -> Generator[str, None, int | None]:
        """Search to the depth `bound`; return the next bound, None if stopped."""
        control = new_control(int(np.flatnonzero(start.board == start.home)[0]), start.bound)
        descend, stack = _descent(start, bound, collect, control)
        before, status = self._nodes, MORE
        while status != EXHAUSTED:
            if self._should_stop is not None and self._should_stop():
                return None
            began = time.perf_counter()
            status = descend(self._budget)
            if status != PATH:  # a call that a path cut short tells nothing
                self._budget = adapt(self._budget, began)
            self._nodes = before + int(control[NODES])
            if control[PATHS]:
                self._number, self._length = int(control[PATHS]), bound
            if status == PATH:
                yield spell(stack[1 : bound + 1, STEP])
        return int(control[NEXT])


def _descent(
    start: Start | PatternStart, bound: int, collect: bool, control: npt.NDArray[np.int64]
) -> tuple[Callable[[int], int], npt.NDArray[np.int64]]:
    """Return a round of the search, to be called with budgets, and its stack."""
    board, value = start.board.copy(), start.value.copy()
    if isinstance(start, PatternStart):
        stack, place = start.stack(bound), start.place.copy()
        return lambda budget: pattern_kernel.descend(
            start.tables, board, start.home, bound, collect, budget, control, place, value, stack
        ), stack
    stack, state = np.zeros((bound + 2, 5), np.int64), start.state.copy()
    runs = np.empty(len(board), np.int64)
    return lambda budget: idastar_kernel.descend(
        start.tables, board, start.home, start.columns, bound, collect, budget, control, state,
        value, stack, runs,
    ), stack  # fmt: skip
