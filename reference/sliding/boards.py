"""Sliding puzzles as plain data: boards, moves, renaming, and the result of a search.

A board of `rows` x `columns` cells is a sequence of the numbers 0 .. rows*columns - 1, row by
row, 0 the blank. A move is a letter of "rlud": the neighbour (right, left, up, down) of the blank
that the blank changes places with.

Every search here works on a *renamed* board, where each piece bears the number of the cell that it
has in the goal. The goal is then 0, 1, 2, ..., whatever it was, and the blank bears `home`, its
own cell in the goal.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = ["LETTERS", "Count", "Result", "check", "default_goal", "move_table"]
__all__ += ["manhattan_table", "play", "random_walk", "rename", "spell"]

LETTERS = "rlud"
"""The moves in the order of their numbers: a move and its inverse differ in the last bit."""


class Result(NamedTuple):
    """What a search for a shortest path found.

    `path` is None both when there is none (`complete` is True) and when the search was stopped
    (`complete` is False). `nodes` counts the boards made, the start included.
    """

    path: str | None
    length: int | None
    nodes: int
    complete: bool


class Count(NamedTuple):
    """How many shortest paths there are; if not `complete`, only how many were seen."""

    number: int
    length: int | None
    nodes: int
    complete: bool


def default_goal(rows: int, columns: int, blank_first: bool = False) -> tuple[int, ...]:
    """Return 1 2 3 .. 0, or 0 1 2 .. as in Korf's boards.

    >>> default_goal(2, 2)
    (1, 2, 3, 0)
    """
    tiles = tuple(range(1, rows * columns))
    return (0, *tiles) if blank_first else (*tiles, 0)


def check(board: Sequence[int], rows: int, columns: int, name: str = "board") -> None:
    """Raise ValueError unless `board` has each of 0 .. rows*columns - 1 once.

    >>> check((1, 1, 0), 1, 3)
    Traceback (most recent call last):
    ValueError: board: expected each of 0..2 once for 1x3, got 1 1 0
    """
    if rows < 1 or columns < 1:
        raise ValueError(f"{name}: expected at least one row and one column, got {rows}x{columns}")
    if sorted(board) != list(range(rows * columns)):
        tiles = " ".join(map(str, board))
        last = rows * columns - 1
        raise ValueError(
            f"{name}: expected each of 0..{last} once for {rows}x{columns}, got {tiles}"
        )


def move_table(rows: int, columns: int) -> npt.NDArray[np.int16]:
    """Return an array (cells, 4): where the blank goes from a cell by each of `LETTERS`, or -1.

    >>> move_table(1, 2).tolist()
    [[1, -1, -1, -1], [-1, 0, -1, -1]]
    """
    table = np.full((rows * columns, 4), -1, np.int16)
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        for move, (down, right) in enumerate(((0, 1), (0, -1), (-1, 0), (1, 0))):
            if 0 <= row + down < rows and 0 <= column + right < columns:
                table[cell, move] = (row + down) * columns + column + right
    return table


def play(board: Sequence[int], rows: int, columns: int, path: str) -> tuple[int, ...]:
    """Return the board after the moves of `path`; ValueError names a move that leaves the board.

    >>> play((1, 0, 2), 1, 3, "r")
    (1, 2, 0)
    """
    cells, blank, table = list(board), list(board).index(0), move_table(rows, columns)
    for step, letter in enumerate(path, 1):
        target = int(table[blank, LETTERS.index(letter)]) if letter in LETTERS else -1
        if target < 0:
            raise ValueError(f"path: move {step}, {letter!r}: expected r, l, u or d on the board")
        cells[blank], cells[target], blank = cells[target], 0, target
    return tuple(cells)


def rename(
    board: Sequence[int], goal: Sequence[int], rows: int, columns: int
) -> tuple[npt.NDArray[np.int16], int]:
    """Return the board with each piece named by its cell in the goal, and the blank's name.

    >>> rename((1, 0, 2), (2, 1, 0), 1, 3)
    (array([1, 2, 0], dtype=int16), 2)
    """
    check(board, rows, columns)
    check(goal, rows, columns, "goal")
    home = np.argsort(np.asarray(goal)).astype(np.int16)
    return home[np.asarray(board)], int(home[0])


def spell(moves: npt.NDArray[Any]) -> str:
    """Return the letters of an array of move numbers.

    >>> spell(np.array([0, 3], np.int8))
    'rd'
    """
    return "".join(LETTERS[move] for move in moves)


def random_walk(
    goal: Sequence[int], rows: int, columns: int, steps: int, seed: int
) -> tuple[int, ...]:
    """Return the board after `steps` random moves from the goal, none undoing the one before.

    (In a corner of a one-line board, where only the way back is left, the walk goes back.)
    """
    rng, table = np.random.default_rng(seed), move_table(rows, columns)
    cells, blank, last = list(goal), list(goal).index(0), -1
    for _ in range(steps if rows * columns > 1 else 0):
        ways = [move for move in range(4) if table[blank, move] >= 0]
        move = int(rng.choice([way for way in ways if way ^ 1 != last] or ways))
        target = int(table[blank, move])
        cells[blank], cells[target], blank, last = cells[target], 0, target, move
    return tuple(cells)


def manhattan_table(rows: int, columns: int, home: int) -> npt.NDArray[np.int16]:
    """Return an array (names, cells): steps from a cell to a renamed tile's own, 0 for the blank.

    >>> manhattan_table(1, 3, 2).tolist()
    [[0, 1, 2], [1, 0, 1], [0, 0, 0]]
    """
    row, column = np.arange(rows, dtype=np.int16), np.arange(columns, dtype=np.int16)
    down, right = abs(row[:, None] - row), abs(column[:, None] - column)
    table = (down[:, None, :, None] + right[:, None, :]).reshape(rows * columns, -1)
    table[home] = 0
    return table
