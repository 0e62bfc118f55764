"""Korf's ten easiest boards of the 15-puzzle by the CP-SAT model alone, optimal and proved.

    python scripts/korf_by_model.py [--boards 10] [--method cp-sat] [--limit 1800]

The published lengths are only compared with, never used. With ``--workers 2``, processor seconds of
both cores together, 236 in all; the clock said 213 then, on two cores that others used, too:

====================  ====  ====  ====  ====  ====  ====  ====  ====  ====  ====
board                   55    16    42    79    71    85    97    12    61    86
published length        41    42    42    42    44    44    44    45    45    45
processor seconds        7   102     8    10    18    16    41     5    21    11
====================  ====  ====  ====  ====  ====  ====  ====  ====  ====  ====

Board 16 is the hardest of them: its Manhattan distance is 24, so that the bounds say little. Most
of the time goes into finding a path of the last length, and how long that takes is luck: runs of
board 97 with other seeds took from 2 to 20 seconds for its 44 moves.
"""

from __future__ import annotations

import argparse
import time

import cpmodels as cm
from cpmodels.corpus import korf_boards


def main() -> None:
    """Print a line for each board; exit with 1 when a length is not as published."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--boards", type=int, default=10, help="how many, the easiest first")
    parser.add_argument("--method", default="cp-sat", help="cp-sat or one of its variants")
    parser.add_argument("--workers", type=int, default=1, help="lengths and seeds tried at a time")
    parser.add_argument("--limit", type=float, default=1800, help="wall-clock seconds a board")
    options = parser.parse_args()
    boards = sorted(korf_boards(), key=lambda board: (board[1], board[0]))[: options.boards]
    print("board  published  answer                 wall s  processor s  conflicts")
    wrong = 0
    for number, moves, puzzle in boards:
        began = time.process_time()
        answer = cm.solve(
            puzzle, method=options.method, limit=options.limit, workers=options.workers
        )
        seconds = time.process_time() - began
        wall = answer.build_seconds + answer.solve_seconds
        print(
            f"{number:5}  {moves:9}  {answer!s:20}  {wall:7.1f}  {seconds:11.1f}  "
            f"{answer.effort.conflicts or 0:9,}  {answer.note}",
            flush=True,
        )
        wrong += answer.objective is not None and answer.objective != moves
    raise SystemExit(bool(wrong))


if __name__ == "__main__":
    main()
