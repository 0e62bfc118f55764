"""Symmetries of a tiling: what moves its region onto itself and its shapes onto its shapes.

Allowed are all isometries where the shapes are free; rotations where they are one-sided, and in
three dimensions reflections too if the set of shapes and copies is its own mirror image (no hand
can reflect a solid, but the mirror image of a solution is then one as well: the Soma cube has 240
solutions, not 480); and the identity alone where the shapes are fixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cpmodels.puzzles.cells import Cell, Turn, canonical, orientations, turned, turns
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["Symmetry", "is_first", "symmetries"]


@dataclass(frozen=True)
class Symmetry:
    """Where each cell of the region goes, and which shape each shape becomes."""

    cells: Mapping[Cell, Cell]
    names: Mapping[str, str]

    def __call__(self, placement: Placement) -> Placement:
        """The image of a placement."""
        moved = sorted(self.cells[cell] for cell in placement.cells)
        return Placement(self.names[placement.shape], tuple(moved))


def symmetries(puzzle: Tiling) -> list[Symmetry]:
    """All symmetries of a tiling, each once, the identity first.

    Examples
    --------
    >>> [len(symmetries(Tiling.of(region, "tetrominoes"))) for region in ("4x5", "6x6", "3x3x3")]
    [4, 8, 48]
    >>> len(symmetries(Tiling.of("6x6", "one-sided tetrominoes:L", turning="one-sided")))
    4
    """
    dimension = len(puzzle.region[0]) if puzzle.region else 0
    solid = puzzle.turning == "one-sided" and dimension > 2
    found: list[Symmetry] = []
    for turn in turns(dimension, "free" if solid else puzzle.turning):
        cells = _cells(puzzle, turn)
        names = _names(puzzle, turn)
        if cells is None or names is None or any(cells == other.cells for other in found):
            continue
        found.append(Symmetry(cells, names))
    return sorted(found, key=lambda one: any(cell != to for cell, to in one.cells.items()))


def is_first(solution: Iterable[Placement], group: Iterable[Symmetry]) -> bool:
    """Whether no image of the solution, as a sorted tuple of placements, comes before it."""
    placed = sorted(solution)
    return all(placed <= sorted(map(symmetry, placed)) for symmetry in group)


def _cells(puzzle: Tiling, turn: Turn) -> dict[Cell, Cell] | None:
    """The map of the cells by a turn and a shift; None when it leaves the region."""
    if not puzzle.region:
        return {}
    moved = [tuple(sign * cell[axis] for axis, sign in turn) for cell in puzzle.region]
    low, least = ([min(axis) for axis in zip(*cells, strict=True)] for cells in
                  (moved, puzzle.region))  # fmt: skip
    images = [tuple(c - m + o for c, m, o in zip(cell, low, least, strict=True)) for cell in moved]
    return dict(zip(puzzle.region, images, strict=True)) if (
        set(images) == set(puzzle.region)
    ) else None  # fmt: skip


def _names(puzzle: Tiling, turn: Turn) -> dict[str, str] | None:
    """The shape that each shape becomes; None when one becomes no shape, or has other bounds.

    Shapes that cannot be laid at all do not matter.
    """
    named = {canonical(cells, puzzle.turning): name for name, cells in puzzle.shapes.items()}
    names: dict[str, str] = {}
    for name, cells in puzzle.shapes.items():
        image = cells
        if puzzle.region:
            image = turned(cells, turn)
        other = named.get(canonical(image, puzzle.turning))
        if other is not None and puzzle.copies[name] == puzzle.copies[other]:
            names[name] = other
        elif puzzle.copies[name][1] != 0 and _fits(puzzle, name):
            return None
    return names


def _fits(puzzle: Tiling, name: str) -> bool:
    """Whether the shape can be laid in the region."""
    region = frozenset(puzzle.region)
    return any(
        region.issuperset(
            tuple(a + c - f for a, c, f in zip(anchor, cell, form[0], strict=True)) for cell in form
        )
        for form in orientations(puzzle.shapes[name], puzzle.turning)
        for anchor in puzzle.region
    )
