"""How long the layered models take: a path found, and none two moves shorter, each apart.

    python scripts/bench_sliding_model.py [--boards 3] [--deep] [--limit 300]

For the 8-puzzle, random boards of 20, 26 and 31 moves; for the 15-puzzle, boards of 30, 36 (and
with --deep, 42) moves: random walks, and boards on optimal paths of Korf's. Columns, all for
walks that never undo a move:

found       a walk of exactly the optimal number of moves
none        no walk of exactly two fewer: the last step of the climb from a lower bound
none below  no walk of at most two fewer: alone a proof that nothing shorter exists

Medians in seconds of processor time with one worker (so that other load matters little); "-" where
a limit was met. The encodings take turns on each board.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from statistics import median

import numpy as np

from cpmodels import SlidingPuzzle
from cpmodels.answers.run import Limits, Run
from cpmodels.corpus import korf_boards
from cpmodels.engines import cp_sat
from cpmodels.methods.sliding_by_hand import whole_graph
from cpmodels.models.sliding import ENCODINGS, sliding_model
from cpmodels.puzzles.sliding_text import default_goal
from reference.sliding import idastar
from reference.sliding.boards import random_walk

COLUMNS = ("found", "none", "none below")


def eight_puzzles(depth: int, number: int) -> list[SlidingPuzzle]:
    """Random boards of the 8-puzzle at a depth."""
    goal = default_goal(3, 3)
    graph = whole_graph(3, 3, goal)
    assert graph is not None
    at = np.flatnonzero(graph.distance == depth)
    sample = np.random.default_rng(depth).permutation(at)[:number]
    return [SlidingPuzzle(3, 3, tuple(map(int, b)), goal) for b in graph.boards(sample)]


def fifteen_puzzles(depth: int, number: int) -> list[SlidingPuzzle]:
    """Boards of the 15-puzzle at a depth: from Korf's easiest, and by random walks."""
    paths = []
    easiest = sorted((moves, board, puzzle) for board, moves, puzzle in _within(korf_boards()))
    for moves, _, puzzle in easiest[: number // 2]:
        path = idastar.Search(puzzle.start, 4, 4, puzzle.goal, "walking-distance").shortest().path
        assert path is not None
        paths.append(replace(puzzle, start=puzzle.states(path)[moves - depth]))
    goal, seed = default_goal(4, 4), 0
    while len(paths) < number:
        start = random_walk(goal, 4, 4, 2 * depth, seed)
        if idastar.Search(start, 4, 4, goal, "walking-distance").shortest().length == depth:
            paths.append(SlidingPuzzle(4, 4, start, goal))
        seed += 1
    return paths


def _within(boards: list[tuple[int, int, SlidingPuzzle]]) -> list[tuple[int, int, SlidingPuzzle]]:
    return [(board, moves, puzzle) for board, moves, puzzle in boards if 42 <= moves <= 46]


def seconds(puzzle: SlidingPuzzle, encoding: str, limit: float, *, exists: bool) -> float | None:
    """Processor time to build and solve; None where the limit was met."""
    run = Run(Limits(limit))
    start = time.process_time()
    path = cp_sat.find(sliding_model(puzzle, encoding=encoding), run)
    cpu = time.process_time() - start
    if run.stopped_by is not None:
        return None
    assert (path is not None) == exists, puzzle.describe()
    return cpu


def measure(puzzle: SlidingPuzzle, depth: int, encoding: str, limit: float) -> list[float | None]:
    """The three columns for one board."""
    columns = (
        replace(puzzle, moves=depth, undo=False),
        replace(puzzle, moves=depth - 2, undo=False),
        replace(puzzle, at_most=depth - 2, undo=False),
    )
    return [seconds(p, encoding, limit, exists=p is columns[0]) for p in columns]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--boards", type=int, default=3, help="for each depth")
    parser.add_argument("--limit", type=float, default=300, help="wall-clock seconds a solve")
    parser.add_argument("--deep", action="store_true", help="42 moves too")
    options = parser.parse_args()
    print(f"{'':22}" + "".join(f"{e + ' ' + c:>20}" for c in COLUMNS for e in ENCODINGS))
    deep = (42,) if options.deep else ()
    for make, depths in ((eight_puzzles, (20, 26, 31)), (fifteen_puzzles, (30, 36, *deep))):
        for depth in depths:
            times: dict[str, list[list[float | None]]] = {encoding: [] for encoding in ENCODINGS}
            puzzles = make(depth, options.boards)
            for puzzle in puzzles:
                for encoding in ENCODINGS:
                    times[encoding].append(measure(puzzle, depth, encoding, options.limit))
            cells = [_median([row[i] for row in times[e]]) for i in range(3) for e in ENCODINGS]
            print(f"{puzzles[0].extent()}, {depth} moves ({len(puzzles)})".ljust(22), end="")
            print("".join(f"{cell:>20}" for cell in cells), flush=True)


def _median(times: list[float | None]) -> str:
    known = [time for time in times if time is not None]
    return f"{median(known):.2f}" if len(known) == len(times) else "-"


if __name__ == "__main__":
    main()
