"""Counts of nonograms: parts alone, a sweep alone, or both as `count` does it; in turn, in one run.

Times are seconds of processor time.

    python scripts/bench_nonogram_counts.py [--limit 10] [--seeds 2]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator

from cpmodels.generate.nonogram import random_nonogram
from cpmodels.puzzles.nonogram import Nonogram
from reference.nonograms.counting import PartCount, count_by_parts, count_by_sweep

WAYS: dict[str, Callable[..., PartCount]] = {
    "parts alone": lambda *of: count_by_parts(*of, sweeps=False),
    "sweep alone": count_by_sweep,
    "count": count_by_parts,
}


def boards(seeds: int) -> Iterator[tuple[str, Nonogram]]:
    """Some that fall apart, some that do not."""
    for side, density in ((10, 0.3), (12, 0.3), (15, 0.4), (20, 0.4), (25, 0.4), (30, 0.5)):
        for seed in range(seeds):
            yield (
                f"{side}x{side}, density {density}, seed {seed}",
                random_nonogram(side, side, density=density, seed=seed),
            )
    for side in (10, 14, 18):
        yield f"permutation matrices {side}x{side}", Nonogram.of([1] * side, [1] * side)
    gap, row, wall = "2" + " 2" * 6, "2" + " 1 2" * 6, str(2 + 6 * 8)
    lines = [wall, wall, *[gap, *[row] * 4, gap, wall, wall] * 6]
    yield "36 blocks of 24 ways", Nonogram.of(lines, lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each")
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    for way in WAYS.values():  # compiled before the clock runs
        way(*clues(random_nonogram(9, 9, density=0.3, seed=1)), lambda: False)
    print(f"{'board':36}" + "".join(f"{way:>14}" for way in WAYS) + "   count")
    for name, puzzle in boards(options.seeds):
        columns, counts = "", set()
        for way in WAYS.values():
            began, end = time.process_time(), time.process_time() + options.limit
            seen = way(*clues(puzzle), lambda end=end: time.process_time() > end)
            seconds = time.process_time() - began
            columns += f"{seconds:14.3f}" if seen.complete else f"{'unknown':>14}"
            counts |= {seen.count} if seen.complete else set()
        print(f"{name:36}{columns}   {' or '.join(f'{count:,}' for count in counts)}", flush=True)


def clues(puzzle: Nonogram) -> tuple[object, object]:
    return puzzle.rows, puzzle.columns


if __name__ == "__main__":
    main()
