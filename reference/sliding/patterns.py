"""Bounds from additive pattern databases, for boards of any shape up to 25 cells and any goal.

A bound is named by the sizes of its groups, "6-6-3" on 4 x 4. A board is first turned and mirrored
until the goal's blank lies on one of few cells, so that a handful of databases serves all goals. If
a symmetry leaves that cell where it is, the board mirrored by it is looked up as well, and the
better bound counts. The databases are built once, and kept in the cache.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from itertools import accumulate, pairwise
from threading import Event
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.polling import ShouldStop
from reference.sliding import pattern_database, pattern_kernel, table_cache
from reference.sliding.boards import move_table
from reference.sliding.pattern_database import MOST_CELLS, MOST_ENTRIES, Progress
from reference.sliding.pattern_kernel import Patterns

__all__ = [
    "PatternStart",
    "Price",
    "groups_of",
    "price",
    "refuses",
    "sizes_of",
    "start",
    "tables_for",
]

Groups = tuple[tuple[int, ...], ...]

# Better than strips, by the sizes of the board and of the groups, for some cells of the blank.
_CHOSEN: dict[tuple[int, int, str], dict[int, Groups]] = {
    (3, 3, "4-4"): {
        0: ((1, 2, 4, 5), (3, 6, 7, 8)),
        1: ((0, 3, 4, 6), (2, 5, 7, 8)),
        4: ((0, 1, 2, 3), (5, 6, 7, 8)),
    },
    (4, 4, "6-6-3"): {
        0: ((1, 4, 5, 8, 9, 12), (2, 3, 6, 7, 10, 11), (13, 14, 15)),
        1: ((4, 5, 8, 9, 12, 13), (6, 7, 10, 11, 14, 15), (0, 2, 3)),
        5: ((8, 9, 12, 13, 14, 15), (2, 3, 6, 7, 10, 11), (0, 1, 4)),
    },
    (4, 4, "7-8"): {
        home: (tuple(c for c in range(8) if c != home), tuple(range(8, 16))) for home in (0, 1, 5)
    },
    (5, 5, "6-6-6-6"): {
        0: ((1, 2, 5, 6, 7, 12), (3, 4, 8, 9, 13, 14), (10, 11, 15, 16, 20, 21),
            (17, 18, 19, 22, 23, 24)),
    },
}  # fmt: skip

_FEW = 1_000_000  # placements: a second processor would not pay
_SMALL = 1 << 27  # bytes of tables that are copied into memory: pages of a file are slower

_TABLES: dict[tuple[int, int, Groups, int], npt.NDArray[np.uint8]] = {}


class Price(NamedTuple):
    """What the tables of a bound cost: bytes kept, bytes needed to build, placements, and whether
    they are there already."""

    memory: int
    building: int
    placements: int
    there: bool


class PatternStart(NamedTuple):
    """A board made ready for `pattern_kernel.descend`; `place` and `value` by sum and group."""

    board: npt.NDArray[np.int16]
    home: int
    tables: Patterns
    place: npt.NDArray[np.int64]
    value: npt.NDArray[np.int64]
    sums: int

    @property
    def bound(self) -> int:
        """A number of moves that no path falls short of."""
        return int(self.value.reshape(self.sums, -1).sum(axis=1).max())

    def stack(self, bound: int) -> npt.NDArray[np.int64]:
        """Return the stack of a search to that depth, at its beginning."""
        stack = pattern_kernel.new_stack(bound, self.sums)
        stack[0, 0] = -1
        stack[0, -2 * self.sums :: 2] = self.value.reshape(self.sums, -1).sum(axis=1)
        return stack


def sizes_of(name: str) -> tuple[int, ...]:
    """Return the sizes of the groups of a bound's name, nothing if it is no such name.

    >>> sizes_of("6-6-3"), sizes_of("manhattan")
    ((6, 6, 3), ())
    """
    parts = name.split("-")
    return tuple(map(int, parts)) if all(part.isdecimal() for part in parts) else ()


def tables_for(rows: int, columns: int) -> str | None:
    """Return the groups of tiles whose tables pay on boards of this size; None where none do.

    >>> tables_for(4, 4), tables_for(5, 5), tables_for(4, 5), tables_for(3, 3)
    ('6-6-3', '5-5-5-5-4', '5-5-5-4', None)
    """
    cells, size = rows * columns, 6 if rows * columns <= 16 else 5
    name = "-".join(str(min(size, cells - 1 - done)) for done in range(0, cells - 1, size))
    return name if cells >= 12 and refuses(rows, columns, name) is None else None


def refuses(rows: int, columns: int, name: str) -> str | None:
    """Return why there is no such bound for boards of this size, or None.

    >>> refuses(3, 3, "6-6-3")
    '6-6-3: expected groups of 8 tiles in all for 3x3, got 15'
    """
    cells, sizes = rows * columns, sizes_of(name)
    if sum(sizes) != cells - 1:
        return (
            f"{name}: expected groups of {cells - 1} tiles in all for {rows}x{columns}, "
            f"got {sum(sizes)}"
        )
    if min(rows, columns) < 2 or cells > MOST_CELLS:
        return f"{name}: expected 4 to {MOST_CELLS} cells, and two lines at least"
    if not all(pattern_database.fits(cells, size) for size in sizes):
        return f"{name}: expected smaller groups, tables of at most {MOST_ENTRIES >> 20} MB"
    return None


def groups_of(rows: int, columns: int, home: int, name: str) -> Groups:
    """Return the cells of each group, the goal's blank being in the cell `home`.

    Where none was chosen, strips of two lines are cut to size, to and fro.

    >>> groups_of(2, 4, 7, "4-3")
    ((0, 4, 1, 5), (2, 6, 3))
    """
    if (chosen := _CHOSEN.get((rows, columns, name), {}).get(home)) is not None:
        return chosen
    order: list[int] = []
    for top in range(0, rows, 2):
        strip = [row * columns + column for column in range(columns)
                 for row in range(top, min(top + 2, rows))]  # fmt: skip
        order += strip if top % 4 == 0 else strip[::-1]
    order.remove(home)
    ends = list(accumulate(sizes_of(name), initial=0))
    return tuple(tuple(order[a:b]) for a, b in pairwise(ends))


def price(rows: int, columns: int, goal: Sequence[int], name: str) -> Price:
    """Return what the tables for a goal cost.

    >>> price(5, 5, (*range(1, 25), 0), "5-5-5-5-4")[:3]
    (39453125, ..., 25806000)
    """
    cells, sizes = rows * columns, sizes_of(name)
    _, home = _turn(rows, columns, list(goal).index(0), name)
    memory = sum(pattern_database.entries(cells, size) for size in sizes)
    building = memory + max(pattern_database.bytes_needed(cells, size) for size in sizes)
    placements = sum(pattern_database.placements(cells, size) for size in sizes)
    groups = groups_of(rows, columns, home, name)
    there = (rows, columns, groups, home) in _TABLES or table_cache.exists(
        _file(rows, columns, groups, home)
    )
    return Price(memory, building, placements, there)


def start(
    board: npt.NDArray[np.int16],
    home: int,
    rows: int,
    columns: int,
    name: str,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> PatternStart | None:
    """Return the start of a search from a renamed board; None if stopped while tables were built.

    ValueError: no such groups for boards of this size.
    """
    if (reason := refuses(rows, columns, name)) is not None:
        raise ValueError(reason)
    order, home = _turn(rows, columns, home, name)
    image = np.empty_like(board)
    image[order] = order[board]
    groups = groups_of(rows, columns, home, name)
    bounds = _databases(rows, columns, groups, home, progress, should_stop)
    if bounds is None:
        return None
    moves = np.full((rows * columns, 4), -1, np.int16)
    plain = move_table(rows, columns)
    moves[order] = np.where(plain >= 0, order[plain], -1)
    mirrors = _mirrors(rows, columns, home)
    sizes = [len(tiles) for tiles in groups]
    lengths = [pattern_database.entries(len(board), size) for size in sizes]
    tables = Patterns(
        moves.reshape(-1),
        bounds,
        np.tile(np.array([0, *accumulate(lengths)][:-1]), len(mirrors)),
        np.tile(np.array(sizes), len(mirrors)),
        pattern_database.fold_table(),
        *_summands(groups, mirrors, moves),
    )
    place, value = np.zeros((2, len(tables.size)), np.int64)
    pattern_kernel.values_into(image, home, tables, place, value)
    return PatternStart(image, home, tables, place, value, len(mirrors))


def _summands(
    groups: Groups, mirrors: Sequence[npt.NDArray[np.int16]], moves: npt.NDArray[np.int16]
) -> tuple[npt.NDArray[Any], ...]:
    """Return the last fields of `Patterns`: slot, weight, mirror, change."""
    cells = len(moves)
    slot = np.zeros((len(mirrors), cells), np.int16)
    weight = np.zeros((len(mirrors), cells), np.int64)
    change = np.zeros((len(mirrors), 4), np.int64)
    for s, mirror in enumerate(mirrors):
        for move in range(4):  # the tile changes places with the blank, wherever it is
            at = int(np.flatnonzero(moves[:, move] >= 0)[0])
            change[s, move] = int(mirror[at]) - int(mirror[moves[at, move]])
        back = np.argsort(mirror)
        for g, tiles in enumerate(groups):
            slot[s, back[list(tiles)]] = s * len(groups) + g
            weight[s, back[list(tiles)]] = pattern_database.strides(cells, len(tiles))
    mirror = np.array(mirrors, np.int64)
    return slot.reshape(-1), weight.reshape(-1), mirror.reshape(-1), change.reshape(-1)


@lru_cache(maxsize=8)
def _symmetries(rows: int, columns: int) -> tuple[npt.NDArray[np.int16], ...]:
    """Return the maps of the board onto itself, the identity first: where each cell goes."""
    plain = np.arange(rows * columns, dtype=np.int16).reshape(rows, columns)
    maps = [np.rot90(each, k) for each in (plain, plain.T) for k in range(4)]
    return tuple(
        np.argsort(each.reshape(-1)).astype(np.int16) for each in maps if each.shape == plain.shape
    )


def _turn(rows: int, columns: int, home: int, name: str) -> tuple[npt.NDArray[np.int16], int]:
    """Return a symmetry, and where it brings the goal's blank: to the cell with the best groups."""
    chosen = _CHOSEN.get((rows, columns, name), {})
    maps = _symmetries(rows, columns)
    best = min(maps, key=lambda each: (int(each[home]) not in chosen, int(each[home])))
    return best, int(best[home])


