"""The isolated-region rule: after a placement, can what is left uncovered still be filled?

Each connected part of the uncovered cells must have a size that is a sum of sizes of shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numba import njit

from .links import ITEM, NEED, UP

__all__ = ["adjacent", "fillable_sizes", "region_arrays", "splits_badly", "tiling_rule"]

Cell = tuple[int, ...]
Array = np.ndarray[Any, np.dtype[Any]]


def adjacent(cells: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
    """List the pairs of cells that share a side.

    >>> adjacent([(0, 0), (0, 1), (1, 1)])
    [((0, 0), (0, 1)), ((0, 1), (1, 1))]
    """
    region = set(cells)
    steps = [
        (cell, (*cell[:k], cell[k] + 1, *cell[k + 1 :]))
        for cell in sorted(region)
        for k in range(len(cell))
    ]
    return [(a, b) for a, b in steps if b in region]


def fillable_sizes(sizes: Iterable[int], largest: int, *, sums: bool = True) -> list[bool]:
    """Say of each number 0..largest whether a part of that many cells may be fillable.

    With ``sums``, the sums of the sizes; without, any number not below the smallest size, which
    is the rule of the paper on tetrominoes.

    >>> [n for n, yes in enumerate(fillable_sizes([4, 6], 12)) if yes]
    [0, 4, 6, 8, 10, 12]
    """
    shapes = sorted(set(sizes))
    if not sums:
        return [n == 0 or (bool(shapes) and n >= shapes[0]) for n in range(largest + 1)]
    fillable = [True] + [False] * largest
    for n in range(1, largest + 1):
        fillable[n] = any(k <= n and fillable[n - k] for k in shapes)
    return fillable


def tiling_rule(
    cells: Iterable[Cell], shapes: Iterable[Iterable[Cell]], *, sums: bool = True
) -> tuple[list[tuple[Cell, Cell]], list[bool]] | None:
    """State the rule for a tiling, as `DLX` takes it; None if some shape is in several parts.

    >>> tiling_rule([(0, 0), (0, 1)], [[(0, 0), (0, 1)]])
    ([((0, 0), (0, 1))], [True, False, True])
    """
    region, pieces = list(cells), [list(shape) for shape in shapes]
    if not all(_connected(piece) for piece in pieces):
        return None
    return adjacent(region), fillable_sizes(map(len, pieces), len(region), sums=sums)


def _connected(cells: list[Cell]) -> bool:
    pairs = adjacent(cells)
    reached, size = {cells[0]}, 0
    while size < len(reached):
        size = len(reached)
        reached.update(*(pair for pair in pairs if not reached.isdisjoint(pair)))
    return reached.issuperset(cells)


def region_arrays(
    items: int, pairs: Sequence[tuple[int, int]], fillable: Sequence[bool]
) -> tuple[Array, Array, Array, Array, Array]:
    """Pack the rule: neighbours of item i at ``near[start[i]:start[i+1]]``, sizes, work space."""
    lists: list[list[int]] = [[] for _ in range(items + 1)]
    for a, b in pairs:
        lists[a].append(b)
        lists[b].append(a)
    start = np.zeros(items + 2, np.int32)
    start[1:] = np.cumsum([len(near) for near in lists])
    near = np.array([b for near in lists for b in near] or [0], np.int32)
    seen = np.zeros(items + 1, np.int64)
    return start, near, np.array(fillable, np.bool_), seen, np.zeros(items + 1, np.int32)


@njit(cache=True, nogil=True)
def splits_badly(
    node: Array, head: Array, p: int, rule: tuple[Array, Array, Array, Array, Array]
) -> bool:
    """Say if some uncovered part beside the option of node p (already taken) cannot be filled.

    An item counts as uncovered while it needs an option; ``seen[0]`` numbers the searches.
    """
    start, near, fillable, seen, queue = rule
    if len(fillable) == 0:
        return False
    seen[0] += 1
    q = p
    while True:
        i = node[q, ITEM]
        for k in range(start[i], start[i + 1]):
            cell = near[k]
            if head[cell, NEED] > 0 and seen[cell] != seen[0]:
                size = _flood(head, cell, start, near, seen, queue)
                if not fillable[size]:
                    return True
        q = q + 1 if i > 0 else node[q, UP]
        if q == p:
            return False


@njit(cache=True, nogil=True)
def _flood(head: Array, cell: int, start: Array, near: Array, seen: Array, queue: Array) -> int:
    """Mark the uncovered part that a cell lies in; return its size."""
    mark = seen[0]
    seen[cell] = mark
    queue[0] = cell
    size, done = 1, 0
    while done < size:
        i = queue[done]
        done += 1
        for k in range(start[i], start[i + 1]):
            other = near[k]
            if head[other, NEED] > 0 and seen[other] != mark:
                seen[other] = mark
                queue[size] = other
                size += 1
    return size
