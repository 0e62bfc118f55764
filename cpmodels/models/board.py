"""DefectiveBoard as CP-SAT sees it: the model of its tiling, read off as a board of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.models.model import Model
from cpmodels.models.tiling import tiling_model
from cpmodels.puzzles.board import DefectiveBoard

__all__ = ["board_model"]


def board_model(puzzle: DefectiveBoard, *, without: Sequence[str] = ()) -> Model:
    """The exact-cover model of the board's tiling; groups are those of `tiling_model`.

    Examples
    --------
    >>> model = board_model(DefectiveBoard(4, (0, 0)))
    >>> [(group.name, group.size) for group in model.groups]
    [('cover', 15), ('copies', 0)]
    """
    model = tiling_model(puzzle.tiling, without=without)
    model.name = "board"
    placements_of = model.read

    def read(values: Sequence[int]) -> Any:
        return puzzle.numbered(placements_of(values))

    model.read = read
    return model
