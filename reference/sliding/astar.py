"""A* with the Manhattan distance, on any board: exactly optimal, or greedy.

Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths",
1968. The inner loop is `reference.sliding.astar_kernel`.

The optimal search makes a board anew whenever a shorter way to it is found. A move changes the
distance by one, so the bound of a path stays or grows by two: the open boards lie on stacks, one
for every distance, those of this bound and those of the next one. The nearest goes first. (The
distance is consistent, so a board taken off a stack has its shortest path, in whatever order boards
of one bound are taken.)

The greedy one, a program common among answers to the judges' problem "Eight" (POJ 1077, HDU 1043),
marks a board as visited when it is first *made*, and keeps that way to it even if a shorter one
turns up: fewer steps, and a path that is at times too long. Its heap breaks ties as the C++
standard library of GNU does, so that it returns the same path as that program, letter by letter.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from functools import lru_cache
from math import factorial
from typing import Any

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapt
from reference.kernel.polling import ShouldStop
from reference.sliding import astar_kernel as kernel
from reference.sliding.boards import Result, check

__all__ = ["MAX_NODES", "shortest"]

MAX_NODES = 30_000_000
"""Where a search gives up by default (about 40 bytes a node, more beyond 16 cells)."""

_BUDGET = 128  # boards expanded a call, at first and at least
_ROOM = 1 << 12  # boards, at first
_REUSE = 1 << 16  # boards in the arrays that are kept for a later search


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
    check(board, rows, columns)
    names, home = _names(tuple(goal), rows, columns)
    idle = _idle(rows, columns, home, greedy)
    search = idle.pop() if idle else _Search(rows, columns, home, greedy)
    result = search.result(bytes(tuple(board)).translate(names), max_nodes, should_stop)
    if len(search.boards) <= _REUSE:
        idle.append(search)
    return result


@lru_cache(maxsize=64)
def _names(goal: tuple[int, ...], rows: int, columns: int) -> tuple[bytes, int]:
    """Return the names of the tiles, for bytes.translate, and the blank's cell in the goal."""
    check(goal, rows, columns, "goal")
    if len(goal) > 255:
        raise ValueError(f"board: expected at most 255 cells for A*, got {rows}x{columns}")
    names = bytearray(256)
    for name, tile in enumerate([tile for tile in goal if tile] + [0]):
        names[tile] = name
    return bytes(names), goal.index(0)


@lru_cache(maxsize=64)
def _idle(rows: int, columns: int, home: int, greedy: bool) -> list[_Search]:
    """Return the searches of this kind that wait for work."""
    return []


class _Search:
    """The arrays of a search. A node is a board made; its number is its row in the arrays.

    They serve one search after another: to touch fresh memory would cost more than most searches
    of the 8-puzzle. So `slots` is never emptied; what it holds up to a base is of the past.
    """

    def __init__(self, rows: int, columns: int, home: int, greedy: bool) -> None:
        cells = rows * columns
        self.greedy, self.ranked = greedy, cells <= kernel.RANKED
        self.ways, self.far = kernel.ways(rows, columns), kernel.distances(rows, columns, home)
        self.ranks = kernel.rank_tables(cells) if self.ranked else np.zeros((2, 0), np.uint16)
        self.boards = np.zeros((_ROOM, kernel.words(cells)), np.int64)
        self.links = np.zeros((_ROOM, kernel.LINKS), np.int32)
        self.letters = np.zeros(_ROOM, np.uint8)
        self.opened = np.zeros(
            (1, _ROOM) if greedy else (2, int(self.far.max()) * cells + 1), np.int32
        )
        places = cells * max(1, factorial(cells - 1) // 2) if self.ranked else 2 * _ROOM
        self.slots = np.zeros(places, np.int32)
        self.control = np.zeros(kernel.CONTROLS, np.int64)
        self.budget = _BUDGET

    def result(self, start: bytes, max_nodes: int, should_stop: ShouldStop | None) -> Result:
        """Search from a board of names."""
        nodes = 0
        self.control[kernel.BASE] += self.control[kernel.NODES]
        if self.control[kernel.BASE] > 1 << 30:
            self.control[kernel.BASE] = 0
            self.slots[:] = 0
        self.boards[0] = 0
        if not self.greedy:
            self.opened[:] = -1
        while should_stop is None or not should_stop():
            began = time.perf_counter()
            status, nodes, length = kernel.search(
                start, self.boards, self.links, self.slots, self.opened, self.control,
                self.letters, self.ways, self.far, self.ranks, self.greedy, self.budget,
            )  # fmt: skip
            if status == kernel.PATH:
                return Result(self.letters[:length].tobytes().decode(), length, nodes, True)
            if status == kernel.EXHAUSTED:
                return Result(None, None, nodes, True)
            if status == kernel.MORE:
                self.budget = adapt(self.budget, began, _BUDGET)
            full = status == kernel.FULL
            if full and (nodes >= max_nodes or not self.grow(nodes, should_stop)):
                break
            start = b""
        return Result(None, None, nodes, False)

    def grow(self, nodes: int, should_stop: ShouldStop | None) -> bool:
        """Double the arrays that have a row for every board; False if stopped."""
        self.boards, self.links = _doubled(self.boards), _doubled(self.links)
        self.letters = _doubled(self.letters)
        if self.greedy:
            self.opened = _doubled(self.opened[0])[None]
        if not self.ranked:
            base = int(self.control[kernel.BASE])
            self.slots = np.zeros(2 * len(self.boards), np.int32)
            first, budget = 0, _BUDGET
            while first < nodes:
                if should_stop is not None and should_stop():
                    return False
                began, end = time.perf_counter(), min(first + budget, nodes)
                kernel.enter(self.boards, first, end, self.slots, base)
                first, budget = end, adapt(budget, began, _BUDGET)
        return True


def _doubled(array: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return an array with the same rows and as many more, whatever is in these."""
    result = np.empty((2 * len(array), *array.shape[1:]), array.dtype)
    result[: len(array)] = array
    return result
