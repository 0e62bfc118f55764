"""Symmetries of a tiling: what moves its region onto itself and its shapes onto its shapes.

Allowed are all isometries where the shapes are free; rotations where they are one-sided, and in
three dimensions reflections too if the set of shapes and copies is its own mirror image (no hand
can reflect a solid, but the mirror image of a solution is then one as well: the Soma cube has 240
solutions, not 480); and the identity alone where the shapes are fixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cpmodels.puzzles.cells import Cell, Cells
from cpmodels.puzzles.lattice import Turn
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["Symmetry", "conjugate", "is_first", "symmetries"]


@dataclass(frozen=True)
class Symmetry:
    """Where each cell of the region goes, and which shape each shape becomes."""

    cells: Mapping[Cell, Cell]
    names: Mapping[str, str]

    def __call__(self, placement: Placement) -> Placement:
        """The image of a placement."""
        image = sorted(self.cells[cell] for cell in placement.cells)
        return Placement(self.names[placement.shape], tuple(image))


def symmetries(puzzle: Tiling) -> list[Symmetry]:
    """All symmetries of a tiling, each once, the identity first.

    Examples
    --------
    >>> [len(symmetries(Tiling.of(region, "tetrominoes"))) for region in ("4x5", "6x6", "3x3x3")]
    [4, 8, 48]
    >>> len(symmetries(Tiling.of("6x6", "one-sided tetrominoes:L", turning="one-sided")))
    4
    """
    if not puzzle.region:
        return [Symmetry({}, {name: name for name in puzzle.shapes})]
    dimension, lattice = len(puzzle.region[0]), puzzle.lattice
    solid = puzzle.turning == "one-sided" and lattice.name == "squares" and dimension > 2
    by_image: dict[Cells, Symmetry] = {}
    renaming: dict[Turn, dict[str, str] | None] = {}
    for motion in lattice.motions(puzzle.region, "free" if solid else puzzle.turning):
        if motion.turn not in renaming:
            renaming[motion.turn] = _names(puzzle, motion.turn)
        names = renaming[motion.turn]
        images = tuple(motion.cells[cell] for cell in puzzle.region)
        if names is not None and images not in by_image:
            by_image[images] = Symmetry(motion.cells, names)
    return sorted(by_image.values(), key=lambda one: any(c != to for c, to in one.cells.items()))


def conjugate(group: Iterable[Symmetry]) -> list[list[Symmetry]]:
    """The symmetries in classes: those of one differ only in where they are seen from.

    All of a class leave as many tilings as they are. The identity's class comes first.

    Examples
    --------
    >>> [len(alike) for alike in conjugate(symmetries(Tiling.of("4x4", "dominoes")))]
    [1, 2, 1, 2, 2]
    """
    left = {frozenset(one.cells.items()): one for one in group}
    everyone = list(left.values())
    classes = []
    while left:
        first = next(iter(left.values()))
        alike = {
            frozenset((by.cells[cell], by.cells[to]) for cell, to in first.cells.items())
            for by in everyone
        }
        classes.append([left.pop(key) for key in list(left) if key in alike])
    return classes


def is_first(solution: Iterable[Placement], group: Iterable[Symmetry]) -> bool:
    """Whether no image of the solution, as a sorted tuple of placements, comes before it."""
    pieces = sorted(solution)
    return all(pieces <= sorted(map(symmetry, pieces)) for symmetry in group)


def _names(puzzle: Tiling, turn: Turn) -> dict[str, str] | None:
    """The shape that each shape becomes; None when one becomes no shape, or has other bounds.

    Shapes that cannot be laid at all do not matter.
    """
    lattice, turning = puzzle.lattice, puzzle.turning
    form_names = {lattice.canonical(cells, turning): name for name, cells in puzzle.shapes.items()}
    names: dict[str, str] = {}
    for name, cells in puzzle.shapes.items():
        other = form_names.get(lattice.canonical(lattice.turned(cells, turn), turning))
        if other is not None and puzzle.copies[name] == puzzle.copies[other]:
            names[name] = other
        elif puzzle.copies[name][1] != 0 and _fits(puzzle, name):
            return None
    return names


def _fits(puzzle: Tiling, name: str) -> bool:
    """Whether the shape can be laid in the region."""
    region, lattice = frozenset(puzzle.region), puzzle.lattice
    return any(
        True
        for form in lattice.orientations(puzzle.shapes[name], puzzle.turning)
        for _ in lattice.lay(form, puzzle.region, region)
    )
