"""Terminal, SVG and PNG pictures of puzzles and answers.

A kind of puzzle is drawn by a module here, or by another object (`Kind.drawing`), that has
`text(puzzle, solution, colour=)` and `canvas(puzzle, solution)`; the solution may be None.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

from cpmodels.answers.answer import Answer
from cpmodels.errors import InputError
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["check_drawing", "draw", "to_animation", "to_png", "to_svg", "to_text", "to_texts"]


def to_text(puzzle: Puzzle, solution: Any = None, *, colour: bool = False) -> str:
    """A picture for the terminal; plain data where the kind of puzzle has no picture."""
    module = registry.kind_of(puzzle).drawing
    if module is None:
        return puzzle.describe() if solution is None else str(solution)
    text: str = module.text(puzzle, solution, colour=colour)
    return text


def to_texts(puzzle: Puzzle, batch: Sequence[Any]) -> Iterable[str] | None:
    """The same of many solutions, without colour, by a drawing that is fast at it; None without."""
    many = getattr(registry.kind_of(puzzle).drawing, "texts", None)
    if many is None or not isinstance(batch, Choices):
        return None
    texts: Iterable[str] | None = many(puzzle, batch)
    return texts


def to_svg(puzzle: Puzzle, solution: Any = None) -> str:
    """An SVG picture.

    Raises
    ------
    InputError
        This kind of puzzle has none, or it would be too large.
    """
    svg: str = _drawer(puzzle).canvas(puzzle, solution).svg()
    return svg


def to_png(puzzle: Puzzle, solution: Any = None) -> bytes:
    """The same picture as PNG."""
    png: bytes = _drawer(puzzle).canvas(puzzle, solution).png()
    return png


def to_animation(puzzle: Puzzle, solution: Any) -> str:
    """An SVG picture that moves: the tiles along a path, or a board covered piece by piece."""
    check_drawing(puzzle, moving=True)
    svg: str = _drawer(puzzle).animated(puzzle, solution)
    return svg


def check_drawing(puzzle: Puzzle, *, moving: bool = False) -> None:
    """Raise InputError when this kind of puzzle has no picture, or none that moves."""
    if moving and not hasattr(_drawer(puzzle), "animated"):
        raise InputError(
            f"a {puzzle.kind} has nothing that moves, expected a board or a sliding puzzle"
        )
    _drawer(puzzle)


@overload
def draw(what: Answer | Puzzle, solution: Any = None, *, png: Literal[False] = False) -> str: ...
@overload
def draw(what: Answer | Puzzle, solution: Any = None, *, png: Literal[True]) -> bytes: ...
@overload
def draw(what: Answer | Puzzle, solution: Any = None, *, png: bool) -> str | bytes: ...
def draw(what: Answer | Puzzle, solution: Any = None, *, png: bool = False) -> str | bytes:
    """A picture of an answer (its solution), or of a puzzle (with a solution or without).

    Parameters
    ----------
    solution : object, optional
        Of the puzzle; an answer brings its own.
    png : bool
        PNG bytes instead of SVG text.

    Examples
    --------
    >>> import cpmodels as cm
    >>> answer = cm.solve(cm.Tiling.of("2x3", "dominoes"))
    >>> cm.draw(answer)[:4], cm.draw(answer, png=True)[1:4]
    ('<svg', b'PNG')
    """
    if isinstance(what, Answer):
        return draw(what.puzzle, what.solution if solution is None else solution, png=png)
    return to_png(what, solution) if png else to_svg(what, solution)


def _drawer(puzzle: Puzzle) -> Any:
    module = registry.kind_of(puzzle).drawing
    if module is None:
        raise InputError(f"a {puzzle.kind} has no picture")
    return module
