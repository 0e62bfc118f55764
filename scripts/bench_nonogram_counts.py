"""Counts of nonograms: parts alone, a sweep alone, or both as `count` does it; and by ganak.

In turn, in one run. Times are seconds of processor time; of ganak, which has a process of its own,
they are seconds on the clock, with the model built.

    python scripts/bench_nonogram_counts.py [--limit 10] [--seeds 2]
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator
from functools import partial

import cpmodels as cm
from cpmodels.generate.nonogram import random_nonogram
from cpmodels.methods.by_hand import known_cells
from cpmodels.puzzles.nonogram import Nonogram
from reference.nonograms.counting import PartCount, count_by_parts, count_by_sweep

WAYS: dict[str, Callable[..., PartCount]] = {
    "parts alone": partial(count_by_parts, sweeps=False),
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
    yield "42x42, at most two off the diagonal", near_diagonal(42)
    gap, row, wall = "2" + " 2" * 6, "2" + " 1 2" * 6, str(2 + 6 * 8)
    lines = [wall, wall, *[gap, *[row] * 4, gap, wall, wall] * 6]
    yield "36 blocks of 24 ways", Nonogram.of(lines, lines)


def near_diagonal(side: int) -> Nonogram:
    """Permutation matrices of which no one is more than two places off the diagonal (A002524)."""
    masks = [[3 if abs(i - j) <= 2 else 1 for j in range(side)] for i in range(side)]
    return Nonogram.of([1] * side, [1] * side).with_known(tuple(map(tuple, masks)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=10.0, help="seconds for each")
    parser.add_argument("--seeds", type=int, default=2)
    options = parser.parse_args()
    for way in WAYS.values():  # compiled before the clock runs
        ask(way, random_nonogram(9, 9, density=0.3, seed=1), 60)
    print(f"{'board':36}" + "".join(f"{way:>14}" for way in (*WAYS, "ganak")) + "   count")
    for name, puzzle in boards(options.seeds):
        columns, counts = "", set()
        for way in WAYS.values():
            began = time.process_time()
            seen = ask(way, puzzle, options.limit)
            seconds = time.process_time() - began
            columns += f"{seconds:14.3f}" if seen.complete else f"{'unknown':>14}"
            counts |= {seen.count} if seen.complete else set()
        began = time.perf_counter()
        answer = cm.count(puzzle, method="ganak", limit=options.limit)
        seconds = time.perf_counter() - began
        columns += f"{seconds:14.3f}" if answer.complete else f"{'unknown':>14}"
        counts |= {answer.count} if answer.complete else set()
        print(f"{name:36}{columns}   {' or '.join(f'{count:,}' for count in counts)}", flush=True)


def ask(way: Callable[..., PartCount], puzzle: Nonogram, limit: float) -> PartCount:
    end = time.process_time() + limit
    return way(puzzle.rows, puzzle.columns, lambda: time.process_time() > end, known_cells(puzzle))


if __name__ == "__main__":
    main()
