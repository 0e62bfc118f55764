"""Orders of the cells of a region in which few cells lie in the frontier of a sweep."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from reference.kernel.polling import ShouldStop, polled
from reference.tilings.lattices import SQUARES, Cell, Lattice
from reference.tilings.polyomino import Placement

__all__ = ["narrow_order"]


def narrow_order(
    region: Sequence[Cell],
    placed: Sequence[Placement],
    should_stop: ShouldStop | None = None,
    lattice: Lattice = SQUARES,
) -> list[Cell]:
    """Order the cells so that few of them are in the frontier at a time.

    Tried are the lexicographic orders over all permutations of the axes (on the triangular grid
    also along its third direction), and a breadth-first order; the best has the smallest sum, over
    the steps, of 2 to the number of cells that may be in the frontier. Breadth-first has more
    states than that says, so it has to win clearly.
    `Stopped` is raised when ``should_stop`` says so.
    """
    best, least = list(region), np.inf
    for key in lattice.sweeps(len(region[0]) if region else 0):
        order = sorted(region, key=key)
        cost = _cost(order, polled(placed, should_stop))
        if cost < least:
            best, least = order, cost
    waves = _breadth_first(region, polled(placed, should_stop))
    return waves if 16 * _cost(waves, polled(placed, should_stop)) < least else best


def _breadth_first(region: Sequence[Cell], placed: Iterable[Placement]) -> list[Cell]:
    """Order the cells by their distance in steps (of a shared placement) from the first one."""
    together: dict[Cell, set[Cell]] = {cell: set() for cell in region}
    for _, cells in placed:
        for cell in cells:
            together[cell].update(cells)
    order: dict[Cell, None] = {}
    for root in region:
        queue = [root]
        for cell in queue:
            if cell not in order:
                order[cell] = None
                queue.extend(sorted(other for other in together[cell] if other not in order))
    return list(order)


def _cost(order: Sequence[Cell], placed: Iterable[Placement]) -> float:
    index = {cell: i for i, cell in enumerate(order)}
    since = list(range(len(order)))
    for _, cells in placed:
        numbers = [index[cell] for cell in cells]
        first = min(numbers)
        for i in numbers:
            since[i] = min(since[i], first)
    change = np.zeros(len(order) + 1)
    np.add.at(change, np.array(since, int), 1)
    np.add.at(change, np.arange(1, len(order) + 1), -1)
    return float(np.exp2(np.minimum(np.cumsum(change), 1000)).sum())
