"""Where two pieces of edges would cross: a rule of tilings by sticks.

Around a vertex lie four edges on the square grid, six on the triangular one. Two pieces cross
there if their edges alternate: of four edges a, b, c, d in turn one piece has a and c, the other b
and d. (On the square grid: both go straight through.) They may touch. So each four edges around a
vertex are an item that at most one piece may take, and a piece takes it that has a and c, or b and
d, of them.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from reference.tilings.lattices import Cell, Lattice

__all__ = ["Crossing", "Crossings", "normal"]

Crossing = tuple[Cell, Cell, Cell, Cell]
"""Four edges around a vertex, in turn."""

_AROUND: dict[str, list[Cell]] = {
    "sticks": [(0, 1), (1, 0), (0, -1), (-1, 0)],
    "trigs": [(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)],
}


class Crossings:
    """All items of a region; none where cells are no edges.

    Parameters
    ----------
    region
        Edges.
    lattice
        What they are edges of, and how the board wraps.

    Examples
    --------
    >>> cross = [(1, 0, 0), (1, 1, 0), (0, 1, 1), (1, 1, 1)]
    >>> crossings = Crossings(cross, Lattice("sticks"))
    >>> len(crossings.items), [len(crossings.of(two)) for two in (cross[:2], cross[1:3])]
    (1, [1, 0])
    """

    def __init__(self, region: Iterable[Cell], lattice: Lattice) -> None:
        around = _AROUND.get(lattice.name, [])
        home = lattice.names(region, 1) if around else {}
        vertices = {point for cell in set(home.values()) for point in lattice.points(cell)}
        items: dict[Crossing, None] = {}
        for x, y in sorted(vertices):
            edges = [lattice.cell([(x, y), (x + dx, y + dy)]) for dx, dy in around]
            for four in itertools.combinations(edges, 4):
                if all(edge in home for edge in four):
                    a, b, c, d = (home[edge] for edge in four)
                    items[normal((a, b, c, d))] = None  # on narrow boards an edge comes twice
        self.items = list(items)
        self._at: dict[Cell, list[Crossing]] = {}
        for item in self.items:
            for edge in item:
                self._at.setdefault(edge, []).append(item)

    def of(self, piece: Iterable[Cell]) -> list[Crossing]:
        """List the items that a piece takes."""
        cells = set(piece)
        near = {item: None for cell in sorted(cells) for item in self._at.get(cell, ())}
        return [(a, b, c, d) for a, b, c, d in near if {a, c} <= cells or {b, d} <= cells]

    def ordered(self, order: Sequence[Cell]) -> list[Cell | Crossing]:
        """Put each item into an order of the cells, just before the last of its edges."""
        index = {cell: k for k, cell in enumerate(order)}
        before: dict[int, list[Crossing]] = {}
        for item in self.items:
            before.setdefault(max(index[edge] for edge in item), []).append(item)
        whole: list[Cell | Crossing] = []
        for k, cell in enumerate(order):
            whole += [*before.get(k, ()), cell]
        return whole


def normal(four: Sequence[Cell]) -> Crossing:
    """Return the least way to go round four edges, from any of them in either direction."""
    a, b, c, d = four
    round_about = [(a, b, c, d), (d, c, b, a)]
    return min((w[k], w[k - 3], w[k - 2], w[k - 1]) for w in round_about for k in range(4))
