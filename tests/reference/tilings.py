"""Random small tilings for the tests of two methods against each other."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from reference.tilings.polyomino import Bounds, Cell

__all__ = ["Tiling", "tilings"]

Tiling = tuple[list[Cell], dict[str, list[Cell]], str, dict[str, Bounds]]


@st.composite
def tilings(draw: st.DrawFn) -> Tiling:
    """Draw a region with holes in two or three dimensions, shapes (some in parts), and copies."""
    size = draw(st.sampled_from([(4, 4), (3, 6), (2, 3, 3), (2, 2, 4)]))
    box = [()]
    for n in size:
        box = [(*cell, k) for cell in box for k in range(n)]  # type: ignore[misc]
    holes = draw(st.sets(st.sampled_from(box), max_size=6))
    region: Any = [cell for cell in box if cell not in holes]
    turning = draw(st.sampled_from(["free", "one-sided", "fixed"]))
    names = draw(st.lists(st.sampled_from("DILOSTP"), unique=True, min_size=1, max_size=4))
    shapes = {name: _SHAPES[name] for name in names}
    pairs = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 3)).map(_bounds)
    copies = draw(st.dictionaries(st.sampled_from(names), pairs))
    return region, shapes, turning, copies


def _bounds(pair: tuple[int, int | None]) -> Bounds:
    low, more = pair
    return low, None if more is None else low + more


_SHAPES: dict[str, list[Cell]] = {
    "D": [(0, 0), (0, 1)],
    "I": [(0, 0), (0, 1), (0, 2)],
    "L": [(0, 0), (0, 1), (1, 0)],
    "O": [(0, 0), (0, 1), (1, 0), (1, 1)],
    "S": [(0, 1), (0, 2), (1, 0), (1, 1)],
    "T": [(0, 0), (0, 1), (0, 2), (1, 1)],
    "P": [(0, 0), (0, 2)],
}
