"""Terminal, SVG and PNG pictures of puzzles and answers.

A kind of puzzle has a module here with `text` and `svg` (and `html` or `png` where it can do
better than wrapping the SVG), each taking the puzzle and a solution or None.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Any

from cpmodels.answers import Answer
from cpmodels.errors import InputError
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["draw", "drawing", "to_svg", "to_text"]

_MODULES = {"tiling": "tiling", "board": "board", "nonogram": "nonogram", "sliding": "sliding"}


def drawing(puzzle: Puzzle) -> ModuleType | None:
    """The module that draws this kind of puzzle, or None."""
    name = _MODULES.get(puzzle.kind)
    return import_module(f"cpmodels.draw.{name}") if name else None


def to_text(puzzle: Puzzle, solution: Any = None, *, colour: bool = False) -> str:
    """A picture for the terminal; plain data where the kind of puzzle has no picture."""
    module = drawing(puzzle)
    if module is None:
        return puzzle.describe() if solution is None else str(solution)
    text: str = module.text(puzzle, solution, colour=colour)
    return text


def to_svg(puzzle: Puzzle, solution: Any = None) -> str:
    """An SVG picture.

    Raises
    ------
    InputError
        This kind of puzzle has none.
    """
    module = drawing(puzzle)
    if module is None:
        raise InputError(f"a {puzzle.kind} has no picture")
    svg: str = module.svg(puzzle, solution)
    return svg


def draw(what: Answer | Puzzle, solution: Any = None) -> str:
    """An SVG picture of an answer (its solution), or of a puzzle (with a solution or without).

    Examples
    --------
    >>> import cpmodels as cm
    >>> draw(cm.solve(cm.Tiling.of("2x3", "dominoes")))[:4]
    '<svg'
    """
    if isinstance(what, Answer):
        return to_svg(what.puzzle, what.solution)
    return to_svg(what, solution)
