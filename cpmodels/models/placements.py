"""Every way to lay the shapes of a tiling down, on the model's own side."""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.answers.run import check_time
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["placements"]


def placements(puzzle: Tiling) -> list[Placement]:
    """All placements of all shapes inside the region, sorted by their cells.

    Examples
    --------
    >>> len(placements(Tiling.of("6x6", "tetrominoes")))
    381
    """
    inside = frozenset(puzzle.region)
    lattice = puzzle.lattice
    ways = {  # where a board wraps, two orientations may cover the same cells
        Placement(name, cells): None
        for name, shape in puzzle.usable_shapes.items()
        for form in lattice.orientations(shape, puzzle.turning)
        for cells in lattice.lay(form, _in_time(puzzle.region), inside)
    }
    return sorted(ways, key=lambda placement: (placement.cells, placement.shape))


def _in_time(region: tuple[Cell, ...]) -> Iterator[Cell]:
    for cell in region:
        check_time()
        yield cell
