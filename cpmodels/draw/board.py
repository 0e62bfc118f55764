"""Pictures of defective boards: pieces numbered, outlined, in four colours at most."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

import numpy as np

from cpmodels.draw.pieces import pieces_svg, pieces_text
from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import Cell

__all__ = ["svg", "text"]

_LARGEST = 256


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
    if puzzle.side > _LARGEST:
        return f"(a board of side {puzzle.side} is too large for the terminal)"
    pieces, labels = _pieces(puzzle, solution)
    return pieces_text(pieces, labels, colour=colour and solution is not None)


def svg(puzzle: DefectiveBoard, solution: Any = None) -> str:
    """An SVG picture.

    Raises
    ------
    InputError
        A side above 256.
    """
    if puzzle.side > _LARGEST:
        raise InputError(f"side {puzzle.side}, expected at most {_LARGEST} for a picture")
    return pieces_svg(*_pieces(puzzle, solution))


def _pieces(
    puzzle: DefectiveBoard, solution: Any
) -> tuple[dict[Cell, Hashable], dict[Hashable, str]]:
    if solution is None:
        return dict.fromkeys(puzzle.tiling.region, 0), {0: ""}
    numbers = np.asarray(solution).tolist()
    pieces: dict[Cell, Hashable] = {
        (row, column): numbers[row][column] for row, column in puzzle.tiling.region
    }
    return pieces, {number: str(number) for number in range(1, puzzle.pieces + 1)}
