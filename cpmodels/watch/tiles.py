"""Boards of sliding puzzles on a page: tiles at home in one colour, the others in another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.watch.board import HOLE, Board, grid_board

__all__ = ["tiles", "tiles_board"]

_HOME, _AWAY = 1, 0  # colours of the palette


def tiles(
    board: Sequence[Any], goal: Sequence[Any], below: Sequence[Any] = ()
) -> list[tuple[int, int, str, int, str]]:
    """What stands on each cell; `below`, a small number under each tile.

    >>> tiles([0, 1], [1, 0])
    [(0, -2, '', -1, ''), (1, 0, '1', -1, '')]
    """
    return [
        (k, (_HOME if tile == goal[k] else _AWAY) if tile else HOLE, str(tile or ""), -1,
         str(below[k]) if below and tile else "")
        for k, tile in enumerate(board)
    ]  # fmt: skip


def tiles_board(rows: int, columns: int, start: Sequence[Any], goal: Sequence[Any]) -> Board:
    """The board as it is at first."""
    board = grid_board(rows, columns, outlined=False)
    for cell, (_, fill, label, *_) in zip(board.cells, tiles(start, goal), strict=False):
        cell["fill"], cell["label"] = fill, label
    return board
