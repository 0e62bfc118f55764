"""The 17 boards of the 15-puzzle that take 80 moves, each solved: `python scripts/hardest_15.py`.

No board takes more, and no others take as many (A. Bruengger, A. Marzetta, K. Fukuda and J.
Nievergelt, "The parallel search bench ZRAM and its applications", 1999: they searched all). They
are given to the goal with the blank last; the board `15 14 8 12 10 11 9 13 2 6 5 1 3 7 4 x` to the
goal with the blank first is the 15th of them, turned. Each is in the table with its mirror image in
the diagonal, or is its own.

With --groups 7-8, by default, tables of 790 MB are built at first, which takes minutes and 4 GB.
"""

from __future__ import annotations

import argparse
import time

from reference.sliding import idastar, patterns
from reference.sliding.boards import default_goal, play

GOAL = default_goal(4, 4)

BOARDS = """
0 12 9 13 15 11 10 14 3 7 2 5 4 8 6 1
0 12 10 13 15 11 14 9 3 7 2 5 4 8 6 1
0 11 9 13 12 15 10 14 3 7 6 2 4 8 5 1
0 15 9 13 11 12 10 14 3 7 6 2 4 8 5 1
0 12 9 13 15 11 10 14 3 7 6 2 4 8 5 1
0 12 14 13 15 11 9 10 3 7 6 2 4 8 5 1
0 12 10 13 15 11 14 9 3 7 6 2 4 8 5 1
0 12 11 13 15 14 10 9 3 7 6 2 4 8 5 1
0 12 10 13 15 11 9 14 7 3 6 2 4 8 5 1
0 12 9 13 15 11 14 10 3 8 6 2 4 7 5 1
0 12 9 13 15 11 10 14 8 3 6 2 4 7 5 1
0 12 14 13 15 11 9 10 8 3 6 2 4 7 5 1
0 12 9 13 15 11 10 14 7 8 6 2 4 3 5 1
0 12 10 13 15 11 14 9 7 8 6 2 4 3 5 1
0 12 9 13 15 11 10 14 3 7 5 6 4 8 2 1
0 12 9 13 15 11 10 14 7 8 5 6 4 3 2 1
0 12 9 13 15 8 10 14 11 7 6 2 4 3 5 1
"""


def main() -> None:
    """Print a line for each board; exit with 1 when a length is not 80."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--groups", default="7-8", help="of the tables: 7-8, or 6-6-3 (slow)")
    parser.add_argument("--boards", type=int, default=17, help="how many of them")
    options = parser.parse_args()
    cost = patterns.price(4, 4, GOAL, options.groups)
    state = "there" if cost.there else f"to be built with {cost.building / 1e9:.1f} GB"
    print(f"tables of {options.groups}: {cost.memory / 1e6:.0f} MB, {state}", flush=True)
    boards = [tuple(map(int, line.split())) for line in BOARDS.split("\n") if line]
    began = time.perf_counter()
    idastar.lower_bound(boards[0], 4, 4, GOAL, options.groups)
    print(f"ready after {time.perf_counter() - began:.1f} s")
    print("board                                    bound  moves       nodes  seconds")
    wrong = 0
    for board in boards[: options.boards]:
        began = time.perf_counter()
        result = idastar.Search(board, 4, 4, GOAL, options.groups).shortest()
        seconds = time.perf_counter() - began
        bound = idastar.lower_bound(board, 4, 4, GOAL, options.groups)
        name = " ".join(map(str, board))
        print(f"{name:40} {bound:5}  {result.length:5} {result.nodes:11,}  {seconds:7.1f}")
        wrong += result.length != 80 or play(board, 4, 4, result.path or "") != GOAL
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
