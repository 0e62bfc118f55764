"""Which undecided cells of a nonogram depend on each other.

Where a reader of a line can be in only one state, what comes before does not matter for what comes
after: the line is cut there. Undecided cells between two cuts belong together, and so do those of
lines that cross in an undecided cell. The solutions of parts that do not belong together multiply.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from reference.kernel.kernels import kernel, part
from reference.nonograms.chains import ZERO, Chains, Ints, cell_of, read_line

__all__ = ["SEGMENT", "Parts", "make_parts", "split"]

SEGMENT = 5  # line, from, to, state there, state here: what stands before the masks of a segment


class Parts(NamedTuple):
    """Room for what `split` says."""

    owner: Ints  # scratch, of each cell: the smallest cell known to belong to the same part
    order: Ints  # the undecided cells, part by part
    first: Ints  # order[first[i]:first[i + 1]] are the cells of part i
    text: Ints  # what a part is: its segments with the masks of their cells
    starts: Ints  # text[starts[i]:starts[i + 1]] is that of part i
    segments: Ints  # scratch: of each segment these five, and one of its cells
    lines: Ints  # scratch: when a line was last looked at
    part_of: Ints  # scratch, of each cell: the number of its part
    free: Ints  # scratch, of each part: where the next cell goes


def make_parts(chains: Chains) -> Parts:
    """Room for the parts of this board."""
    rows, columns, _ = chains.shape
    cells = len(chains.masks)
    return Parts(
        owner=np.full(cells, -1, np.int64),
        order=np.zeros(cells, np.int64),
        first=np.zeros(cells + 1, np.int64),
        text=np.zeros(2 * cells * (SEGMENT + 1), np.int64),
        starts=np.zeros(cells + 1, np.int64),
        segments=np.zeros((2 * cells, SEGMENT + 1), np.int64),
        lines=np.zeros(rows + columns, np.int64),
        part_of=np.zeros(cells, np.int64),
        free=np.zeros(cells + 1, np.int64),
    )


@part
def _root(owner: Ints, cell: int) -> int:
    while owner[cell] != cell:
        owner[cell] = owner[owner[cell]]
        cell = owner[cell]
    return cell


@part
def _only_state(chains: Chains, place: int) -> int:
    """The state before a place of the line that was read, if there is just one; else -1."""
    state = -1
    for w in range(chains.ahead.shape[1]):
        word = chains.ahead[place, w]
        if word != ZERO:
            if state >= 0 or word & (word - np.uint64(1)) != ZERO:
                return -1
            bit = 0
            for shift in (32, 16, 8, 4, 2, 1):
                if word >> np.uint64(shift) != ZERO:
                    word = word >> np.uint64(shift)
                    bit += shift
            state = 64 * w + bit
    return state


@part
def _cut(chains: Chains, parts: Parts, line: int, count: int) -> int:
    """Add the segments of a line, and join the cells of each; how many segments there are then."""
    shape, owner, segments = chains.shape, parts.owner, parts.segments
    length = shape[1] if line < shape[0] else shape[0]
    read_line(chains, line)
    begin, state, chosen = 0, 0, -1
    for place in range(length + 1):
        only = _only_state(chains, place)
        if only >= 0:
            if chosen >= 0:
                segments[count, 0], segments[count, 1], segments[count, 2] = line, begin, place
                segments[count, 3], segments[count, 4], segments[count, 5] = state, only, chosen
                count += 1
                chosen = -1
            begin, state = place, only
        if place < length:
            cell = cell_of(shape, line, place)
            if owner[cell] >= 0:
                if chosen < 0:
                    chosen = _root(owner, cell)
                else:
                    other = _root(owner, cell)
                    if other < chosen:
                        owner[chosen] = other
                        chosen = other
                    else:
                        owner[other] = chosen
    return count


@part
def _mask(chains: Chains, place: Ints, cell: int) -> int:
    """The colours that are left to a cell."""
    k, mask = chains.shape[2], 0
    for c in range(k):
        if place[cell * k + c] < 0:
            mask |= 1 << c
    return mask


@part
def _lines(chains: Chains, parts: Parts, place: Ints, cells: Ints) -> int:
    """Read the masks of the cells, and cut the lines of the undecided ones; how many segments."""
    shape, lines, owner = chains.shape, parts.lines, parts.owner
    for cell in cells:
        mask = _mask(chains, place, cell)
        if mask & (mask - 1):
            owner[cell] = cell
            lines[cell // shape[1]] = 1
            lines[shape[0] + cell % shape[1]] = 1
    count = 0
    for line in range(len(lines)):
        if lines[line]:
            lines[line] = 0
            for at in range(shape[1] if line < shape[0] else shape[0]):
                cell = cell_of(shape, line, at)
                chains.masks[cell] = _mask(chains, place, cell)
            count = _cut(chains, parts, line, count)
    return count


@part
def _sort(parts: Parts, cells: Ints) -> int:
    """Put the cells in order, part by part; the number of parts."""
    owner, first, order, part_of, free = (
        parts.owner,
        parts.first,
        parts.order,
        parts.part_of,
        parts.free,
    )
    count = 0
    for cell in cells:  # the smallest cell of a part is its owner, and comes first
        if owner[cell] == cell:
            part_of[cell] = count
            first[count + 1] = 0
            count += 1
    for cell in cells:
        if owner[cell] >= 0:
            part_of[cell] = part_of[_root(owner, cell)]
            first[part_of[cell] + 1] += 1
    for number in range(count):
        first[number + 1] += first[number]
        free[number] = first[number]
    for cell in cells:
        if owner[cell] >= 0:
            order[free[part_of[cell]]] = cell
            free[part_of[cell]] += 1
            owner[cell] = -1
    return count


@part
def _spell(chains: Chains, parts: Parts, segments: int, count: int) -> None:
    """Write down the segments of each part, with the masks of their cells."""
    starts, text, free = parts.starts, parts.text, parts.free
    for number in range(count):
        starts[number + 1] = 0
    for index in range(segments):
        number = parts.part_of[parts.segments[index, SEGMENT]]
        starts[number + 1] += SEGMENT + parts.segments[index, 2] - parts.segments[index, 1]
    for number in range(count):
        starts[number + 1] += starts[number]
        free[number] = starts[number]
    for index in range(segments):
        number = parts.part_of[parts.segments[index, SEGMENT]]
        at = free[number]
        for column in range(SEGMENT):
            text[at] = parts.segments[index, column]
            at += 1
        line = parts.segments[index, 0]
        for place in range(parts.segments[index, 1], parts.segments[index, 2]):
            text[at] = chains.masks[cell_of(chains.shape, line, place)]
            at += 1
        free[number] = at


@kernel("nonogram counts")
def split(chains: Chains, parts: Parts, place: Ints, cells: Ints) -> int:
    """Say which of these cells are undecided, and which of those belong together.

    The cells are in rising order, and a part of the board or all of it; `place` is that of the
    `Board`, from which their masks are read. Returned is the number of parts; what they are is
    left in `order` and `text`.
    """
    segments = _lines(chains, parts, place, cells)
    count = _sort(parts, cells)
    _spell(chains, parts, segments, count)
    return int(count)
