"""Lower bounds for sliding puzzles, made ready for the compiled search.

"manhattan" and "linear-conflict" (Hansson, Mayer and Yung, 1992) work on every board,
"walking-distance" up to 4 x 4, 3 x 5, 2 x 6 and a line, "6-6-3" and "7-8" on 4 x 4, "4-4" on 3 x 3,
for any goal.

A square board is first turned and mirrored until the goal's blank lies on one of few cells
(`_GROUPS`), so that a handful of databases serves all goals. If the blank's place is on the
diagonal, the board mirrored in it is looked up as well, and the better bound counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.polling import ShouldStop
from reference.sliding import pattern_database, table_cache
from reference.sliding.boards import manhattan_table, move_table, rename
from reference.sliding.idastar_kernel import (
    CONFLICT,
    MANHATTAN,
    PATTERN,
    WALK,
    Tables,
    line_conflicts,
)
from reference.sliding.pattern_database import Progress
from reference.sliding.permutation import rank
from reference.sliding.walking_distance import lines_of, walk_table

__all__ = ["DATABASES", "HEURISTICS", "Prepared", "lower_bound", "prepare"]

Groups = tuple[tuple[int, ...], ...]

HEURISTICS = ("manhattan", "linear-conflict", "walking-distance", "6-6-3", "7-8", "4-4")

# By heuristic: the side of the board, and the groups for each place of the goal's blank.
_GROUPS: dict[str, tuple[int, dict[int, Groups]]] = {
    "4-4": (
        3,
        {
            0: ((1, 2, 4, 5), (3, 6, 7, 8)),
            1: ((0, 3, 4, 6), (2, 5, 7, 8)),
            4: ((0, 1, 2, 3), (5, 6, 7, 8)),
        },
    ),
    "6-6-3": (
        4,
        {
            0: ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
            1: ((0, 2, 3), (4, 5, 8, 9, 12, 13), (6, 7, 10, 11, 14, 15)),
            5: ((0, 1, 4), (2, 3, 6, 7, 10, 11), (8, 9, 12, 13, 14, 15)),
        },
    ),
    "7-8": (
        4,
        {
            home: (tuple(c for c in range(8) if c != home), tuple(range(8, 16)))
            for home in (0, 1, 5)
        },
    ),
}

DATABASES = {heuristic: side for heuristic, (side, _) in _GROUPS.items()}
"""Those that look up a table which takes a while to build, with the side of their boards."""

_KEPT: dict[tuple[str, int], npt.NDArray[np.uint8]] = {}


class Prepared(NamedTuple):
    """A renamed board with the tables for it and the values at the start, one a summand.

    With `sums` = 2 the second half of the values is the mirrored board's.
    """

    board: npt.NDArray[np.int16]
    home: int
    columns: int
    tables: Tables
    state: npt.NDArray[np.int64]
    value: npt.NDArray[np.int32]
    sums: int

    @property
    def bound(self) -> int:
        return int(self.value.reshape(self.sums, -1).sum(axis=1).max())


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
    prepared = prepare(board, rows, columns, goal, heuristic)
    assert prepared is not None
    return prepared.bound


def prepare(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    heuristic: str,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> Prepared | None:
    """Return the start of a search; None if stopped while a database was built.

    ValueError: no such heuristic, or not for boards of this size.
    """
    renamed, home = rename(board, goal, rows, columns)
    if heuristic not in HEURISTICS:
        raise ValueError(f"heuristic: expected one of {', '.join(HEURISTICS)}, got {heuristic!r}")
    if heuristic in _GROUPS:
        return _prepare_patterns(renamed, home, rows, columns, heuristic, progress, should_stop)
    far = manhattan_table(rows, columns, home)
    tables = _tables(moves=move_table(rows, columns), far=far)
    value = np.array([far[renamed, np.arange(len(renamed))].sum()], np.int32)
    if heuristic == "walking-distance":
        return _prepare_walk(renamed, home, rows, columns, tables, should_stop)
    if heuristic == "linear-conflict":
        tables = tables._replace(kind=CONFLICT)
        kept = np.zeros(len(renamed), np.int64)
        lines = [(row * columns, 1, columns) for row in range(rows)]
        lines += [(column, columns, rows) for column in range(columns) if columns > 1]
        value += 2 * sum(line_conflicts(renamed, *line, home, kept) for line in lines)
    return Prepared(renamed, home, columns, tables, np.zeros(1, np.int64), value, 1)


def _tables(**fields: Any) -> Tables:
    empty: dict[str, Any] = {
        "kind": MANHATTAN,
        "far": np.zeros((0, 0), np.int16),
        "bounds": np.zeros(0, np.uint8),
        "ahead": np.zeros((0, 2, 0), np.int32),
        "group": np.zeros(0, np.int16),
        "offset": np.zeros(0, np.int64),
        "size": np.zeros(0, np.int64),
        "orders": np.zeros(0, np.int64),
        "mask_rank": np.zeros(0, np.int32),
        "turn": np.zeros(0, np.uint16),
        "turn_offset": np.zeros(0, np.int64),
        "mirror": np.zeros(0, np.int16),
    }
    return Tables(**(empty | fields))


def _prepare_walk(
    board: npt.NDArray[np.int16],
    home: int,
    rows: int,
    columns: int,
    tables: Tables,
    should_stop: ShouldStop | None,
) -> Prepared | None:
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
    value = bounds[state].astype(np.int32)
    return Prepared(
        board,
        home,
        columns,
        tables._replace(kind=WALK, bounds=bounds, ahead=ahead),
        state,
        value,
        1,
    )


def _prepare_patterns(
    board: npt.NDArray[np.int16],
    home: int,
    rows: int,
    columns: int,
    heuristic: str,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> Prepared | None:
    side, places = _GROUPS[heuristic]
    if (rows, columns) != (side, side):
        raise ValueError(f"{heuristic}: expected {side}x{side}, got {rows}x{columns}")
    turned = next(cells for cells in _symmetries(side) if int(cells[home]) in places)
    image = np.empty_like(board)
    image[turned] = turned[board]
    moves = np.full((side * side, 4), -1, np.int16)
    plain = move_table(side, side)
    moves[turned] = np.where(plain >= 0, turned[plain], -1)
    home = int(turned[home])
    bounds = _databases(heuristic, home, progress, should_stop)
    if bounds is None:
        return None
    tables = _pattern_tables(heuristic, home)._replace(moves=moves, bounds=bounds)
    boards = [image]
    if len(tables.mirror):
        boards.append(tables.mirror[image[tables.mirror]])
    states = [state for each in boards for state in _states(each, places[home])]
    value = [_look_up(tables, i % len(places[home]), state) for i, state in enumerate(states)]
    return Prepared(
        image,
        home,
        columns,
        tables,
        np.array(states, np.int64),
        np.array(value, np.int32),
        len(boards),
    )


def _symmetries(side: int) -> list[npt.NDArray[np.int16]]:
    """Return the eight maps of the square onto itself, each an array: where a cell goes."""
    square = np.arange(side * side, dtype=np.int16).reshape(side, side)
    turns = [np.rot90(each, k) for each in (square, square.T) for k in range(4)]
    return [np.ascontiguousarray(each).reshape(-1) for each in turns]


@lru_cache(maxsize=6)
def _pattern_tables(heuristic: str, home: int) -> Tables:
    side, places = _GROUPS[heuristic]
    groups = places[home]
    sizes = [len(group) for group in groups]
    turn = {size: pattern_database.turns(size).reshape(-1) for size in sorted(set(sizes))}
    begin = dict(zip(turn, np.cumsum([0, *map(len, turn.values())]).tolist(), strict=False))
    lengths = [pattern_database.entries(side * side, size) for size in sizes]
    group = np.zeros(side * side, np.int16)
    for i, tiles in enumerate(groups):
        group[list(tiles)] = i
    square = np.arange(side * side, dtype=np.int16).reshape(side, side)
    return _tables(
        kind=PATTERN,
        moves=np.zeros((0, 4), np.int16),
        group=group,
        offset=np.cumsum([0, *lengths[:-1]]),
        size=np.array(sizes),
        orders=np.array([pattern_database.turns(size).shape[2] for size in sizes]),
        mask_rank=pattern_database.mask_ranks(),
        turn=np.concatenate(list(turn.values())),
        turn_offset=np.array([begin[size] for size in sizes]),
        mirror=square.T.reshape(-1).copy() if home % (side + 1) == 0 else square[:0, 0].copy(),
    )


def _databases(
    heuristic: str, home: int, progress: Progress | None, should_stop: ShouldStop | None
) -> npt.NDArray[np.uint8] | None:
    """Return the databases of all groups end to end: kept from before, from disk, or built."""
    if (heuristic, home) not in _KEPT:
        side, places = _GROUPS[heuristic]
        groups = places[home]

        def build() -> npt.NDArray[np.uint8] | None:
            parts = []
            for tiles in groups:
                part = pattern_database.build(side, side, tiles, home, progress, should_stop)
                if part is None:
                    return None
                parts.append(part)
            return np.concatenate(parts)

        names = ["_".join(map(str, tiles)) for tiles in groups]
        name = f"pattern-{side}x{side}-blank{home}-{'-'.join(names)}"
        total = sum(pattern_database.entries(side * side, len(tiles)) for tiles in groups)
        table = table_cache.load_or_build(name, total, build)
        if table is None:
            return None
        _KEPT[heuristic, home] = table
    return _KEPT[heuristic, home]


def _states(board: npt.NDArray[np.int16], groups: Groups) -> list[int]:
    states = []
    for tiles in groups:
        cells = [cell for cell, name in enumerate(board) if int(name) in tiles]
        order = rank([int(board[cell]) for cell in cells])
        states.append(sum(1 << cell for cell in cells) << 16 | order)
    return states


def _look_up(tables: Tables, slot: int, state: int) -> int:
    place = int(tables.mask_rank[state >> 16]) * int(tables.orders[slot]) + (state & 0xFFFF)
    return int(tables.bounds[int(tables.offset[slot]) + place])
