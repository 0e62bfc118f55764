"""Where the blank and each tile can be, step by step, when a walk has a fixed number of steps.

Look at one tile and the blank alone (all other tiles alike): breadth-first search over the pairs of
cells gives exact distances in this abstraction, from the start and from the goal. A pair can occur
after `t` of `T` steps only if the one is at most `t` and the other at most `T - t`.
"""

from __future__ import annotations

from collections import deque

from cpmodels.answers.run import check_time
from cpmodels.puzzles.sliding import STEPS, SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board

__all__ = ["Reach", "arrive", "neighbours"]

Pair = tuple[int, int]


def neighbours(rows: int, columns: int) -> list[dict[str, int]]:
    """For each cell, the cells that the blank can move to, by letter.

    >>> neighbours(1, 3)[1]
    {'r': 2, 'l': 0}
    """
    return [
        {
            letter: (row + down) * columns + column + right
            for letter, (down, right) in STEPS.items()
            if 0 <= row + down < rows and 0 <= column + right < columns
        }
        for row in range(rows)
        for column in range(columns)
    ]


def arrive(steps: list[dict[str, int]], board: Board, tile: int) -> dict[Pair, int]:
    """Moves from the board to each (cell of the tile, cell of the blank), other tiles alike."""
    first = (board.index(tile), board.index(0))
    moves, queue = {first: 0}, deque([first])
    while queue:
        check_time()
        pair = queue.popleft()
        at, blank = pair
        for to in steps[blank].values():
            other = (blank if to == at else at, to)
            if other not in moves:
                moves[other] = moves[pair] + 1
                queue.append(other)
    return moves


class Reach:
    """What can be where after each of 0 .. `steps` steps.

    Parameters
    ----------
    exact : bool
        Whether to use the distances of (tile, blank). Otherwise only the ends are known, and
        what one step can do to them.
    parity : bool
        Whether to use that the blank changes colour, as on a checkerboard, with every step.

    Attributes
    ----------
    blanks : list of set of int
        For each layer, the cells where the blank can be.
    tiles : list of list of list of int
        For each layer and cell, the tiles that can be there.
    """

    def __init__(
        self, puzzle: SlidingPuzzle, steps: int, *, exact: bool = True, parity: bool = True
    ) -> None:
        self.puzzle, self.steps, self.parity = puzzle, steps, parity
        self.next = neighbours(puzzle.rows, puzzle.columns)
        cells = range(len(puzzle.start))
        self.colour = [sum(divmod(cell, puzzle.columns)) % 2 for cell in cells]
        self._first_colour = self.colour[puzzle.start.index(0)]
        self.blanks = [{c for c in cells if self._has_colour(c, t)} for t in range(steps + 1)]
        self.tiles = [[list(cells[1:]) for _ in cells] for _ in range(steps + 1)]
        if exact:
            self._narrow()
        self._fix_ends()

    def blank_colour(self, layer: int) -> int:
        """Colour of the blank's cell after so many steps."""
        return (self._first_colour + layer) % 2

    def _has_colour(self, cell: int, layer: int) -> bool:
        return not self.parity or self.colour[cell] == self.blank_colour(layer)

    def _narrow(self) -> None:
        """Keep only what the distances of (tile, blank) allow."""
        puzzle, steps = self.puzzle, self.steps
        distances: list[list[list[int]]] = [[[] for _ in self.next] for _ in self.blanks]
        for tile in range(1, len(puzzle.start)):
            check_time()
            after, before = (arrive(self.next, b, tile) for b in (puzzle.start, puzzle.goal))
            blanks: list[set[int]] = [set() for _ in self.blanks]
            spots: list[set[int]] = [set() for _ in self.blanks]
            for pair, moves in after.items():
                check_time()
                last = steps - before.get(pair, steps + 1)
                for layer in range(moves, last + 1, 2 if self.parity else 1):
                    spots[layer].add(pair[0])
                    blanks[layer].add(pair[1])
            for layer in range(steps + 1):
                self.blanks[layer] &= blanks[layer]
                for cell in spots[layer]:
                    distances[layer][cell].append(tile)
        self.tiles = distances

    def _fix_ends(self) -> None:
        """The first and last layer are known; one step away only the blank's cell may differ."""
        for board, end, near in ((self.puzzle.start, 0, 1), (self.puzzle.goal, -1, -2)):
            blank = board.index(0)
            self.blanks[end] &= {blank}
            for cell, tile in enumerate(board):
                self._only(end, cell, tile)
                if cell != blank and self.steps:
                    self._only(near, cell, tile)

    def _only(self, layer: int, cell: int, tile: int) -> None:
        here = self.tiles[layer]
        here[cell] = [tile] if tile in here[cell] else []
