"""Time what the model counts: cubes against one search, symmetry, strips; and the hand beside it.

    python scripts/bench_counting.py [--rounds 3] [--workers 2] [--only 6x10]

All contenders of a case run in turn, round after round; the table shows medians of wall-clock
and processor seconds. A count that differs from the known one ends the script.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable

import cpmodels as cm
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.models.tiling import tiling_model

Contender = Callable[[], int | None]


def plain(puzzle: cm.Tiling) -> int:
    """CP-SAT with neither the order, nor 1 before 0, nor cubes: as the models were counted once."""
    model = tiling_model(puzzle)
    model.order = []
    model.enumeration["use_sat_inprocessing"] = True
    return cp_sat.count(model, Run(), classes=False)


def ask(puzzle: cm.Tiling, method: str, workers: int) -> Contender:
    return lambda: cm.count(puzzle, method=method, workers=workers).count


def contenders(puzzle: cm.Tiling, workers: int, slow: bool) -> dict[str, Contender]:
    """Return what there is to run."""
    runs: dict[str, Contender] = {}
    if slow:
        runs["cp-sat, one search, no order"] = lambda: plain(puzzle)
    for method in ("cp-sat:plain", "cp-sat"):
        for threads in (1, workers):
            runs[f"{method}, {threads} workers"] = ask(puzzle, method, threads)
    for method in cm.methods(puzzle):
        if method in BESIDE:
            runs[method] = ask(puzzle, method, workers)
    return runs


BESIDE = ("cp-sat-strips", "dlx", "frontier")
CASES = {
    "6x6 tetrominoes": (cm.Tiling.of("6x6", "tetrominoes"), 178_939, True),
    "3x20 pentominoes": (cm.Tiling.of("3x20", "pentominoes", 1), 8, True),
    "6x10 pentominoes": (cm.Tiling.of("6x10", "pentominoes", 1), 9_356, False),
}
STRIPS = {
    "7x8 tetrominoes": (cm.Tiling.of("7x8", "tetrominoes"), 657_253_434),
    "8x8 tetrominoes": (cm.Tiling.of("8x8", "tetrominoes"), 19_077_209_438),
}


def bench(name: str, runs: dict[str, Contender], expected: int, rounds: int) -> None:
    """Run all in turn and print the medians."""
    wall: dict[str, list[float]] = {label: [] for label in runs}
    processor: dict[str, list[float]] = {label: [] for label in runs}
    for _ in range(rounds):
        for label, run in runs.items():
            start, busy = time.perf_counter(), time.process_time()
            count = run()
            wall[label].append(time.perf_counter() - start)
            processor[label].append(time.process_time() - busy)
            if count != expected:
                raise SystemExit(f"{name}: {label} found {count}, expected {expected:,}")
    print(f"\n{name}: {expected:,}\n{'':30}    wall  processor")
    for label in runs:
        print(
            f"{label:30} {statistics.median(wall[label]):7.2f}"
            f" {statistics.median(processor[label]):10.2f}"
        )


def main() -> None:
    """Run the cases asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    options = parser.parse_args()
    for name, (puzzle, expected, slow) in CASES.items():
        if options.only in name:
            bench(name, contenders(puzzle, options.workers, slow), expected, options.rounds)
    for name, (puzzle, expected) in STRIPS.items():
        if options.only in name:
            methods = ("cp-sat-strips", "frontier")
            runs = {method: ask(puzzle, method, options.workers) for method in methods}
            bench(name, runs, expected, options.rounds)


if __name__ == "__main__":
    main()
