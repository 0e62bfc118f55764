"""Paths of a sliding puzzle that are nearly shortest, each with a proved bound: weighted A*.

I. Pohl, "Heuristic search viewed as path finding in a graph", 1970: A* that takes its boards by
steps + w * distance, w >= 1, ends sooner, with a path at most w times as long as a shortest one.
What is more, it leaves a bound behind. While the goal is not met, some board on a shortest path is
open, and no path through it is shorter than its steps + distance, which is at least its key
divided by w: the least key of all open boards bounds the length from below. Here w = p / q, and the
keys are the integers q * steps + p * distance; distances are by linear conflict or by tables.

The path by layers comes first, then some greater w, each for a part of the boards: there is always
a path to show, and what is known to be no shorter than the best path so far is not searched. When
there is no more room for boards, rounds of IDA*, which needs none, go on raising the bound.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from math import floor
from typing import NamedTuple

import numpy as np

from reference.kernel.budget import adapt
from reference.kernel.polling import ShouldStop
from reference.sliding import idastar
from reference.sliding import weighted_kernel as kernel
from reference.sliding.boards import manhattan_table, move_table, spell
from reference.sliding.heuristics import Start, lower_bound, prepare
from reference.sliding.layers import path_by_layers
from reference.sliding.pattern_database import Progress
from reference.sliding.pattern_kernel import no_patterns
from reference.sliding.patterns import PatternStart, sizes_of
from reference.sliding.permutation import solvable

__all__ = ["MAX_NODES", "NearlyShortest", "path_within"]

MAX_NODES = 6_000_000
"""Where a search gives up by default: some 60 bytes a board of 5 x 5."""

MAX_CELLS = 255
"""Of a larger board, only a path by layers is known."""

_BUDGET = 200  # boards expanded a call, at first
_PARTS = 20  # w is a fraction of this denominator, rounded down


class NearlyShortest(NamedTuple):
    """A path, and a number of moves that no path falls short of.

    `path` is None where there is none (`complete`), or where not even one by layers was ready.
    `complete` is False if the search was stopped or ran out of boards before `path` was within
    the factor asked for; `nodes` counts the boards made.
    """

    path: str | None
    bound: int
    nodes: int
    complete: bool


def path_within(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    within: float,
    *,
    heuristic: str = "linear-conflict",
    max_nodes: int = MAX_NODES,
    progress: Progress | None = None,
    should_stop: ShouldStop | None = None,
) -> NearlyShortest:
    """Return a path of at most `within` times the least number of moves, and what proves it.

    `progress` is called while tables are built.

    Examples
    --------
    >>> board, goal = (8, 6, 7, 2, 5, 4, 3, 0, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0)  # 31 moves
    >>> near = path_within(board, 3, 3, goal, 1.2)
    >>> near.bound <= 31 <= len(near.path) <= 1.2 * near.bound
    True
    """
    if within < 1:
        raise ValueError(f"within: expected 1 or more, got {within}")
    if not solvable(board, goal, rows, columns):
        return NearlyShortest(None, 0, 0, True)
    bound = lower_bound(board, rows, columns, goal)
    path = path_by_layers(board, rows, columns, goal, should_stop).path
    if path is None:
        return NearlyShortest(None, bound, 0, False)
    if len(board) > MAX_CELLS:
        return NearlyShortest(path, bound, 0, len(path) <= within * bound)
    start = None
    if not sizes_of(heuristic) and heuristic != "linear-conflict":
        raise ValueError(f"heuristic: expected linear-conflict, or 6-6-3, got {heuristic!r}")
    if len(path) > within * bound:
        start = prepare(board, rows, columns, goal, heuristic, progress, should_stop)
    if start is None:
        return NearlyShortest(path, bound, 0, len(path) <= within * bound)
    nodes, bound = 0, max(bound, start.bound)
    least = floor(min(within, 4.0) * _PARTS + 1e-9)
    for p in [p for p in (4 * _PARTS, 2 * _PARTS, 3 * _PARTS // 2) if p > least] + [least]:
        if len(path) <= within * bound or (should_stop is not None and should_stop()):
            break
        share = max_nodes if p == least else max_nodes // 10
        search = _Search(start, rows, p, len(path), share)
        shorter = search.run(should_stop)
        nodes += search.nodes
        bound = max(bound, min(search.bound, len(path)))
        path = path if shorter is None else shorter
        bound += (len(path) - bound) % 2  # every path has the parity of this one
    if len(path) > within * bound:
        exact = idastar.Search(board, rows, columns, goal, heuristic, should_stop=should_stop)
        for result in exact.rounds(bound):
            bound, path = min(result.length or 0, len(path)), result.path or path
            if len(path) <= within * bound:
                break
        nodes += exact.nodes
    return NearlyShortest(path, bound, nodes, len(path) <= within * bound)


class _Search:
    """Weighted A*, w = p / _PARTS, for a path of fewer than `upper` moves.

    The arrays have room for all nodes from the start; the system hands out memory as it is used.
    """

    def __init__(
        self, start: Start | PatternStart, rows: int, p: int, upper: int, max_nodes: int
    ) -> None:
        home, cells, room = start.home, len(start.board), max_nodes + 4
        columns = cells // rows
        self.size = np.array([columns, home, upper, p, _PARTS], np.int64)
        self.boards = np.empty((room, cells), np.uint8)
        self.links = np.empty((room, kernel.LINKS), np.int32)
        self.codes = np.empty(room, np.int64)
        self.slots = np.zeros(1 << (2 * room - 1).bit_length(), np.int32)
        self.tops = np.full(p * upper + 1, -1, np.int32)
        random = np.random.default_rng(cells)
        self.hashes = random.integers(1 << 62, size=(cells, cells), dtype=np.int64)
        self.far, self.moves = manhattan_table(rows, columns, home), move_table(rows, columns)
        self.work = np.zeros((2, cells), np.int64)
        self.tables, self.values = no_patterns(), np.zeros((2, 0), np.int64)
        if isinstance(start, PatternStart):
            self.tables, self.moves = start.tables, start.tables.moves.reshape(-1, 4)
            self.values = np.zeros((2, len(start.value)), np.int64)
        self.boards[0] = start.board
        self.codes[0] = np.bitwise_xor.reduce(self.hashes[start.board, np.arange(cells)])
        blank = int(np.flatnonzero(start.board == home)[0])
        self.links[0] = (0, start.bound, -1, -1, blank, -1)
        self.slots[int(self.codes[0]) & (len(self.slots) - 1)] = 1
        self.tops[min(p * start.bound, len(self.tops) - 1)] = 0
        self.control = np.array([1, 0, -1], np.int64)

    @property
    def nodes(self) -> int:
        """Boards made."""
        return int(self.control[kernel.NODES])

    @property
    def bound(self) -> int:
        """The length that the open boards prove, unless all shorter paths are excluded."""
        return -(-int(self.control[kernel.LOW]) // int(self.size[3]))

    def run(self, should_stop: ShouldStop | None) -> str | None:
        """A path of fewer moves than `upper`; None if there is none, or it was stopped."""
        status, budget = kernel.MORE, _BUDGET
        while status == kernel.MORE and not (should_stop is not None and should_stop()):
            began = time.perf_counter()
            status = kernel.expand(
                self.boards, self.links, self.codes, self.slots, self.tops, self.control,
                self.hashes, self.far, self.moves, self.tables, self.work, self.values[0],
                self.values[1], self.size, budget,
            )  # fmt: skip
            budget = adapt(budget, began, least=_BUDGET)
        if status != kernel.PATH:
            return None
        letters, node = [], int(self.control[kernel.GOAL])
        while node > 0:
            letters.append(int(self.links[node, kernel.MOVE]))
            node = int(self.links[node, kernel.PARENT])
        return spell(np.array(letters[::-1], np.int8))
