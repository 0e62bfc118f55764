"""Time CP-SAT's first cover of a defective board against k, and the checker against the side.

Run: python scripts/bench_board.py [--limit 60] [--most 9]. The first table stops where a board
takes longer than the limit; the second checks boards of up to 10^8 squares.
"""

from __future__ import annotations

import argparse
import time

import cpmodels as cm


def first_covers(limit: float, most: int) -> None:
    print("CP-SAT, first cover\n k  side      pieces    build s    solve s  verdict")
    for k in range(2, most + 1):
        side = 1 << k
        puzzle = cm.DefectiveBoard(side, (side // 3, side // 5))
        try:
            answer = cm.solve(puzzle, method="cp-sat", limit=limit)
        except cm.InputError as error:
            print(error)
            return
        print(
            f"{k:2} {side:5} {puzzle.pieces:11} {answer.build_seconds:10.3f} "
            f"{answer.solve_seconds:10.3f}  {answer}"
        )
        if answer.solution is None:
            return


def checks() -> None:
    print("checker\n  side     squares    cover and check s    check s")
    for side in (1024, 4096, 10_000):
        puzzle = cm.DefectiveBoard(side, (side // 3, side // 5))
        answer = cm.solve(puzzle, method="divide-and-conquer")
        start = time.perf_counter()
        puzzle.check(answer.solution)
        took = time.perf_counter() - start
        print(f"{side:6} {side * side:11} {answer.solve_seconds:20.3f} {took:10.3f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--limit", type=float, default=60, help="seconds for each board")
    parser.add_argument("--most", type=int, default=9, help="last k")
    options = parser.parse_args()
    first_covers(options.limit, options.most)
    checks()


if __name__ == "__main__":
    main()
