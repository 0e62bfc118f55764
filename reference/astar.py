"""A* with the Manhattan distance, on any board: exactly optimal, or greedy as in the seed.

Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths",
1968. A board is looked up by its Cantor rank in an array up to 9 cells, by open addressing beyond.

The optimal search gives a board a new parent whenever a shorter way to it is found, and opens it
again. The greedy one (the program that this project grew from) marks a board as visited when it is
first *made*, and keeps that way to it even if a shorter one turns up: fewer steps, and a path that
is at times too long. Its heap breaks ties as the C++ standard library of GNU does, so that it
returns the same path as that program, letter by letter.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from reference.permutation import rank_row, solvable
from reference.sliding import Result, ShouldStop, manhattan_table, move_table, rename, spell

__all__ = ["MAX_NODES", "shortest"]

MAX_NODES = 30_000_000
"""Where a search gives up by default (about 60 bytes a node, more on larger boards)."""

_MORE, _FOUND, _EXHAUSTED, _FULL = range(4)
_BUDGET = 100_000  # boards expanded a call: well under 0.2 s
_RANKED = 9  # up to 9! slots, one for each permutation
_ORDER = np.array([0, 3, 1, 2], np.int8)  # r d l u: the seed's order


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
    if not solvable(board, goal, rows, columns):
        return Result(None, None, 0, True)
    search = _Search(renamed, home, rows, columns, greedy)
    while True:
        if should_stop is not None and should_stop():
            return Result(None, None, search.nodes, False)
        status = search.run()
        if status == _FOUND:
            path = search.path()
            search.give_back()
            return Result(path, len(path), search.nodes, True)
        if status == _FULL:
            if search.nodes >= max_nodes:
                return Result(None, None, search.nodes, False)
            search.grow()


class _Search:
    """The arrays of one search. A node is a board made; its number is its row in the arrays."""

    def __init__(
        self, start: npt.NDArray[np.int16], home: int, rows: int, columns: int, greedy: bool
    ) -> None:
        cells, room = rows * columns, 1 << 12
        self.greedy, self.home = greedy, home
        self.moves, self.far = _tables(rows, columns, home)
        self.boards = np.zeros((room, cells), np.uint8)
        self.links = np.zeros((room, 5), np.int32)
        self.keys, self.items = np.zeros(room, np.int64), np.zeros(room, np.int32)
        ranked = cells <= _RANKED
        self.slots = _clean_slots(cells) if ranked else np.zeros(2 * room, np.int32)
        self.counts = np.array([1, 1], np.int64)
        self.boards[0] = start
        far = int(self.far[start, np.arange(cells)].sum())
        self.links[0] = (0, far, -1, -1, int(np.flatnonzero(start == home)[0]))
        self.keys[0] = far << 32
        _place_all(self.boards, 1, self.slots, ranked)

    @property
    def nodes(self) -> int:
        return int(self.counts[0])

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
            if self.boards.shape[1] > _RANKED:
                self.slots = np.zeros(2 * len(self.boards), np.int32)
                _place_all(self.boards, self.nodes, self.slots, False)
        if 2 * self.counts[1] > len(self.keys):
            self.keys = np.concatenate([self.keys, np.zeros_like(self.keys)])
            self.items = np.concatenate([self.items, np.zeros_like(self.items)])

    def give_back(self) -> None:
        """Leave the array of ranks, clean, to the next search: touching it anew costs more."""
        if self.boards.shape[1] <= _RANKED:
            if self.nodes > 1000:
                self.slots.fill(0)
            else:
                _place_all(self.boards, -self.nodes, self.slots, True)
            _CLEAN.setdefault(len(self.slots), []).append(self.slots)

    def path(self) -> str:
        """Return the letters to the node that was found last, on top of the heap."""
        moves, node = [], int(self.items[len(self.items) - 1])
        while self.links[node, 2] >= 0:
            moves.append(int(self.links[node, 3]))
            node = int(self.links[node, 2])
        return spell(np.array(moves[::-1], np.int8))


_CLEAN: dict[int, list[npt.NDArray[np.int32]]] = {}


def _clean_slots(cells: int) -> npt.NDArray[np.int32]:
    size = factorial(cells)
    try:
        return _CLEAN[size].pop()
    except (KeyError, IndexError):
        return np.zeros(size, np.int32)


@lru_cache(maxsize=64)
def _tables(
    rows: int, columns: int, home: int
) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16]]:
    return move_table(rows, columns), manhattan_table(rows, columns, home)


@njit(cache=True, nogil=True)
def _slot(cells: npt.NDArray[Any], boards: npt.NDArray[Any], slots: Any, ranked: bool) -> int:
    """Return where this board's number, plus one, stands in `slots`, or the slot (0) for it."""
    if ranked:
        number: int = rank_row(cells)
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
def _place_all(boards: npt.NDArray[Any], nodes: int, slots: Any, ranked: bool) -> None:
    """Enter the boards of the first nodes in `slots`; with `nodes` negative, take them out."""
    for node in range(abs(nodes)):
        slots[_slot(boards[node], boards, slots, ranked)] = node + 1 if nodes > 0 else 0


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
    nodes, heap = counts
    ranked = boards.shape[1] <= _RANKED
    status = _MORE
    cells = np.empty(boards.shape[1], np.uint8)
    for _ in range(budget):
        if heap == 0:
            status = _EXHAUSTED
            break
        if nodes + 4 > len(boards) or heap + 4 > len(keys):
            status = _FULL
            break
        key, node = keys[0], items[0]
        heap -= 1
        if heap:
            _pop(keys, items, heap)
        steps, bound, blank = links[node, 0], links[node, 1], links[node, 4]
        if bound == 0:
            items[-1] = node
            status = _FOUND
            break
        if not greedy and key != ((steps + bound) << 32) - steps:
            continue  # a shorter way to this board was found after this entry was made
        cells[:] = boards[node]
        for move in order:
            target = moves[blank, move]
            if target < 0:
                continue
            tile = cells[target]
            cells[blank], cells[target] = tile, home
            slot = _slot(cells, boards, slots, ranked)
            other = slots[slot] - 1
            if other < 0 or (not greedy and links[other, 0] > steps + 1):
                if other < 0:
                    other, slots[slot] = nodes, nodes + 1
                    boards[nodes] = cells
                    nodes += 1
                rest = bound + far[tile, blank] - far[tile, target]
                links[other, 0], links[other, 1], links[other, 2] = steps + 1, rest, node
                links[other, 3], links[other, 4] = move, target
                key = (steps + 1 + rest) << 32
                _lift(keys, items, heap, key if greedy else key - steps - 1, other)
                heap += 1
            cells[target], cells[blank] = tile, home
    counts[0], counts[1] = nodes, heap
    return status
