"""All boards of a size by their distance from a goal, breadth first, with three bits a board.

A bit stands at the index of `reference.sliding.board_index`: seen, in this layer, in the next. The
239,500,800 boards of 3 x 4 take 90 MB. Counting shortest paths takes eight bytes a board more: to a
board lead those to all its neighbours of the layer before.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel
from reference.kernel.polling import ShouldStop
from reference.sliding.board_index import block_size, board_into, neighbours_into
from reference.sliding.boards import check, move_table

__all__ = ["Census", "bytes_needed"]

Bits = npt.NDArray[np.uint8]


def bytes_needed(rows: int, columns: int, *, paths: bool = False) -> int:
    """Return how much memory a census takes.

    >>> bytes_needed(3, 4)
    89812803
    """
    boards = rows * columns * block_size(rows, columns)
    return 3 * ((boards + 7) // 8 + 1) + 8 * boards * paths


class Census:
    """The layers around a goal. With `paths`, the shortest paths to them are counted.

    >>> census = Census(2, 2, (1, 2, 3, 0), paths=True)
    >>> list(census.layers()), list(census.farthest()), census.paths
    ([1, 2, 2, 2, 2, 2, 1], [(0, 3, 2, 1)], 2)
    """

    def __init__(
        self,
        rows: int,
        columns: int,
        goal: Sequence[int],
        should_stop: ShouldStop | None = None,
        *,
        paths: bool = False,
    ) -> None:
        check(goal, rows, columns, "goal")
        self.goal, self.columns, self.should_stop = tuple(goal), columns, should_stop
        self.home, self.block = self.goal.index(0), block_size(rows, columns)
        self.table = move_table(rows, columns)
        size = bytes_needed(rows, columns) // 3
        self.front, self.seen = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        self.complete = False
        cells = len(self.table) if paths else 0
        self._paths = np.zeros(cells * self.block, np.int64)
        self._sum = np.ones(1, np.int64)

    @property
    def paths(self) -> int:
        """How many shortest paths lead to the boards of the last layer that was yielded."""
        return int(self._sum[0])

    def layers(self) -> Iterator[int]:
        """Yield the number of boards at each distance; `complete` says whether that was all."""
        first = self.home * self.block
        for bits in (self.front, self.seen):
            bits[first >> 3] = 1 << (first & 7)
        self._paths[first : first + 1] = 1
        number, budget = 1, 100
        cells, others = np.empty(len(self.table), np.int16), np.empty(4, np.int64)
        while number:
            yield number
            number, low, following = 0, 0, np.zeros_like(self.front)
            paths = np.zeros(1, np.int64)
            while low < len(self.front):
                if self.should_stop is not None and self.should_stop():
                    return
                began, high = time.perf_counter(), min(low + budget, len(self.front))
                number += _spread(
                    self.front, self.seen, following, low, high, self.home, self.block,
                    self.columns, self.table, cells, others, self._paths, paths,
                )  # fmt: skip
                low, budget = high, adapt(budget, began, 100)
            if number:
                self.front, self._sum = following, paths
        self.complete = True

    def farthest(self) -> Iterator[tuple[int, ...]]:
        """Yield the boards of the last layer that was yielded whole."""
        cells = np.empty(len(self.table), np.int16)
        for byte in np.flatnonzero(self.front).tolist():
            for bit in range(8):
                if self.front[byte] >> bit & 1:
                    board_into(8 * byte + bit, self.home, self.block, self.columns, cells)
                    yield tuple(self.goal[name] for name in cells.tolist())


@kernel("census")
def _spread(
    front: Bits,
    seen: Bits,
    following: Bits,
    low: int,
    high: int,
    home: int,
    block: int,
    columns: int,
    table: npt.NDArray[np.int16],
    cells: npt.NDArray[np.int16],
    others: npt.NDArray[np.int64],
    paths: npt.NDArray[np.int64],
    total: npt.NDArray[np.int64],
) -> int:
    """Mark the unseen neighbours of the boards in front[low:high]; return their number.

    Where `paths` has room, those to each board go there, and their sum is added to `total`.
    """
    fresh = 0
    for byte in range(low, high):
        bits = int(front[byte])
        for bit in range(8):
            if bits == 0 or not bits >> bit & 1:
                continue
            number = neighbours_into(8 * byte + bit, home, block, columns, table, cells, others)
            for i in range(number):
                other = int(others[i])
                place, mask = other >> 3, 1 << (other & 7)
                known = int(seen[place])
                if not known & mask:
                    seen[place] = known | mask
                    following[place] = int(following[place]) | mask
                    fresh += 1
                if len(paths) and int(following[place]) & mask:
                    ways = paths[8 * byte + bit]
                    paths[other] += ways
                    total[0] += ways
    return fresh
