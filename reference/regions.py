"""The isolated-region rule: after a placement, can what is left uncovered still be filled?

Each connected part of the uncovered cells must have a size that is a sum of sizes of shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

from .links import ONE, Links

__all__ = ["Rule", "adjacent", "fillable_sizes", "region_arrays", "splits_badly", "tiling_rule"]

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


class Rule(NamedTuple):
    """The rule in arrays: the neighbours of item i are ``near[start[i]:start[i + 1]]``.

    ``seen`` and ``queue`` are work space: ``seen[0]`` numbers the searches, ``seen[i]`` is the
    last one that came to item i.
    """

    start: Array
    near: Array
    fillable: Array
    seen: Array
    queue: Array


def region_arrays(items: int, pairs: Sequence[tuple[int, int]], fillable: Sequence[bool]) -> Rule:
    """Pack the rule for items 1..``items``; no sizes mean no rule."""
    lists: list[list[int]] = [[] for _ in range(items + 1)]
    for a, b in pairs:
        lists[a].append(b)
        lists[b].append(a)
    start = np.zeros(items + 2, np.uint32)
    start[1:] = np.cumsum([len(near) for near in lists])
    near = np.array([b for near in lists for b in near] or [0], np.uint32)
    seen, queue = np.zeros(items + 1, np.int64), np.zeros(items + 1, np.uint32)
    return Rule(start, near, np.array(fillable, np.bool_), seen, queue)


@njit(cache=True, nogil=True)
def splits_badly(links: Links, p: Any, rule: Rule) -> bool:
    """Say if some uncovered part beside the option of node p (already taken) cannot be filled.

    An item counts as uncovered while it needs an option.
    """
    if len(rule.fillable) == 0:
        return False
    rule.seen[0] += 1
    q = p
    while True:
        i = links.item[q]
        for k in range(rule.start[i], rule.start[i + ONE]):
            cell = rule.near[k]
            if links.need[cell] > 0 and rule.seen[cell] != rule.seen[0]:
                size = _flood(links, cell, rule)
                if not rule.fillable[size]:
                    return True
        q = q + ONE if i > 0 else links.up[q]
        if q == p:
            return False


@njit(cache=True, nogil=True)
def _flood(links: Links, cell: int, rule: Rule) -> int:
    """Mark the uncovered part that a cell lies in; return its size."""
    need, start, near, seen, queue = links.need, rule.start, rule.near, rule.seen, rule.queue
    mark = seen[0]
    seen[cell] = mark
    queue[0] = cell
    size, done = 1, 0
    while done < size:
        i = queue[done]
        done += 1
        for k in range(start[i], start[i + ONE]):
            other = near[k]
            if need[other] > 0 and seen[other] != mark:
                seen[other] = mark
                queue[size] = other
                size += 1
    return size
