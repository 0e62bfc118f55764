"""Tilings up to symmetry, by Burnside's lemma.

The symmetries are the isometries that map the region onto itself and the set of placements onto
itself, keeping the bounds on the copies. With ``free`` shapes all isometries may do so; with
``one-sided`` ones the rotations, and in three dimensions also the reflections, since a solid
cannot be turned into its mirror image but a set of solids may be its own (so the Soma cube has
240 solutions: 480 up to rotation); with ``fixed`` ones only the identity.

The number of classes is the mean, over the symmetries, of how many tilings each one fixes. Those
are again exact covers: of the orbits of cells by orbits of placements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from reference.exact_cover.dlx import DLX
from reference.kernel.polling import ShouldStop
from reference.tilings.crossings import Crossings, normal
from reference.tilings.lattices import SQUARES, Lattice, Symmetry
from reference.tilings.polyomino import Bounds, Cell, check_copies, owners, placements

__all__ = ["UpToSymmetry", "canonical", "cell_symmetries"]

Item = TypeVar("Item", bound=Hashable)
Permutation = list[int]
"""The image of each placement, by number."""


def cell_symmetries(
    cells: Iterable[Cell], turning: str = "free", lattice: Lattice = SQUARES
) -> list[dict[Cell, Cell]]:
    """List the isometries that map a region onto itself, as maps of its cells.

    >>> len(cell_symmetries([(r, c) for r in range(2) for c in range(3)]))
    4
    """
    return [symmetry.cells for symmetry in lattice.symmetries(sorted(set(cells)), turning)]


def canonical(solution: Iterable[int], symmetries: Iterable[Permutation]) -> tuple[int, ...]:
    """Return the least image of a solution, as sorted option numbers.

    >>> canonical([2, 1], [[0, 1, 2], [2, 0, 1]])
    (0, 1)
    """
    chosen = list(solution)
    return min(tuple(sorted(image[k] for k in chosen)) for image in symmetries)


class UpToSymmetry:
    """The tilings of one region, where those that differ by a symmetry count as one.

    Parameters
    ----------
    cells, shapes, turning, copies
        As in `reference.tilings.polyomino.tiling_options`.
    reflections
        Whether reflections count as symmetries when the shapes are one-sided; None: in three
        dimensions only. Free shapes: always.
    lattice
        What the cells are, and how the board wraps.

    Attributes
    ----------
    symmetries : list of list of int
        For each symmetry the image of each placement, in the order of `placements`.
    complete : bool
        Whether the last count came to its end.

    Examples
    --------
    >>> square = [(r, c) for r in range(4) for c in range(4)]
    >>> dominoes = UpToSymmetry(square, {"domino": [(0, 0), (0, 1)]})
    >>> dominoes.count(), len(list(dominoes.representatives())), len(dominoes.symmetries)
    (9, 9, 8)
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        shapes: Mapping[str, Iterable[Cell]],
        turning: str = "free",
        copies: Mapping[str, Bounds] | None = None,
        reflections: bool | None = None,
        lattice: Lattice = SQUARES,
    ) -> None:
        self._region = sorted(set(cells))
        self._bounds = check_copies(copies or {}, shapes)
        pieces = {name: tuple(shape) for name, shape in shapes.items()}
        self._placed = placements(self._region, pieces, turning, None, lattice)
        self._number = {placed: k for k, placed in enumerate(self._placed)}
        dimension = len(self._region[0]) if self._region else 0
        solid = lattice.name == "squares" and dimension > 2
        mirrored = solid if reflections is None else reflections
        allowed = "free" if turning == "one-sided" and mirrored else turning
        self._lattice = lattice
        self._crossings = Crossings(self._region, lattice)
        self._ways = owners(pieces, dimension, turning, lattice)
        self.maps: list[dict[Cell, Cell]] = []
        self.symmetries: list[Permutation] = []
        for symmetry in lattice.symmetries(self._region, allowed):
            image = self._image(symmetry)
            if image is not None:
                self.maps.append(symmetry.cells)
                self.symmetries.append(image)
        self.complete = False

    def _image(self, symmetry: Symmetry) -> Permutation | None:
        """Return the image of each placement; None if there is none, or the bounds differ."""
        mapping = symmetry.cells
        renaming: dict[str, str | None] = {}
        for way, name in self._ways.items():
            image = self._lattice.to_origin(symmetry.turn(cell) for cell in way)
            renaming.setdefault(name, self._ways.get(image))
        images: list[int] = []
        for name, cells in self._placed:
            other = renaming[name]
            if other is None or self._bounds.get(name) != self._bounds.get(other):
                return None
            k = self._number.get((other, tuple(sorted(mapping[cell] for cell in cells))))
            if k is None:
                return None
            images.append(k)
        return images

    def count(self, should_stop: ShouldStop | None = None, total: int | None = None) -> int:
        """Count the classes. 0 when not `complete` afterwards.

        ``total`` is the number of all tilings, if it is known already.

        Raises
        ------
        ArithmeticError
            The mean is no whole number, so ``total``, or another count, is wrong.
        """
        self.complete = False
        fixed = 0
        number = {cell: k for k, cell in enumerate(self._region)}
        moves = [tuple(number[image[cell]] for cell in self._region) for image in self.maps]
        for alike in conjugacy_classes(moves):  # conjugate symmetries fix as many tilings each
            k = alike[0]
            if total is not None and self.symmetries[k] == sorted(self.symmetries[k]):
                fixed += total * len(alike)
                continue
            tilings = self.fixed(k, should_stop)
            if tilings is None:
                return 0
            fixed += tilings * len(alike)
        classes, rest = divmod(fixed, len(self.symmetries))
        if rest:  # no group, or a count that is wrong
            raise ArithmeticError(
                f"{fixed} tilings fixed by {len(self.symmetries)} symmetries: no whole mean"
            )
        self.complete = True
        return classes

    def fixed(self, k: int, should_stop: ShouldStop | None = None) -> int | None:
        """Count the tilings that symmetry number k maps to themselves; None if stopped."""
        mapping = self.maps[k]
        item = _orbit_of(mapping)
        crossing = _orbit_of(
            {four: normal([mapping[edge] for edge in four]) for four in self._crossings.items}
        )
        weights: list[Counter[str]] = []
        options: list[list[Any]] = []
        for orbit in _orbits(self.symmetries[k]):
            covered = [cell for p in orbit for cell in self._placed[p][1]]
            names = Counter(n for n in (self._placed[p][0] for p in orbit) if n in self._bounds)
            crossings = [four for p in orbit for four in self._crossings.of(self._placed[p][1])]
            alone = len({*covered, *crossings}) == len(covered) + len(crossings)
            if alone and self._has_room(names):
                weights.append(names)
                over = {item[cell]: None for cell in covered}
                options.append([*over, *{crossing[four]: None for four in crossings}, *names])
        bounds, exact = self._orbit_bounds(weights)
        if any(high is not None and low > high for low, high in bounds.values()):
            return 0
        items: list[Cell | str] = [*dict.fromkeys(item.values()), *bounds]
        search = DLX(items, options, [*dict.fromkeys(crossing.values())], bounds)
        if exact:
            tilings = search.count(should_stop)
        else:
            tilings = sum(
                self._within(sum((weights[o] for o in chosen), Counter()))
                for chosen in search.solutions(should_stop)
            )
        return tilings if search.complete else None

    def _has_room(self, names: Counter[str]) -> bool:
        highs = {name: self._bounds[name][1] for name in names}
        return all(high is None or names[name] <= high for name, high in highs.items())

    def _within(self, used: Counter[str]) -> bool:
        return self._has_room(used) and all(
            used[name] >= low for name, (low, _) in self._bounds.items()
        )

    def _orbit_bounds(self, weights: Sequence[Counter[str]]) -> tuple[dict[str, Bounds], bool]:
        """Turn bounds on copies into bounds on orbits, and say if the latter imply the former."""
        bounds: dict[str, Bounds] = {}
        exact = True
        for name, (low, high) in self._bounds.items():
            sizes = {names[name] for names in weights if name in names} or {1}
            exact &= len(sizes) == 1
            bounds[name] = (-(-low // max(sizes)), None if high is None else high // min(sizes))
        return bounds, exact

    def representatives(self, should_stop: ShouldStop | None = None) -> Iterator[tuple[int, ...]]:
        """Yield one tiling of each class, the one with the least sorted placement numbers."""
        options = [
            (*covered, *self._crossings.of(covered), *([name] if name in self._bounds else []))
            for name, covered in self._placed
        ]
        items = [*self._region, *self._bounds]
        search = DLX(items, options, self._crossings.items, self._bounds)
        for chosen in search.solutions(should_stop):
            if canonical(chosen, self.symmetries) == tuple(sorted(chosen)):
                yield chosen
        self.complete = search.complete


def conjugacy_classes(group: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """List the classes of a group of permutations, each as the places of its elements.

    >>> conjugacy_classes([(0, 1, 2), (1, 0, 2), (2, 1, 0), (0, 2, 1), (1, 2, 0), (2, 0, 1)])
    [[0], [1, 2, 3], [4, 5]]
    """
    place = {element: k for k, element in enumerate(group)}
    generators: list[tuple[int, ...]] = []
    closure = set(group[:1])
    for element in group:
        if element not in closure:
            generators.append(element)
            queue = list(closure)
            for one in queue:
                for g in generators:
                    other = tuple(g[i] for i in one)
                    if other not in closure:
                        closure.add(other)
                        queue.append(other)
    classes: list[list[int]] = []
    seen: set[tuple[int, ...]] = set()
    for element in group:
        if element in seen:
            continue
        seen.add(element)
        queue = [element]
        for one in queue:
            for g in generators:
                other = _conjugate(one, g)
                if other not in seen:
                    seen.add(other)
                    queue.append(other)
        classes.append(sorted(place[one] for one in queue))
    return classes


def _conjugate(one: tuple[int, ...], by: tuple[int, ...]) -> tuple[int, ...]:
    """Return by . one . by^-1."""
    image = [0] * len(one)
    for i, j in enumerate(one):
        image[by[i]] = by[j]
    return tuple(image)


def _orbits(permutation: Permutation) -> Iterator[list[int]]:
    seen: set[int] = set()
    for start in range(len(permutation)):
        orbit = []
        k = start
        while k not in seen:
            seen.add(k)
            orbit.append(k)
            k = permutation[k]
        if orbit:
            yield orbit


def _orbit_of(mapping: Mapping[Item, Item]) -> dict[Item, Item]:
    """Name the orbit of each cell by its first cell."""
    names: dict[Item, Item] = {}
    for start in mapping:
        cell = start
        while cell not in names:
            names[cell] = start
            cell = mapping[cell]
    return names
