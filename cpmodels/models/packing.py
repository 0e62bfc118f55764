"""Packing as CP-SAT sees it: one Boolean a placement, at most one of them for each cell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence

from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.models.placements import placements
from cpmodels.puzzles.crossings import crossings
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.tiling import Placement

__all__ = ["packing_model"]


def packing_model(puzzle: Packing, *, without: Sequence[str] = ()) -> Model:
    """The model of a packing; its objective is what the puzzle measures.

    Groups: *apart* (each cell by at most one placement, and no two cross), *copies*, *leave* (the
    number of cells covered), *room* (of each place where an excluded shape would lie, something is
    taken).

    Examples
    --------
    >>> from cpmodels.puzzles.tiling import Tiling
    >>> model = packing_model(Tiling.of("2x3", "dominoes", leave=2, exclude=True))
    >>> [(group.name, group.size) for group in model.groups]
    [('apart', 6), ('copies', 0), ('leave', 1), ('room', 7)]
    """
    model = Model("packing", without=without)
    tiling = puzzle.tiling
    pieces = placements(tiling)
    at: dict[Hashable, list[cp_model.IntVar]] = defaultdict(list)
    by_shape: dict[str, list[cp_model.IntVar]] = defaultdict(list)
    for placement in pieces:
        variable = model.boolean()
        by_shape[placement.shape].append(variable)
        for place in _places(puzzle, placement):
            at[place].append(variable)
    with model.group("apart", about="no two placements share a cell, or cross"):
        for variables in at.values():
            model.bound(variables, (0, 1))
    with model.group("copies", about="each shape is used as often as its bounds allow"):
        for name, bounds in tiling.copies.items():
            model.bound(by_shape[name], bounds)
    with model.group("leave", about="as many cells stay empty as may"):
        low, high = puzzle.leave
        area = len(tiling.region)
        if low > 0 or (high is not None and high < area):
            sizes = [len(placement.cells) for placement in pieces]
            least, most = 0 if high is None else max(0, area - high), area - low
            if pieces and most >= least:
                covered = cp_model.LinearExpr.weighted_sum(model.primary, sizes)
                model.cp.add_linear_constraint(covered, least, most)
            elif not least <= 0 <= most:
                model.cp.add_bool_or([])  # an empty clause: no solution
    with model.group("room", about="no excluded shape fits on what is left"):
        for room in placements(tiling.with_shapes(puzzle.exclude)) if puzzle.exclude else ():
            near = {v.index: v for place in _places(puzzle, room) for v in at.get(place, ())}
            model.cp.add_bool_or(list(near.values()))
    if puzzle.optimising:
        weights = puzzle.weights
        value = cp_model.LinearExpr.weighted_sum(
            model.primary, [weights[placement.shape] for placement in pieces]
        )
        (model.cp.maximize if puzzle.maximising else model.cp.minimize)(value)
        model.parameters = {"linearization_level": 2}  # maximal packings: 100 times as fast

    def read(values: Sequence[int]) -> tuple[Placement, ...]:
        return tuple(placement for placement, value in zip(pieces, values, strict=True) if value)

    model.read, model.pieces = read, tuple(pieces)
    model.order = list(model.primary)
    return model


def _places(puzzle: Packing, placement: Placement) -> list[Hashable]:
    """The cells of a placement, and where no other may cross it."""
    return [*placement.cells, *crossings(puzzle.tiling.lattice, placement.cells)]
