"""The 8-puzzle, all of it: how many boards can be solved, how deep they lie, what greed costs.

    python scripts/eight_puzzle.py [--boards N | --all] [--picture FILE.svg]

The greedy A* is `reference.sliding.astar` with greedy=True: its module says what it follows.
"""

from __future__ import annotations

import argparse
import sys
from math import factorial

import numpy as np

from reference.sliding import astar
from reference.sliding.boards import default_goal
from reference.sliding.permutation import solvable_rows, unrank_rows
from reference.sliding.state_graph import StateGraph, build

GOAL = default_goal(3, 3)
WIDTH = 60  # characters of the longest bar


def histogram(layers: list[int]) -> str:
    """Return the census as lines of text, one a depth."""
    lines = ["depth   boards"]
    for depth, count in enumerate(layers):
        lines.append(f"{depth:5} {count:8,} {'#' * round(WIDTH * count / max(layers))}".rstrip())
    return "\n".join(lines)


def draw(layers: list[int], name: str) -> bool:
    """Write the census as a picture; False if matplotlib is not there."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        return False
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.bar(range(len(layers)), layers, color="#4477aa")
    axes.set(
        xlabel="moves to the goal", ylabel="boards", title="The 8-puzzle: boards at each depth"
    )
    figure.savefig(name)
    return True


def cost_of_greed(graph: StateGraph, indices: np.ndarray) -> np.ndarray:
    """Return by how many moves the greedy path is too long, for each of these boards."""
    losses = np.zeros(len(indices), np.int64)
    for i, board in enumerate(graph.boards(indices).tolist()):
        length = astar.shortest(board, 3, 3, GOAL, greedy=True).length
        losses[i] = (length or 0) - int(graph.distance[indices[i]])
        if i % 1000 == 0 and sys.stderr.isatty():
            print(f"\rgreedy A*: {i:,} of {len(indices):,} boards", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r" + " " * 60 + "\r", end="", file=sys.stderr)
    return losses


def report(graph: StateGraph, boards: int) -> None:
    """Print the census, and the cost of greed over this many boards."""
    permutations = unrank_rows(np.arange(factorial(9)), 9)
    fit = int(solvable_rows(permutations, GOAL, 3, 3).sum())
    layers = graph.layers()
    print(histogram(layers))
    print(f"\n{fit:,} of {len(permutations):,} boards can be solved: {fit / len(permutations):.0%}")
    print(f"reached by search: {sum(layers):,}; deepest: {layers[-1]} boards at {len(layers) - 1}")
    print(f"shortest path on average: {graph.distance.mean():.4f} moves")
    everything = np.arange(len(graph.distance))
    sample = boards < len(everything)
    if sample:
        everything = np.random.default_rng(0).choice(everything, boards, replace=False)
    losses = cost_of_greed(graph, everything)
    worse = losses > 0
    print(f"\ngreedy A* on {len(losses):,} boards{' figure at random' if sample else ''}:")
    print(f"  longer than the optimum on {worse.sum():,} ({worse.mean():.2%}), never shorter")
    print(f"  too long by {losses.mean():.4f} moves on average, by {losses.max()} at worst")


def main() -> None:
    """Read the options and report."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--boards", type=int, default=20_000, help="boards for the greedy A*")
    parser.add_argument("--all", action="store_true", help="greedy A* on all boards: minutes")
    parser.add_argument("--picture", default="eight_puzzle.svg", help="where the histogram goes")
    options = parser.parse_args()
    graph = build(3, 3, GOAL)
    report(graph, len(graph.distance) if options.all else options.boards)
    figure = draw(graph.layers(), options.picture)
    print(f"\nhistogram: {options.picture}" if figure else "\n(no picture: matplotlib is missing)")


if __name__ == "__main__":
    main()
