"""Count tilings by a dynamic program over the cells, with the frontier as its state.

Go through the cells in a fixed order. All that matters about the shapes placed so far is which of
the cells still to come they cover, the *frontier*, and how many copies of the bounded shapes they
used up. So keep a table from that state to the number of ways to reach it. If the next cell is
covered, move on; if not, put every placement on it whose first cell it is and which is disjoint
from the frontier. This is the transfer-matrix or "broken profile" method of the folklore, for any
finite region of any dimension. Counts are integers of any size.
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
from reference.tilings.crossings import Crossings
from reference.tilings.frontier_states import FULL, estimate, rehash, rows, step, widen
from reference.tilings.lattices import SQUARES, Lattice
from reference.tilings.polyomino import Bounds, Cell, check_copies, placements

__all__ = ["Counters", "Frontier", "grow", "split"]

Array = np.ndarray[Any, np.dtype[Any]]


class Frontier:
    """A count of the tilings of one region.

    Parameters
    ----------
    cells, shapes, turning
        As in `reference.tilings.polyomino.placements`.
    copies
        Bounds (at least, at most) on the number of copies by name of shape, at most None for any
        number; a name left out means any number. They become part of the state.
    max_states
        The count gives up when a step has more states than this.
    should_stop
        Asked while the program is built; if it says so, `count` is not complete.
    lattice
        What the cells are, and how the board wraps.
    every
        Whether the copies of every shape are part of the state, for `by_copies`.

    Attributes
    ----------
    complete : bool
        Whether the count came to its end.
    too_large : bool
        Whether it gave up because of ``max_states``.
    states, peak : int
        The number of states in all steps together, and in the largest.
    reached : tuple of int
        The step that was under way last, and how many there are.
    estimate : tuple of int
        Of a sweep that was stopped: some so many states its step would have had, by the share of
        the states before that had been moved, and their bytes. Steps behind it may have more.

    Examples
    --------
    >>> from reference.tilings.frontier import Frontier
    >>> square = [(r, c) for r in range(8) for c in range(8)]
    >>> sweep = Frontier(square, {"domino": [(0, 0), (0, 1)]})
    >>> sweep.count(), sweep.complete, sweep.peak
    (12988816, True, 70)
    """

    def __init__(
        self,
        cells: Iterable[Cell],
        shapes: Mapping[str, Iterable[Cell]],
        turning: str = "free",
        copies: Mapping[str, Bounds] | None = None,
        max_states: int = 40_000_000,
        should_stop: ShouldStop | None = None,
        lattice: Lattice = SQUARES,
        *,
        every: bool = False,
    ) -> None:
        pieces = {name: tuple(shape) for name, shape in shapes.items()}
        region = sorted(set(cells))
        bounds = check_copies(copies or {}, pieces)
        limits = (_all_limits if every else _limits)(bounds, pieces, len(region))
        self._shapes = list(pieces)
        self._max_states = max_states
        self._reset()
        self._program: _Program | None = None
        with suppress(Stopped):
            usable = [
                (name, covered)
                for name, covered in placements(region, pieces, turning, should_stop, lattice)
                if limits[name][1] != 0
            ]
            order = narrow_order(region, usable, should_stop, lattice)
            crossings = Crossings(region, lattice)
            whole: list[Any] = order
            pieces_on_board: list[Any] = usable
            if crossings.items:  # each is taken by a piece, or by nothing, in one way
                whole = crossings.ordered(order)
                pieces_on_board = [(name, (*cells, *crossings.of(cells))) for name, cells in usable]
                pieces_on_board += [("", (item,)) for item in crossings.items]
                limits[""] = (0, None)
            self._program = _Program(whole, pieces_on_board, limits, should_stop)

    def _reset(self) -> None:
        self.complete = self.too_large = False
        self.states = self.peak = 0
        self.reached = self.estimate = (0, 0)

    def count(self, should_stop: ShouldStop | None = None) -> int:
        """Count the tilings. 0 when not `complete` afterwards: part of a sweep says nothing."""
        return sum(number for _, number in self._final(should_stop))

    def by_copies(self, should_stop: ShouldStop | None = None) -> dict[tuple[int, ...], int]:
        """Count the tilings for each number of copies of the shapes, in their order.

        Nothing when not `complete` afterwards.

        >>> square = [(r, c) for r in range(2) for c in range(2)]
        >>> shapes = {"domino": [(0, 0), (0, 1)], "one": [(0, 0)]}
        >>> Frontier(square, shapes, every=True).by_copies()
        {(0, 4): 1, (1, 2): 4, (2, 0): 2}
        """
        histogram: dict[tuple[int, ...], int] = {}
        for key, number in self._final(should_stop):
            assert self._program is not None
            used = self._program.counters.numbers(key)
            copies = tuple(used.get(s, 0) for s in range(len(self._shapes)))
            histogram[copies] = histogram.get(copies, 0) + number
        return dict(sorted(histogram.items()))

    def _final(self, should_stop: ShouldStop | None) -> list[tuple[int, int]]:
        """Sweep, and return the keys of the final states with enough copies, and their counts."""
        self._reset()
        program = self._program
        if program is None:
            return []
        words = program.words
        table = np.zeros((256, words + 1), np.uint64)
        table[0, words - 1], table[0, words] = 1 << 63, 1
        used = 1
        for number, (masks, shape) in enumerate(program.steps, 1):
            self.states, self.peak = self.states + used, max(self.peak, used)
            self.reached = number, len(program.steps)
            try:
                table, used = self._move(
                    program, table, used, masks, shape, should_stop or (lambda: False)
                )
            except Stopped:
                return []
        self.complete = True
        return [each for each in rows(table, words) if program.counters.enough(each[0])]

    def _move(
        self,
        program: _Program,
        old: Array,
        used: int,
        masks: Array,
        shape: Array,
        should_stop: ShouldStop,
    ) -> tuple[Array, int]:
        """Move all states over one cell."""
        old = widen(old, 1 + 2 * len(masks))  # where a number is full, two lead to one state
        new = np.zeros((1 << max(8, (2 * used).bit_length()), old.shape[1]), np.uint64)
        row, used, budget = 0, 0, 256
        key = np.zeros(program.words, np.uint64)
        while row < len(old):
            if used + len(masks) >= FULL * len(new):
                new = grow(new, program.words, should_stop)
            began = time.perf_counter()
            row, used = step(
                old,
                row,
                new,
                used,
                program.words,
                program.window,
                masks,
                shape,
                program.counters.fields,
                key,
                budget,
            )
            budget = adapt(budget, began)
            self.too_large = used > self._max_states
            if self.too_large or should_stop():
                self.estimate = estimate(old, row, new, used)
                raise Stopped
        return new, used


def grow(table: Array, words: int, should_stop: ShouldStop) -> Array:
    """Return a table with the same states and twice the rows."""
    larger = np.zeros((2 * len(table), table.shape[1]), np.uint64)
    row, budget = 0, 1000
    while row < len(table):
        began = time.perf_counter()
        rehash(table[row : row + budget], larger, words)
        row, budget = row + budget, adapt(budget, began)
        if should_stop():
            raise Stopped
    return larger


def _limits(
    copies: Mapping[str, Bounds], shapes: Mapping[str, tuple[Cell, ...]], area: int
) -> dict[str, Bounds]:
    """Return the bounds of all shapes; an upper bound that the area implies becomes None."""
    limits = {}
    for name, shape in shapes.items():
        low, high = copies.get(name, (0, None))
        implied = high is not None and high * len(set(shape)) >= area > 0
        limits[name] = (low, None if implied else high)
    return limits


def _all_limits(
    copies: Mapping[str, Bounds], shapes: Mapping[str, tuple[Cell, ...]], area: int
) -> dict[str, Bounds]:
    """Return the bounds of all shapes, each with an upper one: the area's where it has none."""
    limits: dict[str, Bounds] = {}
    for name, shape in shapes.items():
        low, high = copies.get(name, (0, None))
        room = max(area // len(set(shape)), low)
        limits[name] = (low, room if high is None else min(high, room))
    return limits


class _Program:
    """The dynamic program of one tiling, in words of 64 bits.

    ``steps[i]``: masks (relative to cell i) and shape numbers of the placements whose first cell
    is cell i.
    """

    def __init__(
        self,
        order: Sequence[Hashable],
        placed: Sequence[tuple[str, Sequence[Hashable]]],
        limits: Mapping[str, Bounds],
        should_stop: ShouldStop | None,
    ) -> None:
        index = {cell: i for i, cell in enumerate(order)}
        names = {name: s for s, name in enumerate(limits)}
        starts: list[list[tuple[int, int]]] = [[] for _ in order]
        for name, cells in polled(placed, should_stop):
            numbers = sorted(index[cell] for cell in cells)
            mask = sum(1 << (i - numbers[0]) for i in numbers)
            starts[numbers[0]].append((mask, names[name]))
        width = max((mask.bit_length() for start in starts for mask, _ in start), default=1)
        self.counters = Counters(list(limits.values()), width)
        self.words = self.counters.end // 64 + 1
        whole = (1 << 64 * self.words) - 1
        self.window = (self._split((1 << width - 1) - 1), self._split(whole >> width << width))
        self.steps = [
            (
                np.array([self._split(mask) for mask, _ in start], np.uint64).reshape(
                    -1, self.words
                ),
                np.array([s for _, s in start], np.int64),
            )
            for start in polled(starts, should_stop)
        ]

    def _split(self, number: int) -> Array:
        return split(number, self.words)


class Counters:
    """The numbers of copies in a key, from a bit on; ``end`` is the bit behind them.

    ``fields[s]``, of shape s: word and mask of its number of copies, the number at which that is
    full, one copy, and whether full means no more (or: no need to count on).

    >>> counters = Counters([(0, None), (1, 2)], 7)
    >>> counters.end, counters.enough(0), counters.enough(1 << 7)
    (9, False, True)
    """

    def __init__(self, limits: Sequence[Bounds], at: int) -> None:
        self._at: list[tuple[int, int, Bounds]] = []
        self.fields = np.zeros((max(1, len(limits)), 5), np.uint64)
        for s, (low, high) in enumerate(limits):
            top = low if high is None else high
            if not top:
                continue
            at += -at % 64 if at % 64 + top.bit_length() > 64 else 0
            bit, field = at % 64, (1 << top.bit_length()) - 1
            self.fields[s] = at // 64, field << bit, top << bit, 1 << bit, high is not None
            self._at.append((s, at, (low, high)))
            at += top.bit_length()
        self.end = at

    def numbers(self, key: int) -> dict[int, int]:
        """Return the numbers of copies in a key by shape, as far as they are counted."""
        return {
            s: key >> at & (1 << (low if high is None else high).bit_length()) - 1
            for s, at, (low, high) in self._at
        }

    def enough(self, key: int) -> bool:
        """Say if a final state has the copies that are asked for at least."""
        used = self.numbers(key)
        return all(used[s] >= low for s, _, (low, _) in self._at)


def split(number: int, words: int) -> Array:
    """Return a number as words of 64 bits, the lowest first."""
    return np.array([number >> 64 * w & (1 << 64) - 1 for w in range(words)], np.uint64)