def _mirrors(rows: int, columns: int, home: int) -> list[npt.NDArray[np.int16]]:
    """Return the symmetries whose boards are looked up: the identity, and one that keeps `home`."""
    keeping = [each for each in _symmetries(rows, columns) if each[home] == home]
    diagonal = np.arange(rows * columns).reshape(rows, columns).T.reshape(-1)
    keeping[1:] = sorted(keeping[1:], key=lambda each: not np.array_equal(each, diagonal))
    return keeping[:2]


def _file(rows: int, columns: int, groups: Groups, home: int) -> str:
    names = "-".join("_".join(map(str, tiles)) for tiles in groups)
    return f"patterns-{rows}x{columns}-blank{home}-{names}"


def _databases(
    rows: int,
    columns: int,
    groups: Groups,
    home: int,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> npt.NDArray[np.uint8] | None:
    """Return the databases of all groups end to end: kept from before, from disk, or built."""
    key = (rows, columns, groups, home)
    if key not in _TABLES:
        total = sum(pattern_database.entries(rows * columns, len(tiles)) for tiles in groups)

        def build() -> npt.NDArray[np.uint8] | None:
            parts = _built(rows, columns, groups, home, progress, should_stop)
            return None if parts is None else np.concatenate(parts)

        table = table_cache.load_or_build(_file(rows, columns, groups, home), total, build)
        if table is None:
            return None
        _TABLES[key] = table.copy() if total <= _SMALL else table
    return _TABLES[key]


def _built(
    rows: int,
    columns: int,
    groups: Groups,
    home: int,
    progress: Progress | None,
    should_stop: ShouldStop | None,
) -> list[npt.NDArray[np.uint8]] | None:
    """Return the databases, built one after the other, or on two processors at once."""
    cells = rows * columns
    total = sum(pattern_database.placements(cells, len(tiles)) for tiles in groups)
    done, given_up = dict.fromkeys(groups, 0), Event()

    def stopped() -> bool:
        return given_up.is_set() or (should_stop is not None and should_stop())

    def one(tiles: tuple[int, ...]) -> npt.NDArray[np.uint8] | None:
        def tell(reached: int, _: int) -> None:
            done[tiles] = reached
            if progress is not None:
                progress(sum(done.values()), total)

        return pattern_database.build(rows, columns, tiles, home, tell, stopped)

    if total < _FEW:
        parts = [one(tiles) for tiles in groups]
    else:
        with ThreadPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
            try:
                parts = list(pool.map(one, groups))
            except BaseException:  # Ctrl-C comes in this thread alone
                given_up.set()
                raise
    whole = [part for part in parts if part is not None]
    return whole if len(whole) == len(groups) else None
