"""Count tilings cell by cell, in a dictionary from what matters so far to the number of ways.

The form to read; `reference.tilings.frontier` is the one to run. Known as the broken profile or
transfer-matrix method.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop, polled
from reference.tilings.lattices import SQUARES, Lattice
from reference.tilings.polyomino import Bounds, Cell, check_copies, placements

__all__ = ["count_tilings"]


def count_tilings(
    cells: Iterable[Cell],
    shapes: Mapping[str, Iterable[Cell]],
    turning: str = "free",
    copies: Mapping[str, Bounds] | None = None,
    should_stop: ShouldStop | None = None,
    tell: Tell = silent,
    lattice: Lattice = SQUARES,
) -> int:
    """Return the number of tilings of the cells by the shapes.

    Parameters are those of `reference.tilings.frontier.Frontier`.

    Raises
    ------
    Stopped
        `should_stop` said so: part of a sweep says nothing.

    Examples
    --------
    >>> count_tilings([(r, c) for r in range(4) for c in range(4)], {"I": [(0, 0), (0, 1)]})
    36
    """
    shapes = {name: tuple(shape) for name, shape in shapes.items()}
    bounds = check_copies(copies or {}, shapes)
    region = sorted(set(cells))
    starting: dict[Cell, list[tuple[frozenset[Cell], str]]] = {cell: [] for cell in region}
    for name, covered in placements(region, shapes, turning, should_stop, lattice):
        starting[min(covered)].append((frozenset(covered), name))
    # A state: the cells ahead that are covered, and the copies used of each bounded shape.
    nothing: frozenset[Cell] = frozenset()
    ways = Counter({(nothing, (0,) * len(bounds)): 1})
    for cell in region:
        after: Counter[tuple[frozenset[Cell], tuple[int, ...]]] = Counter()
        for (ahead, used), number in polled(ways.items(), should_stop):
            if cell in ahead:
                after[ahead - {cell}, used] += number
                continue
            for piece, name in starting[cell]:
                now = tuple(k + (name == other) for k, other in zip(used, bounds, strict=True))
                if ahead.isdisjoint(piece) and _within(now, bounds.values()):
                    after[(ahead | piece) - {cell}, now] += number
        ways = after
        tell("cell", cell=cell, states=len(ways), ways=sum(ways.values()))
    enough = [low for low, _ in bounds.values()]
    total = sum(
        number
        for (_, used), number in ways.items()
        if all(k >= low for k, low in zip(used, enough, strict=True))
    )
    tell("count", ways=total)
    return total


def _within(used: tuple[int, ...], bounds: Iterable[Bounds]) -> bool:
    return all(high is None or k <= high for k, (_, high) in zip(used, bounds, strict=True))
