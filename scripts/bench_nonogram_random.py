"""How many random nonograms line-search decides at once, and how long the slowest takes.

Asked is whether the picture is unique: a count that stops at two. Times are seconds of processor
time, without compiling.

    python scripts/bench_nonogram_random.py                       # 300 boards of 30 x 30
    python scripts/bench_nonogram_random.py --seeds 1000 1300     # others
"""

from __future__ import annotations

import argparse
import time

from cpmodels.generate.nonogram import random_nonogram
from reference.kernel.kernels import choosing
from reference.nonograms.line_search import count


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--side", type=int, default=30)
    parser.add_argument("--density", type=float, default=0.5)
    parser.add_argument("--seeds", type=int, nargs=2, default=(0, 300))
    parser.add_argument("--within", type=float, default=0.1, help="seconds")
    parser.add_argument("--limit", type=float, default=20.0, help="seconds for each")
    parser.add_argument("--show", type=int, default=10, help="how many of the slowest are listed")
    options = parser.parse_args()
    with choosing(lambda: True):
        count([[(1, 1)]] * 2, [[(1, 1)]] * 2)
        times = sorted((seconds(options, seed) for seed in range(*options.seeds)), reverse=True)
    at_once = sum(each[0] <= options.within for each in times)
    print(
        f"{at_once} of {len(times)} ({at_once / len(times):.2%}) within {options.within} s; ",
        end="",
    )
    print(f"slowest {times[0][0]:.2f} s; all {sum(each[0] for each in times):.1f} s")
    print(f"{'seconds':>9}{'seed':>8}{'seen':>6}{'nodes':>10}{'lines':>12}")
    for time_taken, seed, seen, nodes, lines in times[: options.show]:
        print(f"{time_taken:9.3f}{seed:8}{seen:>6}{nodes:10,}{lines:12,}")


def seconds(options: argparse.Namespace, seed: int) -> tuple[float, int, str, int, int]:
    """The time of one board; its seed, what was seen, and the work."""
    puzzle = random_nonogram(options.side, options.side, density=options.density, seed=seed)
    began, end = time.process_time(), time.process_time() + options.limit
    result = count(puzzle.rows, puzzle.columns, 2, lambda: time.process_time() > end)
    time_taken = time.process_time() - began
    whole = result.complete or result.count == 2
    seen = str(result.count) if whole else f"{result.count}+?"
    return time_taken, seed, seen, result.nodes, result.lines


if __name__ == "__main__":
    main()
