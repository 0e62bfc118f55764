"""Where pieces made of edges cross: at a vertex at which, going round it, their edges alternate."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations, permutations

from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.planes import DIRECTIONS, edge_ends

__all__ = ["crossing_pieces", "crossings"]


def crossings(lattice: Lattice, cells: Iterable[Cell]) -> list[tuple[Cell, tuple[int, ...]]]:
    """Where other pieces may not cross a piece made of edges; nothing of other cells.

    Two pieces cross at a vertex where, going round it, their edges alternate: one has the first
    and third of four edges, the other the second and fourth. So at most one piece may have such
    a pair of each four: a vertex, and the numbers of four directions.

    >>> crossings(Lattice("sticks"), [(0, 0, 0), (0, 1, 0)])
    [((0, 1), (0, 1, 2, 3))]
    """
    around: dict[Cell, set[int]] = {}
    for cell in cells if lattice.name in DIRECTIONS else ():
        for vertex, way in _ways(lattice, cell):
            around.setdefault(vertex, set()).add(way)
    return [
        (vertex, four)
        for vertex, ways in around.items()
        for four in combinations(range(len(DIRECTIONS[lattice.name])), 4)
        if ways.issuperset(four[::2]) or ways.issuperset(four[1::2])
    ]


def crossing_pieces(lattice: Lattice, pieces: Mapping[Cell, int]) -> tuple[Cell, int, int] | None:
    """A vertex at which two of the pieces on edges cross, and those two; or None."""
    around: dict[Cell, dict[int, int]] = {}
    for cell, piece in pieces.items() if lattice.name in DIRECTIONS else ():
        for vertex, way in _ways(lattice, cell):
            around.setdefault(vertex, {})[way] = piece
    for vertex, by_way in around.items():
        turn = [by_way[way] for way in sorted(by_way)]
        for a, b, c, d in combinations(turn, 4):
            if a == c != b == d:
                return vertex, a, b
    return None


def _ways(lattice: Lattice, cell: Cell) -> list[tuple[Cell, int]]:
    """The vertices of an edge, and the number of the direction in which it leaves each."""
    ways = DIRECTIONS[lattice.name]
    return [
        (lattice.home(one), ways.index((other[0] - one[0], other[1] - one[1])))
        for one, other in permutations(edge_ends(lattice.name, cell))
    ]
