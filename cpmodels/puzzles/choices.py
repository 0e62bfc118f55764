"""Solutions as numbers of pieces: thousands at a time, each read when it is looked at.

The pieces are what a solution consists of (the placements of a tiling, the options of a cover). A
batch is a matrix of their numbers; a check looks at each piece once, and at a solution
by a few operations on words of bits.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator, Sequence
from itertools import repeat
from typing import Any, overload

import numpy as np

from cpmodels.errors import WrongSolution

__all__ = ["Checker", "Choice", "Choices", "PieceChecker"]

Array = np.ndarray[Any, np.dtype[Any]]

_AT_ONCE = 1 << 20  # words of masks that are gathered at a time


class Choice(Sequence[Any]):
    """One solution: equal to the tuple of its pieces."""

    __slots__ = ("_pieces", "_row")

    def __init__(self, pieces: Sequence[Any], row: Array) -> None:
        self._pieces, self._row = pieces, row

    def __iter__(self) -> Iterator[Any]:
        pieces = self._pieces
        return iter([pieces[k] for k in self._row.tolist() if k >= 0])

    def __len__(self) -> int:
        return int((self._row >= 0).sum())

    def __getitem__(self, index: Any) -> Any:
        return tuple(self)[index]

    def __eq__(self, other: object) -> bool:
        return tuple(self) == (tuple(other) if isinstance(other, Choice) else other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> Any:
        return tuple, (tuple(self),)


class Choices(Sequence[Choice]):
    """A batch of solutions.

    Parameters
    ----------
    pieces : tuple
        What the numbers stand for; the same object for all batches of a search.
    rows : integer array
        A row for each solution, of numbers in rising order; -1 stands for none.

    Examples
    --------
    >>> batch = Choices(("a", "b", "c"), np.array([[0, 2], [-1, 1]]))
    >>> list(batch), batch[1] == ("b",)
    ([('a', 'c'), ('b',)], True)
    """

    def __init__(self, pieces: tuple[Any, ...], rows: Array) -> None:
        self.pieces, self.rows = pieces, rows

    def __len__(self) -> int:
        return len(self.rows)

    def __iter__(self) -> Iterator[Choice]:
        return map(Choice, repeat(self.pieces), self.rows)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> Choices: ...
    def __getitem__(self, index: int | slice) -> Choice | Choices:
        if isinstance(index, slice):
            return Choices(self.pieces, self.rows[index])
        return Choice(self.pieces, self.rows[index])


class Checker:
    """Checks solutions one by one, by the rules of a puzzle.

    Parameters
    ----------
    puzzle : Puzzle
    """

    def __init__(self, puzzle: Any) -> None:
        self._puzzle = puzzle

    def check(self, solutions: Sequence[Any]) -> None:
        """Raise `WrongSolution` unless each solution keeps every rule."""
        for solution in solutions:
            self._puzzle.check(solution)


class PieceChecker(Checker, ABC):
    """Checks batches of choices by masks: each piece must be legal, and no two may overlap.

    What is wrong is said by the puzzle's own check of the solution, which so has the last word.
    """

    def __init__(self, puzzle: Any, places: Sequence[Hashable]) -> None:
        super().__init__(puzzle)
        self._place = {place: i for i, place in enumerate(places)}
        self._pieces: tuple[Any, ...] | None = None  # () may be those of a search

    @abstractmethod
    def covered(self, piece: Any) -> Sequence[Hashable] | None:
        """The places that a piece covers; None for a piece that breaks a rule by itself."""

    @abstractmethod
    def fault(self, rows: Array, masks: Array) -> Array:
        """Which rows break a rule about all pieces together, given the places they cover."""

    def check(self, solutions: Sequence[Any]) -> None:
        """Raise `WrongSolution` unless each solution keeps every rule."""
        if not isinstance(solutions, Choices):
            super().check(solutions)
            return
        rows = solutions.rows
        if rows.min(initial=-1) < -1 or rows.max(initial=-1) >= len(solutions.pieces):
            raise WrongSolution("the number of a piece that does not exist")
        self._learn(solutions.pieces, rows)
        step = max(1, _AT_ONCE // max(1, rows.shape[1] * self._masks.shape[1]))
        for start in range(0, len(rows), step):
            part = rows[start : start + step]
            masks = np.bitwise_or.reduce(self._masks[part], axis=1)
            count = np.bitwise_count(masks).sum(axis=1, dtype=np.int64)
            wrong = count != self._sizes[part].sum(axis=1)  # they overlap, or one is illegal
            wrong |= self.fault(part, masks)
            if wrong.any():
                self._puzzle.check(solutions[start + int(np.argmax(wrong))])
                raise AssertionError("the masks and the check of a solution disagree")

    def _learn(self, pieces: tuple[Any, ...], rows: Array) -> None:
        """Look at the pieces that come for the first time; none (-1) covers nothing."""
        if pieces is not self._pieces:
            words = 1 + len(self._place) // 64
            self._pieces = pieces
            self._masks = np.zeros((len(pieces) + 1, words), np.uint64)
            self._sizes = np.zeros(len(pieces) + 1, np.int64)
            self._known = np.zeros(len(pieces) + 1, np.bool_)
            self._known[-1] = True
        if self._known[rows].all():
            return
        for k in np.unique(rows).tolist():
            if not self._known[k]:
                self._known[k] = True
                places = self.covered(pieces[k])
                self._sizes[k] = -(1 << 40) if places is None else len(places)
                for place in places or ():
                    i = self._place[place]
                    self._masks[k, i // 64] |= np.uint64(1 << i % 64)

    def mask(self, places: Sequence[Hashable]) -> Array:
        """The mask of some places."""
        mask = np.zeros(1 + len(self._place) // 64, np.uint64)
        for place in places:
            mask[self._place[place] // 64] |= np.uint64(1 << self._place[place] % 64)
        return mask
