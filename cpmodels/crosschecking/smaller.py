"""Smaller versions of a puzzle, the boldest first: fewer cells, shapes, clues, colours, moves.

Each version is nearer to nothing by some measure, so that a search that takes one after another
ends. A solution of the puzzle, where one is known, shows versions that have solutions too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["fewer", "smaller"]

T = TypeVar("T")


def smaller(puzzle: Puzzle, solution: Any = None) -> Iterator[Puzzle]:
    """Smaller versions of any kind of puzzle that says how it is made smaller; else none.

    Parameters
    ----------
    solution : object, optional
        A solution of the puzzle.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> puzzle = Tiling.of("1x3", "dominoes + monomino")
    >>> [len(version.region) for version in smaller(puzzle)][:5]
    [3, 3, 0, 1, 2]
    """
    return iter(registry.kind_of(puzzle).smaller(puzzle, solution))


def fewer(parts: Sequence[T]) -> Iterator[list[T]]:
    """The sequence without a stretch of it: all, halves, quarters, down to single parts.

    Examples
    --------
    >>> list(fewer("abc"))
    [[], ['c'], ['a', 'b'], ['b', 'c'], ['a', 'c'], ['a', 'b']]
    """
    size = len(parts)
    while size:
        for start in range(0, len(parts), size):
            yield [*parts[:start], *parts[start + size :]]
        size = (size + 1) // 2 if size > 1 else 0
