"""Sliding puzzles against the clock: `python scripts/bench_sliding.py [reference] [--seven-eight]`.

Times are wall-clock seconds of one run; compare ratios. slidingpuzzle and fifteen-puzzle-solvers
(PyPI) take part if they are installed. The latter is a greedy search: it makes fewer boards than
an exact search must, and most of its paths are too long. So a ratio is also given over the boards
alone where its path is a shortest one.
"""

from __future__ import annotations

import argparse
import csv
import statistics
import time
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TypeVar

import numpy as np

from reference import astar, idastar
from reference.sliding import default_goal, play
from reference.state_graph import StateGraph, build

KORF = Path(__file__).parents[1] / "cpmodels" / "corpus" / "korf100.csv"
KORF_GOAL = tuple(range(16))

T = TypeVar("T")


def timed(call: Callable[[], T]) -> tuple[T, float]:
    """Return what `call` returns, and the seconds it took."""
    began = time.perf_counter()
    result = call()
    return result, time.perf_counter() - began


def korf(number: int = 100) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the easiest of Korf's boards by optimal length: (number, length, board)."""
    with KORF.open() as file:
        lines = [line for line in csv.reader(file) if not line[0].startswith("#")][1:]
    boards = [(int(i), int(n), tuple(map(int, board.split()))) for i, n, board in lines]
    return sorted(boards, key=lambda board: board[1])[:number]


def at_depths(graph: StateGraph, depths: Sequence[int], each: int) -> list[tuple[int, list[int]]]:
    """Return random 8-puzzle boards of the given depths: (depth, board)."""
    rng, result = np.random.default_rng(0), []
    for depth in depths:
        there = np.flatnonzero(graph.distance == depth)
        boards = graph.boards(rng.choice(there, min(each, len(there)), replace=False))
        result += [(depth, board) for board in boards.tolist()]
    return result


def whole_graph() -> StateGraph:
    """Time the table and ten thousand boards read off it."""
    goal = default_goal(3, 3)
    build(3, 3, goal).shortest(goal)  # compiles
    graph, seconds = timed(lambda: build(3, 3, goal))
    rng = np.random.default_rng(1)
    boards = np.array([rng.permutation(9) for _ in range(10_000)])
    _, more = timed(lambda: graph.shortest_rows(boards))
    print(f"8-puzzle, whole graph: {seconds:.2f} s; 10,000 boards answered: {more:.2f} s")
    return graph


def fifteen(board: list[int]) -> int:
    """Return the moves of fifteen-puzzle-solvers: called A*, but it leaves out the steps made."""
    domain = import_module("fifteen_puzzle_solvers.domain")
    algorithms = import_module("fifteen_puzzle_solvers.services.algorithms")
    strategy = algorithms.AStar(domain.Puzzle([board[i : i + 3] for i in (0, 3, 6)]))
    return len(strategy.solve_puzzle()) - 1


def slidingpuzzle(board: list[int]) -> int:
    """Return the moves of slidingpuzzle's A*, which are the fewest."""
    package = import_module("slidingpuzzle")
    start = package.from_rows(*(board[i : i + 3] for i in (0, 3, 6)))
    found = package.search(start, "a*", heuristic=package.manhattan_distance)
    return len(found.solution)


def astar_against_peers(graph: StateGraph) -> None:
    """Time A* and its peers on the same 8-puzzle boards, one after the other."""
    goal = default_goal(3, 3)
    astar.shortest((1, 2, 3, 4, 5, 6, 7, 0, 8), 3, 3, goal)  # compiles
    boards = at_depths(graph, (6, 10, 14, 18, 20, 22, 24, 26, 28, 30, 31), 4)
    for peer in (slidingpuzzle, fifteen):
        try:
            peer(list(goal))
        except ImportError:
            print(f"\n({peer.__name__} is not installed)")
            continue
        print(f"\nA*, 8-puzzle  depth   ours ms   {peer.__name__} ms    ratio   its moves")
        rows = [(depth, *_race(board, depth, peer)) for depth, board in boards]
        for depth, ours, theirs, moves in rows:
            print(f"{depth:19} {ours:9.2f} {theirs:16.1f} {theirs / ours:8.0f} {moves:11}")
        whole = sum(row[2] for row in rows) / sum(row[1] for row in rows)
        print(f"median ratio {_ratio(rows)}, of the sums {whole:.0f}")
        for label, low in (("all depths", 0), ("depth 20 and more", 20)):
            right = [row for row in rows if row[0] == row[3] and row[0] >= low]
            print(f"where its path is a shortest one, {label}: {len(right)} boards, ", end="")
            print(f"median ratio {_ratio(right)}")


def _ratio(rows: list[tuple[int, float, float, int]]) -> str:
    ratios = [theirs / ours for _, ours, theirs, _ in rows]
    return f"{statistics.median(ratios):.0f}" if ratios else "-"


def _race(
    board: list[int], depth: int, peer: Callable[[list[int]], int]
) -> tuple[float, float, int]:
    """Return our milliseconds (median of five: a pause would drown them), the peer's, its moves."""
    runs = [timed(partial(astar.shortest, board, 3, 3, default_goal(3, 3))) for _ in range(5)]
    assert runs[0][0].length == depth
    ours = statistics.median(seconds for _, seconds in runs)
    moves, theirs = timed(partial(peer, board))
    return 1e3 * ours, 1e3 * theirs, moves


def korfs_hundred(heuristic: str, number: int) -> None:
    """Time IDA* on Korf's easiest boards: one shortest path each, then all of them counted."""
    first = korf(1)[0][2]
    _, ready = timed(lambda: idastar.lower_bound(first, 4, 4, KORF_GOAL, heuristic))
    idastar.Search(first, 4, 4, KORF_GOAL, heuristic, should_stop=lambda: True).shortest()
    nodes = paths = 0
    solving = counting = 0.0
    for _, length, board in korf(number):
        search = idastar.Search(board, 4, 4, KORF_GOAL, heuristic)
        result, seconds = timed(search.shortest)
        assert result.length == length, f"{board}: {result.length}, published {length}"
        assert play(board, 4, 4, result.path or "") == KORF_GOAL
        nodes, solving = nodes + result.nodes, solving + seconds
        count, seconds = timed(search.count_shortest)
        assert count.length == length
        paths, counting = paths + count.number, counting + seconds
    print(f"{heuristic:17} {number:7} {ready:9.2f} {solving:9.2f} {nodes:13,}", end="")
    print(f" {counting:9.2f} {paths:9,}")


def reference(seven_eight: bool) -> None:
    """Run the part of the algorithms by hand."""
    astar_against_peers(whole_graph())
    idastar.Search((1, 2, 3, 0), 2, 2, (1, 2, 3, 0)).shortest()
    print("\nIDA*, Korf         boards  tables s   solve s         nodes   count s     paths")
    for heuristic, number in (("manhattan", 5), ("linear-conflict", 10), ("walking-distance", 20)):
        korfs_hundred(heuristic, number)
    korfs_hundred("6-6-3", 100)
    if seven_eight:
        korfs_hundred("7-8", 100)


def main() -> None:
    """Read the options and run the parts asked for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("parts", nargs="*", default=["reference"], help="reference")
    parser.add_argument("--seven-eight", action="store_true", help="7-8 as well: 577 MB of tables")
    options = parser.parse_args()
    if "reference" in options.parts:
        reference(options.seven_eight)


if __name__ == "__main__":
    main()
