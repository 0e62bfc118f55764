"""Kind: all that this package knows about one kind of puzzle, in one record; and those there are.

A kind from outside is one call of `register_kind`; those of this package are in
`cpmodels.kinds.builtin`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from cpmodels.errors import InputError
from cpmodels.kinds.plugins import load_plugins
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Kind", "find_kind", "kind_of", "kinds", "random_kinds", "register_kind"]

Table = dict[str, Any]


@dataclass(frozen=True)
class Kind:
    """One kind of puzzle. All but the puzzle may be left out; then there is none of it.

    Attributes
    ----------
    puzzle : type
        A subclass of `Puzzle` with a `kind` of its own.
    read : callable
        From a TOML table (without its ``kind``) to the puzzle; raises `InputError`.
    write : callable
        From a puzzle to such a table.
    drawing : module or object
        Has ``text(puzzle, solution, colour=False)`` and ``canvas(puzzle, solution)``, and perhaps
        ``animated(puzzle, solution)``; the solution may be None.
    random : callable
        From a seed (and ``size=``, cells about) to a small puzzle, the same each time.
    facts : callable
        From a puzzle to what is known at once, as texts by name: sizes, bounds.
    certificates : callable
        From a puzzle to proofs that it has no solution, as texts.
    smaller : callable
        From a puzzle and a solution (or None) to smaller versions, the boldest first: see
        `cpmodels.crosschecking.smaller`.
    size : callable
        From a puzzle to a number that says how large it is: its cells or options.
    tiny : callable
        A puzzle that every method answers at once, so that what is compiled is compiled.
    """

    puzzle: type[Puzzle]
    read: Callable[[Table], Puzzle] | None = None
    write: Callable[[Any], Table] | None = None
    drawing: Any = None
    random: Callable[..., Puzzle] | None = None
    facts: Callable[[Any], dict[str, str]] = lambda puzzle: {}
    certificates: Callable[[Any], list[str]] = lambda puzzle: []
    smaller: Callable[[Any, Any], Iterable[Puzzle]] = lambda puzzle, solution: ()
    size: Callable[[Any], int | None] = lambda puzzle: None
    tiny: Callable[[], Puzzle] | None = None


_kinds: dict[str, Kind] = {}


def register_kind(puzzle: type[Puzzle], **parts: Any) -> None:
    """Make a kind of puzzle known to files, pictures, crosscheck, audit, explain, experiments.

    Parameters
    ----------
    puzzle : type
        A subclass of `Puzzle` with a `kind` of its own.
    **parts
        Those of `cpmodels.kinds.kind.Kind`: ``read``, ``write``, ``drawing``, ``random``,
        ``facts``, ``certificates``, ``smaller``, ``size``, ``tiny``.
    """
    _kinds[puzzle.kind] = Kind(puzzle, **parts)


def kinds() -> list[Kind]:
    """All kinds, those of this package first."""
    load_plugins()
    return list(_kinds.values())


def random_kinds() -> list[str]:
    """Names of the kinds that there are random puzzles of."""
    return [kind.puzzle.kind for kind in kinds() if kind.random is not None]


def kind_of(puzzle: Puzzle) -> Kind:
    """What is known about the puzzle's kind; nothing, where it was not registered."""
    load_plugins()
    return _kinds.get(puzzle.kind) or Kind(type(puzzle))


def find_kind(name: Any) -> Kind:
    """The kind of that name.

    Raises
    ------
    InputError
        There is none.
    """
    for kind in kinds():
        if kind.puzzle.kind == name:
            return kind
    names = ", ".join(kind.puzzle.kind for kind in kinds())
    raise InputError(f"kind {name!r}, expected one of {names}")
