"""Count the pictures of a part of a nonogram cell by cell.

Go through the cells row by row. All that matters of those behind is where a reader of the row, and
one of each column, stand in their clues; for each such *state* keep the number of ways to get
there. States from which a line cannot be ended are left out. It is the frontier method of
`reference.tilings.frontier`, with clues in the place of shapes.
"""

from __future__ import annotations

import time
from collections import defaultdict
from typing import NamedTuple

import numpy as np

from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel, part
from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.chains import Chains, Ints, Words, look
from reference.nonograms.components import SEGMENT
from reference.tilings.frontier import grow
from reference.tilings.frontier_states import FULL, add, rows, slot, widen

__all__ = ["Plan", "TooLarge", "make_plan", "sweep"]

NOWHERE = -1


class TooLarge(Exception):
    """There are more states than allowed."""


class _Segment(NamedTuple):
    """A stretch of a line, and the states of its reader at both ends."""

    line: int
    begin: int
    end: int
    first: int
    last: int


class _Move(NamedTuple):
    """One cell: what is done with the readers of its two lines."""

    mask: int
    plan: Ints  # for each reader: line, word and shift of its field, state at entry, at exit
    alive: Words  # for each reader, the states in which it may be after the cell


def _segments(text: Ints) -> list[_Segment]:
    """The segments of a part, as `reference.nonograms.components` spells it."""
    segments: list[_Segment] = []
    at, numbers = 0, text.tolist()
    while at < len(numbers):
        segments.append(_Segment(*numbers[at : at + SEGMENT]))
        at += SEGMENT + segments[-1].end - segments[-1].begin
    return segments


class Plan(NamedTuple):
    """The cells of a part in the order of the sweep."""

    chains: Chains
    words: int  # of a state
    moves: list[_Move]


def make_plan(chains: Chains, text: Ints) -> Plan:
    """The plan for a part, as `reference.nonograms.components` spells it."""
    segments = _segments(text)
    words, moves = _moves(chains, segments)
    return Plan(chains, words, moves)


def sweep(
    plan: Plan, should_stop: ShouldStop, most: int = 2_000_000, steps: int | None = None
) -> int:
    """The number of ways to decide the cells of a part.

    Parameters
    ----------
    most
        States at once.
    steps
        States in all.

    Raises
    ------
    TooLarge, Stopped
    """
    chains, words = plan.chains, plan.words
    table, used, spent = np.zeros((256, words + 1), np.uint64), 1, 0
    table[0, words - 1], table[0, words] = 1 << 63, 1
    key = np.zeros(words, np.uint64)
    for move in plan.moves:
        ways = move.mask.bit_count()
        old = widen(table, 1 + ways)
        table = np.zeros((1 << max(8, (2 * used).bit_length()), old.shape[1]), np.uint64)
        spent += used
        row, used, budget = 0, 0, 1000
        while row < len(old):
            if used + chains.steps.shape[1] >= FULL * len(table):
                table = grow(table, words, should_stop)
            began = time.perf_counter()
            row, used = _advance(
                old, row, table, used, words, move.mask, move.plan, move.alive,
                chains.steps, chains.loops, key, budget,
            )  # fmt: skip
            budget = adapt(budget, began)
            if used > most or (steps is not None and spent + used > steps):
                raise TooLarge
            if should_stop():
                raise Stopped
    return sum(count for _, count in rows(table, words))


def _moves(chains: Chains, segments: list[_Segment]) -> tuple[int, list[_Move]]:
    """The words of a state, and the cells in the order in which fewer lines are open at once."""
    height = int(chains.shape[0])
    across = [s for s in segments if s.line < height]
    down = [s for s in segments if s.line >= height]
    if len({s.line for s in across}) < len({s.line for s in down}):
        across, down = down, across
    fields, words = _fields(chains, across, down)
    readers: dict[tuple[int, int], list[tuple[_Segment, int, Words]]] = defaultdict(list)
    for segment in segments:
        look(chains, segment.line)
        number = segment.line if segment.line < height else segment.line - height
        for place in range(segment.begin, segment.end):
            cell = (number, place) if segment in across else (place, number)
            readers[cell].append((segment, place, chains.ahead[place + 1].copy()))
    return words, [_move(chains, fields, readers[cell]) for cell in sorted(readers)]


