"""Time cheapest covers by CP-SAT and by branch and bound, in turn, over set partitioning problems.

    python scripts/bench_costs.py [FILE...] [--limit 20] [--seeds 3]

Without files (of the OR-Library's format): random rows, each instance with one partition in it so
that there is a cover, options of two to six rows whose costs grow with their size. The table shows
the cheapest cost where it is proved, else the best known and what is proved, and the seconds.
"""

from __future__ import annotations

import argparse
from random import Random

import cpmodels as cm
from cpmodels.formats import read_puzzles
from reference.kernel.kernels import choosing

SIZES = ((15, 200), (20, 500), (25, 1000), (30, 1000))
"""Rows, and options."""
METHODS = ("cp-sat", "branch-and-bound")


def random_partitioning(rows: int, options: int, seed: int) -> cm.ExactCover:
    """An instance in which some options part the rows among themselves."""
    rng = Random(f"partitioning {rows} {options} {seed}")
    items = [f"r{k}" for k in range(rows)]
    chosen: set[tuple[str, ...]] = set()
    rest = rng.sample(items, rows)
    while rest:
        size = min(len(rest), rng.randint(2, 6))
        chosen.add(tuple(sorted(rest[:size])))
        rest = rest[size:]
    while len(chosen) < options:
        chosen.add(tuple(sorted(rng.sample(items, rng.randint(2, 6)))))
    ordered = sorted(chosen)
    costs = [100 * len(option) + rng.randint(0, 300) for option in ordered]
    return cm.ExactCover.of(items, ordered, costs=costs)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*")
    parser.add_argument("--limit", type=float, default=20)
    parser.add_argument("--seeds", type=int, default=3)
    arguments = parser.parse_args()
    cases = [(name, puzzle) for name in arguments.files for puzzle in read_puzzles(name)]
    if not cases:
        cases = [
            (
                f"{rows} rows, {n} options, seed {seed}",
                random_partitioning(rows, n, seed),
            )
            for rows, n in SIZES
            for seed in range(arguments.seeds)
        ]
    with choosing(lambda: True):
        cm.solve(random_partitioning(6, 12, 0), method="branch-and-bound")
        for name, puzzle in cases:
            answers = [cm.solve(puzzle, method=m, limit=arguments.limit) for m in METHODS]
            seconds = [answer.build_seconds + answer.solve_seconds for answer in answers]
            reports = (f"{a} in {s:.2f} s" for a, s in zip(answers, seconds, strict=True))
            print(f"{name}: {', '.join(map(' '.join, zip(METHODS, reports, strict=True)))}; "
                  f"ratio {seconds[0] / seconds[1]:.2f}", flush=True)  # fmt: skip
            if len({answer.objective for answer in answers if answer.complete}) > 1:
                raise SystemExit("they differ")


if __name__ == "__main__":
    main()
