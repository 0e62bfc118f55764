"""Additive pattern databases: Korf and Felner, "Disjoint pattern database heuristics", 2002.

The tiles are split into groups. For each group a database holds, for every placement of its tiles,
the fewest moves *of these tiles* that bring them home, the other tiles being nothing but room for
the blank. No move is in two groups, so the values add up.

A placement is a number with a digit for each tile, its cell, to the base of the number of cells. A
move changes one digit: a search adds a constant to the number, and looks up the value. Numbers with
a cell twice are wasted, and worth it, but for eight tiles on 4 x 4 they are seven of eight: there
the number is folded to a rank among all placements, the last four tiles', then the others' in the
cells that are left. The blank matters only by the empty cells that it can reach.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import perm

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel, part
from reference.kernel.polling import ShouldStop
from reference.kernel.words import ones
from reference.sliding.boards import move_table

__all__ = ["MOST_CELLS", "MOST_ENTRIES", "Progress", "build", "bytes_needed", "entries", "fits"]
__all__ += ["fold_table", "index_of", "placements", "strides"]

MOST_CELLS = 25
MOST_ENTRIES = 1 << 28
"""Seven tiles of 4 x 4, six of 5 x 5: a quarter of a gigabyte."""

Progress = Callable[[int, int], None]
"""Called with the placements reached so far, and how many there are."""

_MOST_MOVES = 4 * 8  # of a placement's tiles
_BLANK_BITS = 25  # of a number in a front; four or five for each tile are above them
_BLANKS = (1 << _BLANK_BITS) - 1
_LARGE = 20_000  # placements: interpreted, they would take seconds


def entries(cells: int, size: int) -> int:
    """Return how many bytes the database of `size` tiles has.

    >>> entries(16, 6), entries(25, 6)
    (16777216, 244140625)
    """
    return perm(cells, size) if _is_folded(cells, size) else int(cells**size)


def fits(cells: int, size: int) -> bool:
    """Say whether there can be a database of `size` tiles.

    >>> fits(16, 8), fits(25, 7), fits(3, 3)
    (True, False, False)
    """
    return 0 < size < cells <= MOST_CELLS and (
        cells**size <= MOST_ENTRIES or _is_folded(cells, size)
    )


def _is_folded(cells: int, size: int) -> bool:
    return (cells, size) == (16, 8)


@lru_cache(maxsize=1)
def fold_table() -> npt.NDArray[np.int64]:
    """Return what `index_of` looks up.

    Of each 16 bits, the cells of four tiles: the rank among the placements, times 2^16, and the
    set of cells. Then, of each four cells among twelve, the rank.
    """
    first, then = (_ranks(cells) for cells in (16, 12))
    digits = np.arange(16**4)[:, None] >> 4 * np.arange(4) & 15
    return np.concatenate([first << 16 | np.bitwise_or.reduce(1 << digits, axis=1), then])


def _ranks(cells: int) -> npt.NDArray[np.int64]:
    """Return, by number, the rank of each placement of four tiles; 0 for what is none."""
    digits = np.arange(cells**4)[:, None] // cells ** np.arange(4) % cells
    ordered = np.sort(digits, axis=1)
    proper = (ordered[:, 1:] != ordered[:, :-1]).all(axis=1)
    return np.where(proper, np.cumsum(proper) - 1, 0)


@part
def index_of(place: int, size: int, fold: npt.NDArray[np.int64]) -> int:
    """Return where the value of a placement is: its number, or that folded if it is of 8 tiles.

    >>> int(index_of(0x76543210, 8, fold_table())), index_of(0x210, 3, fold_table())
    (240822639, 528)
    """
    if size < 8:
        return place
    last = int(fold[place >> 16])
    cells, number = last & 0xFFFF, 0
    for i in range(3, -1, -1):
        cell = place >> 4 * i & 15
        before = int(ones(np.uint64(cells & ((1 << cell) - 1))))
        number = 12 * number + cell - before
    return (last >> 16) * 11880 + int(fold[65536 + number])


def bytes_needed(cells: int, size: int) -> int:
    """Return about how much memory it takes to build the database of `size` tiles.

    >>> f"{bytes_needed(25, 6) / 1e9:.1f} GB"
    '1.6 GB'
    """
    return 5 * entries(cells, size) + 3 * perm(cells, size)


def placements(cells: int, size: int) -> int:
    """Return how many placements `size` tiles have on a board.

    >>> placements(16, 6)
    5765760
    """
    return perm(cells, size)


def strides(cells: int, size: int) -> npt.NDArray[np.int64]:
    """Return what each tile's cell counts in the number of a placement.

    >>> strides(16, 3).tolist()
    [1, 16, 256]
    """
    return np.array([cells**i for i in range(size)], np.int64)


def build(
    rows: int,
    columns: int,
    tiles: Sequence[int],
    home: int,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> npt.NDArray[np.uint8] | None:
    """Return the database of a group: `tiles` are their own cells in the goal, `home` the blank's.

    An array of bytes by the number of the placement, 255 where two tiles would be in one cell; None
    if it was stopped. At most 25 cells, and 2^28 numbers.

    >>> build(2, 2, (0,), 3).tolist()
    [0, 1, 1, 2]
    """
    cells, size = rows * columns, len(tiles)
    if not fits(cells, size) or home in tiles:
        raise ValueError("pattern database: expected at most 25 cells, 2^28 entries, no blank")
    moves_left = np.full(entries(cells, size), 255, np.uint8)
    seen = np.zeros(len(moves_left), np.uint32)  # where the blank has been, a bit for each cell
    moves, stride = move_table(rows, columns), strides(cells, size)
    fold = fold_table() if _is_folded(cells, size) else np.zeros(0, np.int64)
    start = index_of(int((np.array(tiles) * stride).sum()), size, fold)
    edges = _edge(rows, columns, 0), _edge(rows, columns, columns - 1)
    front = np.zeros(max(_MOST_MOVES, perm(cells, size) // 16), np.int64)
    following = np.zeros_like(front)
    empty = ((1 << cells) - 1) ^ sum(1 << tile for tile in tiles)
    region = _region(1 << home, empty, columns, *edges)
    digit = _bits(cells)
    front[0] = sum(tile << digit * i for i, tile in enumerate(tiles)) << _BLANK_BITS | region
    moves_left[start], seen[start] = 0, region
    counts = np.array([0, 0, 1], np.int64)  # placements done of a layer, in the next, ever reached
    depth, number, total, budget = 0, 1, perm(cells, size), 100
    while number:
        counts[:2] = 0
        front[:number].sort()  # so that `seen` is read in streams: three times as fast
        while counts[0] < number:
            if should_stop is not None and should_stop():
                return None
            high = min(number, int(counts[0]) + budget)
            arguments = (
                front, high, following, counts, moves_left, seen, moves, stride, fold, columns,
                *edges, depth,
            )  # fmt: skip
            if total > _LARGE and not _spread.ready(*arguments):
                continue
            began = time.perf_counter()
            _spread(*arguments)
            if counts[0] == high:
                budget = adapt(budget, began, 100)
            else:
                following = np.resize(following, 2 * len(following))
        if progress is not None:
            progress(int(counts[2]), total)
        front, following, number, depth = following, front, int(counts[1]), depth + 1
    return moves_left


def _edge(rows: int, columns: int, column: int) -> int:
    """Return all cells but those of a column, as bits."""
    return sum(1 << cell for cell in range(rows * columns) if cell % columns != column)


@part
def _bits(cells: int) -> int:
    """Return how many bits a cell's number takes."""
    return 4 if cells <= 16 else 5


