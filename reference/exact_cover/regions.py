"""The isolated-region rule: after a placement, can what is left uncovered still be filled?

Each connected part of the uncovered cells must have a size that is a sum of sizes of shapes. Where
the region fits in a word of 64 bits, parts grow by shifts of the word, and the rule is cheap
enough to take out all options that break it before one is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import reduce
from operator import or_
from typing import Any, NamedTuple

import numpy as np

from reference.exact_cover.links import (
    DOWN,
    ITEM,
    NEED,
    NEXT,
    OPTION,
    RIGHT,
    UP,
    Links,
    has_room,
    remove,
    restore,
)
from reference.kernel.kernels import part

__all__ = [
    "Rule",
    "Word",
    "adjacent",
    "fillable_sizes",
    "pack",
    "sift",
    "splits_badly",
    "starves",
    "strands",
    "tiling_rule",
    "unsift",
]

Cell = tuple[int, ...]
NONE, BIT = np.uint64(0), np.uint64(1)
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
    cells: Iterable[Cell],
    shapes: Iterable[Iterable[Cell]],
    *,
    sums: bool = True,
    beside: Callable[[Iterable[Cell]], list[tuple[Cell, Cell]]] = adjacent,
    together: Callable[[Iterable[Cell]], list[tuple[Cell, Cell]]] = adjacent,
) -> tuple[list[tuple[Cell, Cell]], list[bool]] | None:
    """State the rule for a tiling, as `DLX` takes it; None if some shape is in several parts.

    ``beside`` lists the pairs of neighbours in a region, ``together`` those in a shape: not the
    same where a board wraps. Both are `adjacent` on squares.

    >>> tiling_rule([(0, 0), (0, 1)], [[(0, 0), (0, 1)]])
    ([((0, 0), (0, 1))], [True, False, True])
    """
    region, pieces = list(cells), [list(shape) for shape in shapes]
    if not all(_is_connected(piece, together(piece)) for piece in pieces):
        return None
    return beside(region), fillable_sizes(map(len, pieces), len(region), sums=sums)


def _is_connected(cells: list[Cell], pairs: list[tuple[Cell, Cell]]) -> bool:
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


class Word(NamedTuple):
    """The rule for up to 64 cells, each a bit of a word.

    By option, the cells it ``covers`` and those ``beside`` it; which cells lie each of ``shifts``
    bits ``below`` a neighbour; all cells; bit n - 1 for each ``fillable`` number n; and the item of
    each bit.
    """

    covers: Any
    beside: Any
    shifts: Any
    below: Any
    cells: Any
    fillable: Any
    items: Any


def pack(
    options: Sequence[Sequence[int]],
    needs: Sequence[int],
    rooms: Sequence[int],
    pairs: Sequence[tuple[int, int]],
    fillable: Sequence[bool],
) -> tuple[Rule, Word]:
    """Pack the rule for a problem as `links.link` takes it; no sizes mean no rule.

    It goes into a word, and the other has no sizes, if the paired items are up to 64 to be
    covered exactly once; else into lists, and the word has no shifts.
    """
    cells = {i for pair in pairs for i in pair}
    once = all((needs[i - 1], rooms[i - 1]) == (1, 1) for i in cells)
    if pairs and once and len(cells) <= 64:
        return _lists(len(needs), pairs, ()), _word(options, pairs, fillable)
    return _lists(len(needs), pairs, fillable), _word((), (), fillable)


def _lists(items: int, pairs: Sequence[tuple[int, int]], fillable: Sequence[bool]) -> Rule:
    lists: list[list[int]] = [[] for _ in range(items + 1)]
    for a, b in pairs:
        lists[a].append(b)
        lists[b].append(a)
    start = np.zeros(items + 2, np.uint32)
    start[1:] = np.cumsum([len(near) for near in lists])
    start = np.repeat(start, NEXT)  # found at an item's first field
    near = np.array([b for near in lists for b in near] or [0], np.uint32) * NEXT
    seen, queue = np.zeros(NEXT * (items + 1), np.int64), np.zeros(items + 1, np.uint32)
    return Rule(start, near, np.array(fillable, np.bool_), seen, queue)


def _word(
    options: Sequence[Sequence[int]],
    pairs: Sequence[tuple[int, int]],
    fillable: Sequence[bool],
) -> Word:
    bit = {i: k for k, i in enumerate(sorted({i for pair in pairs for i in pair}))}
    near = dict.fromkeys(bit, 0)
    shifts: dict[int, int] = {}
    for a, b in pairs:
        near[a] |= 1 << bit[b]
        near[b] |= 1 << bit[a]
        low, high = sorted((bit[a], bit[b]))
        shifts[high - low] = shifts.get(high - low, 0) | 1 << low
    covered = [[i for i in option if i in bit] for option in options]
    masks = [
        (sum(1 << bit[i] for i in cells), reduce(or_, (near[i] for i in cells), 0))
        for cells in covered
    ]
    sizes = sum(1 << n - 1 for n in range(1, len(bit) + 1) if fillable[n])
    return Word(
        np.array([covers for covers, _ in masks], np.uint64),
        np.array([beside for _, beside in masks], np.uint64),
        np.array(list(shifts), np.uint64),
        np.array(list(shifts.values()), np.uint64),
        np.uint64((1 << len(bit)) - 1),
        np.uint64(sizes),
        np.array(list(bit), np.uint32) * NEXT,
    )


@part
def strands(left: Any, beside: Any, word: Word) -> bool:
    """Say if some part of the cells ``left`` that lies ``beside`` an option cannot be filled."""
    shifts, below, fillable = word.shifts, word.below, word.fillable
    todo = beside & left
    while todo != 0:
        part, wider = NONE, todo & (~todo + BIT)
        while wider != part:
            part = wider
            for k in range(len(shifts)):
                wider |= ((wider & below[k]) << shifts[k] | (wider >> shifts[k]) & below[k]) & left
        todo &= ~part
        if (fillable >> (_size(part) - BIT)) & BIT == 0:
            return True
    return False


@part
def starves(links: Links, word: Word, p: Any, left: Any) -> bool:
    """Say if no option is left for some cell beside the option of node p, already taken."""
    covers = word.covers[links.nodes[p + OPTION]]
    todo = word.beside[links.nodes[p + OPTION]] & left & ~covers
    while todo != 0:
        lowest = todo & (~todo + BIT)
        i = word.items[_size(lowest - BIT)]
        q = links.nodes[i + DOWN]
        while q != i:
            apart = word.covers[links.nodes[q + OPTION]] & covers == 0
            if apart and has_room(links, q):
                break
            q = links.nodes[q + DOWN]
        if q == i:
            return True
        todo ^= lowest
    return False


@part
def _size(part: Any) -> Any:
    """Count the cells of a part."""
    size = NONE
    while part != 0:
        part &= part - BIT
        size += BIT
    return size


@part
def sift(links: Links, word: Word, left: Any, removed: Array) -> bool:
    """Take out the options that would strand a part of the cells ``left``.

    Stop and say no if that starves an item. ``gone[1 : gone[0] + 1]`` are the first
    nodes of those taken out.
    """
    i = links.items[RIGHT]
    while i != 0:
        p = links.nodes[i + DOWN]
        while p != i:
            if links.nodes[p - NEXT + ITEM] == 0:  # each option once, at its first node
                o = links.nodes[p + OPTION]
                covers, beside = word.covers[o], word.beside[o]
                if strands(left & ~covers, beside, word):
                    removed[0] += 1
                    removed[removed[0]] = p
                    if remove(links, p):
                        return False
            p = links.nodes[p + DOWN]
        i = links.items[i + RIGHT]
    return True


@part
def unsift(links: Links, removed: Array, before: int) -> None:
    """Undo `sift`, down to as many options as were gone before."""
    while removed[0] > before:
        restore(links, removed[removed[0]])
        removed[0] -= 1


@part
def splits_badly(links: Links, p: Any, rule: Rule) -> bool:
    """Say if some uncovered part beside the option of node p (already taken) cannot be filled.

    An item counts as uncovered while it needs an option.
    """
    if len(rule.fillable) == 0:
        return False
    rule.seen[0] += 1
    q = p
    while True:
        i = links.nodes[q + ITEM]
        for k in range(rule.start[i], rule.start[i + NEXT]):
            cell = rule.near[k]
            if links.counts[cell + NEED] > 0 and rule.seen[cell] != rule.seen[0]:
                size = _flood(links, cell, rule)
                if not rule.fillable[size]:
                    return True
        q = q + NEXT if i > 0 else links.nodes[q + UP]
        if q == p:
            return False


@part
def _flood(links: Links, cell: int, rule: Rule) -> int:
    """Mark the uncovered part that a cell lies in; return its size."""
    counts, start, near, seen, queue = (
        links.counts,
        rule.start,
        rule.near,
        rule.seen,
        rule.queue,
    )
    mark = seen[0]
    seen[cell] = mark
    queue[0] = cell
    size, done = 1, 0
    while done < size:
        i = queue[done]
        done += 1
        for k in range(start[i], start[i + NEXT]):
            other = near[k]
            if counts[other + NEED] > 0 and seen[other] != mark:
                seen[other] = mark
                queue[size] = other
                size += 1
    return size
