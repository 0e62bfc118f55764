"""All boards of a size by their distance from a goal, breadth first, with three bits a board.

A bit stands at the index of `reference.sliding.board_index`: seen, in this layer, in the next. The
239,500,800 boards of 3 x 4 take 90 MB.
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


def bytes_needed(rows: int, columns: int) -> int:
    """Return how much memory a census takes.

    >>> bytes_needed(3, 4)
    89812803
    """
    return 3 * ((rows * columns * block_size(rows, columns) + 7) // 8 + 1)


class Census:
    """The layers around a goal.

    >>> census = Census(2, 2, (1, 2, 3, 0))
    >>> list(census.layers()), list(census.farthest())
    ([1, 2, 2, 2, 2, 2, 1], [(0, 3, 2, 1)])
    """

    def __init__(
        self, rows: int, columns: int, goal: Sequence[int], should_stop: ShouldStop | None = None
    ) -> None:
        check(goal, rows, columns, "goal")
        self.goal, self.columns, self.should_stop = tuple(goal), columns, should_stop
        self.home, self.block = self.goal.index(0), block_size(rows, columns)
        self.table = move_table(rows, columns)
        size = bytes_needed(rows, columns) // 3
        self.front, self.seen = np.zeros(size, np.uint8), np.zeros(size, np.uint8)
        self.complete = False

    def layers(self) -> Iterator[int]:
        """Yield the number of boards at each distance; `complete` says whether that was all."""
        first = self.home * self.block
        for bits in (self.front, self.seen):
            bits[first >> 3] = 1 << (first & 7)
        number, budget = 1, 100
        cells, others = np.empty(len(self.table), np.int16), np.empty(4, np.int64)
        while number:
            yield number
            number, low, following = 0, 0, np.zeros_like(self.front)
            while low < len(self.front):
                if self.should_stop is not None and self.should_stop():
                    return
                began, high = time.perf_counter(), min(low + budget, len(self.front))
                number += _spread(
                    self.front, self.seen, following, low, high, self.home, self.block,
                    self.columns, self.table, cells, others,
                )  # fmt: skip
                low, budget = high, adapt(budget, began, 100)
            if number:
                self.front = following
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
) -> int:
    """Mark the unseen neighbours of the boards in front[low:high]; return their number."""
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
    return fresh
