"""Time the count of exact covers by dancing links and image lists beside other solvers, in turn.

    python scripts/bench_exact_cover.py [--rounds 3] [--case 6x6] [--without exact_cover]

Peers that are not installed are left out (pip install 'cpmodels[bench]'). xcover counts
unmemoised: its memoised mode gives 9,351 for the pentominoes. Every round runs all of them in
turn; the table shows medians of processor and of wall seconds, and the ratio of the former to dlx
with the region rule. Compilation is done beforehand, on a smaller case. `exact_cover` takes four
times as long as the others on the pentominoes: `--without exact_cover` leaves it out. The frontier
sweep has too many states for 3x4x5, and the peers need minutes each for that; see --without.
"""

from __future__ import annotations

import argparse
import importlib
import itertools
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

from reference.exact_cover.algorithm_x import exact_cover_matrix
from reference.exact_cover.dlx import DLX
from reference.exact_cover.regions import tiling_rule
from reference.kernel.kernels import choosing
from reference.tilings.frontier import Frontier
from reference.tilings.image_lists import ImageLists
from reference.tilings.polyomino import Bounds, tiling_options
from reference.tilings.shapes import named

CASES: dict[str, tuple[tuple[int, ...], str, Bounds, int]] = {
    "6x10": ((6, 10), "pentominoes", (1, 1), 9356),
    "3x4x5": ((3, 4, 5), "pentominoes", (1, 1), 31520),
    "6x6": ((6, 6), "tetrominoes", (0, None), 178939),
    "4x5": ((4, 5), "tetrominoes", (0, None), 454),
}
OURS = "dlx, region rule"


def contenders(case: str) -> dict[str, Callable[[], int]]:
    """Return what there is to run; the problem is stated beforehand, not on the clock."""
    sides, family, bound, _ = CASES[case]
    shapes, region = named(family), list(itertools.product(*map(range, sides)))
    copies = dict.fromkeys(shapes, bound)
    items, options, bounds = tiling_options(region, shapes, copies=copies)
    rule = tiling_rule(region, shapes.values())
    runs: dict[str, Callable[[], int]] = {
        "dlx": DLX(items, options, bounds=bounds).count,
        OURS: DLX(items, options, bounds=bounds, region_rule=rule).count,
        "image-lists": ImageLists(region, shapes, copies=copies).count,
    }
    if len(sides) < 3:
        runs["frontier"] = Frontier(region, shapes, copies=copies).count
    column = {item: j for j, item in enumerate(items)}
    rows = [[column[item] for item in option] for option in options]
    for name, peer in PEERS.items():
        try:
            runs[name] = peer(importlib.import_module(name), rows, items, options)
        except ImportError:
            print(f"{name} is not installed")
    return runs


def exact_cover(module: Any, rows: Any, items: Any, options: Any) -> Callable[[], int]:
    matrix = exact_cover_matrix(items, options).astype("int32")
    return lambda: int(module.get_solution_count(matrix))


def xcover(module: Any, rows: Any, items: Any, options: Any) -> Callable[[], int]:
    return lambda: sum(1 for _ in module.covers(rows))


def miniexact(module: Any, rows: Any, items: Sequence[Any], options: Any) -> Callable[[], int]:
    def count() -> int:
        problem = module.miniexacts_init_x()
        for j in range(len(items)):
            module.miniexacts_define_primary_item(problem, f"i{j}")
        for option in rows:
            for j in option:
                module.miniexacts_add(problem, j + 1, 0, 0)
            module.miniexacts_add(problem, 0, 0, 0)
        number = 0
        while module.miniexacts_solve(problem) == 10:
            number += 1
        module.miniexacts_free(problem)
        return number

    return count


PEERS: dict[str, Callable[[Any, Any, Any, Any], Callable[[], int]]] = {
    "exact_cover": exact_cover,
    "xcover": xcover,
    "miniexact": miniexact,
}


def seconds(run: Callable[[], int], expected: int) -> tuple[float, float]:
    """Return the processor and the wall seconds that a run takes, if it finds what it should."""
    start, began = time.process_time(), time.perf_counter()
    result = run()
    if result != expected:
        raise SystemExit(f"found {result:,}, expected {expected:,}")
    return time.process_time() - start, time.perf_counter() - began


def measure(case: str, rounds: int, without: Sequence[str]) -> None:
    """Print the table of a case."""
    expected = CASES[case][-1]
    runs = {name: run for name, run in contenders(case).items() if name not in without}
    times: dict[str, list[tuple[float, float]]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(seconds(run, expected))
    medians = {name: statistics.median(cpu for cpu, _ in pairs) for name, pairs in times.items()}
    print(f"\n{case} {CASES[case][1]}, {expected:,} tilings, medians of {rounds} rounds in turn")
    print(f"  {'':18}{'processor':>11}{'wall':>11}{'ratio':>8}")
    for name, median in sorted(medians.items(), key=lambda pair: pair[1]):
        wall = statistics.median(wall for _, wall in times[name])
        ratio = f"{median / medians[OURS]:8.2f}" if OURS in medians else ""
        print(f"  {name:18}{median:9.3f} s{wall:9.3f} s{ratio}", flush=True)


def main() -> None:
    """Print a table for each case."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--case", choices=CASES, action="append")
    parser.add_argument("--without", action="append", default=[], metavar="NAME")
    arguments = parser.parse_args()
    with choosing(lambda: True):
        for run in contenders("4x5").values():
            run()
        for case in arguments.case or ("6x10", "6x6"):
            measure(case, arguments.rounds, arguments.without)


if __name__ == "__main__":
    main()
