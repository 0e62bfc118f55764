"""A* with the Manhattan distance, on any board: exactly optimal, or greedy as in the seed.

Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths",
1968. A board is looked up by its Cantor rank in an array up to 9 cells, by open addressing beyond.

The optimal search gives a board a new parent whenever a shorter way to it is found, and opens it
again. A move changes the distance by one, so the bound of a path stays or grows by two: the open
boards lie on two stacks, this bound's and the next one's. (The distance is consistent, so a board
taken off a stack has its shortest path, in whatever order boards of one bound are taken.)

The greedy one (the program that this project grew from) marks a board as visited when it is first
*made*, and keeps that way to it even if a shorter one turns up: fewer steps, and a path that is at
times too long. Its heap breaks ties as the C++ standard library of GNU does, so that it returns the
same path as that program, letter by letter.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from reference.permutation import solvable
from reference.sliding import LETTERS, Result, ShouldStop, manhattan_table, move_table, rename

__all__ = ["MAX_NODES", "shortest"]

MAX_NODES = 30_000_000
"""Where a search gives up by default (about 60 bytes a node, more on larger boards)."""

_MORE, _FOUND, _EXHAUSTED, _FULL = range(4)
_NODES, _THIS, _NEXT, _TOP, _BOUND, _BASE, _GOAL = range(7)  # places in `counts`
_BUDGET = 100_000  # boards expanded a call: well under 0.2 s
_RANKED = 9  # up to 9! slots, one for each permutation
_ORDER = np.array([0, 3, 1, 2], np.int8)  # r d l u: the seed's order
_LETTERS = np.frombuffer(LETTERS.encode(), np.uint8)
_ONES = np.array([bits.bit_count() for bits in range(1 << _RANKED)], np.int8)


def shortest(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    *,
    greedy: bool = False,
    max_nodes: int = MAX_NODES,
    should_stop: ShouldStop | None = None,
) -> Result:
    """Return a shortest path (with `greedy` any path); not complete if stopped or out of nodes.

    >>> shortest((2, 3, 4, 1, 5, 0, 7, 6, 8), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0), greedy=True)
    Result(path='ullddrurdllurdruldr', length=19, nodes=621, complete=True)
    """
    renamed, home = rename(board, goal, rows, columns)
    if rows * columns > 255:
        raise ValueError(f"board: expected at most 255 cells for A*, got {rows}x{columns}")
    if min(rows, columns) == 1 and not solvable(board, goal, rows, columns):
        return Result(None, None, 0, True)
    idle = _IDLE[rows, columns, home, greedy]
    search = idle.pop() if idle else _Search(rows, columns, home, greedy)
    if not search.begin(renamed):
        return Result(None, None, 0, True)
    while True:
        if should_stop is not None and should_stop():
            return Result(None, None, search.nodes, False)
        status = search.run()
        if status == _FOUND:
            path, nodes = search.path(), search.nodes
            if len(search.boards) <= _KEPT:
                idle.append(search)
            return Result(path, len(path), nodes, True)
        if status == _FULL:
            if search.nodes >= max_nodes:
                return Result(None, None, search.nodes, False)
            search.grow()


class _Search:
    """The arrays of a search. A node is a board made; its number is its row in the arrays.

    They serve one search after another: to touch fresh memory would cost more than most searches
    of the 8-puzzle. So `slots` is never emptied; what it holds up to `base` is of the past.
    """

    def __init__(self, rows: int, columns: int, home: int, greedy: bool) -> None:
        cells, room = rows * columns, 1 << 12
        self.greedy, self.home = greedy, home
        self.moves, self.far = move_table(rows, columns), manhattan_table(rows, columns, home)
        self.columns = columns
        self.boards = np.zeros((room, cells), np.uint8)
        self.links = np.zeros((room, 5), np.int32)
        self.keys = np.zeros(room if greedy else 0, np.int64)
        self.items = np.zeros((2, room), np.int32)
        self.ranked = cells <= _RANKED
        self.slots = np.zeros(factorial(cells) if self.ranked else 2 * room, np.int32)
        self.counts = np.zeros(7, np.int64)

    @property
    def nodes(self) -> int:
        return int(self.counts[_NODES])

    def begin(self, start: npt.NDArray[np.int16]) -> bool:
        """Make the start the only node; False if the parities say that there is no path."""
        if not self.ranked or self.counts[_BASE] > 1 << 30:
            self.slots.fill(0)
            self.counts[:] = 0
        return bool(
            _begin(start, self.boards, self.links, self.items, self.slots, self.counts,
                   self.far, self.columns, self.home)
        )  # fmt: skip

    def run(self) -> int:
        status: int = _run(
            self.boards, self.links, self.slots, self.keys, self.items, self.counts,
            self.moves, self.far, _ORDER, self.home, self.greedy, _BUDGET,
        )  # fmt: skip
        return status

    def grow(self) -> None:
        """Double every array that is at least half full."""
        if 2 * self.nodes > len(self.boards):
            self.boards = np.concatenate([self.boards, np.zeros_like(self.boards)])
            self.links = np.concatenate([self.links, np.zeros_like(self.links)])
            if not self.ranked:
                self.slots = np.zeros(2 * len(self.boards), np.int32)
                _place_all(self.boards, self.nodes, self.slots)
        if 2 * max(self.counts[_THIS], self.counts[_NEXT]) > self.items.shape[1]:
            self.keys = np.concatenate([self.keys, np.zeros_like(self.keys)])
            self.items = np.concatenate([self.items, np.zeros_like(self.items)], axis=1)

    def path(self) -> str:
        """Return the letters to the node that was found."""
        return _trace(self.links, self.counts[_GOAL]).tobytes().decode()  # type: ignore[no-any-return]


_KEPT = 1 << 16  # boards in the arrays that are kept for a later search
_IDLE: defaultdict[tuple[int, int, int, bool], list[_Search]] = defaultdict(list)


@njit(cache=True, nogil=True)
def _rank(cells: npt.NDArray[Any]) -> int:
    """Return the Cantor rank, counting the smaller numbers yet to come among the bits of a mask."""
    number, rest = 0, (1 << len(cells)) - 1
    for i in range(len(cells)):
        bit = 1 << cells[i]
        number = number * (len(cells) - i) + _ONES[rest & (bit - 1)]
        rest ^= bit
    return number


@njit(cache=True, nogil=True)
def _slot(cells: npt.NDArray[Any], boards: npt.NDArray[Any], slots: Any) -> int:
    """Return where this board's number, plus one, stands in `slots`, or the slot (0) for it."""
    if len(cells) <= _RANKED:
        number: int = _rank(cells)
        return number
    code = np.uint64(14695981039346656037)
    for value in cells:
        code = (code ^ np.uint64(value)) * np.uint64(1099511628211)
    mask = len(slots) - 1
    slot: Any = np.int64((code ^ (code >> np.uint64(32))) & np.uint64(mask))
    while slots[slot] and not np.array_equal(boards[slots[slot] - 1], cells):
        slot = (slot + 1) & mask
    return slot  # type: ignore[no-any-return]


