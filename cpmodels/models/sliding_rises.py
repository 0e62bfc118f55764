"""Counting rises: the moves of a walk that take a tile farther from its cell in the goal.

A move changes the sum of Manhattan distances by one, up or down. So a walk of T moves from a board
at distance M has exactly (T - M) / 2 rises, and the number after each step is a unary counter whose
bounds are known. Two tiles that stand in their own line, in the wrong order, force a rise yet to
come (linear conflict): where both are there, the counter is not yet at its end.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TypeAlias

from cpmodels.answers.run import check_time
from cpmodels.lazy import cp_model
from cpmodels.models.sliding_bounds import apart, homes, lines, manhattan
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["Rises", "reversed_pairs"]

Place = tuple[int, int]  # cell, tile
Way = tuple[int, int]  # from a cell to another
Literal: TypeAlias = "cp_model.IntVar | bool"


def reversed_pairs(puzzle: SlidingPuzzle) -> Iterator[tuple[int, tuple[Place, Place]]]:
    """Where two tiles of one line of the goal stand in that line in the wrong order, by line.

    >>> puzzle = SlidingPuzzle.of("2 1 x", goal="1 2 x", size="1x3")
    >>> [pair for _, pair in reversed_pairs(puzzle)]
    [((0, 2), (1, 1)), ((0, 2), (2, 1)), ((1, 2), (2, 1))]
    """
    for number, line in enumerate(lines(puzzle.rows, puzzle.columns)):
        for first, second in combinations(line, 2):
            one, other = puzzle.goal[first], puzzle.goal[second]
            if one and other:
                for cell, beyond in combinations(line, 2):
                    yield number, ((cell, other), (beyond, one))


class Rises:
    """The unary counter over the steps of a walk.

    Parameters
    ----------
    cp : CpModel
        Variables and constraints are added to it.
    puzzle : SlidingPuzzle
    steps : int
        The exact number of moves of the walks.

    Attributes
    ----------
    total : int
        How many rises a walk has; below zero where no walk has so many moves.
    """

    def __init__(self, cp: cp_model.CpModel, puzzle: SlidingPuzzle, steps: int) -> None:
        self.cp, home, cells = cp, homes(puzzle), range(len(puzzle.goal))
        self._distance = [[apart(puzzle.columns, c, home[t]) for t in cells] for c in cells]
        distance = manhattan(puzzle)
        self.total, odd = divmod(steps - distance, 2)
        if odd or self.total < 0:
            self.total = -1
            cp.add_bool_or([])
            return
        self._bounds = [
            (
                max(0, (layer - distance + 1) // 2, layer - steps + self.total),
                min(layer, self.total),
            )
            for layer in range(steps + 1)
        ]
        self._rise = [cp.new_bool_var(f"rise {layer}") for layer in range(1, steps + 1)]
        self._more = {
            (layer, number): cp.new_bool_var(f"rises {layer} {number}")
            for layer, (low, high) in enumerate(self._bounds)
            for number in range(low + 1, high + 1)
        }
        for layer in range(1, steps + 1):
            self._count(layer)

    def move(self, layer: int, premises: list[cp_model.IntVar], tile: int, way: Way) -> None:
        """Given these, the step to this layer takes the tile from a cell to another."""
        check_time()
        here, there = (self._distance[cell][tile] for cell in way)
        rise = self._rise[layer - 1]
        self.cp.add_bool_or([*(~one for one in premises), rise if here < there else ~rise])

    def unfinished(self, layer: int, premises: list[cp_model.IntVar], number: int = 1) -> None:
        """Given these, so many rises are yet to come after this layer."""
        self._clause([*(~one for one in premises), self._fewer(layer, self.total + 1 - number)])

    def _count(self, layer: int) -> None:
        check_time()
        rise = self._rise[layer - 1]
        for number in range(1, self.total + 2):
            now, before = self._least(layer, number), self._least(layer - 1, number)
            less = self._least(layer - 1, number - 1)
            self._clause([self._fewer(layer, number), before, rise])
            self._clause([self._fewer(layer - 1, number - 1), ~rise, now])
            self._clause([self._fewer(layer - 1, number), now])
            self._clause([self._fewer(layer, number), less])
            self._clause([self._fewer(layer, number), self._least(layer, number - 1)])

    def _least(self, layer: int, number: int) -> Literal:
        """At least so many rises up to this layer."""
        low, high = self._bounds[layer]
        return self._more[layer, number] if low < number <= high else number <= low

    def _fewer(self, layer: int, number: int) -> Literal:
        least = self._least(layer, number)
        return not least if isinstance(least, bool) else ~least

    def _clause(self, literals: list[Literal]) -> None:
        if not any(one is True for one in literals):
            self.cp.add_bool_or([one for one in literals if one is not False])
