"""The search of image lists over one board: a kernel, and the arrays that it works on."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from reference.kernel.kernels import kernel, part
from reference.kernel.words import ones

__all__ = [
    "DONE",
    "FULL",
    "LEFT",
    "LEVEL",
    "MISSING",
    "NODES",
    "SOLUTIONS",
    "WORD",
    "Board",
    "Lists",
    "Search",
    "search",
]

Array = np.ndarray[Any, np.dtype[Any]]

NONE, BIT, WORD = np.uint64(0), np.uint64(1), np.uint64(64)
FULL = np.uint64(0xFFFFFFFFFFFFFFFF)

LEVEL, DONE, SOLUTIONS, NODES, LEFT, MISSING = range(6)


class Lists(NamedTuple):
    """The placements that may lie first at a cell, by what is filled beside it.

    The list of cell number c, when the pattern of its ``probes[c]`` (distances to other cells)
    is b, is ``first[c * patterns + b]`` up to ``first[c * patterns + b + 1]``. By place in a list:
    the lowest word of the placement's ``mask``, its ``shape``, its number as ``option``, and where
    the next shape of the list begins, to which one may ``jump``. By number of the placement: all
    words of its mask (``wide``), and what lies ``beside`` it in the lowest word. By shape: its
    ``size``.
    """

    probes: Array
    first: Array
    mask: Array
    shape: Array
    jump: Array
    option: Array
    wide: Array
    beside: Array
    size: Array

    def at(self, number: int, word: int) -> tuple[int, int]:
        """Return where the list of a cell begins and ends, given what is filled from there on."""
        probes = self.probes[number].tolist()
        pattern = sum((word >> d & 1) << j for j, d in enumerate(probes))
        row = (int(number) << len(probes)) + pattern
        return int(self.first[row]), int(self.first[row + 1])


class Board(NamedTuple):
    """A board: positions of a box in lexicographic order.

    ``number`` is the number of the cell at a position. Bit j of ``edge[position, a]`` says that
    j positions on there is a neighbour along axis a, ``strides[a]`` further on. A part that reaches
    the ``fringe`` of a word may go on outside; others need a size n such that bit n - 1 of
    ``fillable`` is set.
    """

    number: Array
    strides: Array
    edge: Array
    fringe: Array
    fillable: Array


class Search(NamedTuple):
    """How far a search has come; level k has k placements on the board.

    ``filled`` has, by position, the words that begin there, before the first placement (1: filled);
    ``position``, ``window``, ``at`` and ``end`` are, by level, the first open cell, the words that
    begin there, the next place to try in its list, and the end of that.
    ``room`` is how many more copies of each shape may be used, ``owe`` how many more must be (or
    less than 0), ``out`` takes the solutions, unless it has no rows.
    """

    state: Array
    filled: Array
    position: Array
    window: Array
    at: Array
    end: Array
    room: Array
    owe: Array
    out: Array


@kernel("image-lists")
def search(lists: Lists, board: Board, run: Search, budget: int) -> None:
    """Search on for a budget of steps, or until ``out`` is full."""
    state, window, room, owe, out = run.state, run.window, run.room, run.owe, run.out
    mask, shape, jump, option = lists.mask, lists.shape, lists.jump, lists.option
    words, end, size = window.shape[1], len(board.number), lists.size
    filled = run.filled
    level, left, missing, nodes, finds = state[LEVEL], state[LEFT], state[MISSING], 0, 0
    ruled = board.fringe[0] != FULL
    here, word = run.position[level], window[level, 0]
    at, last = run.at[level], run.end[level]
    while budget > 0 and (finds < len(out) or len(out) == 0):
        budget -= 1
        while at < last:
            if room[shape[at]] == 0:
                at = np.int64(jump[at])
            elif mask[at] & word != NONE or (
                words > 1 and _clash(window[level], lists.wide[option[at]])
            ):
                at += 1
            else:
                break
        if at >= last:
            if level == 0:
                state[DONE] = 1
                break
            level -= 1
            here, word = run.position[level], window[level, 0]
            at, last = run.at[level], run.end[level]
            s = shape[at - 1]
            room[s] += 1
            owe[s] += 1
            left += size[s]
            missing += size[s] if owe[s] > 0 else 0
            continue
        s, p = shape[at], option[at]
        run.at[level] = at + 1
        at += 1
        nodes += 1
        due = missing - (size[s] if owe[s] > 0 else 0)
        if due > left - size[s]:
            continue
        after, rest = here, word | mask[at - 1]
        if words > 1:
            _copy(window, level, lists.wide[p])
        while rest == FULL and after < end:
            after += 64
            if after < end:
                rest = filled[after, 0]
                if words > 1:
                    rest = _moved_by_a_word(window[level + 1], filled[after])
        if after >= end:
            if len(out) > 0:
                for k in range(level + 1):
                    out[finds, k] = option[run.at[k] - 1]
                out[finds, level + 1] = -1
            finds += 1
            continue
        step = ones(rest & ~(rest + BIT))  # how many ones it ends with
        if step > NONE:
            after += np.int64(step)
            if words > 1:
                rest = _moved(window[level + 1], step, filled[after])
            else:
                rest = (rest >> step) | filled[after, 0]
        distance = after - here
        if ruled and distance < 64:
            seeds = (lists.beside[p] >> np.uint64(distance)) & ~rest
            if seeds != NONE and _strands(~rest, seeds, board, after):
                continue
        room[s] -= 1
        owe[s] -= 1
        left -= size[s]
        missing = due
        level += 1
        here, word = after, rest
        number, pattern = board.number[here], NONE
        for j in range(lists.probes.shape[1]):
            pattern |= ((word >> lists.probes[number, j]) & BIT) << np.uint64(j)
        row = np.int64(number) * (1 << lists.probes.shape[1]) + np.int64(pattern)
        at, last = np.int64(lists.first[row]), np.int64(lists.first[row + 1])
        run.position[level], window[level, 0] = here, word
        run.end[level] = last
    run.at[level] = at
    state[LEVEL], state[LEFT], state[MISSING] = level, left, missing
    state[SOLUTIONS] += finds
    state[NODES] += nodes


@part
def _clash(window: Array, mask: Array) -> bool:
    """Say if a placement covers what is filled, in words other than the lowest."""
    for w in range(1, len(mask)):  # noqa: SIM110 - a kernel
        if window[w] & mask[w] != NONE:
            return True
    return False


@part
def _copy(window: Array, level: int, mask: Array) -> None:
    """Fill in a placement, on the window of the next level."""
    for w in range(len(mask)):
        window[level + 1, w] = window[level, w] | mask[w]


@part
def _moved_by_a_word(window: Array, filled: Array) -> Any:
    """Move a window by 64 positions; return its lowest word."""
    for w in range(len(filled) - 1):
        window[w] = window[w + 1] | filled[w]
    window[len(filled) - 1] = filled[len(filled) - 1]
    return window[0]


@part
def _moved(window: Array, step: Any, filled: Array) -> Any:
    """Move a window by 1 to 63 positions; return its lowest word."""
    last = len(filled) - 1
    for w in range(last):
        window[w] = (window[w] >> step) | (window[w + 1] << (WORD - step)) | filled[w]
    window[last] = (window[last] >> step) | filled[last]
    return window[0]


@part
def _strands(left: Any, seeds: Any, board: Board, position: int) -> bool:
    """Say if some part of the cells ``left`` with a seed in it cannot be filled."""
    strides, edge, fringe = board.strides, board.edge, board.fringe[0]
    while seeds != NONE:
        part, wider = NONE, seeds & (~seeds + BIT)
        while wider != part and wider & fringe == NONE:
            part = wider
            for a in range(len(strides)):
                inner = edge[position, a]
                wider |= (((wider & inner) << strides[a]) | ((wider >> strides[a]) & inner)) & left
        outside = wider & fringe != NONE
        if not outside and (board.fillable[0] >> (ones(part) - BIT)) & BIT == NONE:
            return True
        seeds &= ~wider
    return False
