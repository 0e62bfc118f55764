"""Divide and conquer at work: a centre piece for each board of the division, level by level."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.watch.board import SIDE
from cpmodels.watch.painters import COLOURS, painter
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["DivisionScene"]


class DivisionScene(Scene):
    """Each piece as it is laid on the centre of a board."""

    levels = "boards divided at levels"
    tree = True

    def __init__(self, puzzle: DefectiveBoard) -> None:
        self._side = puzzle.side
        self.board, _ = painter(puzzle)
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
                (row * self._side + column, level % COLOURS, "" if k else str(piece), piece)
                for k, (row, column) in enumerate(about["squares"] if self.board.cells else ())
            ],
            "frame": [corner[1] * SIDE, corner[0] * SIDE, side * SIDE, side * SIDE],
            "values": {"pieces": piece, "side": side},
            "level": level,
        }
