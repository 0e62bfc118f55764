"""The best packings of a region, and how many there are: a sweep over (max, +).

As `reference.tilings.frontier`, with three things added. A cell may be left empty, which counts as
a copy of a shape of its own. A state keeps the best value that leads to it, and the number of ways
to have that. And where no room may be left for some shape, a state remembers which of the last
cells were left empty: the last cell of a room may not be the last empty one of it.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import numpy as np

from reference.kernel.budget import adapt
from reference.kernel.polling import ShouldStop, Stopped, polled
from reference.tilings.cell_order import narrow_order
from reference.tilings.frontier import Counters, grow, split
from reference.tilings.frontier_states import FULL, estimate, integer, widen
from reference.tilings.packing import Packing, costs
from reference.tilings.packing_states import best_step
from reference.tilings.polyomino import Bounds

__all__ = ["PackingFrontier"]

Array = np.ndarray[Any, np.dtype[Any]]
Step = tuple[Array, Array, Array, Array]
"""Of a place: masks, shapes and gains of its options, and the rooms that end there."""


class PackingFrontier:
    """A sweep over one region.

    Parameters
    ----------
    packing
        The region, its placements and rooms.
    weights
        By shape, what a piece is worth, 0 or more; None: all packings are counted.
    most
        Whether the best packings have most weight, or least.
    max_states, should_stop
        As for `reference.tilings.frontier.Frontier`.

    Attributes
    ----------
    best : int or None
        The weight of the best packings; None if there is no packing.
    complete, too_large, states, peak, reached, estimate
        As of `Frontier`.

    Examples
    --------
    >>> square = [(r, c) for r in range(5) for c in range(5)]
    >>> packing = Packing(square, {"V": [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0)]})
    >>> sweep = PackingFrontier(packing, {"V": 1})
    >>> sweep.count(), sweep.best
    (2, 4)
    """

    def __init__(
        self,
        packing: Packing,
        weights: Mapping[str, int] | None = None,
        *,
        most: bool = True,
        max_states: int = 40_000_000,
        should_stop: ShouldStop | None = None,
    ) -> None:
        sizes = {name: len(set(shape)) for name, shape in packing.shapes.items()}
        worth = weights or dict.fromkeys(sizes, 0)
        self._hole, gains = costs(sizes, worth, most=not most)  # dear where least is wanted
        self._all = None if most else self._hole * len(packing.region)
        self._max_states = max_states
        self._reset()
        self._program: _Program | None = None
        with suppress(Stopped):
            self._program = _Program(packing, gains, self._hole, should_stop)

    def _reset(self) -> None:
        self.complete = self.too_large = False
        self.states = self.peak = 0
        self.reached = self.estimate = 0, 0
        self.best: int | None = None

    def count(self, should_stop: ShouldStop | None = None) -> int:
        """Count the best packings. 0 when not `complete` afterwards."""
        with suppress(Stopped):
            return sum(number for _, number in self._last(should_stop, None))
        return 0

    def find(self, should_stop: ShouldStop | None = None) -> list[int] | None:
        """Return the numbers of the placements of a best packing; None if there is none.

        Or if the sweep was stopped before it was `complete`. It keeps eight bytes for each state.
        """
        trail: list[Array] = []
        with suppress(Stopped):
            ends = self._last(should_stop, trail)
            return self._trace(trail, ends[0][0]) if ends else None
        return None

    def _trace(self, trail: list[Array], row: int) -> list[int]:
        """Go back from a row of the last table to the first."""
        program = self._program
        assert program is not None
        rows = []
        for numbers, back in zip(reversed(program.numbers), reversed(trail), strict=True):
            row, option = divmod(int(back[row]), len(numbers) + 2)
            if 0 < option <= len(numbers):
                rows.append(numbers[option - 1])
        return sorted(rows)

    def _last(
        self, should_stop: ShouldStop | None, trail: list[Array] | None
    ) -> list[tuple[int, int]]:
        """Sweep, and return the rows of the best final states with their numbers of ways."""
        self._reset()
        program = self._program
        if program is None:
            raise Stopped
        words = program.words
        table = np.zeros((256, words + 3), np.uint64)
        table[0, words - 1], table[0, words + 2] = 1 << 63, 1
        used = 1
        for number, step in enumerate(program.steps, 1):
            self.states, self.peak = self.states + used, max(self.peak, used)
            self.reached = number, len(program.steps)
            table, used = self._move(program, table, used, step, should_stop or (lambda: False))
            if trail is not None:
                trail.append(table[:, words + 1].copy())
        self.complete = True
        ends = [
            (row, table[row, :words].tolist(), int(table[row, words]), table[row, words + 2 :])
            for row in np.flatnonzero(table[:, words - 1]).tolist()
        ]
        ends = [end for end in ends if program.counters.enough(integer(end[1]))]
        if not ends:
            return []
        best = max(value for _, _, value, _ in ends)
        self.best = best if self._all is None else self._all - best
        return [(row, integer(ways.tolist())) for row, _, value, ways in ends if value == best]

    def _move(
        self, program: _Program, old: Array, used: int, step: Step, should_stop: ShouldStop
    ) -> tuple[Array, int]:
        """Move all states over one place."""
        # where a number is full, or what lies behind is forgotten, two lead to one state
        old = widen(old, 2 + 4 * len(step[0]))
        new = np.zeros((1 << max(8, (2 * used).bit_length()), old.shape[1]), np.uint64)
        row, used, budget = 0, 0, 256
        key = np.zeros(program.words, np.uint64)
        while row < len(old):
            if used + len(step[0]) >= FULL * len(new):
                new = grow(new, program.words, should_stop)
            began = time.perf_counter()
            row, used = best_step(
                old, row, new, used, program.words, program.window, *step,
                program.counters.fields, key, budget,
            )  # fmt: skip
            budget = adapt(budget, began)
            self.too_large = used > self._max_states
            if self.too_large or should_stop():
                self.estimate = estimate(old, row, new, used)
                raise Stopped
        return new, used


class _Program:
    """The sweep in words of 64 bits: a key has the places ahead, those behind, and the copies.

    Ahead, bit j is set if the j-th place from here is taken; behind, the top bit is the last place
    and is set if that was left empty. ``numbers[i]`` are the placements that begin at place i.
    """

    def __init__(
        self, packing: Packing, gains: Mapping[str, int], hole: int, should_stop: ShouldStop | None
    ) -> None:
        pieces = [*packing.placed, *(("", room) for room in packing.room_cells)]
        order: Sequence[Hashable] = packing.crossings.ordered(
            narrow_order(packing.region, pieces, should_stop, packing.lattice)
        )
        index = {place: i for i, place in enumerate(order)}
        cells = set(packing.region)
        names = {name: s for s, name in enumerate(packing.shapes)}
        area = len(cells) or 1
        limits = [
            _needed(packing.copies.get(name, (0, None)), area / len(set(shape)))
            for name, shape in packing.shapes.items()
        ]
        limits += [_needed(packing.leave, area), (0, None)]
        starts: list[list[tuple[int, int, int]]] = [[] for _ in order]
        self.numbers: list[list[int]] = [[] for _ in order]
        for number, places in enumerate(polled(packing.places, should_stop)):
            first, mask = _mask(index, places)
            name = packing.placed[number][0]
            starts[first].append((mask, names[name], gains[name]))
            self.numbers[first].append(number)
        ends: list[list[list[int]]] = [[] for _ in order]  # for each room, how far back its places
        for room in polled(packing.rooms, should_stop):
            last = max(index[place] for place in room)
            ends[last].append([last - index[place] for place in room if index[place] < last])
        ahead = max((mask.bit_length() for start in starts for mask, _, _ in start), default=1)
        behind = max((d for rooms in ends for back in rooms for d in back), default=0)
        top = ahead + behind  # where a place that is left empty leaves a bit, to be shifted once
        self.counters = Counters(limits, top + 1)
        self.words = self.counters.end // 64 + 1
        whole = (1 << 64 * self.words) - 1
        low = (1 << ahead - 1) - 1 | ((1 << behind) - 1) << ahead
        self.window = (split(low, self.words), split(whole >> top + 1 << top + 1, self.words))
        self.steps: list[Step] = []
        for i, place in enumerate(polled(order, should_stop)):
            nothing = 1 | (1 << top if behind else 0)
            empty = (nothing, len(names), hole) if place in cells else (nothing, len(names) + 1, 0)
            masks, shapes, worth = zip(*starts[i], empty, strict=True)
            rooms = [sum(1 << top - d for d in back) for back in ends[i]]
            if place in cells and packing.leave[1] == 0:
                rooms = [0]  # which every state contains: it may not stay empty
            self.steps.append((
                self._split(masks), np.array(shapes, np.int64), np.array(worth, np.uint64),
                self._split(rooms),
            ))  # fmt: skip

    def _split(self, masks: Iterable[int]) -> Array:
        rows = [split(mask, self.words) for mask in masks]
        return np.array(rows, np.uint64).reshape(-1, self.words)


def _mask(index: Mapping[Hashable, int], places: Iterable[Hashable]) -> tuple[int, int]:
    """Return the first place of a piece, and its places from there on as bits."""
    numbers = [index[place] for place in places]
    return min(numbers), sum(1 << i - min(numbers) for i in numbers)


def _needed(bounds: Bounds, most: float) -> Bounds:
    """Return the bounds without an upper one that is no less than the most there can be."""
    low, high = bounds
    return (low, None if high is not None and high >= most else high)
