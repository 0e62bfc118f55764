"""Products of strips: from the ways to fill each strip to the number of ways to fill them all.

A state is what a cut remembers: the cells behind it that are taken, and how often the shapes
whose copies are bounded are used. It is one number: the bits of the cells, layer by layer, then
the fields of the copies. A strip takes each state through each of its fillings that covers just
the cells of its layer that are not taken, and clashes with nothing that is. Counts are exact: in
64 bits while they are sure to fit, in integers of any size from there on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpmodels.puzzles.copies import Bounds

__all__ = ["Array", "Copies", "Fillings", "Strip", "follow", "merge"]

Array = np.ndarray[Any, np.dtype[Any]]
Fillings = Mapping[tuple[int, int], int]
"""How often each pair occurs: the cells covered, as bits, the strip's own layer lowest; and the
copies used, as `Copies` writes them."""

_PAIRS = 2_000_000  # of states and fillings compared at a time
_FITS = 1 << 62


@dataclass(frozen=True)
class _Field:
    name: str
    shift: int
    least: int
    most: int  # counted up to here
    refuses: bool  # whether more than that is too many, or as good as that


class Copies:
    """The part of a state that holds how often each bounded shape is used.

    Examples
    --------
    >>> copies = Copies({"I": (0, None), "O": (1, 2), "T": (3, None)}, {"I": 9, "O": 9, "T": 9})
    >>> copies.bits, copies.write({"O": 2, "T": 5}), copies.enough(np.array([0, 14, 13]))
    (4, 14, array([False,  True,  True]))
    >>> copies.write({"O": 3}) is None
    True
    """

    def __init__(self, bounds: Mapping[str, Bounds], fit: Mapping[str, int]) -> None:
        self.bits = 0
        self.fields: list[_Field] = []
        for name, (low, high) in bounds.items():
            limited = high is not None and high < fit[name]
            most = high if limited and high is not None else low
            if most:
                self.fields.append(_Field(name, self.bits, low, most, limited))
                self.bits += most.bit_length()

    def write(self, usage: Mapping[str, int]) -> int | None:
        """The fields as one number; None when there are too many of a shape."""
        value = 0
        for field in self.fields:
            number = usage.get(field.name, 0)
            if number > field.most and field.refuses:
                return None
            value |= min(number, field.most) << field.shift
        return value

    def add(self, one: Array, other: Array) -> tuple[Array, Array]:
        """The sums of the fields, and where none of them is too large."""
        total = np.zeros_like(one)
        fine = np.ones(len(one), bool)
        for field in self.fields:
            mask = (1 << field.most.bit_length()) - 1
            number = (one >> field.shift & mask) + (other >> field.shift & mask)
            if field.refuses:
                fine &= number <= field.most
            total |= np.minimum(number, field.most) << field.shift
        return total, fine

    def enough(self, usage: Array) -> Array:
        """Where every shape is used as often as it must."""
        fine = np.ones(len(usage), bool)
        for field in self.fields:
            mask = (1 << field.most.bit_length()) - 1
            fine &= (usage >> field.shift & mask) >= field.least
        return fine


class Strip:
    """All fillings of one strip, those that do the same taken together.

    Parameters
    ----------
    width, reach : int
        Bits of a layer, and layers that a piece may reach beyond its own.
    layer : int
        The cells of the strip's own layer.
    """

    def __init__(
        self, width: int, reach: int, layer: int, copies: Copies, fillings: Fillings
    ) -> None:
        self.width, self.cells, self.layer, self.copies = width, width * reach, layer, copies
        self.most = sum(fillings.values())
        own = (1 << width) - 1
        by_own: dict[int, list[tuple[int, int]]] = {}
        for (bits, usage), ways in fillings.items():
            rest = bits >> width | usage << self.cells
            by_own.setdefault(bits & own, []).append((rest, ways))
        self._by_own = {
            cells: (np.array([r for r, _ in some], np.int64), np.array([w for _, w in some]))
            for cells, some in by_own.items()
        }

    def moves(
        self, states: Array, should_stop: Callable[[], bool]
    ) -> Iterator[tuple[Array, Array, Array]]:
        """Places in `states`, the states that they become, and in how many ways; in pieces."""
        top = states & ((1 << min(self.width, self.cells)) - 1)
        for own in np.unique(top).tolist():
            rest, ways = self._by_own.get(self.layer & ~own, (None, None))
            if rest is None or ways is None:
                continue
            places = np.flatnonzero(top == own)
            size = max(1, _PAIRS // len(rest))
            for start in range(0, len(places), size):
                if should_stop():
                    return
                some = places[start : start + size]
                yield from self._join(some, states[some], rest, ways)

    def _join(
        self, places: Array, states: Array, rest: Array, ways: Array
    ) -> Iterator[tuple[Array, Array, Array]]:
        cells = (1 << self.cells) - 1
        behind = (states & cells) >> self.width
        once = sum(1 << f.shift for f in self.copies.fields if f.refuses and f.most == 1)
        clash = once << self.cells | cells  # a shape used once is like a cell that is taken
        one, other = np.nonzero(
            ((behind | states & ~cells)[:, None] & (rest & clash)[None, :]) == 0
        )
        usage, fine = self.copies.add(states[one] >> self.cells, rest[other] >> self.cells)
        after = behind[one] | (rest[other] & cells) | usage << self.cells
        yield places[one][fine], after[fine], ways[other][fine]


def merge(keys: Array, values: Array) -> tuple[Array, Array]:
    """Each key once, sorted, and the sum of its values."""
    order = np.argsort(keys, kind="stable")
    keys, values = keys[order], values[order]
    first = np.flatnonzero(np.r_[True, keys[1:] != keys[:-1]]) if len(keys) else keys[:0]
    return keys[first], np.add.reduceat(values, first) if len(first) else values[:0]


def follow(
    states: Array, ways: Array, strip: Strip, should_stop: Callable[[], bool]
) -> tuple[Array, Array]:
    """The states behind a strip, sorted, and the number of ways to each.

    Examples
    --------
    Dominoes on a strip of two cells: none, one across, one or two that reach over the cut.

    >>> fillings = {(0b0000, 0): 1, (0b0011, 0): 1, (0b0101, 0): 1, (0b1010, 0): 1, (0b1111, 0): 1}
    >>> strip = Strip(2, 1, 0b11, Copies({}, {}), fillings)
    >>> states, ways = np.array([0]), np.array([1])
    >>> for _ in range(4):
    ...     states, ways = follow(states, ways, strip, lambda: False)
    >>> dict(zip(states.tolist(), ways.tolist()))
    {0: 5, 3: 3}
    """
    if ways.dtype != object and int(ways.sum()) * strip.most >= _FITS:
        ways = ways.astype(object)
    parts = [(np.zeros(0, np.int64), ways[:0])]
    for places, after, times in strip.moves(states, should_stop):
        parts.append(merge(after, ways[places] * times.astype(ways.dtype)))
    return merge(np.concatenate([k for k, _ in parts]), np.concatenate([v for _, v in parts]))
