"""Nogoods: sets of removed colours that cannot all hold, and their propagation.

Entries are those of nonogram_board. The first two entries of each nogood are watched: as long as
neither is removed, or one cannot be any more, the nogood has nothing to say.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.kernel.kernels import part
from reference.nonograms.board import (
    CAUSE,
    QUEUED,
    TRAIL,
    Board,
    Ints,
    fix,
    forbid,
    next_line,
    undo,
)
from reference.nonograms.line_bits import settle

__all__ = [
    "ASK",
    "CLOCK",
    "DEPTH",
    "FLOOR",
    "LEFT",
    "NODES",
    "RESTARTS",
    "ROOM",
    "SIZE",
    "YIELDED",
    "Nogoods",
    "back",
    "is_full",
    "make_nogoods",
    "propagate",
    "retreat",
    "shrink",
    "store",
]

# state[...]
COUNT, USED, HEAD, DEPTH, FLOOR, SIZE, CLOCK, NODES, YIELDED, LEFT, RESTARTS, ASK = range(12)
ROOM, CELLS = 20_000, 2_000_000


class Nogoods(NamedTuple):
    """The nogoods, the decisions so far, and which cells contradictions hang on."""

    entries: Ints  # all nogoods, one after the other; the first two of each are watched
    first: Ints  # first[g]:first[g + 1] are the entries of nogood g
    used: Ints  # when it last took part in a contradiction
    follow: Ints  # follow[2 g + i]: the next watch on the same entry
    watch: Ints  # the first watch on each entry
    mark: Ints  # length of the trail before each decision
    seen: NDArray[np.bool_]
    draft: Ints  # scratch: the nogood being learned
    some: Ints  # scratch: entries of a line
    activity: NDArray[np.float64]  # of each cell
    weight: NDArray[np.float64]  # what the next contradiction adds
    state: Ints


def make_nogoods(board: Board) -> Nogoods:
    """None yet."""
    literals = len(board.trail)
    return Nogoods(
        entries=np.empty(CELLS, np.int64),
        first=np.zeros(ROOM + 1, np.int64),
        used=np.zeros(ROOM, np.int64),
        follow=np.empty(2 * ROOM, np.int64),
        watch=np.full(literals, -1, np.int64),
        mark=np.zeros(literals + 1, np.int64),
        seen=np.zeros(literals, np.bool_),
        draft=np.zeros(literals + 1, np.int64),
        some=np.zeros((board.rows + board.columns) * len(board.colours), np.int64),
        activity=np.zeros(len(board.options)),
        weight=np.ones(1),
        state=np.zeros(12, np.int64),
    )


@part
def _link(nogoods: Nogoods, node: int) -> None:
    """Let watch `node`, 2 g + i, watch entry i of nogood g."""
    entry = nogoods.entries[nogoods.first[node >> 1] + (node & 1)]
    nogoods.follow[node] = nogoods.watch[entry]
    nogoods.watch[entry] = node


@part
def _visit(board: Board, nogoods: Nogoods, entry: int) -> int:
    """`entry` holds now: move its watches, or fix the last cell; a nogood all held, or -1."""
    entries, first, follow = nogoods.entries, nogoods.first, nogoods.follow
    place, k = board.place, board.can.shape[1]
    node = nogoods.watch[entry]
    nogoods.watch[entry] = -1
    broken = -1
    while node >= 0:
        after = follow[node]
        g = node >> 1
        mine, other = first[g] + (node & 1), first[g] + 1 - (node & 1)
        moved = False
        last = entries[other]
        if broken < 0 and not (place[last] < 0 and board.options[last // k] == 1):
            for index in range(first[g] + 2, first[g + 1]):
                if place[entries[index]] < 0:
                    entries[mine], entries[index] = entries[index], entries[mine]
                    moved = True
                    break
            if not moved:
                if place[last] >= 0:
                    broken = g
                else:
                    board.state[CAUSE] = len(board.waiting) + g
                    fix(board, last)
        if moved:
            _link(nogoods, node)
        else:
            follow[node] = nogoods.watch[entry]
            nogoods.watch[entry] = node
        node = after
    return broken


@part
def _mirror(board: Board, entry: int) -> int:
    """`entry` is gone: its images go too; what is broken if one was its cell's last, or -1."""
    k, images = board.can.shape[1], board.images
    for g in range(len(images)):
        image = images[g, entry]
        if board.place[image] < 0:
            cause: int = len(board.waiting) + ROOM + g * images.shape[1] + entry
            if board.options[image // k] == 1:
                return cause
            board.state[CAUSE] = cause
            forbid(board, image)
    return -1


@part
def propagate(board: Board, nogoods: Nogoods) -> int:
    """Nogoods, then lines, until nothing changes; -1, or what broke: a line or a nogood."""
    state, own = board.state, nogoods.state
    broken = -1
    while broken < 0:
        if own[HEAD] < state[TRAIL]:
            entry = board.trail[own[HEAD]]
            broken = _visit(board, nogoods, entry)
            own[HEAD] += 1
            if broken >= 0:
                broken += len(board.waiting)
            else:
                broken = _mirror(board, entry)
        elif state[QUEUED]:
            line = next_line(board)
            if not settle(board, line):
                broken = line
        else:
            return -1
    while state[QUEUED]:
        next_line(board)
    return broken


@part
def retreat(board: Board, nogoods: Nogoods, mark: int) -> None:
    """Undo all that was removed since the trail had length `mark`."""
    undo(board, mark)
    nogoods.state[HEAD] = mark


@part
def back(board: Board, nogoods: Nogoods, depth: int) -> None:
    """Undo all decisions from number `depth` on."""
    retreat(board, nogoods, nogoods.mark[depth])
    nogoods.state[DEPTH] = depth


@part
def store(nogoods: Nogoods) -> int:
    """Keep the nogood found; its number."""
    own, draft = nogoods.state, nogoods.draft
    g: int = own[COUNT]
    size = own[SIZE]
    for index in range(size):
        nogoods.entries[own[USED] + index] = draft[index]
    own[USED] += size
    own[COUNT] += 1
    nogoods.first[g + 1] = own[USED]
    nogoods.used[g] = own[CLOCK]
    if size > 1:
        _link(nogoods, 2 * g)
        _link(nogoods, 2 * g + 1)
    return g


@part
def is_full(nogoods: Nogoods) -> bool:
    """Might the next nogood not fit in?"""
    own = nogoods.state
    return bool(own[COUNT] >= ROOM or own[USED] + len(nogoods.draft) > CELLS)


def shrink(board: Board, nogoods: Nogoods) -> None:
    """Forget the half of the nogoods that was not used for longest, except causes on the trail."""
    own, count, lines = nogoods.state, int(nogoods.state[COUNT]), len(board.waiting)
    trail = board.trail[: board.state[TRAIL]]
    causes = board.cause[trail]
    sizes = np.diff(nogoods.first[: count + 1])
    keep = nogoods.used[:count] > np.median(nogoods.used[:count])
    keep |= sizes <= 3
    of = (causes >= lines) & (causes < lines + ROOM)
    keep[causes[of] - lines] = True
    renumber = np.cumsum(keep) - 1
    board.cause[trail[of]] = lines + renumber[causes[of] - lines]
    entries = nogoods.entries[: own[USED]][np.repeat(keep, sizes)]
    own[COUNT], own[USED] = keep.sum(), len(entries)
    nogoods.entries[: len(entries)] = entries
    nogoods.first[1 : own[COUNT] + 1] = np.cumsum(sizes[keep])
    nogoods.used[: own[COUNT]] = nogoods.used[:count][keep]
    nogoods.watch[:] = -1
    _relink(nogoods)


@part
def _relink(nogoods: Nogoods) -> None:
    for g in range(nogoods.state[COUNT]):
        if nogoods.first[g + 1] - nogoods.first[g] > 1:
            _link(nogoods, 2 * g)
            _link(nogoods, 2 * g + 1)
