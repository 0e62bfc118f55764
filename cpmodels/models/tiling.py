"""Tiling as CP-SAT sees it: one Boolean a placement, exactly one of them for each cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from cpmodels.answers.run import check_time
from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.models.placements import placements
from cpmodels.models.tiling_implied import IMPLIED
from cpmodels.puzzles.cells import Cell, bounding_box
from cpmodels.puzzles.crossings import crossings
from cpmodels.puzzles.symmetry import Symmetry, symmetries
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["permutations", "tiling_model"]


def tiling_model(
    puzzle: Tiling, *, helped_by: Sequence[str] = (), without: Sequence[str] = ()
) -> Model:
    """The exact-cover model of a tiling, with implied groups if wanted (see `tiling_implied`).

    Groups: *cover* (each cell by exactly one placement), *copies* (each shape as often as its
    bounds allow), and of edges *crossings* (no two pieces cross at a vertex). Enumeration lays a
    placement on the first cell still open, along the longest side of the region, so that the edge
    of what is laid stays short.

    Examples
    --------
    >>> model = tiling_model(Tiling.of("4x5", "tetrominoes", copies=1))
    >>> [(group.name, group.size) for group in model.groups]
    [('cover', 20), ('copies', 5)]
    """
    model = Model("tiling", without=without)
    ways = placements(puzzle)
    by_cell: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in puzzle.region}
    by_shape: dict[str, list[cp_model.IntVar]] = defaultdict(list)
    for placement in ways:
        variable = model.boolean()
        by_shape[placement.shape].append(variable)
        for cell in placement.cells:
            by_cell[cell].append(variable)
    with model.group("cover", about="each cell is covered by exactly one placement"):
        for variables in by_cell.values():
            model.cp.add_exactly_one(variables)
    with model.group("copies", about="each shape is used as often as its bounds allow"):
        for name, bounds in puzzle.copies.items():
            model.bound(by_shape[name], bounds)

    if crossings(puzzle.lattice, puzzle.region):
        _keep_apart(model, puzzle, ways)
    for name in helped_by:
        IMPLIED[name](model, puzzle, ways)

    def read(values: Sequence[int]) -> tuple[Placement, ...]:
        return tuple(placement for placement, value in zip(ways, values, strict=True) if value)

    model.read, model.pieces = read, tuple(ways)
    model.order = _sweep(puzzle, ways, model.primary)
    model.symmetries = lambda: permutations(puzzle, ways)
    return model


def _keep_apart(model: Model, puzzle: Tiling, ways: Sequence[Placement]) -> None:
    at: dict[Hashable, list[cp_model.IntVar]] = defaultdict(list)
    for placement, variable in zip(ways, model.primary, strict=True):
        for crossing in crossings(puzzle.lattice, placement.cells):
            at[crossing].append(variable)
    with model.group("crossings", about="no two pieces cross at a vertex"):
        for variables in at.values():
            if len(variables) > 1:
                model.cp.add_at_most_one(variables)


def permutations(puzzle: Tiling, ways: Sequence[Placement]) -> list[list[int]]:
    """For each symmetry of the puzzle, the number of each placement's image."""
    number = {placement: index for index, placement in enumerate(ways)}

    def image(symmetry: Symmetry, placement: Placement) -> int:
        check_time()
        return number[symmetry(placement)]

    return [[image(symmetry, placement) for placement in ways] for symmetry in symmetries(puzzle)]


def _sweep(
    puzzle: Tiling, ways: Sequence[Placement], variables: Sequence[cp_model.IntVar]
) -> list[cp_model.IntVar]:
    """The variables, by the cells of their placements along the longest side first."""
    sides = bounding_box(puzzle.region)
    axes = sorted(range(len(sides)), key=lambda axis: -sides[axis])
    if axes == sorted(axes):
        return list(variables)  # they are sorted so already

    def along(index: int) -> list[tuple[int, ...]]:
        return sorted(tuple(cell[axis] for axis in axes) for cell in ways[index].cells)

    return [variables[index] for index in sorted(range(len(ways)), key=along)]
