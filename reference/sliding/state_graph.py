"""The whole graph of a sliding puzzle, by breadth-first search from the goal.

Distances stand in one table of bytes, in the order of `reference.sliding.board_index`.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel
from reference.kernel.polling import ShouldStop
from reference.sliding.board_index import (
    block_size,
    board_into,
    index_of,
    indices_of,
    neighbours_into,
)
from reference.sliding.boards import Result, check, move_table, rename, spell
from reference.sliding.permutation import solvable, solvable_rows

__all__ = ["MAX_CELLS", "MAX_LINE", "StateGraph", "build"]

MAX_CELLS = 12
"""12 cells are 239,500,800 bytes; 13 would be 3 GB."""

MAX_LINE = 250
"""Cells of a board of one line: distances must fit in a byte."""

_UNSEEN = 255
_BUDGET = 1000  # places of the table, at first


@dataclass(frozen=True)
class StateGraph:
    """All boards from which `goal` can be reached, with their distances in moves.

    `distance` is an array of bytes by index (255: no board, only on a graph that was stopped);
    `complete` says whether the search came to its end.
    """

    rows: int
    columns: int
    goal: tuple[int, ...]
    distance: npt.NDArray[np.uint8]
    complete: bool

    def layers(self) -> list[int]:
        """Return how many boards there are at each distance 0, 1, 2, ..."""
        counts = np.bincount(self.distance, minlength=256)[:_UNSEEN]
        return [int(count) for count in np.trim_zeros(counts, "b")]

    def distances(self, boards: npt.NDArray[Any]) -> npt.NDArray[np.int16]:
        """Return the distance of each row of an array (k, cells), -1 where there is no path."""
        result = np.full(len(boards), -1, np.int16)
        fit = solvable_rows(boards, self.goal, self.rows, self.columns)
        renamed, home = self._rename(boards[fit])
        result[fit] = self.distance[indices_of(renamed, home, self._block)]
        result[result == _UNSEEN] = -1
        return result

    def shortest_rows(self, boards: npt.NDArray[Any]) -> list[str | None]:
        """Return a shortest path for each row of an array (k, cells), None where there is none.

        Ten thousand 8-puzzle boards take some hundredths of a second.
        """
        lengths = self.distances(boards)
        paths: list[str | None] = [None] * len(boards)
        some = np.flatnonzero(lengths >= 0)
        if len(some):
            renamed, home = self._rename(boards[some])
            moves = np.zeros((len(some), max(1, int(lengths.max()))), np.int8)
            table = move_table(self.rows, self.columns)
            row, budget = 0, 10
            while row < len(some):
                began, end = time.perf_counter(), row + budget
                _descend(renamed[row:end], home, self._block, self.distance, table, moves[row:end])
                row, budget = end, adapt(budget, began, 10)
            for row, i in enumerate(some):
                paths[i] = spell(moves[row, : lengths[i]])
        return paths

    def shortest(self, board: Sequence[int]) -> Result:
        """Return a shortest path from `board`, read off the table."""
        path = self.shortest_rows(np.array([board]))[0]
        return Result(path, None if path is None else len(path), 1, self.complete)

    def count_shortest(self, board: Sequence[int]) -> int:
        """Return how many shortest paths lead from `board` to the goal: 0 if none does."""
        renamed, home = rename(board, self.goal, self.rows, self.columns)
        if not solvable(board, self.goal, self.rows, self.columns):
            return 0
        table = move_table(self.rows, self.columns)
        layer = {tuple(renamed.tolist()): 1}
        for left in range(int(self.distance[index_of(renamed, home, self._block)]), 0, -1):
            below: dict[tuple[int, ...], int] = {}
            for cells, ways in layer.items():
                for other in _neighbours(cells, home, table):
                    if self.distance[index_of(np.array(other), home, self._block)] == left - 1:
                        below[other] = below.get(other, 0) + ways
            layer = below
        return sum(layer.values())

    def path_counts(self) -> npt.NDArray[np.int64]:
        """Return the number of shortest paths for every index, by counting over the layers.

        OverflowError if a number comes near 2**63.
        """
        counts = np.zeros(len(self.distance), np.int64)
        home, block, table = self.goal.index(0), self._block, move_table(self.rows, self.columns)
        counts[home * block] = 1
        cells, others = np.empty(len(table), np.int16), np.empty(4, np.int64)
        budget = _BUDGET
        for depth in range(1, len(self.layers())):
            low = 0
            while low < len(counts):
                began, high = time.perf_counter(), min(low + budget, len(counts))
                most = _count_layer(
                    self.distance, counts, depth, low, high, home, block, self.columns, table,
                    cells, others,
                )  # fmt: skip
                if most > 1 << 60:
                    raise OverflowError(f"number of shortest paths: over 2**60 at depth {depth}")
                low, budget = high, adapt(budget, began)
        return counts

    def indices(self, boards: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
        """Return where the rows of an array (k, cells), all solvable, stand in `distance`."""
        indices: npt.NDArray[np.int64] = indices_of(*self._rename(boards), self._block)
        return indices

    def boards(self, indices: npt.NDArray[np.int64]) -> npt.NDArray[np.int16]:
        """Return the boards, an array (k, cells), that stand at these indices of `distance`."""
        home = self.goal.index(0)
        renamed = np.zeros((len(indices), len(self.goal)), np.int16)
        for row, index in zip(renamed, indices, strict=True):
            board_into(int(index), home, self._block, self.columns, row)
        return np.asarray(self.goal, np.int16)[renamed]

    @property
    def _block(self) -> int:
        return len(self.distance) // len(self.goal)

    def _rename(self, boards: npt.NDArray[Any]) -> tuple[npt.NDArray[np.int16], int]:
        home = np.argsort(self.goal).astype(np.int16)
        return home[boards], int(home[0])


def build(
    rows: int, columns: int, goal: Sequence[int], should_stop: ShouldStop | None = None
) -> StateGraph:
    """Search the whole component of `goal`, layer by layer: at most 12 cells, or one line.

    >>> build(2, 2, (1, 2, 3, 0)).layers()
    [1, 2, 2, 2, 2, 2, 1]
    """
    check(goal, rows, columns, "goal")
    home = goal.index(0)
    line = min(rows, columns) == 1
    if rows * columns > MAX_CELLS and not line:
        raise ValueError(f"state graph: expected at most {MAX_CELLS} cells, got {rows}x{columns}")
    if line and rows * columns > MAX_LINE:
        raise ValueError(
            f"state graph: expected at most {MAX_LINE} cells in a line, got {rows}x{columns}"
        )
    block = block_size(rows, columns)
    distance = np.full(rows * columns * block, _UNSEEN, np.uint8)
    distance[home * block] = 0
    table, depth, fresh, budget = move_table(rows, columns), 0, 1, _BUDGET
    cells, others = np.empty(len(table), np.int16), np.empty(4, np.int64)
    while fresh:
        fresh = low = 0
        while low < len(distance):
            if should_stop is not None and should_stop():
                return StateGraph(rows, columns, tuple(goal), distance, False)
            began, high = time.perf_counter(), min(low + budget, len(distance))
            fresh += _expand(distance, depth, low, high, home, block, columns, table, cells, others)
            low, budget = high, adapt(budget, began)
        depth += 1
    return StateGraph(rows, columns, tuple(goal), distance, True)


def _neighbours(
    cells: tuple[int, ...], blank: int, table: npt.NDArray[np.int16]
) -> list[tuple[int, ...]]:
    at, result = cells.index(blank), []
    for target in table[at]:
        if target >= 0:
            other = list(cells)
            other[at], other[target] = cells[target], blank
            result.append(tuple(other))
    return result


@kernel("state graph")
def _expand(
    distance: npt.NDArray[np.uint8],
    depth: int,
    low: int,
    high: int,
    home: int,
    block: int,
    columns: int,
    table: npt.NDArray[np.int16],
    cells: npt.NDArray[np.int16],
    others: npt.NDArray[np.int64],
) -> int:
    """Give depth + 1 to the unseen neighbours of the boards at `depth` in [low, high).

    `cells` and `others` are room for a board, and for four numbers.
    """
    fresh = 0
    for index in range(low, high):
        if distance[index] != depth:
            continue
        for other in others[: neighbours_into(index, home, block, columns, table, cells, others)]:
            if distance[other] == _UNSEEN:
                distance[other] = depth + 1
                fresh += 1
    return fresh


@kernel("state graph")
def _descend(
    boards: npt.NDArray[Any],
    home: int,
    block: int,
    distance: npt.NDArray[np.uint8],
    table: npt.NDArray[np.int16],
    moves: npt.NDArray[np.int8],
) -> None:
    """Play every board down to the goal, in place, writing its moves to the rows of `moves`."""
    for i in range(len(boards)):
        cells = boards[i]
        at = 0
        while cells[at] != home:
            at += 1
        length = int(distance[index_of(cells, home, block)])
        for step in range(length):
            for move in range(4):
                target = table[at, move]
                if target < 0:
                    continue
                cells[at], cells[target] = cells[target], home
                if distance[index_of(cells, home, block)] == length - step - 1:
                    moves[i, step] = move
                    at = target
                    break
                cells[target], cells[at] = cells[at], home


@kernel("state graph")
def _count_layer(
    distance: npt.NDArray[np.uint8],
    counts: npt.NDArray[np.int64],
    depth: int,
    low: int,
    high: int,
    home: int,
    block: int,
    columns: int,
    table: npt.NDArray[np.int16],
    cells: npt.NDArray[np.int16],
    others: npt.NDArray[np.int64],
) -> int:
    """Add up the ways down for the boards at `depth` in [low, high); return the greatest number."""
    most = 0
    for index in range(low, high):
        if distance[index] != depth:
            continue
        for other in others[: neighbours_into(index, home, block, columns, table, cells, others)]:
            if distance[other] == depth - 1:
                counts[index] += counts[other]
        most = max(most, counts[index])
    return most
