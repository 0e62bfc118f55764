"""What all encodings of a nonogram share: the literals of its cells, and clauses over literals.

A literal is an index of a Boolean variable, its complement for the negation, or the constants
`TRUE` and `FALSE`, which are complements too. Clauses with constants are simplified as they are
added, so a line that is known costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cpmodels.answers.run import check_time
from cpmodels.models.model import Model
from cpmodels.models.nonogram_lines import Line, colour_count, line_solve, lines_of
from cpmodels.puzzles.nonogram import Nonogram, Picture
from cpmodels.puzzles.nonogram_symmetry import Symmetry

__all__ = ["FALSE", "TRUE", "Encode", "NonogramModel", "later"]

TRUE = 1 << 40
FALSE = ~TRUE

PARAMETERS = {  # measured: scripts/bench_nonogram.py
    "cp_model_presolve": False,
    "linearization_level": 0,
    "symmetry_level": 0,
    "use_sat_inprocessing": False,
}

ABOUT = {
    "cells": "each cell has exactly one of three or more colours",
    "symmetry": "a cell has the colour of its image",
    "known": "a cell known beforehand has a colour that the clues have",
    "lines": "line solving found a line with no way to place its runs",
}


class NonogramModel(Model):
    """A model with literals for the colours of its cells.

    A cell that can have two colours is one Boolean, one with more is a Boolean each; a cell of
    which line solving left one colour has no variable.

    Parameters
    ----------
    puzzle : Nonogram
    solve_lines : bool
        Exclude beforehand what single lines exclude. When `without` names a group, nothing is:
        what the lines exclude follows from all groups together.

    Attributes
    ----------
    rows, columns : list of Line
        What is known of each line.
    colour : list of list of list of int
        ``colour[c][i][j]`` is the literal "the cell in row i and column j has colour c".
    numbers : dict
        From a cell's literals to its colour as an integer variable, where an encoding needs it.
    """

    def __init__(
        self, name: str, puzzle: Nonogram, *, solve_lines: bool = True, without: Sequence[str] = ()
    ) -> None:
        super().__init__(name, without=without)
        self.parameters = dict(PARAMETERS)
        self.enumeration = {}
        cells = line_solve(puzzle) if solve_lines and not without else None
        count = colour_count(puzzle)
        self.rows, self.columns = cells or lines_of(puzzle)
        self.numbers: dict[tuple[int, ...], int] = {}
        self._solved = cells is not None
        if cells is not None:
            self.settled = sum(map(_decided, self.rows)), puzzle.height * puzzle.width
        self.impossible = False
        self._add_cells(puzzle, count)
        if self.impossible:
            with self.group("known", about=ABOUT["known"]):
                self.clauses([()])
        elif solve_lines and not without and cells is None:
            self.impossible = True
            with self.group("lines", implied=True, about=ABOUT["lines"]):
                self.clauses([()])

    def encode(self, encode: Encode, blotted: Encode) -> None:
        """Add the constraints of each line that is not decided, by `blotted` those with blots."""
        if self.impossible:
            return
        planes = [list(zip(*plane, strict=True)) for plane in self.colour]
        for lines, cells in ((self.rows, self.colour), (self.columns, planes)):
            for index, line in enumerate(lines):
                check_time()
                if not (line.decided and self._solved):
                    add = encode if line.automaton is None else blotted
                    add(self, line, [plane[index] for plane in cells])

    def tie(self, symmetries: Iterable[Symmetry]) -> None:
        """Let each cell have the colour of its images. Group: *symmetry*, defining."""
        if self.impossible:
            return
        with self.group("symmetry", about=ABOUT["symmetry"]):
            for symmetry in symmetries:
                for (i, j), (to_i, to_j) in symmetry.cells.items():
                    for colour, image in enumerate(symmetry.colours[: len(self.colour)]):
                        if (i, j, colour) != (to_i, to_j, image):
                            one, other = self.colour[colour][i][j], self.colour[image][to_i][to_j]
                            self.clauses([(~one, other)])

    def open_cell(self) -> tuple[int, list[int]] | None:
        """A cell, by rows, and its colours: in the row with fewest open ones; None if none is."""
        if self.impossible:
            return 0, []
        colours = [
            [[c for c, one in enumerate(cell) if one != FALSE] for cell in zip(*row, strict=True)]
            for row in zip(*self.colour, strict=True)
        ]
        several = [[j for j, cell in enumerate(row) if len(cell) > 1] for row in colours]
        candidates = [i for i, row in enumerate(several) if row]
        if not candidates:
            return None
        i = min(candidates, key=lambda i: len(several[i]))
        j = several[i][len(several[i]) // 2]
        return i * len(colours[i]) + j, colours[i][j]

    def variables(self, count: int) -> range:
        """The indices of so many new Booleans."""
        first = len(self.cp.proto.variables)
        if count:
            self.cp.new_bool_var("")
            self.cp.proto.variables.extend([self.cp.proto.variables[first]] * (count - 1))
        return range(first, first + count)

    def clauses(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """One of the literals of each holds. Only the first may have its negation in a clause."""
        check_time()
        add = self.cp.proto.constraints.add
        for clause in clauses:
            if TRUE in clause or (clause and ~clause[0] in clause):
                continue
            possible = (
                [literal for literal in clause if literal != FALSE] if FALSE in clause else clause
            )
            add().bool_or.literals.extend(possible)

    def _add_cells(self, puzzle: Nonogram, count: int) -> None:
        height, width = puzzle.height, puzzle.width
        self.colour = [[[FALSE] * width for _ in range(height)] for _ in range(count)]
        picture = [[0] * width for _ in range(height)]
        picks: list[tuple[int, int, int]] = []
        several: list[list[int]] = []
        for i, row in enumerate(self.rows):
            check_time()
            for j in range(width):
                colours = [c for c, mask in enumerate(row.can) if mask >> j & 1]
                if not colours:  # known to have a colour that is in no clue
                    self.impossible = True
                    continue
                picture[i][j] = colours[0]
                own = list(range(len(picks), len(picks) + len(colours)))
                if len(colours) == 1:
                    own = [TRUE]
                elif len(colours) == 2:
                    own = [~len(picks), len(picks)]
                    picks.append((i, j, colours[1]))
                else:
                    several.append(own)
                    picks += [(i, j, c) for c in colours]
                for c, literal in zip(colours, own, strict=True):
                    self.colour[c][i][j] = literal
        self.primary = list(map(self.cp.get_bool_var_from_proto_index, self.variables(len(picks))))
        if several:
            with self.group("cells", about=ABOUT["cells"]):
                for own in several:
                    self.cp.proto.constraints.add().exactly_one.literals.extend(own)
        self.read = _reader(picture, picks)


Encode = Callable[[NonogramModel, Line, Sequence[Sequence[int]]], None]


def later(literals: Sequence[int], steps: int) -> list[int]:
    """What holds by each cell, so many cells later; nothing holds before the first cell.

    Examples
    --------
    >>> later([5, 6, 7], 1) == [FALSE, 5, 6]
    True
    """
    return ([FALSE] * steps + list(literals))[: len(literals)]


def _reader(
    picture: list[list[int]], picks: list[tuple[int, int, int]]
) -> Callable[[Sequence[int]], Picture]:
    def read(values: Sequence[int]) -> Picture:
        cells = [row[:] for row in picture]
        for (i, j, colour), value in zip(picks, values, strict=True):
            if value:
                cells[i][j] = colour
        return tuple(map(tuple, cells))

    return read


def _decided(line: Line) -> int:
    """How many of its cells have one colour left."""
    once = twice = 0
    for cells in line.can:
        once, twice = once ^ cells, twice | once & cells
    return (once & ~twice).bit_count()
