"""Boards and lists of placements for `reference.tilings.image_lists`, as arrays."""

from __future__ import annotations

import itertools
from collections.abc import Container, Iterable, Mapping, Sequence, Sized
from math import prod
from operator import itemgetter
from typing import Any

import numpy as np

from reference.kernel.polling import ShouldStop, polled
from reference.tilings.image_lists_search import FULL, WORD, Board, Lists
from reference.tilings.polyomino import Cell, Placement

__all__ = ["Box", "lists"]

Array = np.ndarray[Any, np.dtype[Any]]

PROBES = 6
ENTRIES = 1 << 22
"""Places in all lists together, about; where six cells beside would take more, fewer are asked."""


class Box:
    """The box around a region, with its positions in lexicographic order, the longest axis first.

    Parameters
    ----------
    region
        Cells, one at least, all of one dimension.
    fillable
        Whether 0, 1, 2, ... connected open cells can be filled, for all that is known; None for no
        opinion.

    Attributes
    ----------
    positions : dict
        The position of each cell.
    length : int
        How many positions there are, those of no cell included.
    board : Board
        What a search needs to know of it.
    """

    def __init__(self, region: Sequence[Cell], fillable: Sequence[bool] | None) -> None:
        low = [min(axis) for axis in zip(*region, strict=True)]
        sides = [max(axis) - a + 1 for axis, a in zip(zip(*region, strict=True), low, strict=True)]
        axes = sorted(range(len(sides)), key=lambda a: sides[a])
        sizes = [sides[a] for a in axes]
        strides = [prod(sizes[:k]) for k in range(len(axes))]
        stride = dict(zip(axes, strides, strict=True))
        positions = {
            cell: sum(stride[a] * (x - low[a]) for a, x in enumerate(cell)) for cell in region
        }
        self.positions = dict(sorted(positions.items(), key=itemgetter(1)))
        self.length = prod(sides)
        self.board = _board(self.positions.values(), strides, sizes, fillable)

    def neighbours(self, cell: Cell) -> Iterable[int]:
        """Yield the positions of the cells of the region that share a side with this one."""
        for k, step in itertools.product(range(len(cell)), (-1, 1)):
            other = (*cell[:k], cell[k] + step, *cell[k + 1 :])
            if other in self.positions:
                yield self.positions[other]

    def filled(self, covered: Container[Cell], words: int) -> Array:
        """Return, for each position, the words that begin there: 1 for no open cell."""
        bits = np.ones(64 * (self.length // 64 + words + 2), np.uint8)
        bits[[p for cell, p in self.positions.items() if cell not in covered]] = 0
        packed = np.packbits(bits, bitorder="little").view(np.uint64)
        place = np.arange(self.length)
        low, shift = place // 64, (place % 64).astype(np.uint64)
        window = np.empty((self.length, words), np.uint64)
        for w in range(words):
            above = packed[low + w + 1] << (WORD - np.maximum(shift, 1).astype(np.uint64))
            window[:, w] = packed[low + w] >> shift | np.where(shift > 0, above, np.uint64(0))
        return window


def _board(
    positions: Iterable[int], strides: list[int], sides: list[int], fillable: Sequence[bool] | None
) -> Board:
    """Return what stays the same; a part is followed within a word, but for its last stride."""
    length = prod(sides)
    number = np.full(length, -1, np.int32)
    for k, position in enumerate(positions):
        number[position] = k
    reach = 64 - max(strides)
    if fillable is None or reach < 1:
        none = np.zeros((1, 1), np.uint64)
        return Board(number, none[0], none, np.array([FULL]), none[0])
    place = np.arange(length)
    inner = [place // s % n < n - 1 for s, n in zip(strides, sides, strict=True)]
    sizes = sum(1 << n - 1 for n in range(1, min(64, len(fillable) - 1) + 1) if fillable[n])
    return Board(
        number,
        np.array(strides, np.uint64),
        np.stack([_windows(each) for each in inner], axis=1),
        np.array([int(FULL) >> reach << reach], np.uint64),
        np.array([sizes], np.uint64),
    )


def _windows(bits: Array) -> Array:
    """Return, for each place in a row of bits, the word of those that follow from there on."""
    padded = np.concatenate([bits, np.zeros(64, bits.dtype)]).astype(np.uint64)
    words = np.zeros(len(bits), np.uint64)
    for b in range(64):
        words |= padded[b : b + len(bits)] << np.uint64(b)
    return words


def lists(
    box: Box,
    placed: Sequence[Placement],
    shapes: Mapping[str, Sized],
    should_stop: ShouldStop | None = None,
) -> Lists:
    """Return the lists of placements by their first cell and by what is filled beside it."""
    starts: dict[int, list[int]] = {p: [] for p in box.positions.values()}
    relative, beside = [], np.zeros(len(placed), np.uint64)
    for k, (_, cells) in polled(enumerate(placed), should_stop):
        where = sorted(box.positions[cell] for cell in cells)
        starts[where[0]].append(k)
        relative.append([p - where[0] for p in where])
        near = {p - where[0] for cell in cells for p in box.neighbours(cell)}
        beside[k] = sum(1 << d for d in near.difference(relative[-1]) if 0 <= d < 64)
    words = 1 + max((mask[-1] for mask in relative), default=0) // 64
    wide = np.zeros((len(placed), words), np.uint64)
    for k, mask in enumerate(polled(relative, should_stop)):
        for d in mask:
            wide[k, d // 64] |= np.uint64(1 << d % 64)
    bits = PROBES
    while bits and max(len(placed), len(starts)) << bits > ENTRIES:
        bits -= 1
    numbers = {name: s for s, name in enumerate(shapes)}
    size = np.array(list(map(len, shapes.values())), np.int64)
    shape_of = np.array([numbers[name] for name, _ in placed], np.int32)
    probes = np.zeros((len(starts), bits), np.uint64)
    pattern = np.arange(1 << bits)[:, None]
    parts, lengths = [], []
    for c, start in enumerate(polled(starts.values(), should_stop)):
        start.sort(key=lambda k: int(shape_of[k]))
        count = np.bincount([d for k in start for d in relative[k][1:] if d < 64], minlength=1)
        directions = [int(d) for d in np.argsort(-count, kind="stable")[:bits] if count[d]]
        probes[c, : len(directions)] = directions
        touch = np.zeros(len(start), np.int64)
        for j, d in enumerate(directions):
            touch |= (wide[start, 0] >> np.uint64(d) & np.uint64(1)).astype(np.int64) << j
        rows, columns = np.nonzero(touch[None, :] & pattern == 0)
        parts.append(np.array(start, np.int32)[columns])
        lengths.append(np.bincount(rows, minlength=1 << bits))
    first = np.concatenate([[0], np.cumsum(np.concatenate(lengths))]).astype(np.int64)
    option = np.concatenate(parts).astype(np.int32)
    shape = shape_of[option]
    return Lists(
        probes, first, wide[option, 0], shape, _jumps(shape, first), option, wide, beside, size
    )


def _jumps(shape: Array, first: Array) -> Array:
    """Return, for each place in the lists, the next one with another shape or of another list."""
    n = len(shape)
    new = np.zeros(n + 1, np.bool_)
    new[first] = True
    new[1:n] |= shape[1:] != shape[:-1]
    starts = np.flatnonzero(new)
    after: Array = starts[np.searchsorted(starts, np.arange(n), side="right")].astype(np.int32)
    return after
