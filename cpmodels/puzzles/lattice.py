"""Lattices: how cells are named, which lie beside each other, what moves them onto themselves.

A cell is a tuple of integers. A translation adds to its coordinates; where a lattice has cells of
several sorts (triangles that point up or down, edges of several directions) the last number is
the sort, which no translation changes:

- ``squares``: (row, column), and cubes (layer, row, column), and so on in any dimension;
- ``triangles``: (x, y, 0) points up and has the corners (x, y), (x+1, y), (x, y+1); (x, y, 1)
  points down and has (x+1, y), (x, y+1), (x+1, y+1); the axes meet at 60 degrees;
- ``hexagons``: (x, y), the axes at 60 degrees: (1, 0), (0, 1), (1, -1) lie beside (0, 0);
- ``sticks``: the edges of the square grid. (row, column, 0) goes from that vertex to the next in
  its row, (row, column, 1) to the next in its column;
- ``trigs``: the edges of the triangular grid. (x, y, 0), (x, y, 1) and (x, y, 2) are the sides of
  the triangle (x, y, 0): from (x, y) along x, from (x, y) along y, and the one opposite.

A board that wraps has translations that lead from a cell to itself: one for a cylinder, two for a
torus. Where one also mirrors an axis, the board has one side only: a Moebius strip, a Klein
bottle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, NamedTuple

from cpmodels.errors import InputError
from cpmodels.puzzles import cells as square
from cpmodels.puzzles.cells import Cell, Cells, connected_parts
from cpmodels.puzzles.planes import (
    PLANS,
    Matrix,
    cell_at,
    plane_turns,
    steps_beside,
)
from cpmodels.puzzles.wraps import Wrap, echelon, pivot, read_wraps

__all__ = ["LATTICES", "SQUARES", "Lattice", "Motion", "Turn"]

Turn = Matrix | square.Turn
"""A linear map: a signed permutation on squares, a matrix on the others."""


class Motion(NamedTuple):
    """A symmetry of a set of cells: a turn, and where it takes each cell, after a translation."""

    turn: Turn
    cells: dict[Cell, Cell]


LATTICES = ("squares", *PLANS)
_ALIASES = {
    "square": "squares", "cubes": "squares", "cube": "squares", "cells": "squares",
    "triangle": "triangles", "hexagon": "hexagons", "hexes": "hexagons",
    "edges": "sticks", "stick": "sticks", "triangle sticks": "trigs", "trig": "trigs",
}  # fmt: skip


@dataclass(frozen=True)
class Lattice:
    """Cells of one sort, on a board that may wrap. Use `Lattice.of` to state one.

    Attributes
    ----------
    name : str
        One of `LATTICES`.
    wraps : tuple of Wrap
        In echelon form: each vector's first coordinate that is not 0 is positive, and lies behind
        that of the vector before.
    """

    name: str = "squares"
    wraps: tuple[Wrap, ...] = ()

    @classmethod
    def of(cls, name: str = "squares", wraps: Iterable[Any] = ()) -> Lattice:
        """A lattice by its name, and the translations that lead from a cell to itself.

        A translation is a vector; one that mirrors an axis is a table of its vector (``by``) and
        (axis, sum) (``mirror``, see `Wrap`).

        Raises
        ------
        InputError
            An unknown name, or vectors that are none of it.

        Examples
        --------
        >>> Lattice.of("hexagons", [(4, 0), (2, 6)]).home((5, 7))
        (1, 7)
        """
        known = _ALIASES.get(name, name) if isinstance(name, str) else name
        if known not in LATTICES:
            raise InputError(f"lattice {name!r}, expected one of {', '.join(LATTICES)}")
        around = read_wraps(wraps)
        vectors = [wrap.vector for wrap in around]
        if len({len(vector) for vector in vectors}) > 1:
            raise InputError("wrap, expected vectors of one dimension")
        if known != "squares" and any(len(vector) != 2 for vector in vectors):
            raise InputError(f"wrap, expected vectors (x, y) on {known}")
        if not any(wrap.mirror for wrap in around):
            return cls(known, tuple(Wrap(vector) for vector in echelon(vectors)))
        if known != "squares":
            raise InputError(f"wrap with a mirror on {known}, expected it on squares")
        return cls(known, tuple(sorted(around, key=lambda wrap: pivot(wrap.vector))))

    def __str__(self) -> str:
        """Its name."""
        return self.name

    # cells

    @property
    def sorts(self) -> int:
        """How many sorts of cells there are; with one, a cell has no number for it."""
        return 1 if self.name == "squares" else len(PLANS[self.name].places)

    @property
    def dimension(self) -> int | None:
        """How many numbers name a cell; None where that is free."""
        return None if self.name == "squares" else 2 + (self.sorts > 1)

    @property
    def coordinates(self) -> str:
        """What the numbers of a cell are."""
        return "(row, column)" if self.name == "squares" else PLANS[self.name].coordinates

    def has(self, cell: Cell) -> bool:
        """Whether such a cell exists.

        >>> Lattice("triangles").has((5, -2, 1)), Lattice("triangles").has((5, -2, 2))
        (True, False)
        """
        if self.name == "squares":
            return True
        return len(cell) == self.dimension and (self.sorts == 1 or 0 <= cell[2] < self.sorts)

    def axes(self, cell: Cell) -> int:
        """How many of a cell's numbers a translation changes: the others are its sort."""
        return len(cell) if self.name == "squares" else 2

    def sort(self, cell: Cell) -> Cell:
        """The part of a cell that no translation changes."""
        return cell[self.axes(cell) :]

    def home(self, cell: Cell) -> Cell:
        """The one name of a cell that has several, as the board wraps."""
        for wrap in self.wraps:
            axis = pivot(wrap.vector)
            times = cell[axis] // wrap.vector[axis]
            if times:
                cell = wrap(cell, -times)
        return cell

    def neighbours(self, cell: Cell) -> Iterator[Cell]:
        """The cells that share a side with this one; of edges, an end.

        >>> sorted(Lattice("triangles").neighbours((0, 0, 0)))
        [(-1, 0, 1), (0, -1, 1), (0, 0, 1)]
        """
        if self.name == "squares":
            around = square.neighbours(cell)
        else:
            x, y = cell[:2]
            around = (
                (x + dx, y + dy, *sort)
                for dx, dy, *sort in steps_beside(self.name)[cell[2] if self.sorts > 1 else 0]
            )
        if not self.wraps:
            yield from around
            return
        yield from {self.home(other): None for other in around if self.home(other) != cell}

    def components(self, cells: Iterable[Cell]) -> list[set[Cell]]:
        """The connected parts, side by side."""
        return connected_parts(cells, self.neighbours)

    # shapes: sets of cells that may be turned and moved, whether the board wraps or not

    def normalise(self, cells: Iterable[Cell]) -> Cells:
        """Moved so that every least coordinate is 0, and sorted."""
        if self.name == "squares":
            return square.normalise(cells)
        cells = list(cells)
        left, low = min(cell[0] for cell in cells), min(cell[1] for cell in cells)
        return tuple(sorted((cell[0] - left, cell[1] - low, *cell[2:]) for cell in cells))

    def turns(self, cell: Cell, turning: str) -> tuple[Turn, ...]:
        """The linear maps of the lattice onto itself that a way of turning allows.

        >>> [len(Lattice("hexagons").turns((0, 0), turning)) for turning in square.TURNINGS]
        [12, 6, 1]
        """
        if self.name == "squares":
            return square.turns(len(cell), turning)
        return plane_turns(self.name, turning)

    def turn(self, cell: Cell, turn: Turn) -> Cell:
        """Where a turn about the origin takes a cell."""
        if self.name == "squares":
            return tuple(sign * cell[axis] for axis, sign in turn)
        plan = PLANS[self.name]
        place = plan.places[cell[2] if len(plan.places) > 1 else 0]
        point = (plan.scale * cell[0] + place[0], plan.scale * cell[1] + place[1])
        to = tuple(sum(m * p for m, p in zip(row, point, strict=True)) for row in turn)
        return cell_at(self.name, to)

    def turned(self, cells: Iterable[Cell], turn: Turn) -> Cells:
        """The cells after a turn, normalised."""
        return self.normalise(self.turn(cell, turn) for cell in cells)

    def orientations(self, cells: Iterable[Cell], turning: str) -> tuple[Cells, ...]:
        """The different ways to lay a shape down, each normalised, in sorted order.

        >>> lozenge = [(0, 0, 0), (0, 0, 1)]
        >>> [len(Lattice("triangles").orientations(lozenge, t)) for t in square.TURNINGS]
        [3, 3, 1]
        """
        if self.name == "squares":
            return square.orientations(cells, turning)
        return _orientations(self.name, tuple(cells), turning)

    def canonical(self, cells: Iterable[Cell], turning: str) -> Cells:
        """The same for two shapes exactly when the allowed turning makes them equal."""
        return self.orientations(cells, turning)[0]

    # shapes in a region

    def lay(self, form: Cells, region: Iterable[Cell], inside: frozenset[Cell]) -> Iterator[Cells]:
        """The cells that a shape as it lies covers, at each place where it lies inside.

        Each is sorted. Where the board wraps, places that cover the same cells are one, and a
        shape may not cover a cell twice.

        Parameters
        ----------
        region
            The cells on which the shape's first may come to lie.

        Examples
        --------
        >>> ring = [(0, 0), (0, 1), (0, 2)]
        >>> len(list(Lattice.of("squares", [(0, 3)]).lay(((0, 0), (0, 1)), ring, frozenset(ring))))
        3
        """
        first, axes = form[0], self.axes(form[0])
        sort = first[axes:]
        offsets = [tuple(c - f for c, f in zip(cell, first, strict=True)) for cell in form]
        seen: set[Cells] = set()
        for anchor in region:
            if anchor[axes:] != sort:
                continue
            cells = tuple(
                tuple(a + d for a, d in zip(anchor, offset, strict=True)) for offset in offsets
            )
            if self.wraps:
                cells = tuple(sorted(self.home(cell) for cell in cells))
                if len(set(cells)) < len(cells) or cells in seen:
                    continue
                seen.add(cells)
            if inside.issuperset(cells):
                yield cells

    def fits(self, form: Cells) -> bool:
        """Whether a shape as it lies can be laid at all: it may not wrap onto itself."""
        return len({self.home(cell) for cell in form}) == len(form)

    def motions(self, region: Cells, turning: str) -> Iterator[Motion]:
        """The symmetries of a region: turns and translations that take it onto itself.

        Where the board does not wrap, each turn has one translation at most.

        Examples
        --------
        >>> square = ((0, 0), (0, 1), (1, 0), (1, 1))
        >>> [len(list(Lattice.of("squares", wraps).motions(square, "free")))
        ...  for wraps in ([], [(0, 2)], [(2, 0), (0, 2)])]
        [8, 8, 32]
        """
        if not region:
            return
        inside = set(region)
        for turn in self.turns(region[0], turning):
            images = [self.turn(cell, turn) for cell in region]
            for vector in self._vectors(region, images):
                cells = self._move(region, images, vector, inside)
                if cells is not None and self._keeps_wraps(turn, vector, cells):
                    yield Motion(turn, cells)

    def _vectors(self, region: Cells, images: Sequence[Cell]) -> Iterator[Cell]:
        """The translations that may take turned cells onto the region."""
        first, axes = images[0], self.axes(region[0])
        if self.wraps:
            for cell in region:
                if cell[axes:] == first[axes:]:
                    yield tuple(c - f for c, f in zip(cell[:axes], first[:axes], strict=True))
            return
        low, least = ([min(c[axis] for c in cells) for axis in range(axes)]
                      for cells in (images, region))  # fmt: skip
        yield tuple(to - start for to, start in zip(least, low, strict=True))

    def _move(
        self, region: Cells, images: Sequence[Cell], vector: Cell, inside: set[Cell]
    ) -> dict[Cell, Cell] | None:
        """Where each cell comes to lie, None if one leaves the region or two fall together."""
        move = Wrap(vector)
        moved: dict[Cell, Cell] = {}
        for cell, image in zip(region, images, strict=True):
            to = self.home(move(image))
            if to not in inside:
                return None
            moved[cell] = to
        return moved if len(set(moved.values())) == len(moved) else None

    def _keeps_wraps(self, turn: Turn, vector: Cell, cells: dict[Cell, Cell]) -> bool:
        """Whether all names of a cell come to be names of one cell."""
        move = Wrap(vector)
        return all(
            self.home(move(self.turn(wrap(cell), turn))) == to
            for wrap in self.wraps
            for cell, to in cells.items()
        )

    # colours

    def colourings(self, cell: Cell) -> list[tuple[str, Cell]]:
        """Colourings in two colours that a translation keeps or exchanges: names and weights.

        The colour of a cell is the sum of its numbers times the weights, odd or even.

        >>> Lattice().colourings((0, 0))[0], Lattice("triangles").colourings((0, 0, 0))[0]
        (('checkerboard', (1, 1)), ('up and down', (0, 0, 1)))
        """
        if self.name != "squares":
            return list(PLANS[self.name].colours)
        dimension = len(cell)
        stripes = [
            (f"stripes along axis {axis + 1}", tuple(int(k == axis) for k in range(dimension)))
            for axis in range(dimension)
        ]
        return [("checkerboard", (1,) * dimension), *stripes]

    def diagonals(self, cell: Cell) -> Iterator[Cell]:
        """Weights of colourings along diagonals: a translation moves all colours on alike."""
        axes = self.axes(cell)
        for signs in product((1,), *[(1, -1)] * (axes - 1)):
            yield signs + (0,) * (len(cell) - axes)

    def keeps(self, weights: Cell, modulus: int, cells: Iterable[Cell]) -> bool:
        """Whether a colour is the same for all names of each cell, as the board wraps."""
        cells = list(cells) if self.wraps else []
        return all(
            (_weigh(wrap(cell), weights) - _weigh(cell, weights)) % modulus == 0
            for wrap in self.wraps
            for cell in cells
        )


SQUARES = Lattice()


def _weigh(cell: Cell, weights: Cell) -> int:
    return sum(w * c for w, c in zip(weights, cell, strict=True))


@lru_cache(maxsize=4096)
def _orientations(name: str, cells: Cells, turning: str) -> tuple[Cells, ...]:
    lattice = Lattice(name)
    return tuple(sorted({lattice.turned(cells, turn) for turn in plane_turns(name, turning)}))
