"""Pictures of exact covers: the matrix, a row an option, with the chosen rows in colour."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.palette import PALETTE
from cpmodels.errors import InputError
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["canvas", "text"]

_CELL = 14
_LARGEST = 1000  # rows or columns
_MOST_TEXT = 60  # options listed in the terminal


def text(puzzle: ExactCover, solution: Iterable[int] | None = None, *, colour: bool = False) -> str:
    """The options, or those chosen, a line each with its number (from 0) and its items.

    Examples
    --------
    >>> print(text(ExactCover.of("a b c", ["a b", "c", "b c"]), [0, 1]))
    0: a b
    1: c
    """
    chosen = list(range(len(puzzle.options)) if solution is None else sorted(solution))
    lines = [f"{index}: {' '.join(puzzle.options[index])}" for index in chosen[:_MOST_TEXT]]
    more = len(chosen) - len(lines)
    return "\n".join([*lines, f"({more:,} more)"] if more else lines)


def canvas(puzzle: ExactCover, solution: Iterable[int] | None = None) -> Canvas:
    """The matrix; an option's items as squares, dark where it is not chosen.

    Raises
    ------
    InputError
        More than 1000 rows or columns.
    """
    items = {item: number for number, item in enumerate((*puzzle.items, *puzzle.secondary))}
    rows, columns = len(puzzle.options), len(items)
    if max(rows, columns) > _LARGEST:
        raise InputError(
            f"a matrix of {rows} x {columns}, expected at most {_LARGEST} a side for a picture"
        )
    drawn = Canvas(max(1, columns) * _CELL + 2, max(1, rows) * _CELL + 2, puzzle.describe())
    order = {index: place for place, index in enumerate(sorted(solution or ()))}
    for row, option in enumerate(puzzle.options):
        y = 1 + row * _CELL
        fill = PALETTE[order[row] % (len(PALETTE) - 1)] if row in order else "#555555"
        if row in order:
            drawn.rectangle(1, y, columns * _CELL, _CELL, "#eeeeee")
        for item in option:
            drawn.rectangle(2 + items[item] * _CELL, y + 1, _CELL - 2, _CELL - 2, fill, line=0.5)
    edge = 1 + len(puzzle.items) * _CELL
    if puzzle.secondary:
        drawn.line(edge, 1, edge, 1 + rows * _CELL, 1)
    return drawn
