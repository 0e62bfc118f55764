"""Lower bounds on the moves between two boards, for the models' own use."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import replace

from cpmodels.errors import InputError
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["apart", "homes", "linear_conflict", "lines", "lower_bound", "manhattan", "within"]


def homes(puzzle: SlidingPuzzle) -> dict[int, int]:
    """The cell in the goal of each tile, and of the blank (0)."""
    return {tile: cell for cell, tile in enumerate(puzzle.goal)}


def apart(columns: int, cell: int, other: int) -> int:
    """Manhattan distance of two cells.

    >>> apart(4, 0, 6)
    3
    """
    (row, column), (to_row, to_column) = divmod(cell, columns), divmod(other, columns)
    return abs(row - to_row) + abs(column - to_column)


def lines(rows: int, columns: int) -> list[range]:
    """The cells of each row and of each column."""
    across = [range(row * columns, (row + 1) * columns) for row in range(rows)]
    return across + [range(column, rows * columns, columns) for column in range(columns)]


def manhattan(puzzle: SlidingPuzzle) -> int:
    """Sum of the tiles' distances to their cells in the goal.

    >>> manhattan(SlidingPuzzle.of("1 2 3 x 4 6 7 5 8"))
    3
    """
    home = homes(puzzle)
    return sum(
        apart(puzzle.columns, cell, home[tile]) for cell, tile in enumerate(puzzle.start) if tile
    )


def linear_conflict(puzzle: SlidingPuzzle) -> int:
    """Moves on top of `manhattan`: two for each tile that must leave its line to be passed.

    Tiles that stand in their own row (column) of the goal, but not in order: all but a longest
    rising run of them must step aside and back (Hansson, Mayer and Yung, 1992).

    >>> linear_conflict(SlidingPuzzle.of("3 2 1 4 5 6 7 8 x"))
    4
    """
    home, total = homes(puzzle), 0
    for line in lines(puzzle.rows, puzzle.columns):
        tiles = [puzzle.start[cell] for cell in line]
        places = [home[tile] for tile in tiles if tile and home[tile] in line]
        rising: list[int] = []
        for place in places:
            rising[bisect_left(rising, place) : bisect_left(rising, place) + 1] = [place]
        total += 2 * (len(places) - len(rising))
    return total


def lower_bound(puzzle: SlidingPuzzle) -> int:
    """The moves that a shortest path has at least; its parity is that of every path.

    >>> lower_bound(SlidingPuzzle.of("8 6 7 2 5 4 3 x 1"))
    23
    """
    return manhattan(puzzle) + linear_conflict(puzzle)


def within(puzzle: SlidingPuzzle, moves: int | None) -> SlidingPuzzle:
    """The question for all walks of so many moves, or of as many as the lower bound says.

    That is what a model is of: a shortest path has one for each length. A puzzle that has a horizon
    is the question already.

    Raises
    ------
    InputError
        No walk of any length leads to the goal.

    >>> within(SlidingPuzzle.of("1 2 3 x 4 6 7 5 8"), None).describe()
    '3x3, 1 2 3 / x 4 6 / 7 5 8, exactly 3 moves, no undo'
    """
    if puzzle.horizon is not None:
        return puzzle
    certificate = why_unsolvable(puzzle)
    if certificate is not None:
        raise InputError(f"no model of any length: {certificate}")
    return replace(puzzle, moves=lower_bound(puzzle) if moves is None else moves, undo=False)
