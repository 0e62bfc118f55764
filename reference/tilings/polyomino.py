"""Placements of polyominoes, from nothing but cells, shapes and a way of turning.

Vocabulary: a *cell* is a tuple of integers, a *shape* a set of cells, an *orientation* a shape
turned and moved so that its smallest coordinates are 0, a *placement* the name of a shape with
the cells of the region that it covers. The ways of turning are the signed permutations of the
axes: all of them (``free``), those of determinant +1 (``one-sided``), or the identity (``fixed``).
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import itemgetter

from reference.kernel.polling import ShouldStop, polled

__all__ = ["Bounds", "Cell", "Placement", "orientations", "placements", "signed_permutations"]
__all__ += ["check_copies", "tiling_options", "to_origin"]

Cell = tuple[int, ...]
Placement = tuple[str, tuple[Cell, ...]]
Bounds = tuple[int, int | None]
"""How many copies of a shape: (at least, at most), at most ``None`` for any number."""

SignedPermutation = tuple[tuple[int, ...], tuple[int, ...]]


def signed_permutations(dimension: int, turning: str = "free") -> list[SignedPermutation]:
    """List the ways to turn space about the origin, as pairs (axes, signs).

    Coordinate ``k`` of the image is ``signs[k] * cell[axes[k]]``. The identity comes first.

    >>> [len(signed_permutations(3, turning)) for turning in ("free", "one-sided", "fixed")]
    [48, 24, 1]
    """
    if turning not in ("free", "one-sided", "fixed"):
        raise ValueError(f"turning: {turning!r} is not one of 'free', 'one-sided', 'fixed'")
    every = itertools.product(
        itertools.permutations(range(dimension)), itertools.product((1, -1), repeat=dimension)
    )
    if turning == "free":
        return list(every)
    return [g for g in every if _determinant(*g) == 1][: 1 if turning == "fixed" else None]


def _determinant(axes: Sequence[int], signs: Sequence[int]) -> int:
    inversions = sum(a > b for a, b in itertools.combinations(axes, 2))
    negatives = sum(s < 0 for s in signs)
    return -1 if (inversions + negatives) % 2 else 1


def to_origin(cells: Iterable[Cell]) -> tuple[Cell, ...]:
    """Move cells so that the smallest value of each coordinate is 0, and sort them."""
    cells = list(cells)
    low = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(x - a for x, a in zip(c, low, strict=True)) for c in cells))


def orientations(shape: Iterable[Cell], turning: str = "free") -> list[tuple[Cell, ...]]:
    """List the distinct orientations of a shape, in sorted order.

    >>> len(orientations([(0, 0), (0, 1), (0, 2), (1, 2)], "free"))  # the L tetromino
    8
    """
    cells = sorted(set(shape))
    if not cells:
        raise ValueError("shape: it has no cells, expected at least one")
    return sorted(
        {
            to_origin(tuple(s * c[a] for a, s in zip(axes, signs, strict=True)) for c in cells)
            for axes, signs in signed_permutations(len(cells[0]), turning)
        }
    )


def placements(
    cells: Iterable[Cell],
    shapes: Mapping[str, Iterable[Cell]],
    turning: str = "free",
    should_stop: ShouldStop | None = None,
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
    turned = _turned(shapes, dimension, turning)
    inside = set(region)
    found = (
        (name, covered)
        for name, ways in turned.items()
        for way in ways
        for covered in _positions(way, polled(region, should_stop), inside)
    )
    return sorted(found, key=itemgetter(1))


def _turned(
    shapes: Mapping[str, Iterable[Cell]], dimension: int, turning: str
) -> dict[str, list[tuple[Cell, ...]]]:
    """Return the orientations of each shape; no orientation may belong to two shapes."""
    owner: dict[tuple[Cell, ...], str] = {}
    turned: dict[str, list[tuple[Cell, ...]]] = {}
    for name, shape in shapes.items():
        cells = list(shape)
        if len({len(cell) for cell in cells}) > 1:
            raise ValueError(f"shape {name!r}: cells of mixed dimension, expected one")
        if dimension and any(len(cell) > dimension for cell in cells):
            raise ValueError(f"shape {name!r}: has more dimensions than the region's {dimension}")
        flat = [(*cell, *(0,) * (dimension - len(cell))) for cell in cells]
        turned[name] = orientations(flat, turning)
        for way in turned[name]:
            if owner.setdefault(way, name) != name:
                raise ValueError(f"shapes {owner[way]!r} and {name!r} are the same when turned")
    return turned


def _positions(
    way: tuple[Cell, ...], region: Iterable[Cell], inside: set[Cell]
) -> Iterator[tuple[Cell, ...]]:
    """Yield the cells covered, for each cell of the region on which the first cell may lie."""
    offsets = [tuple(x - a for x, a in zip(cell, way[0], strict=True)) for cell in way]
    for base in region:
        covered = tuple(tuple(b + d for b, d in zip(base, o, strict=True)) for o in offsets)
        if inside.issuperset(covered):
            yield covered


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

    Returns
    -------
    items, options, bounds
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
    options: list[tuple[Cell | str, ...]] = [
        (*covered, name) if name in bounds else covered
        for name, covered in (placed or placements(region, shapes, turning))
    ]
    return [*region, *(name for name in shapes if name in bounds)], options, bounds
