"""Lower bounds for sliding puzzles, made ready for the compiled search.

"manhattan" and "linear-conflict" (Hansson, Mayer and Yung, 1992) work on every board,
"walking-distance" up to 4 x 4, 3 x 5, 2 x 6 and a line. The sizes of groups of tiles name a bound
by pattern databases, see `reference.sliding.patterns`: "6-6-3" on 4 x 4.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.polling import ShouldStop
from reference.sliding import patterns
from reference.sliding.boards import manhattan_table, move_table, rename
from reference.sliding.idastar_kernel import CONFLICT, MANHATTAN, WALK, Tables, line_conflicts
from reference.sliding.pattern_database import Progress
from reference.sliding.patterns import PatternStart
from reference.sliding.walking_distance import lines_of, walk_table

__all__ = ["HEURISTICS", "Start", "lower_bound", "prepare"]

HEURISTICS = ("manhattan", "linear-conflict", "walking-distance")
"""Those that look up no table that takes a while to build."""


class Start(NamedTuple):
    """A renamed board with the tables for it and the values at the start, one a summand."""

    board: npt.NDArray[np.int16]
    home: int
    columns: int
    tables: Tables
    state: npt.NDArray[np.int64]
    value: npt.NDArray[np.int64]

    @property
    def bound(self) -> int:
        """A number of moves that no path falls short of."""
        return int(self.value.sum())


def lower_bound(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    heuristic: str = "linear-conflict",
) -> int:
    """Return a number of moves that no path from board to goal falls short of.

    >>> lower_bound((2, 1, 3, 4, 5, 6, 7, 8, 0), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
    4
    """
    start = prepare(board, rows, columns, goal, heuristic)
    assert start is not None
    return start.bound


def prepare(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    heuristic: str,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Start | PatternStart | None:
    """Return the start of a search; None if stopped while a database was built.

    ValueError: no such heuristic, or not for boards of this size.
    """
    renamed, home = rename(board, goal, rows, columns)
    if patterns.sizes_of(heuristic):
        return patterns.start(renamed, home, rows, columns, heuristic, progress, should_stop)
    if heuristic not in HEURISTICS:
        names = ", ".join(HEURISTICS)
        raise ValueError(f"heuristic: expected one of {names}, or 6-6-3, got {heuristic!r}")
    far = manhattan_table(rows, columns, home)
    tables = Tables(
        MANHATTAN, move_table(rows, columns), far, np.zeros(0, np.uint8),
        np.zeros((0, 2, 0), np.int32),
    )  # fmt: skip
    value = np.array([far[renamed, np.arange(len(renamed))].sum()], np.int64)
    if heuristic == "walking-distance":
        return _prepare_walk(renamed, home, rows, columns, tables, should_stop)
    if heuristic == "linear-conflict":
        tables = tables._replace(kind=CONFLICT)
        runs = np.zeros(len(renamed), np.int64)
        lines = [(row * columns, 1, columns) for row in range(rows)]
        lines += [(column, columns, rows) for column in range(columns) if columns > 1]
        value += 2 * sum(line_conflicts(renamed, *line, home, runs) for line in lines)
    return Start(renamed, home, columns, tables, np.zeros(1, np.int64), value)


def _prepare_walk(
    board: npt.NDArray[np.int16],
    home: int,
    rows: int,
    columns: int,
    tables: Tables,
    should_stop: ShouldStop | None,
) -> Start | None:
    across = walk_table(columns, rows, home % columns, should_stop)
    down = across and walk_table(rows, columns, home // columns, should_stop)
    if across is None or down is None:
        return None
    first, second = len(across.moves), len(down.moves)
    ahead = np.full((first + second, 2, max(rows, columns)), -1, np.int32)
    ahead[:first, :, :columns] = across.ahead
    ahead[first:, :, :rows] = down.ahead + first
    bounds = np.concatenate([across.moves, down.moves])
    # A matrix that is not listed belongs to a board that cannot be solved: it bounds nothing.
    sides = [across.ids.get(lines_of(board, home, columns, True), 0)]
    sides += [first + down.ids.get(lines_of(board, home, columns, False), 0)]
    state = np.array(sides, np.int64)
    value = bounds[state].astype(np.int64)
    tables = tables._replace(kind=WALK, bounds=bounds, ahead=ahead)
    return Start(board, home, columns, tables, state, value)
