"""What is left of an exact cover once some options are chosen, others out; and how to cut it.

A search tree cut off near its root: each node there is some decisions, and the rest is an exact
cover of its own, which any search can be asked. An item to be covered exactly once splits the
solutions by the option that covers it (Knuth, TAOCP 7.2.2.1, does so at each node); where there is
none, an option splits them into those with it and those without.

A decision is the number of an option, or ``-number - 1`` for one that is out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from reference.exact_cover.problem import Bounds

__all__ = ["Rest", "branches", "rest"]

ONCE = (1, 1)


@dataclass(frozen=True)
class Rest:
    """An exact cover, in the terms of `reference.exact_cover.dlx.DLX`.

    ``numbers`` tells which option of the whole problem each of ``options`` is.
    """

    items: list[Hashable]
    options: list[list[Hashable]]
    numbers: list[int]
    secondary: list[Hashable]
    bounds: dict[Any, Bounds]
    colours: dict[tuple[int, Any], Hashable]


def rest(
    items: Sequence[Hashable],
    options: Sequence[Sequence[Hashable]],
    secondary: Sequence[Hashable],
    bounds: Mapping[Any, Bounds],
    colours: Mapping[tuple[int, Any], Hashable],
    decisions: Iterable[int],
) -> Rest | None:
    """What is left to be covered; None where the decisions contradict each other, or a bound.

    Examples
    --------
    >>> left = rest("abc", ["a", "ab", "b", "c", "bc"], "", {}, {}, [0])
    >>> left.items, left.options, left.numbers
    (['b', 'c'], [['b'], ['c'], ['b', 'c']], [2, 3, 4])
    >>> rest("abc", ["a", "ab"], "", {}, {}, [0, 1]) is None
    True
    """
    decided = set(decisions)
    rows = [k for k in decided if k >= 0]
    if any(-k - 1 in decided for k in rows):
        return None
    coverage = Counter(item for k in rows for item in options[k])
    left: dict[Hashable, Bounds] = {}
    for item in items:
        low, high = bounds.get(item, ONCE)
        if high is not None and coverage[item] > high:
            return None
        left[item] = max(0, low - coverage[item]), None if high is None else high - coverage[item]
    extra, paint = set(secondary), _paint(options, secondary, colours, rows)
    if paint is None:
        return None
    full = {item for item, (_, high) in left.items() if high == 0}

    def fits(k: int, option: Sequence[Hashable]) -> bool:
        for item in option:
            if item in full:
                return False
            if item in paint and (paint[item] is None or paint[item] != colours.get((k, item))):
                return False
        return not extra.issuperset(option)

    remaining = [
        (k, option)
        for k, option in enumerate(options)
        if k not in decided and -k - 1 not in decided and fits(k, option)
    ]
    return Rest(
        [item for item in items if item not in full],
        [[item for item in option if item not in paint] for _, option in remaining],
        [k for k, _ in remaining],
        [item for item in secondary if item not in paint],
        {item: pair for item, pair in left.items() if item not in full and pair != ONCE},
        {
            (n, item): colours[k, item]
            for n, (k, option) in enumerate(remaining if colours else ())
            for item in option
            if item not in paint and (k, item) in colours
        },
    )


def _paint(
    options: Sequence[Sequence[Hashable]],
    secondary: Sequence[Hashable],
    colours: Mapping[tuple[int, Any], Hashable],
    rows: Sequence[int],
) -> dict[Hashable, Hashable] | None:
    """The secondary items of the chosen options with their colours; None where these differ."""
    extra = set(secondary)
    paint: dict[Hashable, Hashable] = {}
    for k in rows:
        for item in extra.intersection(options[k]):
            colour = colours.get((k, item))
            if item in paint and (colour is None or colour != paint[item]):
                return None
            paint[item] = colour
    return paint


def branches(left: Rest) -> list[int] | None:
    """Decisions, of which exactly one holds in each solution; None where nothing is left open.

    The options of the item to be covered once with the fewest of them, or an option and its
    negation. None at all where some item cannot be covered.

    Examples
    --------
    >>> branches(rest("abc", ["a", "ab", "b", "c", "bc"], "", {}, {}, []))
    [0, 1]
    """
    number = Counter(item for option in left.options for item in option)
    if any(number[item] < left.bounds.get(item, ONCE)[0] for item in left.items):
        return []
    if not left.options:
        return None
    once = [item for item in left.items if item not in left.bounds]
    if not once:
        return [left.numbers[0], -left.numbers[0] - 1]
    best = min(once, key=lambda item: number[item])
    return [k for k, option in zip(left.numbers, left.options, strict=True) if best in option]
