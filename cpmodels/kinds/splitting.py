"""Splitting: a count cut into cubes, parts that share no solution and leave none out.

A cube is what is decided, and the solutions with all of it. A method that can count in cubes says
how one falls into smaller ones, and counts one alone; so a count is spread over machines, kept on
the way, and asked again of another method, cube by cube.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable
from dataclasses import dataclass, replace
from functools import cached_property

from cpmodels.answers.run import Run
from cpmodels.errors import InputError

__all__ = ["WHOLE", "Cube", "Pieces", "Splitting", "SplittingByPieces"]


@dataclass(frozen=True)
class Cube:
    """The solutions with all `decisions`, counted `weight` times.

    A decision is the number of something that is chosen, or ``-number - 1`` when it is left out:
    a literal of CP-SAT, an option of dancing links, a placement.

    Examples
    --------
    >>> str(Cube((3, -6))), Cube.read("3.-6") == Cube((3, -6)), str(WHOLE)
    ('3.-6', True, 'all')
    """

    decisions: tuple[int, ...] = ()
    weight: int = 1

    def __str__(self) -> str:
        return ".".join(map(str, self.decisions)) or "all"

    @classmethod
    def read(cls, text: str, weight: int = 1) -> Cube:
        """From its text; ValueError where that is none."""
        return cls(() if text == "all" else tuple(map(int, text.split("."))), weight)

    @property
    def alone(self) -> Cube:
        """The same, counted once."""
        return replace(self, weight=1)


WHOLE = Cube()


@dataclass(frozen=True)
class Pieces:
    """A cube in the terms of the puzzle: pieces that are in each solution, and in none."""

    chosen: frozenset[Hashable]
    left_out: frozenset[Hashable] = frozenset()


class Splitting(ABC):
    """One puzzle as one method cuts its count into cubes.

    The same puzzle, method and code give the same cubes on every machine.

    Attributes
    ----------
    leaves_out : bool
        Whether it counts cubes from which pieces are left out, too.
    """

    leaves_out = True

    @abstractmethod
    def parts(self, cube: Cube) -> list[Cube] | None:
        """Disjoint cubes that hold all its solutions, with their weights; None for no further ones.

        Parts that have no solution may be left out, so that there may be none.
        """

    @abstractmethod
    def count(self, cube: Cube, run: Run) -> int:
        """Solutions of the cube, each once; at least so many when ``run.stopped_by`` is set."""

    def pieces_of(self, cube: Cube) -> Pieces:
        """The cube in the terms of the puzzle, for another method.

        Raises
        ------
        InputError
            It cannot be said so.
        """
        raise InputError(f"cube {cube} cannot be said in the terms of the puzzle")

    def cube_of(self, decided: Pieces) -> Cube:
        """The cube, in the numbers of this method, of what another one decided.

        Raises
        ------
        InputError
            It has no such cube.
        """
        raise InputError("cubes of another method cannot be counted")


class SplittingByPieces(Splitting):
    """A splitting whose decisions are numbers of pieces of the puzzle's solutions.

    Attributes
    ----------
    pieces : dict
        What each number stands for.
    """

    pieces: dict[int, Hashable]

    def pieces_of(self, cube: Cube) -> Pieces:
        """The pieces by their numbers."""
        pieces, numbers = self.pieces, cube.decisions
        if any((n if n >= 0 else -n - 1) not in pieces for n in numbers):
            return super().pieces_of(cube)
        chosen = frozenset(pieces[n] for n in numbers if n >= 0)
        return Pieces(chosen, frozenset(pieces[-n - 1] for n in numbers if n < 0))

    @cached_property
    def _numbers(self) -> dict[Hashable, int]:
        return {piece: number for number, piece in self.pieces.items()}

    def cube_of(self, decided: Pieces) -> Cube:
        """The numbers of the pieces."""
        numbers = self._numbers
        try:
            chosen = sorted(numbers[piece] for piece in decided.chosen)
            return Cube((*chosen, *sorted(-numbers[piece] - 1 for piece in decided.left_out)))
        except KeyError as missing:
            raise InputError(f"no piece {missing.args[0]} here") from None
