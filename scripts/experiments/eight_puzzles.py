"""Write eight_puzzles.csv: two boards of the 8-puzzle at each depth, drawn with a fixed seed.

python scripts/experiments/eight_puzzles.py > scripts/experiments/eight_puzzles.csv
"""

from __future__ import annotations

import random

import numpy as np

from reference.sliding.state_graph import build

EACH = 2
GOAL = tuple(range(9))  # the blank first, as in Korf's table


def main() -> None:
    """Print the table."""
    graph = build(3, 3, GOAL)
    chance = random.Random(1985)
    print("# Boards of the 8-puzzle at every depth that there is, 0 to 31, from the state graph.")
    print("id,optimal_moves,board")
    number = 0
    for depth, boards in enumerate(graph.layers()):
        indices = np.flatnonzero(graph.distance == depth)
        sample = sorted(chance.sample(range(len(indices)), min(EACH, boards)))
        for board in graph.boards(indices[sample]).tolist():
            number += 1
            print(f"{number},{depth},{' '.join(map(str, board))}")


if __name__ == "__main__":
    main()