def _fields(
    chains: Chains, across: list[_Segment], down: list[_Segment]
) -> tuple[dict[int, int], int]:
    """At which bit the state of each line stands, lines across sharing a field; and the words."""
    sizes = {segment.line: int(chains.last[segment.line]).bit_length() for segment in down}
    at = max(int(chains.last[segment.line]).bit_length() for segment in across)
    fields = {segment.line: 0 for segment in across}
    for line in sorted(sizes):
        if at % 64 + sizes[line] > 63:  # the highest bit of a word is not for states
            at += 64 - at % 64
        fields[line] = at
        at += sizes[line]
    return fields, at // 64 + 1


def _move(
    chains: Chains, fields: dict[int, int], readers: list[tuple[_Segment, int, Words]]
) -> _Move:
    plan = np.full((2, 6), NOWHERE, np.int64)
    alive = np.zeros((2, chains.ahead.shape[1]), np.uint64)
    mask = 0
    for number, (segment, place, states) in enumerate(readers):
        height, width, _ = chains.shape
        cell = (
            segment.line * width + place
            if segment.line < height
            else place * width + segment.line - height
        )
        mask = int(chains.masks[cell])
        field, line = fields[segment.line], segment.line
        plan[number, :3] = line, field // 64, field % 64
        plan[number, 3] = int(chains.last[line]).bit_length()
        plan[number, 4] = segment.first if place == segment.begin else NOWHERE
        plan[number, 5] = place == segment.end - 1
        alive[number] = states
    return _Move(mask, plan, alive)


@part
def _next(steps: Words, loops: Words, line: int, state: int, colour: int) -> int:
    """The state of a reader after a cell of this colour; NOWHERE if it cannot have it."""
    word, bit = state >> 6, np.uint64(1) << np.uint64(state & 63)
    if steps[line, colour, word] & bit:
        return state + 1
    if colour == 0 and loops[line, word] & bit:
        return state
    return NOWHERE


@part
def _read(
    key: Words, steps: Words, loops: Words, plan: Ints, alive: Words, number: int, colour: int
) -> bool:
    """Let a reader read a cell, in the key; False if that leads nowhere."""
    line, word, shift = plan[number, 0], plan[number, 1], np.uint64(plan[number, 2])
    if line < 0:
        return True
    field = ((np.uint64(1) << np.uint64(plan[number, 3])) - np.uint64(1)) << shift
    state = plan[number, 4]
    if state < 0:
        state = np.int64((key[word] & field) >> shift)
    after = _next(steps, loops, line, state, colour)
    if after < 0 or not alive[number, after >> 6] >> np.uint64(after & 63) & np.uint64(1):
        return False
    key[word] &= ~field
    if not plan[number, 5]:
        key[word] |= np.uint64(after) << shift
    return True


@kernel("nonogram sweep")
def _advance(
    old: Words,
    start: int,
    table: Words,
    used: int,
    words: int,
    mask: int,
    plan: Ints,
    alive: Words,
    steps: Words,
    loops: Words,
    key: Words,
    budget: int,
) -> tuple[int, int]:
    """Move states of ``old``, from row ``start`` on, over a cell into ``table``.

    Returns the row to go on from and the number of states in the table, after ``budget`` rows or
    when the table is too full.
    """
    stop = min(len(old), start + budget)
    r = start
    while r < stop and used + steps.shape[1] < FULL * len(table):
        state = old[r]
        r += 1
        if state[words - 1] == 0:
            continue
        for colour in range(steps.shape[1]):
            if not mask >> colour & 1:
                continue
            for w in range(words):
                key[w] = state[w]
            if _read(key, steps, loops, plan, alive, 0, colour) and _read(
                key, steps, loops, plan, alive, 1, colour
            ):
                used += add(table, slot(table, key, words), key, words, state)
    return r, used
