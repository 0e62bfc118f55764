"""Pictures of exact covers: the matrix, a row an option, with the chosen rows in colour."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.draw.canvas import Canvas
from cpmodels.draw.palette import PALETTE
from cpmodels.errors import InputError
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["canvas", "text"]

_CELL = 14
_SHORT = 2  # letters of an item that stands above its column
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
    indices = list(range(len(puzzle.options)) if solution is None else sorted(solution))
    lines = [f"{index}: {_option(puzzle, index)}" for index in indices[:_MOST_TEXT]]
    more = len(indices) - len(lines)
    return "\n".join([*lines, f"({more:,} more)"] if more else lines)


def _option(puzzle: ExactCover, index: int) -> str:
    cost = [f"|{puzzle.costs[index]}"] if puzzle.costs else []
    return " ".join([*puzzle.options[index], *cost])


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
    left = 6 + 7 * len(str(rows))
    top = _CELL if all(len(item) <= _SHORT for item in items) else 0
    size = (left + max(1, columns) * _CELL + 2, top + max(1, rows) * _CELL + 2)
    result = Canvas(*size, puzzle.describe())
    for item, column in items.items() if top else ():
        result.text(left + (column + 0.5) * _CELL, top / 2, item, 9)
    order = {index: place for place, index in enumerate(sorted(solution or ()))}
    for row, option in enumerate(puzzle.pairs):
        y = top + 1 + row * _CELL
        fill = PALETTE[order[row] % (len(PALETTE) - 1)] if row in order else "#555555"
        if row in order:
            result.rectangle(left, y, columns * _CELL, _CELL, "#eeeeee")
        result.text(left / 2, y + _CELL / 2, str(row), 9)
        for item, colour in option:
            x = left + 1 + items[item] * _CELL
            result.rectangle(x, y + 1, _CELL - 2, _CELL - 2, fill, line=0.5)
            if colour:
                result.text(x + _CELL / 2 - 1, y + _CELL / 2, colour[:2], 8, "#ffffff")
    edge = left + len(puzzle.items) * _CELL
    if puzzle.secondary:
        result.line(edge, 1, edge, top + 1 + rows * _CELL, 1)
    return result
