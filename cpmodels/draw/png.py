"""PNG pictures, drawn by matplotlib or by the puzzle's own module (extra `plot`)."""

from __future__ import annotations

from typing import Any

from cpmodels.draw import drawing
from cpmodels.errors import InputError
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["to_png"]


def to_png(puzzle: Puzzle, solution: Any = None) -> bytes:
    """A PNG picture.

    Raises
    ------
    InputError
        This kind of puzzle has none.
    """
    module = drawing(puzzle)
    if module is None or not hasattr(module, "png"):
        raise InputError(f"a {puzzle.kind} has no PNG picture, expected --svg")
    png: bytes = module.png(puzzle, solution)
    return png
