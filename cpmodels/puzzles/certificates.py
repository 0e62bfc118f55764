"""Reasons that a tiling cannot exist, which a person can follow: area, colourings, marked cells.

A reason is a proof; that there is none proves nothing. All are counted in a relaxation: a piece
may lie on any cells modulo the colouring, inside of the region or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import gcd

from cpmodels.puzzles.cells import Cell, Cells
from cpmodels.puzzles.tiling import Tiling

__all__ = ["MAX_CELLS", "colour_sign", "colourings", "why_no_tiling"]

MAX_CELLS = 600  # beyond it, sums of differences are too many to go through at once

Differences = dict[str, set[int]]  # for each shape, dark minus light cells, of either sign


def why_no_tiling(puzzle: Tiling) -> list[str]:
    r"""All reasons found, the simplest first; none proves nothing.

    Examples
    --------
    >>> why_no_tiling(Tiling.of("3x3", "dominoes"))
    ['area: each piece has a multiple of 2 cells, the region has 9']
    >>> [reason] = why_no_tiling(Tiling.of("4x5", "tetrominoes", copies=1))
    >>> print(*reason.split(": "), sep="\n")
    checkerboard
    10 dark and 10 light cells, but dark minus light is 2 or -2 for T, 0 for the others
    no choice of pieces fits
    >>> why_no_tiling(Tiling.of("4x4", "tetrominoes"))
    []
    """
    if not puzzle.region or len(puzzle.region) > MAX_CELLS:
        return []
    area = _why_not_area(puzzle)
    if area is not None:
        return [area]
    return [*_colourings(puzzle), *_diagonals(puzzle), *_marks(puzzle)]


def _why_not_area(puzzle: Tiling) -> str | None:
    cells = len(puzzle.region)
    usable = puzzle.usable_shapes
    common = gcd(*(len(cells) for cells in usable.values())) if usable else 0
    if not usable:
        return "area: no shape may be used"
    if cells % common:
        return f"area: each piece has a multiple of {common} cells, the region has {cells}"
    least = sum(low * len(puzzle.shapes[name]) for name, (low, _) in puzzle.copies.items())
    if least > cells:
        return f"area: the copies asked for have {least} cells, the region has {cells}"
    if _fits(puzzle, {name: {0} for name in usable}, 0):
        return None
    return f"area: no copies allowed make up the region's {cells} cells"


def _fits(puzzle: Tiling, differences: Differences, total: int) -> bool:
    """Whether pieces can make up the area and, together, the difference wanted.

    `reached[a]` holds the differences that pieces of a cells in all can have, as the bits of an
    integer, moved up by the area.
    """
    area = len(puzzle.region)
    reach = [0] * (area + 1)
    reach[0] = 1 << area
    for name, differing in differences.items():
        size, (low, high) = len(puzzle.shapes[name]), puzzle.copies[name]
        for _ in range(low):
            reach = [
                _shift(reach[a - size], differing) if a >= size else 0 for a in range(area + 1)
            ]
        if high is None:
            for a in range(size, area + 1):
                reach[a] |= _shift(reach[a - size], differing)
        else:
            for _ in range(min(high - low, area // size)):
                for a in range(area, size - 1, -1):
                    reach[a] |= _shift(reach[a - size], differing)
    return bool(reach[area] >> (area + total) & 1)


def _shift(bits: int, by: Iterable[int]) -> int:
    shifted = 0
    if bits:
        for step in by:
            shifted |= bits << step if step >= 0 else bits >> -step
    return shifted


def _colourings(puzzle: Tiling) -> Iterator[str]:
    """Two colours: on squares a checkerboard, and stripes across each axis."""
    for name, weights in colourings(puzzle):
        region = _difference(puzzle.region, weights)
        differences = {
            shape: {
                sign * _difference(form, weights)
                for form in puzzle.lattice.orientations(cells, puzzle.turning)
                for sign in (1, -1)
            }
            for shape, cells in puzzle.usable_shapes.items()
        }
        if not _fits(puzzle, differences, region):
            dark = (len(puzzle.region) + region) // 2
            yield (
                f"{name}: {dark} dark and {len(puzzle.region) - dark} light cells, but "
                f"dark minus light is {_spell(differences)}: no choice of pieces fits"
            )


def colourings(puzzle: Tiling) -> Iterator[tuple[str, Cell]]:
    """The colourings in two colours of a puzzle's lattice that hold as its board wraps.

    A translation keeps both colours or exchanges them, so that a piece has a dark minus light of
    its own, but for the sign.

    Examples
    --------
    >>> [name for name, _ in colourings(Tiling.of("2x3", "dominoes"))]
    ['checkerboard', 'stripes along axis 1', 'stripes along axis 2']
    """
    if puzzle.region:
        for name, weights in puzzle.lattice.colourings(puzzle.region[0]):
            if puzzle.lattice.keeps(weights, 2, puzzle.region):
                yield name, weights


def colour_sign(cell: Cell, weights: Cell) -> int:
    """1 for a dark cell, -1 for a light one."""
    return 1 - 2 * (sum(w * c for w, c in zip(weights, cell, strict=True)) % 2)


def _difference(cells: Cells, weights: Cell) -> int:
    return sum(colour_sign(cell, weights) for cell in cells)


def _spell(differences: Differences) -> str:
    """Which shapes differ by how much, dark against light."""
    alike: dict[str, list[str]] = {}
    for name, differing in differences.items():
        alike.setdefault(" or ".join(map(str, sorted(differing, reverse=True))), []).append(name)
    groups = sorted(alike.items(), key=lambda group: len(group[1]))
    parts = [f"{values} for {' '.join(names)}" for values, names in groups]
    if len(groups) > 1 and len(groups[-1][1]) > 1:
        parts[-1] = f"{groups[-1][0]} for the others"
    return ", ".join(parts)


def _diagonals(puzzle: Tiling) -> Iterator[str]:
    """k colours along the diagonals, where every piece has each colour equally often."""
    usable = puzzle.usable_shapes
    size, lattice = gcd(*map(len, usable.values())), puzzle.lattice
    for k in (k for k in range(3, size + 1) if size % k == 0):
        for signs in lattice.diagonals(puzzle.region[0]):
            if not lattice.keeps(signs, k, puzzle.region):
                continue
            even = all(
                len(set(_classes(form, signs, k))) == 1
                for cells in usable.values()
                for form in lattice.orientations(cells, puzzle.turning)
            )
            counts = _classes(puzzle.region, signs, k)
            if even and len(set(counts)) > 1:
                yield (
                    f"diagonals in {k} colours: each piece has every colour equally often, "
                    f"the region has {', '.join(map(str, counts))}"
                )
                return


def _classes(cells: Cells, signs: tuple[int, ...], k: int) -> list[int]:
    counts = [0] * k
    for cell in cells:
        counts[sum(s * c for s, c in zip(signs, cell, strict=True)) % k] += 1
    return counts


def _marks(puzzle: Tiling) -> Iterator[str]:
    """Cells of one parity in every coordinate: no piece has two, and they outnumber the pieces."""
    usable, lattice = puzzle.usable_shapes, puzzle.lattice
    axes = lattice.axes(puzzle.region[0])
    units = [tuple(int(k == axis) for k in range(len(puzzle.region[0]))) for axis in range(axes)]
    if not all(lattice.keeps(unit, 2, puzzle.region) for unit in units):
        return
    forms = [
        form for cells in usable.values() for form in lattice.orientations(cells, puzzle.turning)
    ]
    most = len(puzzle.region) // min(map(len, usable.values()))
    sorts = [range(lattice.sorts)] if lattice.sorts > 1 else []
    for parity in product(*[(0, 1)] * axes, *sorts):
        marks = sum(_parity(cell, axes) == parity for cell in puzzle.region)
        if marks > most and all(_at_most_one(form, axes) for form in forms):
            yield (
                f"marked cells: {marks} have coordinates of parity {parity}, "
                f"a piece covers at most one of them, and there are at most {most} pieces"
            )
            return


def _parity(cell: Cell, axes: int) -> Cell:
    """The parities of its coordinates, and its sort."""
    return (*(value % 2 for value in cell[:axes]), *cell[axes:])


def _at_most_one(form: Cells, axes: int) -> bool:
    """Whether no two cells of a piece have the same parities."""
    return len({_parity(cell, axes) for cell in form}) == len(form)
