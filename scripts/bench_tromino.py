"""Time the fast divide and conquer against numpy filling an array of the same size twice.

Run: python scripts/bench_tromino.py [--levels 12 13] [--rounds 9]. The two are measured in turn;
the medians and their ratio are shown, and the most memory that a cover took over its board.
"""

from __future__ import annotations

import argparse
import statistics
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from reference.trominoes.power_of_two import cover


def fill_twice(side: int) -> None:
    board = np.empty((side, side), np.int32)
    board.fill(1)
    board.fill(2)


def seconds(call: Callable[[], object]) -> float:
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def compare(k: int, rounds: int) -> tuple[float, float]:
    """Return the median seconds of filling twice and of covering, measured in turn."""
    missing = (1 << k) // 3, (1 << k) // 5
    pairs = [
        (seconds(lambda: fill_twice(1 << k)), seconds(lambda: cover(k, missing)))
        for _ in range(rounds)
    ]
    filling, covering = zip(*pairs, strict=True)
    return statistics.median(filling), statistics.median(covering)


def peak_bytes(k: int) -> int:
    tracemalloc.start()
    cover(k, (0, 0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--levels", type=int, nargs="+", default=[12, 13])
    parser.add_argument("--rounds", type=int, default=9)
    options = parser.parse_args()
    print(" k     side  fill twice     cover  ratio  peak / board")
    for k in options.levels:
        filling, covering = compare(k, options.rounds)
        share = peak_bytes(k) / 4 ** (k + 1)
        print(
            f"{k:2} {1 << k:8} {filling:9.4f} s {covering:7.4f} s "
            f"{covering / filling:6.2f} {share:13.3f}"
        )


if __name__ == "__main__":
    main()
