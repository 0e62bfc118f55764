"""What an experiment costs beside its cases, and how long a large report takes.

    python scripts/bench_experiments.py [--cases N] [--jobs N] [--rows N]

Overhead: the wall-clock time of a run on J jobs, over the sum of the cases' own times (to build
and to solve, measured in the child) divided by J. Start-up of the server, forks, and the store
are all in it.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from cpmodels.experiments import Experiment, load, report, run
from cpmodels.results.store import Store

SMALL: dict[str, Any] = {
    "kind": "tiling",
    "region": "4x{n}",
    "shapes": "tetrominoes",
    "range": {"n": 6},
}


def overhead(cases: int, jobs: int) -> None:
    """Run small cases and print the ratio."""
    repetitions = -(-cases // 2)  # two methods
    experiment = Experiment.of(
        {
            "puzzles": [SMALL],
            "methods": ["cp-sat", "algorithm-x"],
            "repetitions": repetitions,
            "limits": {"seconds": 60, "memory": "1 GB"},
        }
    )
    with tempfile.TemporaryDirectory() as out:
        begin = time.perf_counter()
        outcome = run(experiment, out, jobs=jobs)
        wall = time.perf_counter() - begin
        table = load(out)
    assert set(table["termination"]) == {"finished"}, table["termination"].value_counts()
    print(f"a case takes {table['seconds'].mean():.3f} s of its own time, on average")
    own, children = table["seconds"].sum() / jobs, table["wall_seconds"].sum() / jobs
    print(f"{outcome.done} cases on {jobs} jobs: {wall:.2f} s")
    print(f"their own times / {jobs}: {own:.2f} s, overhead {wall / own - 1:+.1%}")
    print(f"their processes' times / {jobs}: {children:.2f} s, overhead {wall / children - 1:+.1%}")


def rows(number: int) -> Iterator[dict[str, Any]]:
    """Plausible results."""
    for index in range(number):
        puzzle, method = divmod(index, 5)
        seconds = 0.001 * (1 + index % 977) ** (1 + method / 10)
        yield {
            "case": f"{index:020x}", "puzzle": f"{puzzle:020x}", "kind": "tiling",
            "title": f"puzzle {puzzle}", "origin": "made up", "size": 10 + puzzle % 90,
            "at": {"m": puzzle % 9}, "question": "count",
            "method": ("cp-sat", "cp-sat:lines", "dlx", "algorithm-x", "frontier")[method],
            "side": "model" if method < 2 else "hand", "parameters": {}, "seed": 0,
            "repetition": 1, "code": "0", "limits": {"seconds": 10.0},
            "started": "2026-01-01T00:00:00Z", "wall_seconds": seconds, "cpu_seconds": seconds,
            "peak_memory": 10**8 + index, "termination": "finished", "verdict": "all found",
            "complete": True, "count": puzzle, "objective": None, "effort": {"nodes": index},
            "build_seconds": 0.001, "solve_seconds": seconds, "note": "", "environment": {},
        }  # fmt: skip


def large_report(number: int) -> None:
    """Report a store of so many rows and print the seconds."""
    with tempfile.TemporaryDirectory() as out:
        with Store(out) as store:
            for row in rows(number):
                store.write_result("case", row)
        begin = time.perf_counter()
        busy = time.process_time()
        page = report(Path(out))
        wall, busy = time.perf_counter() - begin, time.process_time() - busy
        size = page.stat().st_size / 1e6
        print(f"report of {number:,} rows: {wall:.1f} s ({busy:.1f} s of CPU), page {size:.0f} MB")


def main() -> None:
    """Both, one after the other."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--cases", type=int, default=500)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rows", type=int, default=100_000)
    options = parser.parse_args()
    if options.cases:
        overhead(options.cases, options.jobs)
    if options.rows:
        large_report(options.rows)


if __name__ == "__main__":
    main()
