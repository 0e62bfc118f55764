"""Divide and conquer at work: a centre piece for each board of the division, level by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.watch.board import HOLE, grid_board
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["DivisionScene"]

_COLOURS = 8


class DivisionScene(Scene):
    """Each piece as it is laid on the centre of a board."""

    levels = "boards divided at levels"

    def __init__(self, puzzle: DefectiveBoard) -> None:
        self._side = puzzle.side
        self.board = grid_board(puzzle.side, puzzle.side)
        if puzzle.missing is not None:
            row, column = puzzle.missing
            self.board["cells"][row * puzzle.side + column]["fill"] = HOLE
        self.opening = f"a board of side {puzzle.side} with one square missing"
        self.values = {"pieces": 0, "side": puzzle.side}

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Divide."""
        side, piece, corner = about["side"], about["piece"], about["corner"]
        level = (self._side // side).bit_length() - 1
        return {
            "text": f"divide the board of side {side} at row {corner[0] + 1}, column "
            f"{corner[1] + 1}: piece {piece} covers a square of each quarter without a hole",
            "set": [
                (row * self._side + column, level % _COLOURS, str(piece))
                for row, column in about["squares"]
            ],
            "values": {"pieces": piece, "side": side},
            "level": level,
        }
