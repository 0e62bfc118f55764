"""Reasons that a tiling cannot exist, which a person can follow: area, colourings, marked cells.

A reason is a proof; that there is none proves nothing. All are counted in a relaxation: a piece
may lie on any cells modulo the colouring, inside of the region or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product
from math import gcd

from cpmodels.puzzles.cells import Cell, Cells, orientations
from cpmodels.puzzles.tiling import Tiling

__all__ = ["MAX_CELLS", "why_no_tiling"]

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
    return [*_colourings(puzzle), *_diagonals(puzzle), *_marked(puzzle)]


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


def _fits(puzzle: Tiling, differences: Differences, wanted: int) -> bool:
    """Whether pieces can make up the area and, together, the difference wanted.

    `reached[a]` holds the differences that pieces of a cells in all can have, as the bits of an
    integer, moved up by the area.
    """
    area = len(puzzle.region)
    reached = [0] * (area + 1)
    reached[0] = 1 << area
    for name, differing in differences.items():
        size, (low, high) = len(puzzle.shapes[name]), puzzle.copies[name]
        for _ in range(low):
            reached = [
                _moved(reached[a - size], differing) if a >= size else 0 for a in range(area + 1)
            ]
        if high is None:
            for a in range(size, area + 1):
                reached[a] |= _moved(reached[a - size], differing)
        else:
            for _ in range(min(high - low, area // size)):
                for a in range(area, size - 1, -1):
                    reached[a] |= _moved(reached[a - size], differing)
    return bool(reached[area] >> (area + wanted) & 1)


def _moved(bits: int, by: Iterable[int]) -> int:
    moved = 0
    if bits:
        for step in by:
            moved |= bits << step if step >= 0 else bits >> -step
    return moved


def _colourings(puzzle: Tiling) -> Iterator[str]:
    """Two colours: a checkerboard, and stripes across each axis."""
    dimension = len(puzzle.region[0])
    axes = [("checkerboard", range(dimension))]
    axes += [(f"stripes along axis {axis + 1}", range(axis, axis + 1)) for axis in range(dimension)]
    for name, along in axes:
        region = _difference(puzzle.region, along)
        differences = {
            shape: {
                sign * _difference(form, along)
                for form in orientations(cells, puzzle.turning)
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


def _difference(cells: Cells, along: range) -> int:
    return sum(1 - 2 * (sum(cell[axis] for axis in along) % 2) for cell in cells)


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
    size = gcd(*map(len, usable.values()))
    dimension = len(puzzle.region[0])
    for k in (k for k in range(3, size + 1) if size % k == 0):
        for signs in product((1,), *[(1, -1)] * (dimension - 1)):
            even = all(
                len(set(_classes(form, signs, k))) == 1
                for cells in usable.values()
                for form in orientations(cells, puzzle.turning)
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


def _marked(puzzle: Tiling) -> Iterator[str]:
    """Cells of one parity in every coordinate: no piece has two, and they outnumber the pieces."""
    usable = puzzle.usable_shapes
    forms = [form for cells in usable.values() for form in orientations(cells, puzzle.turning)]
    most = len(puzzle.region) // min(map(len, usable.values()))
    for parity in product((0, 1), repeat=len(puzzle.region[0])):
        marked = sum(_parity(cell) == parity for cell in puzzle.region)
        if marked > most and all(_at_most_one(form) for form in forms):
            yield (
                f"marked cells: {marked} have coordinates of parity {parity}, "
                f"a piece covers at most one of them, and there are at most {most} pieces"
            )
            return


def _parity(cell: Cell) -> Cell:
    return tuple(value % 2 for value in cell)


def _at_most_one(form: Cells) -> bool:
    """Whether no two cells of a piece have the same parities."""
    return len({_parity(cell) for cell in form}) == len(form)
