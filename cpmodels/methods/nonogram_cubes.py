"""A nonogram's count cut into cubes: what is known of some cells."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol, TypeAlias

from cpmodels.answers.run import Run
from cpmodels.kinds.splitting import Cube, Splitting, SplittingByPieces
from cpmodels.methods.cp_sat import CpSat
from cpmodels.models.nonogram_cells import NonogramModel
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["Branching", "CellSplitting", "NonogramCpSat"]

Branching: TypeAlias = tuple[int, Sequence[int]]
"""A cell, by rows, and the colours that it may have."""


class Counting(Protocol):
    """What can count pictures."""

    def count(self, puzzle: Nonogram, run: Run) -> int:
        """The number of pictures."""


class CellSplitting(SplittingByPieces):
    """A count of pictures by the colours of cells: number ``cell * colours + colour`` each.

    These numbers are the pieces, too: those of any method that splits in this way.

    Parameters
    ----------
    method
        Counts the pictures of a puzzle, some of whose cells are known.
    branches : callable
        From a puzzle to a cell to look at next, and its colours; None where none is open.
    """

    def __init__(
        self, method: Counting, puzzle: Nonogram, branches: Callable[[Nonogram], Branching | None]
    ) -> None:
        self._method, self._puzzle, self._branches = method, puzzle, branches
        every = range(puzzle.height * puzzle.width * len(puzzle.colours))
        self.pieces = dict(zip(every, every, strict=True))

    def parts(self, cube: Cube) -> list[Cube] | None:
        """One for each colour that a cell may have, which its lines leave open."""
        puzzle = self._known(cube)
        branching = (0, ()) if puzzle is None else self._branches(puzzle)
        if branching is None:
            return None
        cell, colours = branching
        first = cell * len(self._puzzle.colours)
        return [Cube((*cube.decisions, first + colour)) for colour in colours]

    def count(self, cube: Cube, run: Run) -> int:
        """The count of the puzzle of whose cells these are known."""
        puzzle = self._known(cube)
        return 0 if puzzle is None else self._method.count(puzzle, run)

    def _known(self, cube: Cube) -> Nonogram | None:
        """The puzzle with the cells known; None where one has no colour left."""
        puzzle, colours = self._puzzle, len(self._puzzle.colours)
        masks = [
            list(row) for row in puzzle.known or [[puzzle.every] * puzzle.width] * puzzle.height
        ]
        for number in cube.decisions:
            cell, colour = divmod(number if number >= 0 else -number - 1, colours)
            row, column = divmod(cell, puzzle.width)
            masks[row][column] &= 1 << colour if number >= 0 else ~(1 << colour)
            if not masks[row][column]:
                return None
        return puzzle.with_known(tuple(map(tuple, masks))) if cube.decisions else puzzle


class NonogramCpSat(CpSat):
    """As `CpSat`; its cubes are cells known, each a model of its own."""

    build: Callable[[Nonogram], NonogramModel]

    def splitting(self, puzzle: Nonogram, run: Run) -> Splitting:
        """By the colours of an open cell."""
        return CellSplitting(self, puzzle, lambda part: self.build(part).open_cell())
