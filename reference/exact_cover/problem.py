"""An exact cover in numbers, as `reference.exact_cover.links` takes it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

__all__ = ["Bounds", "Problem", "state_problem"]

Bounds = tuple[int, int | None]
MANY = 1 << 30  # room for all options that there can be


@dataclass(frozen=True)
class Problem:
    """A problem in the terms of `link`; ``numbers`` tells the caller's number of each option.

    ``colours`` stand beside the items of each option, 0 for none; empty when there are none at all.
    """

    options: list[list[int]]
    needs: list[int]
    rooms: list[int]
    numbers: list[int]
    colours: list[list[int]]


def state_problem(
    items: Sequence[Hashable],
    options: Iterable[Sequence[Hashable]],
    secondary: Sequence[Hashable],
    bounds: Mapping[Any, Bounds],
    colours: Mapping[tuple[int, Any], Hashable],
) -> Problem:
    """Check a problem and number its items from 1, the primary ones first.

    Raises
    ------
    ValueError
        For an unknown or repeated item, an empty option, impossible bounds, a colour of an item
        that is not secondary or not in the option.

    Examples
    --------
    >>> state_problem("ab", ["as", "b"], "s", {}, {(0, "s"): "red"}).colours
    [[0, 1], [0]]
    """
    number = {item: k for k, item in enumerate([*items, *secondary], start=1)}
    if len(number) < len(items) + len(secondary):
        raise ValueError("items: one is repeated, expected distinct items")
    primary = set(items)
    for item, (low, high) in bounds.items():
        if item not in primary:
            raise ValueError(f"bounds: {item!r} is not a primary item")
        if low < 0 or (high is not None and high < low):
            raise ValueError(f"bounds of {item!r}: {low}..{high}, expected 0 <= least <= most")
    limits = [bounds.get(item, (1, 1)) for item in items] + [(0, 1)] * len(secondary)
    rooms = [MANY if high is None else max(high, 1) for _, high in limits]
    paints = {colour: k for k, colour in enumerate(dict.fromkeys(colours.values()), start=1)}
    problem = Problem([], [low for low, _ in limits], rooms, [], [])
    used = 0
    for k, option in enumerate(options):
        indices = _indices(k, option, number)
        coloured = [paints.get(colours.get((k, item)), 0) for item in option] if colours else []
        if any(colour and i <= len(items) for i, colour in zip(indices, coloured, strict=False)):
            raise ValueError(f"option {k}: a colour of a primary item")
        used += sum(map(bool, coloured))
        _add(problem, k, indices, coloured, limits, len(items))
    if used < len(colours):
        raise ValueError("colours: one is of an item that is not in its option")
    return problem


def _indices(k: int, option: Sequence[Hashable], number: Mapping[Hashable, int]) -> list[int]:
    try:
        indices = [number[item] for item in option]
    except KeyError as error:
        raise ValueError(f"option {k}: {error.args[0]!r} is not an item") from None
    if not indices or len(set(indices)) < len(indices):
        raise ValueError(f"option {k}: expected at least one item, and none twice")
    return indices


def _add(
    problem: Problem,
    k: int,
    option: list[int],
    coloured: list[int],
    limits: Sequence[Bounds],
    primary: int,
) -> None:
    """Add an option, if it can be chosen at all.

    If none of its items is to be covered exactly once, add an item that decides on the option.
    """
    if min(option) > primary or any(limits[i - 1][1] == 0 for i in option):
        return
    problem.options.append(option)
    problem.numbers.append(k)
    is_primary = any(limits[i - 1] == (1, 1) for i in option)
    if not is_primary:
        problem.needs.append(1)
        problem.rooms.append(1)
        option.append(len(problem.needs))
        problem.options.append([len(problem.needs)])
        problem.numbers.append(-1)
    if coloured:
        problem.colours.append(coloured if is_primary else [*coloured, 0])
        if not is_primary:
            problem.colours.append([0])