@part
def _region(blank: int, empty: int, columns: int, not_first: int, not_last: int) -> int:
    """Return the empty cells that the blank can reach, as bits, given its own."""
    region, before = blank, 0
    while region != before:
        before = region
        region |= ((region & not_last) << 1 | (region & not_first) >> 1) & empty
        region |= (region << columns | region >> columns) & empty
    return region


@kernel("pattern database")
def _spread(
    front: npt.NDArray[np.int64],
    high: int,
    following: npt.NDArray[np.int64],
    counts: npt.NDArray[np.int64],
    moves_left: npt.NDArray[np.uint8],
    seen: npt.NDArray[np.uint32],
    moves: npt.NDArray[np.int16],
    stride: npt.NDArray[np.int64],
    fold: npt.NDArray[np.int64],
    columns: int,
    not_first: int,
    not_last: int,
    depth: int,
) -> None:
    """Move every tile that the blank can reach, in each placement of `front` up to `high`.

    It ends early if `following` may not have room for what comes of the next placement.
    """
    all_cells, size, digit = (1 << len(moves)) - 1, len(stride), _bits(len(moves))
    mask = (1 << digit) - 1
    done, ahead, reached = int(counts[0]), int(counts[1]), int(counts[2])
    while done < high and ahead + _MOST_MOVES <= len(following):
        placement, region = front[done] >> _BLANK_BITS, front[done] & _BLANKS
        done += 1
        place, empty = 0, all_cells
        for i in range(size):
            cell = placement >> digit * i & mask
            place += cell * stride[i]
            empty ^= 1 << cell
        for i in range(size):
            cell = placement >> digit * i & mask
            for way in range(4):
                to = int(moves[cell, way])
                if to < 0 or not region >> to & 1:
                    continue
                other = index_of(place + (to - cell) * stride[i], size, fold)
                known = int(seen[other])
                if known >> cell & 1:
                    continue
                vacated = empty ^ (1 << cell) ^ (1 << to)
                reach = _region(1 << cell, vacated, columns, not_first, not_last)
                seen[other] = known | reach
                following[ahead] = placement + ((to - cell) << digit * i) << _BLANK_BITS | reach
                ahead += 1
                if known == 0:
                    moves_left[other] = depth + 1
                    reached += 1
    counts[0], counts[1], counts[2] = done, ahead, reached
