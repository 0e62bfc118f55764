"""Smaller versions of a tiling: fewer shapes, fewer cells, simpler shapes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpmodels.crosschecking.smaller import fewer
from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cells
from cpmodels.puzzles.tiling import Tiling

__all__ = ["smaller_tilings"]


def smaller_tilings(puzzle: Tiling, solution: Any) -> Iterator[Tiling]:
    """Fewer shapes first, then fewer cells, then shapes of fewer cells, bounds and turnings."""
    for states in (_fewer_shapes, _fewer_cells, _simpler_shapes):
        yield from states(puzzle)


def _restate(puzzle: Tiling, **changes: Any) -> Iterator[Tiling]:
    """The tiling with some fields changed, if it can be stated so."""
    fields = {name: getattr(puzzle, name) for name in ("region", "shapes", "copies", "turning")}
    fields |= changes
    copies = {name: fields["copies"][name] for name in fields["shapes"]}
    try:
        smaller = Tiling.of(
            fields["region"], fields["shapes"], copies, fields["turning"], lattice=puzzle.lattice
        )
    except InputError:
        return
    yield smaller


def _fewer_shapes(puzzle: Tiling) -> Iterator[Tiling]:
    for names in fewer(list(puzzle.shapes)):
        if names:
            yield from _restate(puzzle, shapes={name: puzzle.shapes[name] for name in names})


def _fewer_cells(puzzle: Tiling) -> Iterator[Tiling]:
    for cells in fewer(puzzle.region):
        yield from _restate(puzzle, region=cells)
    for axis in range(len(puzzle.region[0]) if puzzle.region else 0):
        for line in sorted({cell[axis] for cell in puzzle.region}):
            rest = [cell for cell in puzzle.region if cell[axis] != line]
            yield from _restate(puzzle, region=rest)
    for place in _places(puzzle):
        yield from _restate(puzzle, region=[c for c in puzzle.region if c not in place])


def _places(puzzle: Tiling) -> Iterator[set[tuple[int, ...]]]:
    """The cells of each placement: without them, what is left often still has a tiling."""
    region, lattice = frozenset(puzzle.region), puzzle.lattice
    for shape in puzzle.shapes.values():
        for form in lattice.orientations(shape, puzzle.turning):
            yield from map(set, lattice.lay(form, puzzle.region, region))


def _simpler_shapes(puzzle: Tiling) -> Iterator[Tiling]:
    """Any number of copies, no turning, shapes of fewer cells."""
    for name, bounds in puzzle.copies.items():
        if bounds != (0, None):
            yield from _restate(puzzle, copies={**puzzle.copies, name: (0, None)})
    if puzzle.turning != "fixed":
        yield from _restate(puzzle, turning="fixed")
    for name, cells in puzzle.shapes.items():
        for rest in _fewer_of_shape(cells):
            yield from _restate(puzzle, shapes={**puzzle.shapes, name: rest})


def _fewer_of_shape(cells: Cells) -> Iterator[list[tuple[int, ...]]]:
    return (rest for rest in fewer(cells) if rest)
