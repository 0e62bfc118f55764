"""Tilings by image lists: always the first open cell, and ready lists of what may lie there.

The form to read; `reference.tilings.image_lists` is the one to run, which keeps the board in
machine words and looks for symmetric tilings once. A piece covers the first open cell with its own
first cell (Golomb and Baumert 1965, de Bruijn 1971, Fletcher 1965); for each pattern of what is
filled beside the cell there is a list of pieces, without those that clash with it (Busche's FILA).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache

from reference.kernel.polling import ShouldStop, polled
from reference.tilings.lattices import SQUARES, Lattice
from reference.tilings.polyomino import Bounds, Cell, Placement, check_copies, placements

__all__ = ["tilings"]

BESIDE = 6  # cells of a pattern, so that a cell has some 64 lists at most


def tilings(
    cells: Iterable[Cell],
    shapes: Mapping[str, Iterable[Cell]],
    turning: str = "free",
    copies: Mapping[str, Bounds] | None = None,
    should_stop: ShouldStop | None = None,
    lattice: Lattice = SQUARES,
) -> Iterator[list[Placement]]:
    """Yield each tiling once, its placements in the order of their first cells.

    Parameters are those of `reference.tilings.image_lists.ImageLists`.

    Raises
    ------
    Stopped
        `should_stop` said so: there may be more.

    Examples
    --------
    >>> square = [(r, c) for r in range(4) for c in range(4)]
    >>> sum(1 for tiling in tilings(square, {"I": [(0, 0), (0, 1)]}))
    36
    """
    shapes = {name: tuple(shape) for name, shape in shapes.items()}
    bounds = check_copies(copies or {}, shapes)
    region = sorted(set(cells))
    starting: dict[Cell, list[Placement]] = {cell: [] for cell in region}
    for name, covered in placements(region, shapes, turning, should_stop, lattice):
        starting[min(covered)].append((name, covered))
    near = {cell: _most_covered(cell, pieces) for cell, pieces in starting.items()}

    @cache
    def images(cell: Cell, pattern: frozenset[Cell]) -> list[Placement]:
        return [piece for piece in starting[cell] if pattern.isdisjoint(piece[1])]

    def lay(at: int, filled: frozenset[Cell], used: Counter[str]) -> Iterator[list[Placement]]:
        while at < len(region) and region[at] in filled:
            at += 1
        if at == len(region):
            if all(used[name] >= low for name, (low, _) in bounds.items()):
                yield []
            return
        cell = region[at]
        for name, covered in polled(images(cell, near[cell] & filled), should_stop):
            high = bounds.get(name, (0, None))[1]
            if filled.isdisjoint(covered) and (high is None or used[name] < high):
                for others in lay(at + 1, filled.union(covered), used + Counter([name])):
                    yield [(name, covered), *others]

    return lay(0, frozenset(), Counter())


def _most_covered(cell: Cell, pieces: list[Placement]) -> frozenset[Cell]:
    """The cells that most of the pieces cover beside their first."""
    often = Counter(other for _, covered in pieces for other in covered if other != cell)
    return frozenset(other for other, _ in often.most_common(BESIDE))
