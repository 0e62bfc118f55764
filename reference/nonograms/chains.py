"""Lines of a nonogram as chains of states: what a reader of a line has to know.

Where a reader of a line stands is one number: how far the pattern of the clue is read. The clue
2 1 is the pattern black black white black. At state s the next cell may be the pattern's cell s,
which leads to s + 1; or white, which leads to s, where no run is being read and no gap is missing.
What is known of a cell is the bit mask of its colours, 1 for white.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.kernel.kernels import kernel, part
from reference.nonograms.line import Clue, gaps

__all__ = [
    "ZERO",
    "Chains",
    "Ints",
    "Words",
    "cell_of",
    "look",
    "make_chains",
    "pattern_of",
    "read_line",
]

Ints = NDArray[np.int64]
Words = NDArray[np.uint64]

ZERO, ONE, TOP = np.uint64(0), np.uint64(1), np.uint64(63)


class Chains(NamedTuple):
    """The lines of a board: rows, then columns. Sets of states are bits in words."""

    shape: Ints  # rows, columns, colours with white
    masks: Ints  # of each cell, row by row
    steps: Words  # steps[line, c]: states whose next cell in the pattern has colour c
    loops: Words  # loops[line]: states that a white cell leaves as they are
    last: Ints  # the state at the end of a line
    ahead: Words  # scratch: states reached at each place between cells, those that lead on


def make_chains(rows: Sequence[Clue], columns: Sequence[Clue]) -> Chains:
    """The board with everything possible. Colours are numbered by size."""
    lines = [*rows, *columns]
    colours = sorted({colour for clue in lines for _, colour in clue})
    number = {colour: index for index, colour in enumerate(colours, 1)}
    patterns, rests = zip(*[pattern_of(clue, number) for clue in lines], strict=True)
    k, cells = len(colours) + 1, len(rows) * len(columns)
    words = max(map(len, patterns)) // 64 + 1
    steps = np.zeros((len(lines), k, words), np.uint64)
    loops = np.zeros((len(lines), words), np.uint64)
    for line, (pattern, rest) in enumerate(zip(patterns, rests, strict=True)):
        for state, colour in enumerate(pattern):
            steps[line, colour, state >> 6] |= ONE << np.uint64(state & 63)
        for state in rest:
            loops[line, state >> 6] |= ONE << np.uint64(state & 63)
    return Chains(
        shape=np.array([len(rows), len(columns), k], np.int64),
        masks=np.full(cells, (1 << k) - 1, np.int64),
        steps=steps,
        loops=loops,
        last=np.array(list(map(len, patterns)), np.int64),
        ahead=np.zeros((max(len(rows), len(columns)) + 1, words), np.uint64),
    )


def pattern_of(clue: Clue, number: dict[int, int]) -> tuple[list[int], list[int]]:
    """The colours of the pattern, and the states at which white cells may come in between."""
    pattern: list[int] = []
    rest = [0]
    for (length, colour), gap in zip(clue, gaps(clue), strict=True):
        pattern += [number[colour]] * length + [0] * gap
        rest.append(len(pattern))
    return pattern, rest


@part
def cell_of(shape: Ints, line: int, place: int) -> int:
    """The number of the cell at a place of a line."""
    if line < shape[0]:
        return int(line * shape[1] + place)
    return int(place * shape[1] + line - shape[0])


@part
def _reach(chains: Chains, line: int, length: int) -> None:
    """ahead[p]: the states in which a reader may be before cell p, by the cells before."""
    steps, loops, ahead, k = chains.steps, chains.loops, chains.ahead, chains.shape[2]
    words = ahead.shape[1]
    for w in range(words):
        ahead[0, w] = ZERO
    ahead[0, 0] = ONE
    for p in range(length):
        mask = chains.masks[cell_of(chains.shape, line, p)]
        carry = ZERO
        for w in range(words):
            moves = ZERO
            for c in range(k):
                if mask >> c & 1:
                    moves |= ahead[p, w] & steps[line, c, w]
            stay = ahead[p, w] & loops[line, w] if mask & 1 else ZERO
            ahead[p + 1, w] = moves << ONE | carry | stay
            carry = moves >> TOP


@part
def read_line(chains: Chains, line: int) -> bool:
    """Leave in `ahead` the states on a way to the end; False if there is none."""
    shape, steps, loops, ahead = chains.shape, chains.steps, chains.loops, chains.ahead
    length = shape[1] if line < shape[0] else shape[0]
    words, k, last = ahead.shape[1], shape[2], chains.last[line]
    _reach(chains, line, length)
    for w in range(words):
        ahead[length, w] &= ONE << np.uint64(last & 63) if w == last >> 6 else ZERO
    if ahead[length, last >> 6] == ZERO:
        return False
    for p in range(length - 1, -1, -1):
        cell = cell_of(shape, line, p)
        mask = chains.masks[cell]
        for w in range(words):
            after = ahead[p + 1, w] >> ONE
            if w + 1 < words:
                after |= ahead[p + 1, w + 1] << TOP
            alive = ZERO
            for c in range(k):
                if mask >> c & 1:
                    way = ahead[p, w] & steps[line, c, w] & after
                    if c == 0:
                        way |= ahead[p, w] & loops[line, w] & ahead[p + 1, w]
                    alive |= way
            ahead[p, w] = alive
    return True


@kernel("nonogram counts")
def look(chains: Chains, line: int) -> bool:
    """`read_line`, for Python."""
    return bool(read_line(chains, line))
