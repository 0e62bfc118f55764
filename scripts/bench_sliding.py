"""Sliding puzzles against the clock: `python scripts/bench_sliding.py [astar|idastar]`.

Times are the processor's seconds of one run, those of our A* the median of five; compare ratios.

slidingpuzzle and fifteen-puzzle-solvers (PyPI) take part if they are installed. The latter's A* is
a greedy search: it makes fewer boards than an exact search must, and most of its paths are too
long. So a ratio is also given over the boards alone where its path is a shortest one.

`astar`, two shared cores of 2.6 GHz, 100 boards drawn at random: 0.02 ms a board (median). Against
fifteen-puzzle-solvers the median ratio is about 110 (90 of the sums); by depth, about 95 at 6-14,
150 at 18-22, 45 at 24-28, but 11 at 30-31, where an exact search makes ten thousand boards. Against
slidingpuzzle, which is exact, it is 1,600 (2,800 of the sums).
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
from typing import NamedTuple, TypeVar

import numpy as np

from reference.sliding import astar, idastar
from reference.sliding.boards import default_goal, play
from reference.sliding.state_graph import StateGraph, build

KORF = Path(__file__).parents[1] / "cpmodels" / "corpus" / "korf100.csv"
KORF_GOAL = tuple(range(16))

T = TypeVar("T")


def time_of(call: Callable[[], T]) -> tuple[T, float]:
    """Return what `call` returns, and the processor's seconds that it took."""
    began = time.process_time()
    result = call()
    return result, time.process_time() - began


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
    graph, seconds = time_of(lambda: build(3, 3, goal))
    rng = np.random.default_rng(1)
    boards = np.array([rng.permutation(9) for _ in range(10_000)])
    _, more = time_of(lambda: graph.shortest_rows(boards))
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
    path = package.search(start, "a*", heuristic=package.manhattan_distance)
    return len(path.solution)


class Race(NamedTuple):
    """One board: its depth, our seconds (median of five runs), the peer's, and its moves."""

    depth: int
    ours: float
    theirs: float
    moves: int


GROUPS = {"6-14": (6, 10, 14), "18-22": (18, 20, 22), "24-28": (24, 26, 28), "30-31": (30, 31)}


def race(peer: Callable[[list[int]], int], board: list[int], depth: int) -> Race:
    """Time A* and a peer on a board."""
    runs = [time_of(partial(astar.shortest, board, 3, 3, default_goal(3, 3))) for _ in range(5)]
    assert runs[0][0].length == depth
    moves, theirs = time_of(partial(peer, board))
    return Race(depth, statistics.median(seconds for _, seconds in runs), theirs, moves)


def astar_against_peers(graph: StateGraph) -> None:
    """Time A* and its peers on the same 8-puzzle boards, one after the other."""
    goal = default_goal(3, 3)
    astar.shortest((1, 2, 3, 4, 5, 6, 7, 0, 8), 3, 3, goal)  # compiles
    indices = np.random.default_rng(2).choice(len(graph.distance), 100, replace=False)
    sample = list(
        zip(graph.distance[indices].tolist(), graph.boards(indices).tolist(), strict=True)
    )
    for peer in (slidingpuzzle, fifteen):
        try:
            peer(list(goal))
        except ImportError:
            print(f"\n({peer.__name__} is not installed)")
            continue
        print(f"\nA* against {peer.__name__}, 8-puzzle; ratios of the times")
        print("                 medians, ms     all boards        its path a shortest one")
        print("depth   boards   ours   theirs   of sums  median   boards  median")
        every: list[Race] = []
        for label, depths in GROUPS.items():
            boards = at_depths(graph, depths, 5)
            every += show(label, [race(peer, board, depth) for depth, board in boards])
        show("these", every)
        show("random", [race(peer, board, depth) for depth, board in sample])


def show(label: str, races: list[Race]) -> list[Race]:
    """Print a row of the table."""
    ours, theirs = [row.ours for row in races], [row.theirs for row in races]
    right = [row for row in races if row.moves == row.depth]
    print(f"{label:6} {len(races):7} {1e3 * statistics.median(ours):6.3f}", end=" ")
    print(f"{1e3 * statistics.median(theirs):8.1f} {sum(theirs) / sum(ours):9.0f}", end=" ")
    print(f"{_ratio(races):>7} {len(right):8} {_ratio(right):>7}")
    return races


def _ratio(races: list[Race]) -> str:
    ratios = [row.theirs / row.ours for row in races]
    return f"{statistics.median(ratios):.0f}" if ratios else "-"


def korfs_hundred(heuristic: str, number: int) -> None:
    """Time IDA* on Korf's easiest boards: one shortest path each, then all of them counted."""
    first = korf(1)[0][2]
    _, ready = time_of(lambda: idastar.lower_bound(first, 4, 4, KORF_GOAL, heuristic))
    idastar.Search(first, 4, 4, KORF_GOAL, heuristic, should_stop=lambda: True).shortest()
    nodes = paths = 0
    solving = counting = 0.0
    for _, length, board in korf(number):
        search = idastar.Search(board, 4, 4, KORF_GOAL, heuristic)
        result, seconds = time_of(search.shortest)
        assert result.length == length, f"{board}: {result.length}, published {length}"
        assert play(board, 4, 4, result.path or "") == KORF_GOAL
        nodes, solving = nodes + result.nodes, solving + seconds
        count, seconds = time_of(search.count_shortest)
        assert count.length == length
        paths, counting = paths + count.number, counting + seconds
    print(f"{heuristic:17} {number:7} {ready:9.2f} {solving:9.2f} {nodes:13,}", end="")
    print(f" {counting:9.2f} {paths:9,}")


def korf_by_bounds(seven_eight: bool) -> None:
    """Time IDA* with each bound on as many of Korf's boards as it can take."""
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
    parser.add_argument("part", nargs="?", choices=["astar", "idastar"], help="default: both")
    parser.add_argument("--seven-eight", action="store_true", help="7-8 as well: 577 MB of tables")
    options = parser.parse_args()
    if options.part != "idastar":
        astar_against_peers(whole_graph())
    if options.part != "astar":
        korf_by_bounds(options.seven_eight)


if __name__ == "__main__":
    main()
