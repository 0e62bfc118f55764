"""Time how fast checked solutions are handed over, beside a solver that checks none, in turn.

    python scripts/bench_enumerating.py [--rounds 3] [--number 200000]

The first so many of the 12,988,816 tilings of 8x8 by dominoes, counted as they come. xcover is left
out where it is not installed (pip install 'cpmodels[bench]'). The table shows medians of solutions
a processor second, their ratio to xcover's, and the most memory used so far; compilation is done
beforehand. CP-SAT gets a tenth as many.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import resource
import statistics
import time
from collections.abc import Callable

import cpmodels as cm
from reference.kernel.kernels import choosing
from reference.tilings.polyomino import tiling_options
from reference.tilings.shapes import named

METHODS = ("dlx", "image-lists", "cp-sat")
PEER = "xcover"


def by_method(name: str) -> Callable[[int], int]:
    """Enumerate by one of our methods."""
    puzzle = cm.Tiling.of("8x8", "dominoes")
    return lambda number: sum(
        1 for _ in cm.enumerate_solutions(puzzle, method=name, max_solutions=number)
    )


def by_peer() -> Callable[[int], int]:
    """Enumerate by xcover, which yields lists of numbers of options."""
    module = importlib.import_module(PEER)
    region = list(itertools.product(range(8), repeat=2))
    items, options, _ = tiling_options(region, named("dominoes"))
    column = {item: j for j, item in enumerate(items)}
    rows = [[column[item] for item in option] for option in options]
    return lambda number: sum(1 for _ in itertools.islice(module.covers(rows), number))


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--number", type=int, default=200_000)
    arguments = parser.parse_args()
    runs = {name: by_method(name) for name in METHODS}
    try:
        runs[PEER] = by_peer()
    except ImportError:
        print(f"{PEER} is not installed")
    rates: dict[str, list[float]] = {name: [] for name in runs}
    with choosing(lambda: True):
        for run in runs.values():
            run(1000)
        for _ in range(arguments.rounds):
            for name, run in runs.items():
                number = arguments.number // (10 if name == "cp-sat" else 1)
                began = time.process_time()
                if run(number) != number:
                    raise SystemExit(f"{name}: not {number:,}")
                rates[name].append(number / (time.process_time() - began))
    medians = {name: statistics.median(each) for name, each in rates.items()}
    for name, rate in sorted(medians.items(), key=lambda pair: -pair[1]):
        ratio = f"{rate / medians[PEER]:8.2f}" if PEER in medians else ""
        print(f"  {name:14}{rate:12,.0f} a processor second{ratio}")
    print(f"  memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
