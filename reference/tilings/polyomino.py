"""Placements of polyominoes, from nothing but cells, shapes and a way of turning.

Vocabulary: a *cell* is a tuple of integers, a *shape* a set of cells, an *orientation* a shape
turned and moved so that its smallest coordinates are 0, a *placement* the name of a shape with
the cells of the region that it covers. The ways of turning are the isometries of the lattice that
keep its origin: all of them (``free``), rotations (``one-sided``), or the identity (``fixed``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Any

from reference.kernel.polling import ShouldStop, polled
from reference.tilings.crossings import Crossings
from reference.tilings.isometries import signed_permutations
from reference.tilings.lattices import SQUARES, Cell, Lattice, size, to_origin

__all__ = ["Bounds", "Cell", "Placement", "orientations", "owners", "placements"]
__all__ += ["check_copies", "signed_permutations", "tiling_options", "to_origin"]

Placement = tuple[str, tuple[Cell, ...]]
Bounds = tuple[int, int | None]
"""How many copies of a shape: (at least, at most), at most ``None`` for any number."""


def orientations(
    shape: Iterable[Cell], turning: str = "free", lattice: Lattice = SQUARES
) -> list[tuple[Cell, ...]]:
    """List the distinct orientations of a shape, in sorted order.

    >>> len(orientations([(0, 0), (0, 1), (0, 2), (1, 2)], "free"))  # the L tetromino
    8
    """
    return lattice.orientations(shape, turning)


def placements(
    cells: Iterable[Cell],
    shapes: Mapping[str, Iterable[Cell]],
    turning: str = "free",
    should_stop: ShouldStop | None = None,
    lattice: Lattice = SQUARES,
) -> list[Placement]:
    """List every way to put one of the shapes inside a region.

    Parameters
    ----------
    cells
        The region, all of one dimension.
    shapes
        Names and cells. A shape of a lower dimension than the region is laid flat in it.
    turning
        ``free`` (rotations and reflections), ``one-sided`` (rotations) or ``fixed``.
    lattice
        What the cells are, and how the board wraps.

    Returns
    -------
    list of (name, cells)
        Sorted by the cells covered: what is near in the region is near in memory, and the
        dance of `reference.exact_cover.dlx` a tenth faster.

    Raises
    ------
    ValueError
        For cells of mixed dimension, an empty shape, or two shapes that are the same shape.
    Stopped
        When ``should_stop`` says so.

    Examples
    --------
    >>> len(placements([(r, c) for r in range(8) for c in range(8)], {"domino": [(0, 0), (0, 1)]}))
    112
    """
    region = sorted(set(cells))
    dimension = len(region[0]) if region else 0
    if any(len(cell) != dimension for cell in region):
        raise ValueError("cells: of mixed dimension, expected one dimension for all")
    forms = _turned(shapes, dimension, turning, lattice)
    home = lattice.names(region, max((size(w) for ways in forms.values() for w in ways), default=0))
    distinct: dict[Placement, None] = {}  # on a board that wraps, two ways may cover the same cells
    for name, ways in forms.items():
        for way in ways:
            for covered in lattice.positions(way, polled(region, should_stop), home):
                distinct[name, covered] = None
    return sorted(distinct, key=itemgetter(1))


def _turned(
    shapes: Mapping[str, Iterable[Cell]], dimension: int, turning: str, lattice: Lattice
) -> dict[str, list[tuple[Cell, ...]]]:
    """Return the orientations of each shape; no orientation may belong to two shapes."""
    forms: dict[str, list[tuple[Cell, ...]]] = {name: [] for name in shapes}
    for way, name in owners(shapes, dimension, turning, lattice).items():
        forms[name].append(way)
    return forms


def owners(
    shapes: Mapping[str, Iterable[Cell]],
    dimension: int,
    turning: str = "free",
    lattice: Lattice = SQUARES,
) -> dict[tuple[Cell, ...], str]:
    """Return the shape to which each orientation belongs; ValueError if to two."""
    owner: dict[tuple[Cell, ...], str] = {}
    for name, shape in shapes.items():
        cells = list(shape)
        if len({len(cell) for cell in cells}) > 1:
            raise ValueError(f"shape {name!r}: cells of mixed dimension, expected one")
        if dimension and any(len(cell) > dimension for cell in cells):
            raise ValueError(f"shape {name!r}: has more dimensions than the region's {dimension}")
        flat = [(*cell, *(0,) * (dimension - len(cell))) for cell in cells]
        for way in lattice.orientations(flat, turning):
            if owner.setdefault(way, name) != name:
                raise ValueError(f"shapes {owner[way]!r} and {name!r} are the same when turned")
    return owner


def check_copies(copies: Mapping[str, Bounds], shapes: Mapping[str, object]) -> dict[str, Bounds]:
    """Return the bounds that say something; ValueError for an unknown shape or bad bounds.

    >>> check_copies({"I": (0, None), "L": (1, 2)}, {"I": ..., "L": ...})
    {'L': (1, 2)}
    """
    for name, (low, high) in copies.items():
        if name not in shapes:
            raise ValueError(f"copies: no shape is called {name!r}")
        if low < 0 or (high is not None and high < low):
            raise ValueError(
                f"copies of {name!r}: {low}..{high}, expected 0 <= at least <= at most"
            )
    return {name: pair for name, pair in copies.items() if pair != (0, None)}


def tiling_options(
    cells: Iterable[Cell],
    shapes: Mapping[str, Iterable[Cell]],
    turning: str = "free",
    copies: Mapping[str, Bounds] | None = None,
    placed: Sequence[Placement] | None = None,
    lattice: Lattice = SQUARES,
) -> tuple[list[Cell | str], list[tuple[Cell | str, ...]], dict[Cell | str, Bounds]]:
    """State a tiling as an exact cover with bounds, in the form that `dlx` takes.

    An item for each cell, and one for each shape whose number of copies is bounded; an option
    for each placement, in the order of `placements`: its cells, then its shape if that is an item.

    Parameters
    ----------
    copies
        Bounds (at least, at most) by name of shape; a name left out means any number.
    placed
        What `placements` returned, if it was asked before.
    lattice
        As in `placements`.

    Returns
    -------
    items, options, bounds
        Options of edges have secondary items, too: `reference.tilings.crossings.Crossings`.
        ``bounds`` holds the items of shapes only: a cell is covered exactly once.

    Raises
    ------
    ValueError
        As `placements`; and for copies of an unknown shape, or with at least above at most.

    Examples
    --------
    >>> square, domino = [(0, 0), (0, 1), (1, 0), (1, 1)], {"domino": [(0, 0), (0, 1)]}
    >>> items, options, bounds = tiling_options(square, domino, copies={"domino": (2, 2)})
    >>> len(items), options[0], bounds
    (5, ((0, 0), (0, 1), 'domino'), {'domino': (2, 2)})
    """
    bounds: dict[Cell | str, Bounds] = dict(check_copies(copies or {}, shapes).items())
    region = sorted(set(cells))
    crossings = Crossings(region, lattice)
    options: list[tuple[Any, ...]] = [
        (*covered, *crossings.of(covered), name)
        if name in bounds
        else (*covered, *crossings.of(covered))
        for name, covered in (placed or placements(region, shapes, turning, None, lattice))
    ]
    return [*region, *(name for name in shapes if name in bounds)], options, bounds
