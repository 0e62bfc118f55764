"""Search all 239,500,800 boards of the 3 x 4 puzzle, with three bits a board (90 MB).

A bit stands at the index of `reference.sliding.board_index`: seen, in this layer, in the next.
Takes about two minutes; prints the boards at each depth, which end at 53 moves with 18 boards.
"""

from __future__ import annotations

import sys
import time
from typing import Any

import numpy as np
import numpy.typing as npt
from numba import njit

from reference.sliding.board_index import block_size, neighbours_into
from reference.sliding.boards import default_goal, move_table

Bits = npt.NDArray[np.uint8]

_SLICE = 1 << 17  # bytes of a layer a call: it can be interrupted


@njit(cache=True, nogil=True)
def spread(
    front: Bits, seen: Bits, following: Bits, low: int, high: int, goal: Any, table: Any
) -> int:
    """Mark the unseen neighbours of the boards in front[low:high]; return their number."""
    home, block, columns = goal
    cells, others = np.empty(len(table), np.int16), np.empty(4, np.int64)
    found = 0
    for byte in range(low, min(high, len(front))):
        for bit in range(8 if front[byte] else 0):
            if not (front[byte] >> bit) & 1:
                continue
            number = neighbours_into(8 * byte + bit, home, block, columns, table, cells, others)
            for other in others[:number]:
                mask = np.uint8(1 << (other & 7))
                if not seen[other >> 3] & mask:
                    seen[other >> 3] |= mask
                    following[other >> 3] |= mask
                    found += 1
    return found


def census(rows: int, columns: int) -> list[int]:
    """Return the number of boards at each depth from 1 2 3 .. blank, printing as it goes."""
    home, block = default_goal(rows, columns).index(0), block_size(rows, columns)
    front, seen = (np.zeros((rows * columns * block + 7) // 8, np.uint8) for _ in range(2))
    for bits in (front, seen):
        bits[home * block >> 3] = 1 << (home * block & 7)
    table, layers, began = move_table(rows, columns), [1], time.perf_counter()
    while layers[-1]:
        following, found = np.zeros_like(front), 0
        for low in range(0, len(front), _SLICE):
            found += spread(
                front, seen, following, low, low + _SLICE, (home, block, columns), table
            )
        print(
            f"depth {len(layers) - 1:2}: {layers[-1]:>11,}   {time.perf_counter() - began:6.1f} s"
        )
        layers.append(found)
        front = following
    return layers[:-1]


def main() -> None:
    """Search 3 x 4, or the size given as two numbers."""
    rows, columns = map(int, sys.argv[1:3]) if len(sys.argv) == 3 else (3, 4)
    layers = census(rows, columns)
    print(
        f"{sum(layers):,} boards; the deepest, {layers[-1]} of them, need {len(layers) - 1} moves"
    )


if __name__ == "__main__":
    main()
