"""Measure what each implied group of the tiling model gains: counts, and proofs of no tiling.

    python scripts/bench_implied.py [--rounds 3] [--only 5x12] [--seconds 60]

All run in turn, with one worker, building included; the table shows medians of processor seconds
and their ratio to those without the group: below 1 it gains; inf is a run that did not end.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Sequence

import cpmodels as cm
from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cp_sat
from cpmodels.models.tiling import tiling_model
from cpmodels.models.tiling_implied import IMPLIED

COUNTS = {
    "6x6 tetrominoes": (cm.Tiling.of("6x6", "tetrominoes"), 178_939),
    "5x8 tetrominoes": (cm.Tiling.of("5x8", "tetrominoes"), 800_290),
    "4x10 tetrominoes": (cm.Tiling.of("4x10", "tetrominoes"), 796_558),
    "3x20 pentominoes": (cm.Tiling.of("3x20", "pentominoes", 1), 8),
    "4x15 pentominoes": (cm.Tiling.of("4x15", "pentominoes", 1), 1_472),
    "5x12 pentominoes": (cm.Tiling.of("5x12", "pentominoes", 1), 4_040),
    "6x10 pentominoes": (cm.Tiling.of("6x10", "pentominoes", 1), 9_356),
}
PROOFS = {
    "10x10 L's": cm.Tiling.of("10x10", "tetrominoes:L"),
    "7x8 with one T": cm.Tiling.of("7x8", "tetrominoes", {"T": 1}),
    "6x10 with three of each": cm.Tiling.of("6x10", "tetrominoes", 3),
}


def spent(puzzle: cm.Tiling, names: Sequence[str], expected: int | None, limit: float) -> float:
    """Return the processor seconds; infinity for a run that does not end."""
    start, run = time.process_time(), Run(Limits(limit))
    model = tiling_model(puzzle, helped_by=names)
    count = int(cp_sat.find(model, run) is not None) if not expected else cp_sat.count(model, run)
    if run.stopped_by is not None:
        return float("inf")
    if count != (expected or 0):
        raise SystemExit(f"{puzzle.describe()}, {names}: {count}, expected {expected}")
    return time.process_time() - start


def main() -> None:
    """Run the cases asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", default="", help="cases whose name has this in it")
    options = parser.parse_args()
    cases = [(name, *case) for name, case in COUNTS.items()]
    cases += [(name, puzzle, 0) for name, puzzle in PROOFS.items()]
    rivals = {"none": (), **{name: (name,) for name in IMPLIED}}
    print(f"{'':24}{'none':>8}" + "".join(f"{name:>18}" for name in IMPLIED))
    for name, puzzle, expected in cases:
        if options.only not in name:
            continue
        times: dict[str, list[float]] = {rival: [] for rival in rivals}
        for _ in range(options.rounds):
            for rival, names in rivals.items():
                times[rival].append(spent(puzzle, names, expected, options.seconds))
        [base, *others] = (statistics.median(times[rival]) for rival in rivals)
        ratios = [f"x {time / base:5.2f}" if base < float("inf") else "" for time in others]
        columns = "".join(
            f"{time:10.2f} {ratio:7}" for time, ratio in zip(others, ratios, strict=True)
        )
        print(f"{name:24}{base:8.2f}{columns}", flush=True)


if __name__ == "__main__":
    main()
