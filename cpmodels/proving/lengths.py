"""Puzzles whose best solutions are shortest paths: the question for one length, and which may be.

What kinds know of it: `Kind.lengths` says which lengths a path may have, `Kind.restate` states the
question for one of them. If no path has a possible length below, there is none shorter.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, takewhile

from cpmodels.errors import InputError
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["asks_shortest", "of_length", "possible_lengths"]


def asks_shortest(puzzle: Puzzle) -> bool:
    """Whether its solutions are shortest paths.

    Examples
    --------
    >>> from cpmodels import SlidingPuzzle
    >>> puzzle = SlidingPuzzle.of("1 2 3 x")
    >>> asks_shortest(puzzle), asks_shortest(SlidingPuzzle.of("1 2 3 x", moves=2))
    (True, False)
    """
    return registry.kind_of(puzzle).lengths(puzzle) is not None


def possible_lengths(puzzle: Puzzle, below: int | None = None) -> Iterator[int]:
    """The lengths that a path may have, in order: all below a number, or without an end.

    Raises
    ------
    InputError
        It does not ask for a shortest path.

    Examples
    --------
    >>> from cpmodels import SlidingPuzzle
    >>> list(possible_lengths(SlidingPuzzle.of("1 2 x 3"), below=6))
    [1, 3, 5]
    """
    lengths = registry.kind_of(puzzle).lengths(puzzle)
    if lengths is None:
        raise InputError(f"a {puzzle.kind} has no shortest path, expected one without a "
                         "number of moves")  # fmt: skip
    least, step = lengths
    numbers = count(least, step)
    return numbers if below is None else takewhile(lambda number: number < below, numbers)


def of_length(puzzle: Puzzle, length: int) -> Puzzle:
    """The question for all paths of exactly this length, but for those that undo a move.

    Raises
    ------
    InputError
        It does not ask for a shortest path.
    """
    possible_lengths(puzzle)
    return registry.kind_of(puzzle).restate(puzzle, length)
