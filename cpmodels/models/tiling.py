"""Tiling as CP-SAT sees it: one Boolean a placement, exactly one of them for each cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from ortools.sat.python import cp_model

from cpmodels.models.model import Model
from cpmodels.models.placements import placements
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["tiling_model"]


def tiling_model(puzzle: Tiling, *, without: Sequence[str] = ()) -> Model:
    """The exact-cover model of a tiling.

    Groups: *cover* (each cell by exactly one placement), *copies* (each shape as often as its
    bounds allow). Placements are sorted by their cells, so that the fixed order of enumeration
    goes on at the first cell still open.

    Examples
    --------
    >>> model = tiling_model(Tiling.of("4x5", "tetrominoes", copies=1))
    >>> [(group.name, group.size) for group in model.groups]
    [('cover', 20), ('copies', 5)]
    """
    model = Model("tiling", without=without)
    found = placements(puzzle)
    by_cell: dict[Cell, list[cp_model.IntVar]] = {cell: [] for cell in puzzle.region}
    by_shape: dict[str, list[cp_model.IntVar]] = defaultdict(list)
    for placement in found:
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

    def read(values: Sequence[int]) -> tuple[Placement, ...]:
        return tuple(placement for placement, value in zip(found, values, strict=True) if value)

    model.read = read
    return model
