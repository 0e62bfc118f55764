"""Random sliding boards: anywhere in the component of the goal, outside of it, or a walk away."""

from __future__ import annotations

from random import Random

from cpmodels.errors import InputError
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.sliding import MAX_CELLS, STEPS, SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board, default_goal

__all__ = ["random_board"]

MAX_STEPS = 1_000_000


def random_board(
    rows: int,
    columns: int,
    *,
    steps: int | None = None,
    solvable: bool = True,
    convention: str = "blank-last",
    seed: int = 0,
) -> SlidingPuzzle:
    """A random start for the goal of the convention.

    Parameters
    ----------
    steps : int, optional
        So many random moves away from the goal, none undoing the one before where another is
        possible; a shortest path may be shorter. Every board is as likely as any other without.
    solvable : bool
        Whether the goal can be reached; boards with `steps` always can.

    Raises
    ------
    InputError
        A size, number of steps or wish that cannot be had.

    Examples
    --------
    >>> random_board(3, 3, seed=1).describe()
    '3x3, 6 7 8 / 5 4 1 / x 2 3, shortest path'
    """
    if not 2 <= rows * columns <= MAX_CELLS:
        raise InputError(f"board of {rows}x{columns}, expected 2 to {MAX_CELLS} cells")
    rng = Random(seed)
    goal = default_goal(rows, columns, convention)
    if steps is not None:
        if not 0 <= steps <= MAX_STEPS or not solvable:
            raise InputError(f"{steps} steps, expected 0 to {MAX_STEPS:,}, of a board to be solved")
        start = _walk(SlidingPuzzle(rows, columns, goal, goal), steps, rng)
        return SlidingPuzzle(rows, columns, start, goal)
    if not solvable and rows * columns < 3:
        raise InputError(f"no board of {rows}x{columns} is unsolvable, expected 3 cells or more")
    tiles = list(goal)
    rng.shuffle(tiles)
    puzzle = SlidingPuzzle(rows, columns, tuple(tiles), goal)
    if min(rows, columns) == 1:
        return _line(puzzle, solvable, rng)
    if (why_unsolvable(puzzle) is None) != solvable:
        one, other = [cell for cell, tile in enumerate(tiles) if tile][:2]
        tiles[one], tiles[other] = tiles[other], tiles[one]
    return SlidingPuzzle(rows, columns, tuple(tiles), goal)


def _line(puzzle: SlidingPuzzle, solvable: bool, rng: Random) -> SlidingPuzzle:
    """On a board of one line the order of the tiles decides."""
    order = [tile for tile in puzzle.start if tile]
    tiles = [tile for tile in puzzle.goal if tile]
    if solvable:
        order = tiles
    while not solvable and order == tiles:
        rng.shuffle(order)
    blank = puzzle.start.index(0)
    start = (*order[:blank], 0, *order[blank:])
    return SlidingPuzzle(puzzle.rows, puzzle.columns, start, puzzle.goal)


def _walk(puzzle: SlidingPuzzle, steps: int, rng: Random) -> Board:
    board, last = list(puzzle.goal), (0, 0)
    row, column = divmod(board.index(0), puzzle.columns)
    for _ in range(steps):
        ways = [
            (down, right)
            for down, right in STEPS.values()
            if 0 <= row + down < puzzle.rows and 0 <= column + right < puzzle.columns
        ]
        forward = [way for way in ways if way != (-last[0], -last[1])]
        last = rng.choice(forward or ways)
        here = row * puzzle.columns + column
        row, column = row + last[0], column + last[1]
        there = row * puzzle.columns + column
        board[here], board[there] = board[there], 0
    return tuple(board)
