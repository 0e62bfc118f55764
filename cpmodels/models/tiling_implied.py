"""What every tiling obeys by counting alone: groups that a tiling's model may be helped by.

They cut off no tiling. The symmetries of a puzzle map the constraints of each group onto each
other, so that a count may still search one cube for all of a class.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cpmodels.answers.run import check_time
from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.certificates import colour_sign, colourings
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["IMPLIED", "MAX_CELLS", "add_colouring", "add_pockets", "add_regions", "colour_sums"]

MAX_CELLS = 64
"""A region of more is no word of 64 bits: the groups *regions* and *pockets* are empty then."""

Words = NDArray[np.uint64]


def add_colouring(model: Model, puzzle: Tiling, ways: Sequence[Placement]) -> None:
    """Dark minus light cells, over the pieces laid, are those of the region, in two colours.

    On a checkerboard I O S L have as many dark as light cells, T has two more of one: as many T's
    are dark as light. Stripes tell L, and the T's and I's along them. The number of odd pieces
    (the T's) then has a known parity, which the sum says to no propagation.

    Examples
    --------
    >>> from cpmodels.models.tiling import tiling_model
    >>> model = tiling_model(Tiling.of("6x6", "tetrominoes"), helped_by=["colouring"])
    >>> [(group.name, group.size) for group in model.groups if group.implied]
    [('colouring', 9)]
    """
    with model.group("colouring", implied=True, about="dark minus light is that of the region"):
        for differences, total in colour_sums(puzzle, ways):
            common = gcd(*differences)
            if total % common if common else total:
                model.cp.add_bool_or([])
            elif common:
                _balance(model, puzzle, [d // common for d in differences], total // common)


def _balance(model: Model, puzzle: Tiling, factors: Sequence[int], total: int) -> None:
    terms = [(variable, d) for variable, d in zip(model.primary, factors, strict=True) if d]
    for sign in (1, -1):  # in two halves: a symmetry may take dark to light, one to the other
        model.cp.add(sum(sign * d * variable for variable, d in terms) <= sign * total)
    odd = [variable for variable, d in terms if d % 2]
    sizes = {len(cells) for cells in puzzle.usable_shapes.values()}
    area = len(puzzle.region)
    if len(odd) < len(factors) or len(sizes) > 1:
        domain = cp_model.Domain.from_values(range(total % 2, area + 1, 2))
        model.cp.add_linear_expression_in_domain(cp_model.LinearExpr.sum(odd), domain)
    elif (area // sizes.pop() - total) % 2:  # all are odd, and how many they are is known
        model.cp.add_bool_or([])


def colour_sums(puzzle: Tiling, ways: Sequence[Placement]) -> Iterator[tuple[list[int], int]]:
    """For each colouring in two colours: dark minus light, of each placement, and of all cells.

    Examples
    --------
    >>> next(colour_sums(Tiling.of("1x3", "trominoes:I"), [Placement("I", ((0, 0), (0, 1)))]))
    ([0], 1)
    """
    for _, weights in colourings(puzzle):
        check_time()
        sign = {cell: colour_sign(cell, weights) for cell in puzzle.region}
        yield [sum(sign[cell] for cell in way.cells) for way in ways], sum(sign.values())


def add_regions(model: Model, puzzle: Tiling, ways: Sequence[Placement]) -> None:
    """No piece cuts off a part whose size no pieces make up.

    Examples
    --------
    >>> from cpmodels.models.tiling import tiling_model
    >>> model = tiling_model(Tiling.of("2x4", "tetrominoes"), helped_by=["regions"])
    >>> [(group.name, group.size) for group in model.groups if group.implied]
    [('regions', 13)]
    """
    with model.group("regions", implied=True, about="no piece cuts off what no pieces fill"):
        board = _Board.of(puzzle) if model.wants("regions") else None
        if board is not None:
            for index in np.flatnonzero(board.strands(board.words(ways))):
                model.cp.add_bool_or([~model.primary[index]])


def add_pockets(model: Model, puzzle: Tiling, ways: Sequence[Placement]) -> None:
    """No two pieces that touch cut off a part whose size no pieces make up.

    Parts smaller than every shape are left to the propagation of *cover*, which sees them. Of the
    pieces that may not be with a given one, those over one cell exclude each other anyhow: they
    stand in one constraint.

    Examples
    --------
    >>> from cpmodels.models.tiling import tiling_model
    >>> model = tiling_model(Tiling.of("4x5", "tetrominoes"), helped_by=["pockets"])
    >>> [(group.name, group.size) for group in model.groups if group.implied]
    [('pockets', 400)]
    """
    with model.group("pockets", implied=True, about="no two pieces cut off what no pieces fill"):
        board = _Board.of(puzzle) if model.wants("pockets") else None
        if board is not None:
            for clique in sorted(_cliques(_pockets(board, board.words(ways)), ways)):
                model.cp.add_at_most_one([model.primary[index] for index in clique])


IMPLIED = {"colouring": add_colouring, "regions": add_regions, "pockets": add_pockets}
"""What adds each group to a model of a tiling, from its placements in the model's order."""


def _pockets(board: _Board, ways: Words) -> list[tuple[int, int]]:
    """Pairs of placements that strand a part together, but neither alone."""
    alone = board.strands(ways)
    around = ways | board.beside(ways)
    pairs: list[tuple[int, int]] = []
    for first in np.flatnonzero(~alone):
        check_time()
        later = np.arange(first + 1, len(ways))
        near = (ways[later] & ways[first] == 0) & (around[later] & around[first] != 0)
        later = later[near & ~alone[later]]
        later = later[board.strands(ways[later] | ways[first])]
        later = later[~board.strands(ways[later] | ways[first], board.not_tiny)]
        pairs += ((int(first), int(second)) for second in later)
    return pairs


class _Board:
    """Sets of cells of a region as words, a bit a cell.

    `fillable` and `not_tiny` say of each number of cells whether sizes of shapes make it up, and
    whether it is none or at least that of some shape.
    """

    def __init__(self, puzzle: Tiling) -> None:
        self.bit = {cell: bit for bit, cell in enumerate(puzzle.region)}
        self.whole = np.uint64((1 << len(puzzle.region)) - 1)
        shifts: dict[int, int] = {}
        for cell, bit in self.bit.items():
            for other in puzzle.lattice.neighbours(cell):
                step = self.bit.get(other, -1) - bit
                if step > 0:
                    shifts[step] = shifts.get(step, 0) | 1 << bit
        self.shifts = [(np.uint64(step), np.uint64(low)) for step, low in shifts.items()]
        sizes = {len(cells) for cells in puzzle.usable_shapes.values()}
        sums = {0}
        for total in range(1, len(puzzle.region) + 1):
            if any(total - size in sums for size in sizes):
                sums.add(total)
        numbers = range(len(puzzle.region) + 1)
        self.fillable = np.array([n in sums for n in numbers])
        self.not_tiny = np.array([n == 0 or n >= min(sizes, default=0) for n in numbers])

    @classmethod
    def of(cls, puzzle: Tiling) -> _Board | None:
        """None where cells are too many, or a piece in several parts may reach across."""
        shapes, plane = puzzle.usable_shapes.values(), Lattice(puzzle.lattice.name)
        if not 0 < len(puzzle.region) <= MAX_CELLS or any(
            len(plane.components(shape)) > 1 for shape in shapes
        ):
            return None
        return cls(puzzle)

    def words(self, ways: Sequence[Placement]) -> Words:
        """The cells of each placement."""
        return np.array([sum(1 << self.bit[c] for c in way.cells) for way in ways], np.uint64)

    def beside(self, words: Words) -> Words:
        """The cells next to some of the cells."""
        growth = np.zeros_like(words)
        for step, low in self.shifts:
            growth |= (words & low) << step | words >> step & low
        return growth

    def strands(self, ways: Words, fillable: NDArray[np.bool_] | None = None) -> NDArray[np.bool_]:
        """Whether what these cells leave falls into parts that cannot all be filled, by size."""
        fillable = self.fillable if fillable is None else fillable
        left = ~ways & self.whole
        bad = np.zeros(len(ways), np.bool_)
        while np.any(left):
            part = left & (~left + np.uint64(1))  # the lowest cell
            while True:
                growth = (part | self.beside(part)) & left
                if np.array_equal(growth, part):
                    break
                part = growth
            bad |= ~fillable[_sizes(part)]
            left &= ~part
        return bad


def _sizes(words: Words) -> NDArray[Any]:
    """The number of bits set of each."""
    octets = words.view(np.uint8).reshape(len(words), 8)
    sizes: NDArray[Any] = np.unpackbits(octets, axis=1).sum(axis=1, dtype=np.int64)
    return sizes


def _cliques(pairs: Sequence[tuple[int, int]], ways: Sequence[Placement]) -> set[tuple[int, ...]]:
    """Sets in which all exclude each other, one for each placement and cell, that hold all pairs.

    A set within another of the same placement is left out.
    """
    against: dict[int, list[int]] = {}
    for one, other in pairs:
        against.setdefault(one, []).append(other)
        against.setdefault(other, []).append(one)
    cliques = set()
    for one, others in against.items():
        over: dict[Cell, set[int]] = {}
        for other in others:
            for cell in ways[other].cells:
                over.setdefault(cell, set()).add(other)
        sets = list(over.values())
        cliques |= {tuple(sorted((one, *s))) for s in sets if not any(s < t for t in sets)}
    return cliques
