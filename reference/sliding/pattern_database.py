"""Additive pattern databases: Korf and Felner, "Disjoint pattern database heuristics", 2002.

The tiles are split into groups. For each group a database holds, for every placement of its tiles,
the fewest moves *of these tiles* that bring them home, the other tiles being nothing but room for
the blank. No move is in two groups, so the values add up.

A placement is a set of cells (ranked among the sets of its size) and the order of the tiles in it
(Cantor rank). A tile that moves takes its set to a fixed other set, and reorders *all* orders the
same way: the search goes set by set, and the orders of one set are a block of at most 8! bytes.
The blank matters only by the region of empty cells that it stands in.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import permutations
from math import comb, factorial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapted
from reference.kernel.kernels import kernel
from reference.kernel.polling import ShouldStop
from reference.sliding.boards import move_table
from reference.sliding.permutation import rank_rows

__all__ = ["MAX_CELLS", "Progress", "Sets", "build", "entries", "sets_of_cells", "turns"]

MAX_CELLS = 16

Progress = Callable[[int, int], None]
"""Called with the placements reached so far, and how many there are."""

_UNSEEN = 255
_MANY = 1000  # orders: one set of them would take half a second interpreted


class Sets(NamedTuple):
    """All sets of `size` cells, in increasing order as bit masks.

    `region` is an array (sets, cells): the number of the region of empty cells, 255 if not empty.
    """

    masks: npt.NDArray[np.int32]
    region: npt.NDArray[np.uint8]


def entries(cells: int, size: int) -> int:
    """Return how many placements `size` tiles have on a board.

    >>> entries(16, 8)
    518918400
    """
    return comb(cells, size) * factorial(size)


@lru_cache(maxsize=1)
def mask_ranks() -> npt.NDArray[np.int32]:
    """Return for each mask of 16 bits its rank among the masks with as many bits."""
    masks = np.arange(1 << MAX_CELLS)
    sizes = sum((masks >> bit) & 1 for bit in range(MAX_CELLS))
    ranks = np.zeros(len(masks), np.int32)
    for size in range(MAX_CELLS + 1):
        ranks[sizes == size] = np.arange(np.count_nonzero(sizes == size))
    return ranks


@lru_cache(maxsize=8)
def turns(size: int) -> npt.NDArray[np.uint16]:
    """Return an array (size, size, size!): the rank of an order after tile i of it went to place j.

    >>> turns(3)[0, 2].tolist()
    [3, 5, 1, 4, 0, 2]
    """
    orders = np.array(list(permutations(range(size))), np.int8).reshape(-1, size)
    table = np.zeros((size, size, len(orders)), np.uint16)
    for i in range(size):
        rest = np.delete(orders, i, axis=1)
        for j in range(size):
            table[i, j] = rank_rows(np.insert(rest, j, orders[:, i], axis=1))
    return table


def sets_of_cells(rows: int, columns: int, size: int) -> Sets:
    """Return all sets of `size` cells of a board with the regions that they leave."""
    cells = rows * columns
    masks = np.array([mask for mask in range(1 << cells) if mask.bit_count() == size], np.int32)
    region = np.full((len(masks), cells), _UNSEEN, np.uint8)
    moves, stack = move_table(rows, columns), np.empty(4 * cells, np.int64)
    row, budget = 0, 100
    while row < len(masks):
        began = time.perf_counter()
        _label(masks[row : row + budget], moves, region[row : row + budget], stack)
        row, budget = row + budget, adapted(budget, began, 100)
    return Sets(masks, region)


@kernel("pattern database")
def _label(masks: Any, moves: Any, region: Any, stack: Any) -> None:
    """Number the regions of empty cells of every set, by flooding each from its least cell."""
    for row in range(len(masks)):
        number = 0
        for first in range(len(moves)):
            if (masks[row] >> first) & 1 or region[row, first] != 255:
                continue
            stack[0], height = first, 1
            region[row, first] = number
            while height:
                height -= 1
                for cell in moves[stack[height]]:
                    if cell >= 0 and not (masks[row] >> cell) & 1 and region[row, cell] == 255:
                        region[row, cell] = number
                        stack[height] = cell
                        height += 1
            number += 1


def build(
    rows: int,
    columns: int,
    tiles: Sequence[int],
    home: int,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> npt.NDArray[np.uint8] | None:
    """Return the database of a group: `tiles` are their own cells in the goal, `home` the blank's.

    An array of bytes by rank of the set of cells times size! plus rank of the order; None if it
    was stopped. At most 16 cells and 8 tiles; 8 tiles on 16 cells take 1.6 GB while it builds.

    >>> build(2, 2, (0,), 3).tolist()
    [0, 1, 1, 2]
    """
    if rows * columns > MAX_CELLS or not 0 < len(tiles) <= 8 or home in tiles:
        raise ValueError("pattern database: expected at most 16 cells, 1 to 8 tiles, no blank")
    sets, turn = sets_of_cells(rows, columns, len(tiles)), turns(len(tiles))
    orders, total = turn.shape[2], entries(rows * columns, len(tiles))
    moves_left = np.full(total, _UNSEEN, np.uint8)
    seen, front = np.zeros(total, np.uint8), np.zeros(total, np.uint8)
    start = int(mask_ranks()[sum(1 << tile for tile in tiles)])
    region = 1 << int(sets.region[start, home])
    for array, first in ((moves_left, 0), (seen, region), (front, region)):
        array[start * orders] = first
    dark = sum(1 << cell for cell in range(rows * columns) if sum(divmod(cell, columns)) % 2)
    parity = np.array([(int(mask) & dark).bit_count() % 2 for mask in sets.masks])
    active, where = np.empty(orders, np.int64), np.empty(orders, np.uint8)
    tables = (move_table(rows, columns), sets.masks, sets.region, mask_ranks(), turn)
    room = (moves_left, seen, front, active, where)
    reached, depth, ahead, budget = 1, 0, 1, 1
    while ahead:
        ahead = low = 0
        # Every move changes the colour of one cell: the sets of a layer have one parity.
        layer = np.flatnonzero((parity + parity[start] + depth) % 2 == 0)
        while low < len(layer):
            if should_stop is not None and should_stop():
                return None
            if orders > _MANY and not _spread.ready(layer[:1], depth, *tables, *room):
                continue
            began = time.perf_counter()
            fresh, more = _spread(layer[low : low + budget], depth, *tables, *room)
            reached, ahead = reached + fresh, ahead + more
            low, budget = low + budget, adapted(budget, began, 1)
        if progress is not None:
            progress(reached, total)
        depth += 1
    return moves_left


@kernel("pattern database")
def _spread(
    layer: npt.NDArray[np.int64],
    depth: int,
    moves: npt.NDArray[np.int16],
    masks: npt.NDArray[np.int32],
    region: npt.NDArray[np.uint8],
    mask_rank: npt.NDArray[np.int32],
    turn: npt.NDArray[np.uint16],
    moves_left: npt.NDArray[np.uint8],
    seen: npt.NDArray[np.uint8],
    front: npt.NDArray[np.uint8],
    active: npt.NDArray[np.int64],
    where: npt.NDArray[np.uint8],
) -> tuple[int, int]:
    """Move every tile that the blank can reach, for each set of the layer and each of its orders.

    `seen` and `front` hold, for a placement, one bit for each region the blank may be in; `active`
    and `where` are room for the orders of one set and the regions of each. Returns how many
    placements were reached for the first time, and how many with a new region.
    """
    orders = turn.shape[2]
    fresh = ahead = 0
    for row in layer:
        base, number = row * orders, 0
        for order in range(orders):
            if front[base + order]:
                active[number], where[number] = order, front[base + order]
                front[base + order] = 0
                number += 1
        if number == 0:
            continue
        mask, before = masks[row], -1
        for source in range(len(moves)):
            if not (mask >> source) & 1:
                continue
            before += 1
            for way in range(4):
                target = int(moves[source, way])
                if target < 0 or (mask >> target) & 1:
                    continue
                other = mask ^ (1 << source) ^ (1 << target)
                after = 0
                for cell in range(target):
                    after += (other >> cell) & 1
                other_base = mask_rank[other] * orders
                here = np.uint8(1 << region[row, target])
                there = np.uint8(1 << region[mask_rank[other], source])
                turned = turn[before, after]
                for i in range(number):
                    if where[i] & here:
                        place = other_base + turned[active[i]]
                        if not seen[place] & there:
                            seen[place] |= there
                            front[place] |= there
                            ahead += 1
                            if moves_left[place] == 255:
                                moves_left[place] = depth + 1
                                fresh += 1
    return fresh, ahead
