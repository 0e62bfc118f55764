"""Every way to lay the shapes of a tiling down, on the model's own side."""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.answers.run import check_time
from cpmodels.puzzles.cells import Cell, orientations
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["placements"]


def placements(puzzle: Tiling) -> list[Placement]:
    """All placements of all shapes inside the region, sorted by their cells.

    A placement is found once, from its first cell: the orientations of a shape differ by more
    than a shift.

    Examples
    --------
    >>> len(placements(Tiling.of("6x6", "tetrominoes")))
    381
    """
    found = [
        Placement(name, cells)
        for name, shape in puzzle.usable_shapes.items()
        for form in orientations(shape, puzzle.turning)
        for cells in _shifts(form, puzzle)
    ]
    return sorted(found, key=lambda placement: (placement.cells, placement.shape))


def _shifts(form: tuple[Cell, ...], puzzle: Tiling) -> Iterator[tuple[Cell, ...]]:
    region = frozenset(puzzle.region)
    first = form[0]
    offsets = [tuple(c - f for c, f in zip(cell, first, strict=True)) for cell in form]
    for anchor in puzzle.region:
        check_time()
        cells = tuple(
            tuple(a + d for a, d in zip(anchor, offset, strict=True)) for offset in offsets
        )
        if region.issuperset(cells):
            yield cells
