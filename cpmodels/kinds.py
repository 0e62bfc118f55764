"""Kinds of puzzle from outside of the package: how they are written, read, drawn, made."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cpmodels.draw import register as register_drawing
from cpmodels.formats import toml
from cpmodels.generate import RANDOM
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["register_kind"]


def register_kind(
    kind: type[Puzzle],
    read: Callable[[dict[str, Any]], Puzzle],
    write: Callable[[Any], dict[str, Any]],
    drawing: Any = None,
    random: Callable[..., Puzzle] | None = None,
) -> None:
    """Make a kind of puzzle known to the TOML format, the pictures, crosscheck and audit.

    Parameters
    ----------
    kind : type
        A subclass of `Puzzle` with a `kind` of its own.
    read : callable
        From a TOML table (without its ``kind``) to the puzzle; raises `InputError`.
    write : callable
        From a puzzle to such a table.
    drawing : module or object, optional
        Has ``text(puzzle, solution, colour=False)`` and ``canvas(puzzle, solution)`` (or ``svg``
        and ``png``); the puzzle then shows itself in the terminal, in notebooks, and in files.
    random : callable, optional
        From a seed (and ``size=``, cells about) to a small puzzle, the same each time.
    """
    toml.TABLES[kind.kind] = (read, write)
    if drawing is not None:
        register_drawing(kind.kind, drawing)
    if random is not None:
        RANDOM[kind.kind] = random
