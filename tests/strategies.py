"""Random puzzles for the property tests."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.puzzles.cells import canonical, normalise

NAMES = "abcd"


@st.composite
def regions(draw: Any, most: int = 12) -> list[tuple[int, ...]]:
    """A few cells, with holes, in two or three dimensions."""
    size = draw(st.sampled_from([2, 2, 2, 3]))
    cell = st.tuples(*[st.integers(0, 3 if size == 2 else 2)] * size)
    return sorted(draw(st.sets(cell, max_size=most)))


@st.composite
def tilings(draw: Any, most: int = 12) -> cm.Tiling:
    """A tiling with random shapes (some in two parts), copies and turning."""
    region = draw(regions(most=most))
    dimension = len(region[0]) if region else 2
    turning = draw(st.sampled_from(["free", "one-sided", "fixed"]))
    cell = st.tuples(*[st.integers(0, 1)] * (dimension - 1), st.integers(0, 2))
    shapes: dict[str, Any] = {}
    seen = set()
    for name in NAMES[: draw(st.integers(1, 3))]:
        cells = normalise(draw(st.sets(cell, min_size=1, max_size=4)))
        if canonical(cells, turning) not in seen:
            seen.add(canonical(cells, turning))
            shapes[name] = cells
    copies = {name: draw(bounds()) for name in shapes}
    return cm.Tiling.of(region, shapes, copies, turning)


@st.composite
def bounds(draw: Any) -> Any:
    """How often: any, exactly, or between."""
    low = draw(st.integers(0, 2))
    return draw(st.sampled_from(["any", "any", low, (low, low + 1), (0, low), (low, None)]))


@st.composite
def exact_covers(draw: Any, priced: bool = False) -> cm.ExactCover:
    """An exact cover with secondary items, some in colours, and bounds."""
    primary = [f"p{i}" for i in range(draw(st.integers(0, 4)))]
    secondary = [f"s{i}" for i in range(draw(st.integers(0, 2)))]
    items = primary + secondary
    options = []
    if items:
        option = st.lists(st.sampled_from(items), unique=True, min_size=1, max_size=3)
        options = draw(st.lists(option, max_size=8))
    colour = st.sampled_from(["", "", ":red", ":blue"])
    options = [
        [item + draw(colour) if item in secondary else item for item in option]
        for option in options
    ]
    own_bounds = {name: draw(bounds()) for name in primary if draw(st.integers(0, 3)) == 0}
    pairs = {
        name: (0, None) if pair == "any" else (pair, pair) if isinstance(pair, int) else pair
        for name, pair in own_bounds.items()
    }
    costs = draw(st.lists(st.integers(0, 5), min_size=len(options), max_size=len(options)))
    return cm.ExactCover.of(primary, options, secondary, pairs, costs=costs if priced else ())
