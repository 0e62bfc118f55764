"""Measure again what the paper on two mathematical problems of tetrominoes measured.

    python scripts/tetromino_square.py [--quick]

The paper fills a 6x6 square with tetrominoes by a matrix that is copied and shrunk (its algorithm
1), by dancing links (algorithm 2), and with a test for isolated regions. Everything here is
counted by the methods of `reference`. With --quick, the naive recursion on all five is left out.
"""

from __future__ import annotations

import argparse
import itertools
import time
from collections.abc import Callable, Iterable

from reference.exact_cover.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.exact_cover.dlx import DLX
from reference.exact_cover.regions import tiling_rule
from reference.tilings.frontier import Frontier
from reference.tilings.polyomino import Cell, placements, tiling_options
from reference.tilings.shapes import named

SETS = {"I, O, T, S": "tetrominoes:IOTS", "all five": "tetrominoes"}
PAPER = {"I, O, T, S": "1049 (a slip)", "all five": ""}


def rectangle(m: int, n: int) -> list[Cell]:
    return [(r, c) for r in range(m) for c in range(n)]


def show(title: str, columns: Iterable[str], rows: Iterable[Iterable[object]]) -> None:
    """Print a table, the first column to the left and the others to the right."""
    lines = [list(columns)]
    lines += [[f"{x:,}" if isinstance(x, int) else str(x) for x in row] for row in rows]
    widths = [max(map(len, column)) for column in itertools.zip_longest(*lines, fillvalue="")]
    lines.insert(1, ["-" * width for width in widths])
    print(f"\n{title}\n")
    for first, *rest in lines:
        cells = [x.rjust(width) for x, width in zip(rest, widths[1:], strict=False)]
        print("  ".join(["", first.ljust(widths[0]), *cells]).rstrip())


def imbalances(colour: Callable[[Cell], int], shape: str) -> list[int]:
    """How much a shape may cover of one colour more than of the other, over its placements."""
    pieces = placements(rectangle(6, 6), named(f"tetrominoes:{shape}"))
    return sorted({abs(sum(1 - 2 * colour(cell) for cell in cells)) for _, cells in pieces})


def problem_1() -> None:
    """Five tetrominoes once each in 4x5."""
    shapes, region = named("tetrominoes"), rectangle(4, 5)
    once = dict.fromkeys(shapes, (1, 1))
    items, options, bounds = tiling_options(region, shapes, copies=once)
    counts = {
        "algorithm X": AlgorithmX(exact_cover_matrix(items, options)).count(),
        "dlx": DLX(items, options, bounds=bounds).count(),
        "frontier": Frontier(region, shapes, copies=once).count(),
    }
    show("Problem 1: each tetromino once in 4x5", ["method", "tilings"], counts.items())
    chess = {name: imbalances(lambda cell: sum(cell) % 2, name) for name in shapes}
    rows = [
        (name, *(2 + d // 2 for d in ds), *(2 - d // 2 for d in ds)) for name, ds in chess.items()
    ]
    show("Why none: squares of each colour of a chessboard", ["shape", "one", "other"], rows)
    print("\n  Four shapes cover 2 + 2, T covers 3 + 1: 11 + 9 in all, but 4x5 has 10 + 10.")


def problem_2() -> None:
    """Each single tetromino in 6x6."""
    chess, stripes = (
        imbalances(lambda cell: sum(cell) % 2, "T"),
        imbalances(lambda c: c[0] % 2, "L"),
    )
    diagonals = [sum(sum(cell) % 4 == k for cell in rectangle(6, 6)) for k in range(4)]
    assert chess == stripes == [2]
    reasons = {
        "I": f"it covers each of 4 diagonal colours once; the square has {diagonals}",
        "O": "the one way",
        "T": "9 pieces, each 3 + 1 on a chessboard: the odd number of 2s is no 0",
        "S": "from a corner each piece along the side forces the next, and the last one sticks out",
        "L": "9 pieces, each 3 + 1 on stripes of rows: the odd number of 2s is no 0",
    }
    rows = []
    for name in reasons:
        items, options, _ = tiling_options(rectangle(6, 6), named(f"tetrominoes:{name}"))
        search = DLX(items, options)
        rows.append((name, len(options), search.count(), search.effort.nodes))
    show("Problem 2: one tetromino in 6x6", ["shape", "placements", "tilings", "nodes"], rows)
    print()
    for name, reason in reasons.items():
        print(f"  {name}: {reason}")


def searches(quick: bool) -> None:
    """The matrices, the branches at each level, the effort of both algorithms, the region rule."""
    region = rectangle(6, 6)
    matrices, branches, effort, rules = [], [], [], []
    for label, family in SETS.items():
        items, options, _ = tiling_options(region, named(family))
        for choose in ("first", "smallest"):
            for rule, sums in (("none", None), ("< 4 cells", False), ("not 4k cells", True)):
                pruning = (
                    None if sums is None else tiling_rule(region, named(family).values(), sums=sums)
                )
                search = DLX(items, options, choose=choose, region_rule=pruning)
                began = time.perf_counter()
                count, seconds = search.count(), time.perf_counter() - began
                done = search.effort
                rules.append(
                    (label, choose, rule, count, done.nodes, done.updates, f"{seconds:.2f}")
                )
                if sums is None:
                    branches.append((f"{label}, {choose}", *done.branches))
                    links = done.updates
            if choose == "smallest":
                matrices.append((label, f"{len(options)} x {len(items)}", count, PAPER[label]))
            if not (quick and len(options) > 221):
                effort.append(
                    (label, choose, *naive(exact_cover_matrix(items, options), choose, links))
                )
    show("The matrices of 6x6", ["tetrominoes", "rows x columns", "tilings", "paper"], matrices)
    levels = [f"{k}" for k in range(max(len(row) for row in branches) - 1)]
    show("Branches at each level, dancing links", ["tetrominoes, column", *levels], branches)
    columns = [
        "tetrominoes",
        "column",
        "X: added",
        "X: deleted",
        "X: s",
        "DLX: added, deleted",
        "ratio",
    ]
    show("Entries and links added and deleted", columns, effort)
    columns = ["tetrominoes", "column", "rejected", "tilings", "nodes", "updates", "s"]
    show("The region rule: a row that leaves a part of so many cells is rejected", columns, rules)


def naive(matrix: object, choose: str, links: int) -> tuple[object, ...]:
    """Run algorithm X for a minute at most and compare it with the updates of the links."""
    search = AlgorithmX(matrix, choose=choose)  # type: ignore[arg-type]
    began = time.perf_counter()
    search.count(lambda: time.perf_counter() - began > 60)
    seconds = f"{time.perf_counter() - began:.1f}" + ("" if search.complete else ", stopped")
    ratio = (search.additions + search.deletions) / (2 * links)
    more = "" if search.complete else ">"
    return search.additions, search.deletions, seconds, links, f"{more}{ratio:.0f}"


def rectangles() -> None:
    """The number of tilings of every m x n up to 8x8."""
    rows = [
        (m, *(Frontier(rectangle(m, n), named("tetrominoes")).count() for n in range(1, m + 1)))
        for m in range(1, 9)
    ]
    columns = ["m \\ n", *map(str, range(1, 9))]
    show("Tilings of m x n by tetrominoes", columns, rows)


def main() -> None:
    """Print everything."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--quick", action="store_true", help="leave out what takes a minute")
    quick = parser.parse_args().quick
    problem_1()
    problem_2()
    searches(quick)
    rectangles()


if __name__ == "__main__":
    main()
