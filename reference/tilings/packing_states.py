"""The step of a sweep for the best packings: states with their best value and its ways.

As `reference.tilings.frontier_states`, over (max, +): between key and count of a row stand the best
value that leads to the state, and where it came from. A state that is reached again by a better
value forgets the ways so far; by an equal one, it adds them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from reference.kernel.kernels import kernel, part
from reference.tilings.frontier_states import FULL, ONE, place, shift, slot

__all__ = ["best_step"]

Array = np.ndarray[Any, np.dtype[Any]]


@part
def _add(
    table: Array, row: int, key: Array, words: int, source: Array, value: Any, back: Any
) -> int:
    """Reach a state by the ways of a row, with a value; return 1 if it was not reached before."""
    new = 1 if table[row, words - 1] == 0 else 0
    if new == 0 and value < table[row, words]:
        return 0
    better = new == 1 or value > table[row, words]
    if better:
        for w in range(words):
            table[row, w] = key[w]
        table[row, words], table[row, words + 1] = value, back
    carry = np.uint64(0)
    for w in range(words + 2, len(source)):
        a = np.uint64(0) if better else table[row, w]
        b = a + source[w]
        c = b + carry
        carry = np.uint64(b < a) | np.uint64(c < b)
        table[row, w] = c
    return new


@part
def _has_room(state: Array, rooms: Array, words: int) -> bool:
    """Whether one of the masks ``rooms`` is in a state: a piece would fit."""
    for k in range(len(rooms)):
        inside = True
        for w in range(words):
            inside &= (state[w] & rooms[k, w]) == rooms[k, w]
        if inside:
            return True
    return False


@kernel("packing-frontier")
def best_step(
    old: Array,
    start: int,
    table: Array,
    used: int,
    words: int,
    window: tuple[Array, Array],
    masks: Array,
    shape: Array,
    gains: Array,
    rooms: Array,
    fields: Array,
    key: Array,
    budget: int,
) -> tuple[int, int]:
    """Move states of ``old``, from row ``start`` on, over the current place into ``table``.

    Option m of the place has ``masks[m]`` and ``gains[m]``; the last one is to leave it empty,
    which is out for a state that contains one of the masks ``rooms``. Where a state came from is
    its row times the number of options and one, and the option, from 1; 0 for none.
    Returns the row to go on from and the number of states in the table.
    """
    low, high = window
    stop = min(len(old), start + budget)
    ways = np.uint64(len(masks) + 1)
    r = start
    while r < stop and used + len(masks) < FULL * len(table):
        state = old[r]
        origin = np.uint64(r) * ways
        r += 1
        if state[words - 1] == 0:
            continue
        if state[0] & ONE:
            shift(key, state, low, high, words)
            row = slot(table, key, words)
            used += _add(table, row, key, words, state, state[words], origin)
            continue
        for m in range(len(masks)):
            if m == len(masks) - 1 and _has_room(state, rooms, words):
                continue
            if not place(key, state, masks[m], fields[shape[m]], words):
                continue
            shift(key, key, low, high, words)
            value, back = state[words] + gains[m], origin + np.uint64(m + 1)
            row = slot(table, key, words)
            used += _add(table, row, key, words, state, value, back)
    return r, used
