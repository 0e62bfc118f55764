"""Smaller versions of a sliding puzzle: fewer moves, smaller horizons, smaller boards."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board

__all__ = ["smaller_slidings"]


def smaller_slidings(puzzle: SlidingPuzzle, solution: Any) -> Iterator[SlidingPuzzle]:
    """Starts further along a known path, shorter horizons, and boards without an idle line."""
    puzzle = replace(puzzle, title="")
    yield from _smaller_boards(puzzle)
    if isinstance(solution, str):
        yield from _nearer_starts(puzzle, solution)
    horizon = puzzle.horizon or 0
    for less in dict.fromkeys((0, horizon // 2, horizon - 2, horizon - 1)):
        if 0 <= less < horizon:
            yield _within(puzzle, less)


def _nearer_starts(puzzle: SlidingPuzzle, path: str) -> Iterator[SlidingPuzzle]:
    states = puzzle.states(path)
    for done in dict.fromkeys((len(path), len(path) // 2, len(path) // 4, 2, 1)):
        if 0 < done <= len(path):
            nearer = replace(puzzle, start=states[done])
            left = puzzle.horizon
            yield nearer if left is None else _within(nearer, left - done)


def _within(puzzle: SlidingPuzzle, horizon: int) -> SlidingPuzzle:
    if puzzle.moves is None:
        return replace(puzzle, at_most=horizon)
    return replace(puzzle, moves=horizon)


def _smaller_boards(puzzle: SlidingPuzzle) -> Iterator[SlidingPuzzle]:
    """Without a row or column in which start and goal hold the same tiles and not the blank."""
    rows, columns = puzzle.rows, puzzle.columns
    lines = [(1, 0, range(i * columns, (i + 1) * columns)) for i in range(rows)]
    lines += [(0, 1, range(j, rows * columns, columns)) for j in range(columns)]
    for fewer_rows, fewer_columns, cells in lines:
        size = (rows - fewer_rows, columns - fewer_columns)
        contents = {puzzle.start[cell] for cell in cells}
        idle = 0 not in contents and contents == {puzzle.goal[cell] for cell in cells}
        if idle and size[0] * size[1] >= 2:
            left = sorted({*puzzle.start} - contents)
            number = {tile: index for index, tile in enumerate(left)}
            start, goal = (_cut(board, cells, number) for board in (puzzle.start, puzzle.goal))
            yield replace(puzzle, rows=size[0], columns=size[1], start=start, goal=goal)


def _cut(board: Board, cells: range, number: dict[int, int]) -> Board:
    return tuple(number[tile] for cell, tile in enumerate(board) if cell not in cells)
