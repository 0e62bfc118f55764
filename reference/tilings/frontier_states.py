"""Tables of frontier states with their counts, and the step of a sweep over one cell.

A table is an open-addressing hash table of rows of 64-bit words: first the key, then the count,
least significant word first. Bit j of a key is set if the j-th cell from the current one is
covered; above those bits stand the numbers of copies; the highest bit is always set, so that a
row of zeros is free.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from reference.kernel.kernels import kernel, part

__all__ = [
    "FULL",
    "ONE",
    "add",
    "estimate",
    "integer",
    "place",
    "rehash",
    "rows",
    "shift",
    "slot",
    "step",
    "widen",
]

Array = np.ndarray[Any, np.dtype[Any]]

ONE = np.uint64(1)
FULL = 0.6
"""The share of rows in use at which a table is to grow."""


@part
def slot(table: Array, key: Array, words: int) -> Any:
    """Return the row of a key in a table, or the free row in which to put it."""
    h = np.uint64(0)
    for w in range(words):
        h = (h ^ key[w]) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    last = len(table) - 1
    row = np.int64(h) & last
    while table[row, words - 1] != 0:
        same = True
        for w in range(words):
            same &= table[row, w] == key[w]
        if same:
            break
        row = (row + 1) & last
    return row


@part
def add(table: Array, row: int, key: Array, words: int, source: Array) -> int:
    """Add the count of a row of the same width to a row of the table; return 1 if it was free."""
    new = 1 if table[row, words - 1] == 0 else 0
    for w in range(words):
        table[row, w] = key[w]
    carry = np.uint64(0)
    for w in range(words, len(source)):
        a = table[row, w]
        b = a + source[w]
        c = b + carry
        carry = np.uint64(b < a) | np.uint64(c < b)
        table[row, w] = c
    return new


@kernel("frontier")
def rehash(old: Array, table: Array, words: int) -> None:
    """Copy all states of a table to a larger one."""
    for r in range(len(old)):
        if old[r, words - 1] != 0:
            row = slot(table, old[r], words)
            for w in range(old.shape[1]):
                table[row, w] = old[r, w]


@kernel("frontier")
def step(
    old: Array,
    start: int,
    table: Array,
    used: int,
    words: int,
    window: tuple[Array, Array],
    masks: Array,
    shape: Array,
    fields: Array,
    key: Array,
    budget: int,
) -> tuple[int, int]:
    """Move states of ``old``, from row ``start`` on, over the current cell into ``table``.

    Returns the row to go on from and the number of states in the table, after ``budget`` rows or
    when the table is too full. ``key`` is room for a key.
    """
    low, high = window
    stop = min(len(old), start + budget)
    r = start
    while r < stop and used + len(masks) < FULL * len(table):
        state = old[r]
        r += 1
        if state[words - 1] == 0:
            continue
        if state[0] & ONE:
            shift(key, state, low, high, words)
            used += add(table, slot(table, key, words), key, words, state)
            continue
        for m in range(len(masks)):
            if place(key, state, masks[m], fields[shape[m]], words):
                shift(key, key, low, high, words)
                used += add(table, slot(table, key, words), key, words, state)
    return r, used


@part
def place(key: Array, state: Array, mask: Array, counter: Array, words: int) -> bool:
    """Write a state with a placement; False if they overlap or the shape's copies are used up.

    ``counter`` is that of the shape: its word, its bits, which of them say that no more are
    counted, one copy, and whether no more are allowed then.
    """
    for w in range(words):
        if state[w] & mask[w] != 0:
            return False
    word, field, top, unit = counter[0], counter[1], counter[2], counter[3]
    if field and state[word] & field == top:
        if counter[4]:
            return False
        unit = np.uint64(0)
    for w in range(words):
        key[w] = state[w] | mask[w]
    key[word] += unit
    return True


@part
def shift(key: Array, state: Array, low: Array, high: Array, words: int) -> None:
    """Shift the cells of a state (mask ``low`` of the result) by one, keep the rest (``high``)."""
    for w in range(words):
        shifted = state[w] >> ONE
        if w + 1 < words:
            shifted |= state[w + 1] << np.uint64(63)
        key[w] = (shifted & low[w]) | (state[w] & high[w])


def widen(table: Array, ways: int) -> Array:
    """Give the counts one more word if the sum of that many of them might not fit."""
    if (int(table[:, -1].max()) + 1) * ways < 1 << 64:
        return table
    return np.hstack([table, np.zeros((len(table), 1), np.uint64)])


def estimate(old: Array, row: int, table: Array, used: int) -> tuple[int, int]:
    """Return how many states a step of which `row` rows are done would make, and their bytes."""
    states = used * len(old) // max(1, row)
    return states, int(states * table.shape[1] * 8 / FULL)


def rows(table: Array, words: int) -> Iterator[tuple[int, int]]:
    """Yield the keys and counts of a table as integers."""
    for row in table[table[:, words - 1] != 0].tolist():
        yield integer(row[:words]), integer(row[words:])


def integer(words: list[int]) -> int:
    """Return the number whose words these are, the least first."""
    return sum(word << 64 * w for w, word in enumerate(words))
