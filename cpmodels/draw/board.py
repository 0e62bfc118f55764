"""Pictures of defective boards: pieces numbered, outlined, in four colours at most."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cpmodels.draw.canvas import INK, Canvas
from cpmodels.draw.pieces import LARGEST_PICTURE, cell_size, pieces_canvas, pieces_text
from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import Cell

__all__ = ["animated", "canvas", "text"]


def text(puzzle: DefectiveBoard, solution: Any = None, *, colour: bool = False) -> str:
    """A picture for the terminal.

    Examples
    --------
    >>> print(text(DefectiveBoard(2, (0, 1)), np.array([[1, 0], [1, 1]])))
    ┌───┐
    │ 1 │
    │   └───┐
    │ 1   1 │
    └───────┘
    """
    if puzzle.side > LARGEST_PICTURE:
        return f"(a board of side {puzzle.side} is too large for the terminal)"
    pieces, labels = _pieces(puzzle, solution)
    return pieces_text(pieces, labels, colour=colour and solution is not None)


def canvas(puzzle: DefectiveBoard, solution: Any = None) -> Canvas:
    """The picture for SVG and PNG; sides above 64 have small squares without numbers.

    Raises
    ------
    InputError
        A side above 256.
    """
    if puzzle.side > LARGEST_PICTURE:
        raise InputError(f"side {puzzle.side}, expected at most {LARGEST_PICTURE} for a picture")
    pieces, labels = _pieces(puzzle, solution)
    size = cell_size(puzzle.side)
    result = pieces_canvas(pieces, labels, title=puzzle.describe())
    if puzzle.missing is not None:
        row, column = puzzle.missing
        result.rectangle(2 + column * size, 2 + row * size, size, size, INK)
    return result


def animated(puzzle: DefectiveBoard, solution: Any, seconds: float = 0.5) -> str:
    """An SVG in which the pieces appear one by one, in the order of their numbers.

    Divide and conquer numbers them as it goes: the centre piece of a board, then its quarters.

    Examples
    --------
    >>> animated(DefectiveBoard(2, (0, 1)), np.array([[1, 0], [1, 1]])).count("<set")
    1
    """
    size = cell_size(puzzle.side)
    covers: dict[int, str] = {}
    for (row, column), number in _pieces(puzzle, solution)[0].items():
        at = f'x="{2 + column * size}" y="{2 + row * size}"'
        square = f'<rect {at} width="{size}" height="{size}"/>'
        covers[number] = covers.get(number, "") + square
    blanks = "".join(
        f'<g fill="#eeeeee" stroke="#bbbbbb">{covers[number]}'
        f'<set attributeName="visibility" to="hidden" begin="{number * seconds:g}s"/></g>'
        for number in sorted(covers)
    )
    return canvas(puzzle, solution).svg().removesuffix("</svg>") + f"{blanks}</svg>"


def _pieces(puzzle: DefectiveBoard, solution: Any) -> tuple[dict[Cell, int], dict[Hashable, str]]:
    if solution is None:
        return dict.fromkeys(puzzle.tiling.region, 1), {1: ""}
    numbers = np.asarray(solution).tolist()
    pieces: dict[Cell, int] = {
        (row, column): numbers[row][column] for row, column in puzzle.tiling.region
    }
    return pieces, {number: str(number) for number in range(1, puzzle.pieces + 1)}
