"""How many tilings there are for each length of a strip, and the recurrence that they follow.

The counts for all lengths come from one product of equal strips: after n of them, the tilings of
length n are those that reach over no cut. Such a sequence follows a linear recurrence with
constant coefficients (see `recurrences`). When one holds for as many terms in a row as the product
has states, it holds for ever: what it leaves over follows the product's own recurrence, of that
order.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from cpmodels.answers.run import Limits, OutOfTime, Run
from cpmodels.errors import InputError
from cpmodels.puzzles.crossings import crossings
from cpmodels.puzzles.tiling import Tiling
from cpmodels.strips.layout import Layout, guess_fillings, open_axes, strip_model
from cpmodels.strips.method import MOST_BITS, MOST_FILLINGS, find_fillings
from cpmodels.strips.recurrences import PRIME, SPARE, Recurrence, find_recurrence, terms_needed
from cpmodels.strips.transfer import Array, Copies, Strip

__all__ = ["Sequence", "sequence"]

_MOST_MOVES = 60_000_000  # between states, with integers of any size, for a recurrence; a minute


_REGION = re.compile(r"\s*([0-9n]+(?:\s*[x×*]\s*[0-9n]+){1,2})\s*([a-z ]*)")


@dataclass(frozen=True)
class Sequence:
    """The numbers of tilings of regions that differ in their length alone.

    Attributes
    ----------
    n : tuple of int
        The lengths asked for.
    values : tuple of int
        The count for each.
    recurrence : Recurrence or None
        The shortest one found; None when it takes more terms than were computed.
    states : int
        What may be found at a cut.
    """

    n: tuple[int, ...]
    values: tuple[int, ...]
    recurrence: Recurrence | None
    states: int

    def __getitem__(self, length: int) -> int:
        return self.values[self.n.index(length)]

    def __iter__(self) -> Iterator[int]:
        return iter(self.values)


def sequence(
    region: str,
    shapes: str | Mapping[str, Any],
    n: Iterable[int] = range(1, 101),
    *,
    copies: Any = "any",
    turning: str = "free",
    limit: float | None = None,
    workers: int = 1,
) -> Sequence:
    """Count the tilings of a box for many of its lengths at once.

    Parameters
    ----------
    region : str
        Sides with one of them ``n``: ``"6xn"``, ``"2x3xn"``, ``"6xn tube"``, ``"4xn of hexagons"``.
    shapes, copies, turning
        As in `Tiling.of`.
    n : iterable of int
        The lengths wanted, 0 or more (length 0 has one tiling, of nothing).
    limit : float, optional
        Wall-clock seconds.

    Raises
    ------
    InputError
        Not such a region, or one too wide.
    OutOfTime
        The limit was reached; it is a TimeoutError.

    Examples
    --------
    >>> found = sequence("2xn", "dominoes", range(1, 8))
    >>> found.values, str(found.recurrence)
    ((1, 2, 3, 5, 8, 13, 21), 'a(n) = a(n-1) + a(n-2) for n >= 2 (proved)')
    """
    lengths = tuple(n)
    if not lengths or min(lengths) < 0:
        raise InputError("lengths n, expected some of 0 or more")
    run = Run(Limits(limit, workers))
    layout = _layout(region, shapes, copies, turning)
    try:
        product = _Product(layout, run)
        terms = product.terms(max(lengths), product.enough())
        recurrence = find_recurrence(terms)
        if recurrence is not None:
            terms = product.terms(len(terms) - 1, recurrence.start + product.states)
            recurrence = find_recurrence(terms, product.states)
    except OutOfTime:
        raise OutOfTime(f"{limit} seconds were too few for {region}") from None
    return Sequence(lengths, tuple(terms[k] for k in lengths), recurrence, product.states)


def _layout(region: str, shapes: str | Mapping[str, Any], copies: Any, turning: str) -> Layout:
    match = _REGION.fullmatch(region)
    sides = re.split(r"\s*[x×*]\s*", match[1].strip()) if match else []
    if match is None or sides.count("n") != 1:
        raise InputError(f"region {region!r}, expected sides with one n, such as 6xn or 6xn tube")
    axis, board = sides.index("n"), match[2]

    def layout(length: int) -> Layout:
        text = "x".join(str(length) if side == "n" else side for side in sides)
        puzzle = Tiling.of(f"{text} {board}".strip(), shapes, copies, turning)
        if axis not in open_axes(puzzle) or crossings(puzzle.lattice, puzzle.region):
            raise InputError(f"region {region!r}, expected n along a side that does not wrap")
        return Layout.along(puzzle, axis)

    # as long as the pieces of a strip can reach, and two layers at least
    return layout(layout(1).reach + 1)


class _Product:
    """The moves from cut to cut through equal strips, between all states that can be reached."""

    def __init__(self, layout: Layout, run: Run) -> None:
        window = layout.windows()[0]
        guess = guess_fillings(layout, window)
        copies = Copies(layout.puzzle.copies, dict.fromkeys(layout.puzzle.shapes, 1 << 40))
        bits = layout.width * layout.reach + copies.bits
        if bits > MOST_BITS or guess > MOST_FILLINGS:
            raise InputError(f"layers of {layout.width} cells, expected narrower ones")
        fillings = find_fillings(strip_model(layout, window), copies, run)
        strip = Strip(layout.width, layout.reach, window[0], copies, fillings)
        self._run = run
        self._keys, self._sources, targets = self._closure(strip)
        self._targets, self._first = np.unique(targets, return_index=True)
        empty = self._keys & ((1 << strip.cells) - 1) == 0
        self._ends = np.flatnonzero(empty & copies.enough(self._keys >> strip.cells))
        self._start = np.array([int(key == 0) for key in self._keys], object)
        self._ways = self._start
        self._terms = [int(self._ways[self._ends].sum())]

    @property
    def states(self) -> int:
        """How many states can be reached."""
        return len(self._keys)

    @property
    def size(self) -> int:
        """How many moves there are between them."""
        return len(self._sources)

    def terms(self, last: int, target: int) -> list[int]:
        """The counts for lengths 0 to `last`; to `target` if that is not too much work."""
        if target * self.size <= _MOST_MOVES:
            last = max(last, target)
        while len(self._terms) <= last:
            self._run.check_time()
            self._ways = self._advance(self._ways)
            self._terms.append(int(self._ways[self._ends].sum()))
        return self._terms

    def enough(self) -> int:
        """How many terms show the shortest recurrence, going by its order modulo a prime."""
        ways = self._start.astype(np.int64)
        terms = []
        for _ in range(min(2 * self.states + SPARE, _MOST_MOVES // self.size)):
            self._run.check_time()
            terms.append(int(ways[self._ends].sum() % PRIME))
            ways = self._advance(ways) % PRIME
        return terms_needed(terms)

    def _advance(self, ways: Array) -> Array:
        behind = np.zeros_like(ways)
        behind[self._targets] = np.add.reduceat(ways[self._sources], self._first)
        return behind

    def _closure(self, strip: Strip) -> tuple[Array, Array, Array]:
        """All states, and the moves from place to place, sorted by where they go."""
        keys = fresh = np.zeros(1, np.int64)
        moves: list[tuple[Array, Array]] = []
        while len(fresh):
            steps = list(strip.moves(fresh, self._run.should_stop))
            self._run.check_time()
            # a move that can be made in several ways is as many moves
            moves += [
                (np.repeat(fresh[one], times), np.repeat(to, times)) for one, to, times in steps
            ]
            targets = np.unique(np.concatenate([to for _, to, _ in steps] or [keys[:0]]))
            fresh = np.setdiff1d(targets, keys, assume_unique=True)
            keys = np.union1d(keys, fresh)
        source, target = (np.concatenate(column) for column in zip(*moves, strict=True))
        order = np.argsort(target, kind="stable")
        return keys, np.searchsorted(keys, source[order]), np.searchsorted(keys, target[order])
