"""Clues of a nonogram: the runs of colour in a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import index
from typing import Any, NamedTuple

from cpmodels.errors import InputError

__all__ = ["Clue", "Run", "read_clue", "runs", "shortest"]


class Run(NamedTuple):
    """So many cells of one colour in a row; colour is an index, 1 or more."""

    length: int
    colour: int


Clue = tuple[Run, ...]


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


def shortest(clue: Clue) -> int:
    """The least number of cells that a clue needs, gaps included.

    Examples
    --------
    >>> shortest((Run(2, 1), Run(1, 1))), shortest((Run(2, 1), Run(1, 2)))
    (4, 3)
    """
    gaps = sum(a[1] == b[1] for a, b in pairwise(clue))
    return sum(run[0] for run in clue) + gaps


def read_clue(clue: Any, names: dict[str, int], where: str) -> Clue:
    """The clue that lengths, pairs of length and colour, or a text of lengths state."""
    if isinstance(clue, str):
        clue = clue.replace(",", " ").split()
    elif not isinstance(clue, Iterable):
        clue = () if clue is None else (clue,)
    read = [_run(item, names, where) for item in clue]
    return () if [run.length for run in read] == [0] else tuple(read)


def _run(item: Any, names: dict[str, int], where: str) -> Run:
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
        if isinstance(length, str) and not re.fullmatch("[0-9]{1,9}", length):
            raise ValueError(length)
        return Run(int(length) if isinstance(length, str) else index(length), index(colour))
    except InputError:
        raise
    except (TypeError, ValueError):
        raise InputError(f"{item!r}, expected a length or (length, colour)", where) from None
