"""Painters: the board of a puzzle on a page, and how a solution is written on it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from cpmodels.kinds.registry import registry
from cpmodels.puzzles.alike import AlikePuzzle
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling
from cpmodels.watch.board import HOLE, PLAIN, Board, grid_board, region_board
from cpmodels.watch.clues import colour_fill, nonogram_board
from cpmodels.watch.tiles import tiles, tiles_board

__all__ = [
    "COLOURS",
    "Mark",
    "Marks",
    "Paint",
    "paint_board",
    "paint_cover",
    "paint_nonogram",
    "paint_packing",
    "paint_sliding",
    "paint_tiling",
    "painter",
    "piece",
]

Mark = tuple[Any, ...]
"""A cell's number, its fill, what is written in it, and the piece that it belongs to (-1: none)."""

Marks = list[Mark]
Paint = Callable[[Any], Marks]
COLOURS = 8
ACROSS = 12  # items of an exact cover in a row


def painter(puzzle: Puzzle) -> tuple[Board, Paint]:
    """The board, and a function from a solution (as plain data) to what changes on it."""
    paint = registry.kind_of(puzzle).painter
    return (Board(), lambda solution: []) if paint is None else paint(puzzle)


def piece(numbers: Iterable[int], owner: int, label: str) -> Marks:
    """A piece on its cells, its name on the first of them."""
    return [
        (number, owner % COLOURS, "" if k else label, owner)
        for k, number in enumerate(sorted(numbers))
    ]


def paint_tiling(puzzle: Tiling) -> tuple[Board, Paint]:
    """The region, piece by piece."""
    board = region_board(puzzle.region, puzzle.lattice)

    def paint(solution: Any) -> Marks:
        return [
            mark
            for owner, (shape, cells) in enumerate(solution)
            for mark in piece(_numbers(board, map(tuple, cells)), owner, str(shape))
        ]

    return board, paint


def paint_packing(puzzle: Packing) -> tuple[Board, Paint]:
    """The region, with cells that stay empty."""
    return paint_tiling(puzzle.tiling)


def paint_board(puzzle: DefectiveBoard) -> tuple[Board, Paint]:
    """The squares; the hole is there from the start."""
    board = grid_board(puzzle.side, puzzle.side)
    if puzzle.missing is not None and board.cells:
        board.cells[board.number[puzzle.missing]]["fill"] = HOLE

    def paint(solution: Any) -> Marks:
        covers: dict[int, list[int]] = {}
        for i, row in enumerate(solution):
            for j, owner in enumerate(row):
                if owner:
                    covers.setdefault(owner, []).append(i * puzzle.side + j)
        return [mark for owner, cells in covers.items() for mark in piece(cells, owner, str(owner))]

    return board, paint


def paint_cover(puzzle: ExactCover) -> tuple[Board, Paint]:
    """An item a cell, in rows."""
    items = [*puzzle.items, *puzzle.secondary]
    columns = min(len(items), ACROSS)
    board = grid_board(-(-len(items) // max(columns, 1)), columns, outlined=False)
    del board.cells[len(items) :]
    board.number = {str(item): k for k, item in enumerate(items)} if board.cells else {}
    for cell, item in zip(board.cells, items, strict=False):
        cell["label"] = str(item)[:3]

    def paint(solution: Any) -> Marks:
        marks: Marks = [(k, PLAIN, str(item)[:3], -1) for item, k in board.number.items()]
        for order, option in enumerate(solution):
            numbers = _numbers(board, puzzle.options[option])
            marks += [(k, order % COLOURS, str(items[k])[:3], order) for k in numbers]
        return marks

    return board, paint


def _numbers(board: Board, keys: Iterable[Any]) -> list[int]:
    return [board.number[key] for key in keys if key in board.number]


def paint_nonogram(puzzle: Nonogram) -> tuple[Board, Paint]:
    """The cells, with the clues beside them."""
    board = nonogram_board(puzzle)

    def paint(solution: Any) -> Marks:
        return [
            (i * puzzle.width + j, colour_fill(puzzle, colour), "" if colour else "·", -1)
            for i, row in enumerate(solution)
            for j, colour in enumerate(row)
        ]

    return board, paint


def paint_sliding(puzzle: SlidingPuzzle | AlikePuzzle) -> tuple[Board, Paint]:
    """The tiles, and where a path leaves them."""
    board = tiles_board(puzzle.rows, puzzle.columns, puzzle.start, puzzle.goal)

    def paint(solution: Any) -> Marks:
        return tiles(puzzle.states(solution)[-1], puzzle.goal)

    return board, paint
