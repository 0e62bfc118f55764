"""Lattices by the points on which their cells lie, and boards that wrap.

A cell is known by a set of points: a triangle by its three corners, an edge by its two ends, a
hexagon by its centre. On the triangular grid a point (a, b) stands for the vector (a, b, -a - b);
the isometries that keep the origin are the permutations of those three numbers, with one sign for
all: so a map of cells follows from a map of points. Names of cells:

- ``squares``: (row, column), and likewise in more dimensions;
- ``triangles``: (x, y, 0) has the corners (x, y), (x+1, y), (x, y+1), and (x, y, 1) has
  (x+1, y), (x, y+1), (x+1, y+1);
- ``hexagons``: (x, y), its centre;
- ``sticks``: (row, column, 0) joins that point to (row, column+1), (row, column, 1) to (row+1,
  column);
- ``trigs``: (x, y, 0) joins (x, y) to (x+1, y), (x, y, 1) joins (x, y) to (x, y+1), (x, y, 2)
  joins (x+1, y) to (x, y+1).

A board wraps by *steps*: translations, which may also mirror an axis, that lead from each cell to
itself. What the cells around a region are called is found by going those steps, there and back.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from reference.tilings.isometries import Cell, Map, signed_permutations, triangular_isometries

__all__ = ["SQUARES", "Cell", "Lattice", "Step", "Symmetry", "size", "to_origin"]

Points = frozenset[Cell]

_TRIANGULAR = ("triangles", "hexagons", "trigs")
_SHAPES: dict[str, list[list[Cell]]] = {  # the points of the cells at the origin, sort by sort
    "triangles": [[(0, 0), (1, 0), (0, 1)], [(1, 0), (0, 1), (1, 1)]],
    "hexagons": [[(0, 0)]],
    "sticks": [[(0, 0), (0, 1)], [(0, 0), (1, 0)]],
    "trigs": [[(0, 0), (1, 0)], [(0, 0), (0, 1)], [(1, 0), (0, 1)]],
}


class Step(NamedTuple):
    """A translation that leads from a cell to itself.

    ``mirror`` (axis, total): the coordinate c along that axis becomes total - c.
    """

    by: Cell
    mirror: tuple[int, int] | None = None

    def go(self, cell: Cell, back: bool = False) -> Cell:
        """Return the cell after the step, or before it."""
        sign = -1 if back else 1
        target = [x + sign * d for x, d in itertools.zip_longest(cell, self.by, fillvalue=0)]
        if self.mirror:
            target[self.mirror[0]] = self.mirror[1] - target[self.mirror[0]]
        return tuple(target)


class Lattice:
    """Cells of one kind, and how the board wraps.

    Parameters
    ----------
    name
        ``squares`` (of any dimension), ``triangles``, ``hexagons``, ``sticks`` or ``trigs``.
    steps
        The translations that lead from each cell to itself; none if the board does not wrap.

    Examples
    --------
    >>> two = [(0, 0, 0), (0, 0, 1)]
    >>> [len(Lattice(name).orientations(two)) for name in ("triangles", "sticks")]
    [3, 4]
    """

    def __init__(self, name: str = "squares", steps: Sequence[Step] = ()) -> None:
        if name != "squares" and name not in _SHAPES:
            raise ValueError(f"lattice: {name!r} is not one of squares, {', '.join(_SHAPES)}")
        self.name = name
        self.steps = tuple(steps)
        self._shapes = _SHAPES.get(name, [])
        self._sort_of = {
            frozenset(to_origin(points)): (k, lowest(points))
            for k, points in enumerate(self._shapes)
        }

    # the cells of the whole plane

    def split(self, cell: Cell) -> tuple[Cell, Cell]:
        """Return the numbers of a cell that a translation changes, and the others."""
        return (cell, ()) if len(self._shapes) < 2 else (cell[:-1], cell[-1:])

    def points(self, cell: Cell) -> Points:
        """Return the points on which a cell lies; for squares, their centre."""
        place, sort = self.split(cell)
        shape = self._shapes[sort[0]] if sort else [(0,) * len(cell)]
        return frozenset(_plus(place, point) for point in shape)

    def cell(self, points: Iterable[Cell]) -> Cell:
        """Return the cell that lies on some points.

        >>> triangles = Lattice("triangles")
        >>> triangles.cell(triangles.points((3, 4, 1)))
        (3, 4, 1)
        """
        points = list(points)
        if len(self._shapes) < 2:
            return points[0]
        sort, low = self._sort_of[frozenset(to_origin(points))]
        corner = lowest(points)
        return (*(c - x for c, x in zip(corner, low, strict=True)), sort)

    def isometries(self, dimension: int, turning: str = "free") -> Iterator[Map]:
        """Yield the maps of points that keep the origin; the identity first.

        >>> turnings = ("free", "one-sided", "fixed")
        >>> [len(list(Lattice("hexagons").isometries(2, turning))) for turning in turnings]
        [12, 6, 1]
        """
        if self.name in _TRIANGULAR:
            return triangular_isometries(turning)
        return (
            lambda point, axes=axes, signs=signs: tuple(  # type: ignore[misc]
                s * point[a] for a, s in zip(axes, signs, strict=True)
            )
            for axes, signs in signed_permutations(dimension, turning)
        )

    def turns(self, dimension: int, turning: str = "free") -> Iterator[Map]:
        """Yield the same as maps of cells."""
        plane = dimension if len(self._shapes) < 2 else dimension - 1
        for isometry in self.isometries(plane, turning):
            if len(self._shapes) < 2:
                yield isometry
            else:
                yield lambda cell, f=isometry: self.cell(f(p) for p in self.points(cell))  # type: ignore[misc]

    def to_origin(self, cells: Iterable[Cell]) -> tuple[Cell, ...]:
        """Move cells so that the smallest value of each coordinate is 0, and sort them."""
        if len(self._shapes) < 2:
            return to_origin(cells)
        cells = list(cells)
        low = lowest(self.split(cell)[0] for cell in cells)
        return tuple(sorted((cell[0] - low[0], cell[1] - low[1], cell[2]) for cell in cells))

    def orientations(self, shape: Iterable[Cell], turning: str = "free") -> list[tuple[Cell, ...]]:
        """List the distinct orientations of a shape, in sorted order."""
        cells = sorted(set(shape))
        if not cells:
            raise ValueError("shape: it has no cells, expected at least one")
        return sorted(
            {
                self.to_origin(turn(cell) for cell in cells)
                for turn in self.turns(len(cells[0]), turning)
            }
        )

    def beside(self, cell: Cell) -> Iterator[Cell]:
        """Yield the cells that share a side with a cell; of edges, an end."""
        if self.name == "hexagons":
            for a, b, c in itertools.permutations((-1, 0, 1)):
                assert a + b + c == 0
                yield _plus(cell, (a, b))
            return
        if self.name == "squares":
            for axis in range(len(cell)):
                for step in (-1, 1):
                    yield (*cell[:axis], cell[axis] + step, *cell[axis + 1 :])
            return
        mine = self.points(cell)
        common = 2 if self.name == "triangles" else 1
        for dx, dy in itertools.product((-1, 0, 1), repeat=2):
            for sort in range(len(self._shapes)):
                other = (cell[0] + dx, cell[1] + dy, sort)
                if other != cell and len(mine & self.points(other)) >= common:
                    yield other

    def sweeps(self, dimension: int) -> Iterator[Callable[[Cell], Cell]]:
        """Yield keys by which to sort cells, so that they are gone through row by row."""
        for axes in itertools.permutations(range(dimension)):
            yield lambda cell, axes=axes: tuple(cell[a] for a in axes)  # type: ignore[misc]
        if self.name in _TRIANGULAR:
            # of a triangle that points down, the third number is one more
            extra = 1 if self.name == "triangles" else 0
            yield lambda cell: (cell[0] + cell[1] + extra * cell[-1], *cell)

    # regions

    def names(self, region: Iterable[Cell], reach: int) -> dict[Cell, Cell]:
        """Return the cell of the region that each cell around it is, as the board wraps.

        >>> ring = Lattice("squares", [Step((0, 3))])
        >>> sorted(ring.names([(0, 0), (0, 1), (0, 2)], 1))
        [(0, -1), (0, 0), (0, 1), (0, 2), (0, 3)]
        """
        home = {cell: cell for cell in region}
        if not self.steps or not home:
            return home  # a cell beside the region has no name
        axes = list(zip(*home, strict=True))
        plane = len(self.split(next(iter(home)))[0])
        low = [min(axis) - reach for axis in axes[:plane]]
        high = [max(axis) + reach for axis in axes[:plane]]
        # a step may leave the box before another leads back: so far it may go outside
        slack = max(abs(d) for step in self.steps for d in step.by)
        queue = list(home)
        for cell in queue:
            for step, back in itertools.product(self.steps, (False, True)):
                other = step.go(cell, back)
                if other not in home and all(
                    a - slack <= x <= b + slack for x, a, b in zip(other, low, high, strict=False)
                ):
                    home[other] = home[cell]
                    queue.append(other)
        return {
            cell: to
            for cell, to in home.items()
            if all(a <= x <= b for x, a, b in zip(cell, low, high, strict=False))
        }

    def adjacent(self, cells: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
        """List the pairs of cells that share a side.

        >>> Lattice("triangles").adjacent([(0, 0, 0), (0, 0, 1), (1, 0, 1)])
        [((0, 0, 0), (0, 0, 1))]
        """
        home = self.names(cells, 1)
        region = sorted(set(home.values()))
        pairs = {
            tuple(sorted((cell, home[other])))
            for cell in region
            for other in self.beside(cell)
            if other in home and home[other] != cell
        }
        return [(a, b) for a, b in sorted(pairs)]

    def positions(
        self, way: tuple[Cell, ...], region: Iterable[Cell], home: Mapping[Cell, Cell]
    ) -> Iterator[tuple[Cell, ...]]:
        """Yield the cells covered, for each cell of the region on which the first may lie.

        ``home`` is what `names` says, with a reach of the size of the shape. Where the board
        wraps, no cell is covered twice, and no two positions cover the same.
        """
        start, sort = self.split(way[0])
        offsets = [(_minus(self.split(cell)[0], start), self.split(cell)[1]) for cell in way]
        done: set[tuple[Cell, ...]] = set()
        for base in region:
            place, kind = self.split(base)
            if kind != sort:
                continue
            covered = tuple(
                [(*[x + d for x, d in zip(place, by, strict=True)], *its) for by, its in offsets]
            )
            if not all(cell in home for cell in covered):
                continue
            if self.steps:
                covered = tuple(sorted({home[cell] for cell in covered}))
                if len(covered) < len(way) or covered in done:
                    continue
                done.add(covered)
            yield covered

    def symmetries(self, region: Sequence[Cell], turning: str = "free") -> list[Symmetry]:
        """List the isometries that map a region onto itself: turns, with maps of its cells.

        >>> square = [(r, c) for r in range(4) for c in range(4)]
        >>> len(Lattice("squares", [Step((4, 0)), Step((0, 4))]).symmetries(square))
        128
        """
        symmetries_of: list[Symmetry] = []
        known: set[tuple[Cell, ...]] = set()
        if not region:
            return [Symmetry(lambda cell: cell, {})]
        around = self.names(region, 1)
        home = self.names(region, 3 * size(around))
        for turn in self.turns(len(region[0]), turning):
            turned = {cell: self.split(turn(cell)) for cell in around}
            for by in self._translations(region, turned):
                image = _image(around, turned, by, home)
                if image is not None:
                    key = tuple(image[cell] for cell in region)
                    if key not in known:
                        known.add(key)
                        symmetries_of.append(Symmetry(turn, image))
        return symmetries_of

    def _translations(
        self, region: Sequence[Cell], turned: Mapping[Cell, tuple[Cell, Cell]]
    ) -> Iterator[Cell]:
        """Yield those that may take the turned cells onto the region."""
        if self.steps:
            start, sort = turned[region[0]]
            for cell in region:
                place, kind = self.split(cell)
                if kind == sort:
                    yield _minus(place, start)
        else:
            low = lowest(turned[cell][0] for cell in region)
            yield _minus(lowest(self.split(cell)[0] for cell in region), low)


class Symmetry(NamedTuple):
    """A turn, and where it takes each cell of a region, after a translation."""

    turn: Map
    cells: dict[Cell, Cell]


SQUARES = Lattice()


def _image(
    around: Mapping[Cell, Cell],
    turned: Mapping[Cell, tuple[Cell, Cell]],
    by: Cell,
    home: Mapping[Cell, Cell],
) -> dict[Cell, Cell] | None:
    """Return where each cell of a region comes to lie; None if that is not inside.

    All cells around it that have one name must come to have one name, too.
    """
    image: dict[Cell, Cell] = {}
    for cell, (place, sort) in turned.items():
        to = home.get((*_plus(place, by), *sort))
        if to is None or image.setdefault(around[cell], to) != to:
            return None
    return image if len(set(image.values())) == len(image) else None


def size(cells: Iterable[Cell]) -> int:
    """Return the largest difference of two cells in one coordinate.

    >>> size([(0, 0), (0, 3), (1, 3)])
    3
    """
    return max((max(axis) - min(axis) for axis in zip(*cells, strict=True)), default=0)


def to_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Move cells so that the smallest value of each coordinate is 0, and sort them."""
    cells = list(cells)
    low = lowest(cells)
    return tuple(sorted(_minus(cell, low) for cell in cells))


def lowest(cells: Iterable[Cell]) -> Cell:
    """Return the smallest value of each coordinate."""
    return tuple(min(axis) for axis in zip(*cells, strict=True))


def _plus(cell: Cell, by: Cell) -> Cell:
    return tuple(x + d for x, d in zip(cell, by, strict=True))


def _minus(cell: Cell, by: Cell) -> Cell:
    return tuple(x - d for x, d in zip(cell, by, strict=True))
