"""Painters: the board of a puzzle on a page, and how a solution is written on it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling
from cpmodels.watch.board import HOLE, PLAIN, Board, cells_board, empty_board, grid_board

__all__ = ["Paint", "painter"]

Marks = list[tuple[int, int, str]]
Paint = Callable[[Any], Marks]
_COLOURS = 8


def painter(puzzle: Puzzle) -> tuple[Board, Paint]:
    """The board, and a function from a solution (as plain data) to what changes on it."""
    for kind, paint in _PAINTERS.items():
        if isinstance(puzzle, kind):
            return paint(puzzle)
    return empty_board(), lambda solution: []


def _tiling(puzzle: Tiling) -> tuple[Board, Paint]:
    board, number = cells_board(puzzle.region)

    def paint(solution: Any) -> Marks:
        return [
            (number[tuple(cell)], piece % _COLOURS, str(shape))
            for piece, (shape, cells) in enumerate(solution)
            for cell in cells
        ]

    return board, paint


def _defective_board(puzzle: DefectiveBoard) -> tuple[Board, Paint]:
    board = grid_board(puzzle.side, puzzle.side)

    def paint(solution: Any) -> Marks:
        return [
            (i * puzzle.side + j, piece % _COLOURS if piece else HOLE, str(piece or ""))
            for i, row in enumerate(solution)
            for j, piece in enumerate(row)
        ]

    return board, paint


def _exact_cover(puzzle: ExactCover) -> tuple[Board, Paint]:
    items = [*puzzle.items, *puzzle.secondary]
    number = {item: k for k, item in enumerate(items)}
    board = grid_board(1, len(items))
    for cell, item in zip(board["cells"], items, strict=True):
        cell["label"] = str(item)[:3]

    def paint(solution: Any) -> Marks:
        marks: Marks = [(k, PLAIN, str(item)[:3]) for item, k in number.items()]
        for order, option in enumerate(solution):
            for item in puzzle.options[option]:
                marks.append((number[item], order % _COLOURS, str(option + 1)))
        return marks

    return board, paint


def _nonogram(puzzle: Nonogram) -> tuple[Board, Paint]:
    board = grid_board(puzzle.height, puzzle.width)

    def paint(solution: Any) -> Marks:
        return [
            (i * puzzle.width + j, _ink(puzzle, colour), "" if colour else "·")
            for i, row in enumerate(solution)
            for j, colour in enumerate(row)
        ]

    return board, paint


def _ink(puzzle: Nonogram, colour: int) -> int:
    if colour == 0:
        return HOLE
    return colour - 1 if puzzle.coloured else 6


def _sliding(puzzle: SlidingPuzzle) -> tuple[Board, Paint]:
    board = grid_board(puzzle.rows, puzzle.columns)
    for cell, tile in zip(board["cells"], puzzle.start, strict=True):
        cell["fill"], cell["label"] = (0 if tile else HOLE), str(tile or "")

    def paint(solution: Any) -> Marks:
        end = puzzle.states(solution)[-1]
        return [(k, 1 if tile else HOLE, str(tile or "")) for k, tile in enumerate(end)]

    return board, paint


_PAINTERS: dict[type[Any], Callable[[Any], tuple[Board, Paint]]] = {
    Tiling: _tiling,
    DefectiveBoard: _defective_board,
    ExactCover: _exact_cover,
    Nonogram: _nonogram,
    SlidingPuzzle: _sliding,
}
