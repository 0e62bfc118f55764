"""Pictures of defective boards: pieces numbered, outlined, in four colours at most."""

from __future__ import annotations

import io
from collections.abc import Hashable
from typing import Any

import numpy as np

from cpmodels.draw.palette import PALETTE, colour_pieces
from cpmodels.draw.pieces import pieces_svg, pieces_text
from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import Cell

__all__ = ["png", "svg", "text"]

_LARGEST = 256
_DARK = (34, 34, 34)


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
    _refuse_large(puzzle)
    return pieces_svg(*_pieces(puzzle, solution))


def png(puzzle: DefectiveBoard, solution: Any = None) -> bytes:
    """The same picture as PNG, without numbers; the missing square is dark."""
    from PIL import Image

    _refuse_large(puzzle)
    pieces, _ = _pieces(puzzle, solution)
    shades = colour_pieces(pieces)
    numbers = np.zeros((puzzle.side, puzzle.side), np.int32)
    colours = np.full((puzzle.side, puzzle.side, 3), _DARK, np.uint8)
    for cell, piece in pieces.items():
        numbers[cell] = piece
        colours[cell] = list(bytes.fromhex(PALETTE[shades[piece]][1:]))
    size = 28 if puzzle.side <= 64 else 8
    image = colours.repeat(size, 0).repeat(size, 1)
    lines = np.zeros(image.shape[:2], np.bool_)
    lines[size::size] = (numbers[1:] != numbers[:-1]).repeat(size, 1)
    lines[:, size::size] |= (numbers[:, 1:] != numbers[:, :-1]).repeat(size, 0)
    image[lines] = _DARK
    file = io.BytesIO()
    Image.fromarray(image).save(file, "PNG")
    return file.getvalue()


def _refuse_large(puzzle: DefectiveBoard) -> None:
    if puzzle.side > _LARGEST:
        raise InputError(f"side {puzzle.side}, expected at most {_LARGEST} for a picture")


def _pieces(puzzle: DefectiveBoard, solution: Any) -> tuple[dict[Cell, int], dict[Hashable, str]]:
    if solution is None:
        return dict.fromkeys(puzzle.tiling.region, 1), {1: ""}
    numbers = np.asarray(solution).tolist()
    pieces: dict[Cell, int] = {
        (row, column): numbers[row][column] for row, column in puzzle.tiling.region
    }
    return pieces, {number: str(number) for number in range(1, puzzle.pieces + 1)}
