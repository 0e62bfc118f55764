"""Show by measurement that the divide and conquer costs T(k) = 4 T(k-1) + O(1).

Run: python scripts/tromino_recurrence.py [--plain 9] [--fast 13] [--out recurrence.png]. Times
both versions at each level; T(k) / T(k-1) tends to 4, and T(k) / 4^k to a constant, which for
the recurrence's solution is T(0) plus a third of its O(1).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

from reference.trominoes.power_of_two import cover, piece_count
from reference.trominoes.power_of_two_textbook import cover as cover_recursively


def measure(version: Callable[[int, tuple[int, int]], object], most: int) -> list[float]:
    """Return the best seconds of five at each level from 1 to `most`."""
    times = []
    for k in range(1, most + 1):
        missing = (1 << k) // 3, (1 << k) // 5
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter()
            version(k, missing)
            best = min(best, time.perf_counter() - start)
        times.append(best)
    return times


def show(name: str, times: list[float]) -> None:
    print(f"{name}\n k    pieces       T(k)  T(k) / T(k-1)  ns a piece")
    for k, now in enumerate(times, 1):
        ratio = f"{now / times[k - 2]:14.2f}" if k > 1 else " " * 14
        pieces = piece_count(k)
        print(f"{k:2} {pieces:9} {now:9.6f}s {ratio} {1e9 * now / pieces:11.1f}")


def draw(series: dict[str, list[float]], out: str) -> None:
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
    for name, times in series.items():
        levels = range(1, len(times) + 1)
        (line,) = axes.plot(levels, times, "o-", label=name)
        last = len(times)
        fourfold = [times[-1] / 4.0 ** (last - k) for k in levels]
        axes.plot(levels, fourfold, "--", color=line.get_color(), label=f"4^k through k = {last}")
    axes.set(yscale="log", xlabel="level k, board of side 2^k", ylabel="seconds, best of 5")
    axes.set_title("Defective chessboard: T(k) = 4 T(k-1) + O(1)")
    axes.legend()
    figure.savefig(out, dpi=120)
    print(f"wrote {out}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plain", type=int, default=9, help="last level of the recursion")
    parser.add_argument("--fast", type=int, default=13, help="last level of the fast version")
    parser.add_argument("--out", default="recurrence.png", help="the picture to write")
    options = parser.parse_args()
    series = {
        "plain recursion": measure(cover_recursively, options.plain),
        "level by level": measure(cover, options.fast),
    }
    for name, times in series.items():
        show(name, times)
    draw(series, options.out)


if __name__ == "__main__":
    main()
