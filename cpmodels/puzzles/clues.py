"""Clues of a nonogram: the runs of colour in a line, some of them perhaps blotted out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import index
from typing import Any, NamedTuple

from cpmodels.errors import InputError
from cpmodels.puzzles.fields import integers, tuple_of

__all__ = [
    "ANY_RUNS",
    "BLOT",
    "Clue",
    "Run",
    "as_clue",
    "cells_of",
    "clue_list",
    "has_clue",
    "is_blotted",
    "is_open",
    "length_text",
    "read_clue",
    "runs",
    "shortest",
]

BLOT = -1


class Run(NamedTuple):
    """So many cells of one colour in a row; colour is an index, 1 or more.

    A length of `BLOT`, written ``?``, is not known: 1 or more. With colour 0 that is `ANY_RUNS`,
    written ``*``: any number of runs, none too, of any lengths and colours.
    """

    length: int
    colour: int


Clue = tuple[Run, ...]
ANY_RUNS = Run(BLOT, 0)


@lru_cache(maxsize=8192)
def _runs(line: tuple[int, ...]) -> Clue:
    return tuple(Run(len(list(group)), colour) for colour, group in groupby(line) if colour)


def runs(line: Sequence[int]) -> Clue:
    """The clue that a line of cells has.

    Examples
    --------
    >>> runs([0, 2, 2, 1, 0, 1])
    (Run(length=2, colour=2), Run(length=1, colour=1), Run(length=1, colour=1))
    """
    return _runs(tuple(line))


def is_blotted(clue: Clue) -> bool:
    """Whether some of it is blotted out."""
    return any(run[0] == BLOT for run in clue)


def has_clue(seen: Clue, clue: Clue) -> bool:
    """Whether the runs that a line has are those of a clue, in which some may be blotted out.

    Examples
    --------
    >>> [has_clue(runs(line), (Run(2, 1), ANY_RUNS, Run(BLOT, 1)))
    ...  for line in ([1, 1, 0, 1, 1], [1, 1, 0, 1, 0, 1], [1, 1, 0, 0, 0])]
    [True, True, False]
    """
    if not is_blotted(clue):
        return seen == clue
    counts = {0}  # how many of the runs the clue so far may stand for
    for run in clue:
        if run == ANY_RUNS:
            counts = set(range(min(counts, default=len(seen) + 1), len(seen) + 1))
        else:
            counts = {
                n + 1
                for n in counts
                if n < len(seen) and run.colour == seen[n].colour
                and run.length in (BLOT, seen[n].length)
            }  # fmt: skip
    return len(seen) in counts


def length_text(run: Run) -> str:
    """The length of a run for people: a number, ``?``, or ``*`` for any number of runs."""
    return str(run[0]) if run[0] != BLOT else "?" if run[1] else "*"


def shortest(clue: Clue) -> int:
    """The least number of cells that a clue needs, gaps included.

    Examples
    --------
    >>> shortest((Run(2, 1), Run(1, 1))), shortest((Run(2, 1), Run(1, 2)))
    (4, 3)
    """
    lengths = [run for run in clue if run != ANY_RUNS]
    gaps = sum(a[1] == b[1] for a, b in pairwise(lengths))
    return sum(1 if run[0] == BLOT else run[0] for run in lengths) + gaps


def cells_of(colour: int, clues: Iterable[Clue]) -> int:
    """Cells of a colour, 1 for a run that is blotted out."""
    return sum(abs(run.length) for clue in clues for run in clue if run.colour == colour)


def is_open(colour: int, clues: Iterable[Clue]) -> bool:
    """Whether there may be more cells of a colour."""
    return any(run.length == BLOT and run.colour in (0, colour) for clue in clues for run in clue)


def clue_list(clues: Any, what: str) -> Iterable[Any]:
    """The clues, if there is a sequence of them; else InputError."""
    if not isinstance(clues, Iterable):
        raise InputError(f"{what} {clues!r}, expected a sequence of clues")
    return clues


def as_clue(clue: Any, where: str) -> Clue:
    """Pairs of a length and a colour as a clue; InputError if they are none."""
    pairs = [integers(run, where) for run in tuple_of(tuple, clue, where)]
    if any(len(pair) != 2 for pair in pairs):
        raise InputError(f"{clue!r}, expected pairs of a length and a colour", where)
    return tuple(Run(length, colour) for length, colour in pairs)


def read_clue(clue: Any, names: dict[str, int], where: str) -> Clue:
    """The clue that lengths, pairs of length and colour, or a text of lengths state.

    A length may be ``?``, and ``*`` stands for any number of runs.
    """
    if isinstance(clue, str):
        clue = clue.replace(",", " ").split()
    elif not isinstance(clue, Iterable):
        clue = () if clue is None else (clue,)
    read = [_run(item, names, where) for item in clue]
    return () if [run.length for run in read] == [0] else tuple(read)


def _run(item: Any, names: dict[str, int], where: str) -> Run:
    if isinstance(item, Run):
        return item
    if isinstance(item, (str, tuple)) and item in ("*", ("*", 0)):
        return ANY_RUNS
    try:
        length, colour = (
            (item, 1) if isinstance(item, str) or not hasattr(item, "__len__") else item
        )
        if isinstance(colour, str) and colour in names:
            colour = names[colour]
        elif isinstance(colour, str):
            raise InputError(
                f"colour {colour!r} is not defined; colours: {', '.join(names)}", where
            )
        if length == "?":
            return Run(BLOT, index(colour))
        if isinstance(length, str) and not re.fullmatch("[0-9]{1,9}", length):
            raise ValueError(length)
        if not isinstance(length, str) and index(length) < 0:
            raise InputError(f"run of {length}, expected 1 or more", where)
        return Run(int(length) if isinstance(length, str) else index(length), index(colour))
    except InputError:
        raise
    except (TypeError, ValueError):
        raise InputError(f"{item!r}, expected a length or (length, colour)", where) from None
