"""Lattices in the plane: triangles, hexagons, and the edges of squares and triangles, as tables."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import NamedTuple

from cpmodels.puzzles.cells import Cell

__all__ = [
    "DIRECTIONS",
    "PLANS",
    "Matrix",
    "Plan",
    "cell_at",
    "edge_ends",
    "plane_turns",
    "steps_beside",
]

Matrix = tuple[tuple[int, ...], ...]


class Plan(NamedTuple):
    """A lattice in the plane, by the centres of its cells.

    A cell (x, y, sort) lies at scale * (x, y) + places[sort]; there is no sort if there is but
    one place. The origin is a centre of symmetry.
    """

    coordinates: str
    scale: int
    places: tuple[Cell, ...]
    quarter: Matrix  # the least rotation
    order: int
    swap: Matrix  # a reflection
    colours: tuple[tuple[str, Cell], ...]


_SIXTH, _FOURTH, _SWAP = ((0, -1), (1, 1)), ((0, -1), (1, 0)), ((0, 1), (1, 0))
PLANS = {
    "triangles": Plan(
        "(x, y, z), z 0 (up) or 1 (down)", 3, ((1, 1), (2, 2)), _SIXTH, 6, _SWAP,
        (
            ("up and down", (0, 0, 1)),
            ("stripes along axis 1", (1, 0, 0)), ("stripes along axis 2", (0, 1, 0)),
            ("stripes along axis 3", (1, 1, 1)), ("lozenges along axis 1", (1, 0, 1)),
            ("lozenges along axis 2", (0, 1, 1)), ("lozenges along axis 3", (1, 1, 0)),
        ),
    ),
    "hexagons": Plan(
        "(x, y)", 1, ((0, 0),), _SIXTH, 6, _SWAP,
        (
            ("stripes along axis 1", (1, 0)), ("stripes along axis 2", (0, 1)),
            ("stripes along axis 3", (1, 1)),
        ),
    ),
    "sticks": Plan(
        "(row, column, direction), direction 0 (along the row) or 1 (down)",
        2, ((0, 1), (1, 0)), _FOURTH, 4, _SWAP,
        (
            ("directions", (0, 0, 1)), ("checkerboard", (1, 1, 0)),
            ("stripes along axis 1", (1, 0, 0)), ("stripes along axis 2", (0, 1, 0)),
        ),
    ),
    "trigs": Plan(
        "(x, y, direction), direction 0, 1 or 2",
        2, ((1, 0), (0, 1), (1, 1)), _SIXTH, 6, _SWAP,
        (
            ("stripes along axis 1", (1, 0, 0)), ("stripes along axis 2", (0, 1, 0)),
            ("stripes along axis 3", (1, 1, 0)),
        ),
    ),
}  # fmt: skip


@cache
def plane_turns(name: str, turning: str) -> tuple[Matrix, ...]:
    """The linear maps of a lattice onto itself that a way of turning allows."""
    plan = PLANS[name]
    turns: list[Matrix] = [((1, 0), (0, 1))]
    while len(turns) < (1 if turning == "fixed" else plan.order):
        turns.append(_times(plan.quarter, turns[-1]))
    if turning == "free":
        turns += [_times(turn, plan.swap) for turn in turns]
    return tuple(turns)


def _times(one: Matrix, other: Matrix) -> Matrix:
    return tuple(
        tuple(
            sum(a * b for a, b in zip(row, column, strict=True))
            for column in zip(*other, strict=True)
        )
        for row in one
    )


def cell_at(name: str, point: Cell) -> Cell:
    """The cell whose centre lies at a point."""
    plan = PLANS[name]
    if len(plan.places) == 1:
        return point
    for sort, place in enumerate(plan.places):
        x, over = divmod(point[0] - place[0], plan.scale)
        y, above = divmod(point[1] - place[1], plan.scale)
        if over == above == 0:
            return (x, y, sort)
    raise ValueError(f"no cell of {name} lies at {point}")


@cache
def steps_beside(name: str) -> tuple[tuple[Cell, ...], ...]:
    """For each sort, the cells beside (0, 0, sort)."""
    if name == "triangles":
        return ((0, 0, 1), (-1, 0, 1), (0, -1, 1)), ((0, 0, 0), (1, 0, 0), (0, 1, 0))
    if name == "hexagons":
        return (((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),)
    sorts = range(len(PLANS[name].places))
    return tuple(
        tuple(
            (x, y, other)
            for x, y, other in product((-1, 0, 1), (-1, 0, 1), sorts)
            if (x, y, other) != (0, 0, sort)
            and not set(edge_ends(name, (x, y, other))).isdisjoint(edge_ends(name, (0, 0, sort)))
        )
        for sort in sorts
    )


DIRECTIONS = {
    "sticks": ((0, 1), (1, 0), (0, -1), (-1, 0)),
    "trigs": ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)),
}
"""The steps from a vertex to the next ones, going round."""


def edge_ends(name: str, cell: Cell) -> tuple[Cell, Cell]:
    """The vertices between which an edge lies.

    >>> edge_ends("sticks", (2, 3, 0)), edge_ends("trigs", (0, 0, 2))
    (((2, 3), (2, 4)), ((1, 0), (0, 1)))
    """
    x, y, direction = cell
    if name == "sticks":
        return ((x, y), (x, y + 1)) if direction == 0 else ((x, y), (x + 1, y))
    if direction == 2:
        return (x + 1, y), (x, y + 1)
    return ((x, y), (x + 1, y)) if direction == 0 else ((x, y), (x, y + 1))
