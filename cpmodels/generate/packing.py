"""Packings as exact covers with costs: a region that need not be full, and the best way to fill it.

Each cell is covered by a piece or left empty, which is an option of its own; so the cheapest covers
are the best packings, and every method for covers with costs answers.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any

from cpmodels.errors import InputError
from cpmodels.models.placements import placements
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.copies import Bounds, parse_bounds
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import is_integer
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["blocking", "packing"]

EMPTY = "*empty"
GOALS = ("most cells", "most pieces", "fewest pieces")


def packing(
    puzzle: Tiling,
    *,
    leave: Any = "any",
    goal: str | Mapping[str, int] = "most cells",
    full: bool = False,
) -> ExactCover:
    """The packings of a region, the best ones cheapest.

    Parameters
    ----------
    puzzle : Tiling
        The region, the shapes and their copies.
    leave : any form of `copies.parse_bounds`
        How many cells stay empty: ``"any"``, 3, ``"0..3"``.
    goal : str or mapping of str to int
        ``most cells``: the cost is the number of empty cells. ``fewest pieces``: of pieces. ``most
        pieces``: of cells less that of pieces. A weight of 0 or more for each shape: the cost is
        the largest weight for every cell, less the weights of the pieces.
    full : bool
        Whether there must be no room for a further piece.

    Raises
    ------
    InputError
        A goal that is none, or has no weight for a shape; a region of edges, whose pieces cross.

    Examples
    --------
    >>> three = packing(Tiling.of("3x3", "pentominoes:V"), goal="most pieces")
    >>> import cpmodels as cm
    >>> 9 - cm.solve(three, method="branch-and-bound").objective
    1
    """
    if puzzle.lattice.crossings(puzzle.region):
        raise InputError(f"region of {puzzle.lattice}, expected cells whose pieces do not cross")
    ways = placements(puzzle)
    hole, price = _prices(puzzle, goal)
    bounds: dict[str, Bounds] = {n: pair for n, pair in puzzle.copies.items() if pair != (0, None)}
    empty = parse_bounds(leave, "leave")
    kinds = [] if empty == (0, None) else [EMPTY]
    options = [[*map(_item, p.cells), *([p.shape] if p.shape in bounds else [])] for p in ways]
    options += [[_item(cell), *kinds] for cell in puzzle.region]
    costs = [price[p.shape] for p in ways] + [hole] * len(puzzle.region)
    items = [*map(_item, puzzle.region), *bounds, *kinds]
    bounds |= dict.fromkeys(kinds, empty)
    if full:
        for number, touching in enumerate(_touching(ways)):
            items.append(f"*{number}")
            bounds[f"*{number}"] = (1, None)
            for other in touching:
                options[other].append(f"*{number}")
    title = f"packing of {puzzle.describe()}, {goal if isinstance(goal, str) else 'by weight'}"
    return ExactCover.of(items, options, (), bounds, title, costs)


def blocking(puzzle: Tiling) -> ExactCover:
    """The fewest cells of a region that must be painted so that none of the shapes fits.

    Examples
    --------
    >>> import cpmodels as cm
    >>> cm.solve(blocking(Tiling.of("4x4", "trominoes"))).objective
    8
    """
    ways = placements(puzzle)
    options: dict[Cell, list[str]] = defaultdict(list)
    for number, placement in enumerate(ways):
        for cell in placement.cells:
            options[cell].append(f"*{number}")
    items = [f"*{number}" for number in range(len(ways))]
    rows = [options[cell] for cell in sorted(options)]
    bounds: dict[str, Bounds] = dict.fromkeys(items, (1, None))
    title = f"painted cells in {puzzle.describe()}"
    return ExactCover.of(items, rows, (), bounds, title, [1] * len(rows))


def _item(cell: Cell) -> str:
    return ",".join(map(str, cell))


def _prices(puzzle: Tiling, goal: str | Mapping[str, int]) -> tuple[int, dict[str, int]]:
    """What an empty cell costs, and a piece of each shape."""
    sizes = {name: len(cells) for name, cells in puzzle.shapes.items()}
    if goal == "most cells":
        return 1, dict.fromkeys(sizes, 0)
    if goal == "fewest pieces":
        return 0, dict.fromkeys(sizes, 1)
    if goal == "most pieces":
        return 1, {name: size - 1 for name, size in sizes.items()}
    if not isinstance(goal, Mapping):
        raise InputError(f"goal {goal!r}, expected one of {', '.join(GOALS)}, or weights")
    for name in goal:
        if name not in sizes:
            raise InputError(f"weight of {name!r}, which is no shape here")
    for name in sizes:
        weight = goal.get(name)
        if not is_integer(weight) or weight < 0:
            raise InputError(f"weight {weight!r} of shape {name}, expected an integer of 0 or more")
    most = max(goal.values(), default=0)
    return most, {name: most * size - goal[name] for name, size in sizes.items()}


def _touching(ways: list[Placement]) -> list[list[int]]:
    """For each placement, those that share a cell with it, itself among them."""
    at: dict[Cell, list[int]] = defaultdict(list)
    for number, placement in enumerate(ways):
        for cell in placement.cells:
            at[cell].append(number)
    return [sorted({other for cell in p.cells for other in at[cell]}) for p in ways]