@njit(cache=True, nogil=True)
def _place_all(boards: npt.NDArray[Any], nodes: int, slots: Any) -> None:
    """Enter the boards of the first nodes in `slots`."""
    for node in range(nodes):
        slots[_slot(boards[node], boards, slots)] = node + 1


@njit(cache=True, nogil=True)
def _begin(
    start: npt.NDArray[np.int16],
    boards: npt.NDArray[np.uint8],
    links: npt.NDArray[np.int32],
    items: npt.NDArray[np.int32],
    slots: npt.NDArray[np.int32],
    counts: npt.NDArray[np.int64],
    far: npt.NDArray[np.int16],
    columns: int,
    home: int,
) -> bool:
    """Enter the start, if it is not odd: each move exchanges two pieces and takes a step."""
    bound, blank, odd = 0, 0, 0
    for cell in range(len(start)):
        boards[0, cell] = start[cell]
        bound += far[start[cell], cell]
        if start[cell] == home:
            blank = cell
        for before in range(cell):
            odd += start[before] > start[cell]
    odd += abs(blank // columns - home // columns) + abs(blank % columns - home % columns)
    counts[_BASE] += counts[_NODES]
    counts[_NODES], counts[_THIS], counts[_NEXT] = 1, 1, 0
    counts[_TOP], counts[_BOUND] = 0, bound
    links[0, 0], links[0, 1], links[0, 2], links[0, 3], links[0, 4] = 0, bound, -1, -1, blank
    items[0, 0] = 0
    slots[_slot(boards[0], boards, slots)] = counts[_BASE] + 1
    return odd % 2 == 0


@njit(cache=True, nogil=True)
def _trace(links: npt.NDArray[np.int32], node: int) -> npt.NDArray[np.uint8]:
    """Return the letters from the start to a node."""
    letters = np.empty(links[node, 0], np.uint8)
    for step in range(len(letters) - 1, -1, -1):
        letters[step] = _LETTERS[links[node, 3]]
        node = links[node, 2]
    return letters


@njit(cache=True, nogil=True)
def _lift(keys: Any, items: Any, hole: int, key: int, item: int) -> None:
    """Put an entry at a hole of the heap, or above it: std::push_heap."""
    while hole > 0 and keys[(hole - 1) // 2] > key:
        keys[hole], items[hole] = keys[(hole - 1) // 2], items[(hole - 1) // 2]
        hole = (hole - 1) // 2
    keys[hole], items[hole] = key, item


@njit(cache=True, nogil=True)
def _pop(keys: Any, items: Any, size: int) -> None:
    """Take the top entry off a heap of `size` + 1 entries: std::pop_heap."""
    hole, child = 0, 0
    while child < (size - 1) // 2:
        child = 2 * (child + 1)
        if keys[child] > keys[child - 1]:
            child -= 1
        keys[hole], items[hole] = keys[child], items[child]
        hole = child
    if size % 2 == 0 and child == (size - 2) // 2:
        child = 2 * child + 1
        keys[hole], items[hole] = keys[child], items[child]
        hole = child
    _lift(keys, items, hole, keys[size], items[size])


@njit(cache=True, nogil=True)
def _run(
    boards: npt.NDArray[np.uint8],
    links: npt.NDArray[np.int32],
    slots: npt.NDArray[np.int32],
    keys: npt.NDArray[np.int64],
    items: npt.NDArray[np.int32],
    counts: npt.NDArray[np.int64],
    moves: npt.NDArray[np.int16],
    far: npt.NDArray[np.int16],
    order: npt.NDArray[np.int8],
    home: int,
    greedy: bool,
    budget: int,
) -> int:
    """Expand up to `budget` boards; links: steps, bound, parent, move, blank's cell."""
    nodes, this, later, top, level, base, _ = counts
    status = _MORE
    cells = np.empty(boards.shape[1], np.uint8)
    heap = items[0]
    for _ in range(budget):
        if this == 0:
            if later == 0:
                status = _EXHAUSTED
                break
            top, this, later, level = 1 - top, later, 0, level + 2
        if nodes + 4 > len(boards) or max(this, later) + 4 > items.shape[1]:
            status = _FULL
            break
        this -= 1
        node = heap[0] if greedy else items[top, this]
        if greedy and this:
            _pop(keys, heap, this)
        steps, bound, blank = links[node, 0], links[node, 1], links[node, 4]
        if bound == 0:
            counts[_GOAL] = node
            status = _FOUND
            break
        if not greedy and steps + bound < level:
            continue  # a shorter way to this board was found after it was laid here
        cells[:] = boards[node]
        for move in order:
            target = moves[blank, move]
            if target < 0 or move ^ 1 == links[node, 3]:
                continue
            tile = cells[target]
            cells[blank], cells[target] = tile, home
            slot = _slot(cells, boards, slots)
            other = slots[slot] - base - 1
            if other < 0 or (not greedy and links[other, 0] > steps + 1):
                if other < 0:
                    other, slots[slot] = nodes, base + nodes + 1
                    boards[nodes] = cells
                    nodes += 1
                rest = bound + far[tile, blank] - far[tile, target]
                links[other, 0], links[other, 1], links[other, 2] = steps + 1, rest, node
                links[other, 3], links[other, 4] = move, target
                if greedy:
                    _lift(keys, heap, this, steps + 1 + rest, other)
                    this += 1
                elif rest < bound:
                    items[top, this] = other
                    this += 1
                else:
                    items[1 - top, later] = other
                    later += 1
            cells[target], cells[blank] = tile, home
    counts[_NODES], counts[_THIS], counts[_NEXT] = nodes, this, later
    counts[_TOP], counts[_BOUND] = top, level
    return status
