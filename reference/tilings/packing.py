"""Packings of polyominoes: an exact cover in which an empty cell is an option of its own.

A region need not be full. Each cell is covered once, by a piece or by nothing; so the number of
cells left empty is that of the latter options, and a weight of pieces becomes a cost: what an
empty cell would cost, for every cell, less the weight. *Room* is a place where some shape would
lie on empty cells alone; where none is allowed, some piece has to touch each such place.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any

from reference.kernel.polling import ShouldStop, polled
from reference.tilings.crossings import Crossings
from reference.tilings.lattices import SQUARES, Lattice
from reference.tilings.polyomino import Bounds, Cell, Placement, check_copies, placements

__all__ = ["Packing", "costs", "touching"]

EMPTY = "*empty"


class Packing:
    """What all searches for packings of a region start from.

    Parameters
    ----------
    cells, shapes, turning, copies, lattice
        As for `reference.tilings.polyomino.tiling_options`.
    leave
        Bounds (at least, at most) on the number of empty cells.
    excluded
        Names and cells of shapes for which there may be no room.

    Attributes
    ----------
    region : list of cells
    placed : list of (name, cells)
        All placements of the shapes that may be laid.
    places : list of tuples
        For each of them what it takes: its cells, and of edges its crossings.
    rooms : list of tuples
        The same of the excluded shapes.

    Examples
    --------
    >>> square = [(r, c) for r in range(2) for c in range(2)]
    >>> packing = Packing(square, {"D": [(0, 0), (0, 1)]}, leave=(2, 2))
    >>> items, options, bounds = packing.options()
    >>> len(items), len(options), bounds
    (5, 8, {'*empty': (2, 2)})
    >>> packing.allows([0]), packing.allows([])
    (True, False)
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        shapes: Mapping[str, Iterable[Cell]],
        turning: str = "free",
        copies: Mapping[str, Bounds] | None = None,
        leave: Bounds = (0, None),
        excluded: Mapping[str, Iterable[Cell]] | None = None,
        should_stop: ShouldStop | None = None,
        lattice: Lattice = SQUARES,
    ) -> None:
        self.region, self.lattice = sorted(set(cells)), lattice
        self.shapes = {name: tuple(shape) for name, shape in shapes.items()}
        self.copies, self.leave = check_copies(copies or {}, self.shapes), leave
        self.crossings = Crossings(self.region, lattice)
        pieces = placements(self.region, self.shapes, turning, should_stop, lattice)
        self.placed: list[Placement] = [
            (name, cells) for name, cells in pieces if self.copies.get(name, (0, None))[1] != 0
        ]
        self.places = [self._places_of(cells) for _, cells in self.placed]
        never = placements(self.region, excluded or {}, turning, should_stop, lattice)
        self.room_cells = [cells for _, cells in never]
        self.rooms = [self._places_of(cells) for cells in polled(self.room_cells, should_stop)]

    def _places_of(self, cells: Sequence[Cell]) -> tuple[Hashable, ...]:
        return (*cells, *self.crossings.of(cells))

    def options(
        self, *, plain: bool = False
    ) -> tuple[list[Any], list[tuple[Any, ...]], dict[Any, Bounds]]:
        """State the exact cover: items, options, bounds other than exactly once.

        Options are the placements, in order, then an empty cell each. Crossings are items to be
        covered at most once.

        Parameters
        ----------
        plain
            Leave out the numbers of empty cells and the rooms, which `allows` looks at.
        """
        bounds: dict[Any, Bounds] = dict(self.copies.items())
        kinds = [] if plain or self.leave == (0, None) else [EMPTY]
        options = [
            (*places, *([name] if name in bounds else []))
            for places, (name, _) in zip(self.places, self.placed, strict=True)
        ]
        rooms = [] if plain else [("*room", k) for k in range(len(self.rooms))]
        if rooms:
            neighbours = touching(self.rooms, self.places)
            options = [
                (*option, *(rooms[k] for k in near))
                for option, near in zip(options, neighbours, strict=True)
            ]
        options += [(cell, *kinds) for cell in self.region]
        items = [*self.region, *bounds, *kinds, *rooms]
        bounds |= dict.fromkeys(kinds, self.leave) | dict.fromkeys(rooms, (1, None))
        return items, options, bounds

    def allows(self, chosen: Iterable[int]) -> bool:
        """Say whether some placements leave as many cells empty as allowed, and no room.

        Whether they lie apart, and their copies, are left to the cover.
        """
        occupied = {place for k in chosen for place in self.places[k]}
        empty = sum(cell not in occupied for cell in self.region)
        low, high = self.leave
        if empty < low or (high is not None and empty > high):
            return False
        return not any(occupied.isdisjoint(room) for room in self.rooms)


def touching(
    rooms: Sequence[Sequence[Hashable]], places: Iterable[Sequence[Hashable]]
) -> list[list[int]]:
    """List for each piece the rooms that share something with it."""
    at: dict[Hashable, list[int]] = {}
    for number, room in enumerate(rooms):
        for place in room:
            at.setdefault(place, []).append(number)
    return [sorted({k for place in here for k in at.get(place, ())}) for here in places]


def costs(
    sizes: Mapping[str, int], weights: Mapping[str, int], *, most: bool
) -> tuple[int, dict[str, int]]:
    """Return what an empty cell costs and a piece of each shape, all 0 or more.

    The cheapest packings have the most weight, or the least if not ``most``.

    >>> costs({"I": 4, "V": 3}, {"I": 5, "V": 2}, most=True)
    (2, {'I': 3, 'V': 4})
    """
    if not most:
        return 0, dict(weights)
    hole = max((-(-weights[name] // size) for name, size in sizes.items()), default=0)
    return hole, {name: hole * size - weights[name] for name, size in sizes.items()}
