"""A tiling cut across into strips, one layer of cells each; and a strip as CP-SAT sees it.

A piece belongs to the strip in which it begins, and may reach over the cut into those that
follow. What a cut has to remember is only which cells behind it are taken already. So the ways
to lay pieces that begin in one strip are found once for each form of strip, by CP-SAT, and a
count is a product of strips (see `transfer`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.puzzles.cells import Cell, bounding_box
from cpmodels.puzzles.tiling import Tiling

__all__ = ["Layout", "Window", "guess_fillings", "open_axes", "strip_model"]

Window = tuple[int, ...]
"""The cells of a strip and of the layers that its pieces may reach, as bits, layer by layer."""


@dataclass(frozen=True)
class Layout:
    """A tiling seen along one axis.

    Attributes
    ----------
    axis : int
        Layers are the cells of equal coordinate along it.
    across : tuple of cells
        The coordinates that occur in any layer, the axis left out; their order numbers the bits.
    """

    puzzle: Tiling
    axis: int
    across: tuple[Cell, ...]

    @classmethod
    def along(cls, puzzle: Tiling, axis: int | None = None) -> Layout:
        """The layout with the narrowest layers, or the one along the given axis.

        Raises
        ------
        ValueError
            The board wraps along every axis.


        Examples
        --------
        >>> layout = Layout.along(Tiling.of("3x8", "tetrominoes"))
        >>> layout.axis, layout.width, layout.reach, layout.windows()[-2:]
        (1, 3, 3, [(7, 7, 0, 0), (7, 0, 0, 0)])
        """
        axes = open_axes(puzzle) if axis is None else (axis,)
        return min((cls(puzzle, a, _across(puzzle, a)) for a in axes), key=lambda one: one.width)

    @property
    def width(self) -> int:
        """Number of bits of a layer."""
        return len(self.across)

    @cached_property
    def reach(self) -> int:
        """How many layers beyond its first a piece may reach."""
        forms = (form for _, form in self._forms)
        return max((bounding_box(form)[self.axis] - 1 for form in forms), default=0)

    @cached_property
    def _forms(self) -> list[tuple[str, tuple[Cell, ...]]]:
        return [
            (name, form)
            for name, cells in self.puzzle.usable_shapes.items()
            if self.puzzle.region
            for form in self.puzzle.lattice.orientations(cells, self.puzzle.turning)
        ]

    def _at(self, across: Cell, layer: int) -> Cell:
        """The cell of a layer at a place across."""
        return (*across[: self.axis], layer, *across[self.axis :])

    def windows(self) -> list[Window]:
        """The strips of the region, from its first layer to its last."""
        number = {cell: bit for bit, cell in enumerate(self.across)}
        places = [cell[self.axis] for cell in self.puzzle.region]
        first = min(places, default=0)
        layers = [0] * (max(places, default=-1) - first + 1)
        for cell in self.puzzle.region:
            layers[cell[self.axis] - first] |= 1 << number[_flat(cell, self.axis)]
        window = layers + [0] * self.reach
        return [tuple(window[k : k + self.reach + 1]) for k in range(len(layers))]

    def pieces(self, window: Window) -> list[tuple[str, int]]:
        """Names and bits of the pieces that may begin in the strip, layer by layer as one number.

        Examples
        --------
        >>> Layout.along(Tiling.of("2x4", "dominoes"), axis=1).pieces((3, 3))
        [('D', 3), ('D', 5), ('D', 10)]
        """
        number = {cell: bit for bit, cell in enumerate(self.across)}
        inside = sum(layer << (k * self.width) for k, layer in enumerate(window))
        lattice = self.puzzle.lattice
        everywhere = frozenset(
            self._at(cell, k) for cell in self.across for k in range(self.reach + 1)
        )
        # around a tube, several may cover the same cells
        forms: dict[tuple[str, int], None] = {}
        for name, form in self._forms:
            anchors = [self._at(cell, form[0][self.axis]) for cell in self.across]
            for cells in lattice.lay(form, anchors, everywhere):
                bits = 0
                for cell in cells:
                    bits |= 1 << (cell[self.axis] * self.width + number[_flat(cell, self.axis)])
                if bits & ~inside == 0:
                    forms[name, bits] = None
        return sorted(forms, key=lambda piece: (piece[1] & -piece[1], piece))


def guess_fillings(layout: Layout, window: Window, dives: int = 1000) -> float:
    """About how many solutions `strip_model` has, whatever the copies.

    The mean, over random fillings laid bit by bit, of the product of the choices there were:
    Knuth, Estimating the efficiency of backtrack programs, 1975.

    Examples
    --------
    >>> layout = Layout.along(Tiling.of("8x8", "tetrominoes"))
    >>> 100_000 < guess_fillings(layout, layout.windows()[0]) < 400_000  # they are 209,856
    True
    """
    beginning: list[list[int]] = [[] for _ in range(layout.width)]
    for _, bits in layout.pieces(window):
        beginning[(bits & -bits).bit_length() - 1].append(bits)
    random, total = Random(0), 0
    for _ in range(dives):
        product, layer = 1, 0
        for bit, pieces in enumerate(beginning):
            if not layer >> bit & 1:
                choices = [0, *(bits for bits in pieces if not bits & layer)]
                product *= len(choices)
                layer |= random.choice(choices)
        total += product
    return total / dives


def strip_model(layout: Layout, window: Window, *, without: Sequence[str] = ()) -> Model:
    """All ways to lay pieces that begin in one strip; cells may be left to earlier pieces.

    Groups: *disjoint* (no cell twice), *copies* (implied by what a product of strips allows in
    all: no strip alone has too many of a shape). A solution is read as the bits covered, and how
    often each shape is used.

    Examples
    --------
    >>> layout = Layout.along(Tiling.of("2x4", "dominoes"), axis=1)
    >>> [(group.name, group.size) for group in strip_model(layout, (3, 3)).groups]
    [('disjoint', 4), ('copies', 0)]
    """
    model = Model("strip", without=without)
    pieces = layout.pieces(window)
    by_bit: dict[int, list[cp_model.IntVar]] = {}
    by_shape: dict[str, list[cp_model.IntVar]] = {}
    for name, bits in pieces:
        variable = model.boolean()
        by_shape.setdefault(name, []).append(variable)
        for bit in range(bits.bit_length()):
            if bits >> bit & 1:
                by_bit.setdefault(bit, []).append(variable)
    with model.group("disjoint", about="no cell is covered twice"):
        for variables in by_bit.values():
            model.cp.add_at_most_one(variables)
    with model.group("copies", implied=True, about="no shape more often than in all"):
        for name, variables in by_shape.items():
            most = layout.puzzle.copies[name][1]
            if most is not None:
                model.bound(variables, (0, most))

    def read(values: Sequence[int]) -> tuple[int, Counter[str]]:
        layer = [piece for piece, value in zip(pieces, values, strict=True) if value]
        return sum(bits for _, bits in layer), Counter(name for name, _ in layer)

    model.read = read
    model.order = list(model.primary)
    return model


def open_axes(puzzle: Tiling) -> list[int]:
    """The axes along which the board does not wrap: of a torus, none."""
    axes = range(puzzle.lattice.axes(puzzle.region[0]) if puzzle.region else 1)
    wraps = puzzle.lattice.wraps
    return [
        axis
        for axis in axes
        if all(wrap.vector[axis] == 0 and (wrap.mirror or (-1,))[0] != axis for wrap in wraps)
    ]


def _across(puzzle: Tiling, axis: int) -> tuple[Cell, ...]:
    return tuple(sorted({_flat(cell, axis) for cell in puzzle.region}))


def _flat(cell: Cell, axis: int) -> Cell:
    return cell[:axis] + cell[axis + 1 :]
