"""Count the pictures of a nonogram by its parts, each part once.

Lines are solved, then the board falls into parts that have nothing to do with each other
(`reference.nonograms.components`): their counts multiply. A part is counted by the colours of one
of its cells, whose counts add up; after each, lines are solved and it falls into smaller parts.
What a part is, its clues and its cells, is remembered with its count: component caching, as model
counters for propositional logic do it (Bayardo & Pehoushek 2000; Sang et al. 2004).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b

import numpy as np

from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.assumptions import Assumptions
from reference.nonograms.chains import Ints, make_chains
from reference.nonograms.components import make_parts, split
from reference.nonograms.line import Clue, Known
from reference.nonograms.line_search import fit
from reference.nonograms.sweep import Plan, TooLarge, make_plan, sweep

__all__ = ["PartCount", "branches", "count_by_parts", "count_by_sweep"]

MOST = 2_000_000  # parts remembered, some 300 MB
STATES = 2_000_000  # of a sweep at once, some 200 MB
EARLY = 1_000_000  # states of a sweep in all, before anything else is tried
LATER = 20_000  # parts counted before a sweep of any length is tried


@dataclass
class PartCount:
    """A count, and the work that it took.

    Attributes
    ----------
    count : int
        Pictures; at least so many when not `complete`.
    complete : bool
    parts : int
        Parts of which the count was needed, and was not known.
    known : int
        Parts of which the count was remembered.
    swept : int
        Parts that were counted cell by cell.
    dropped : int
        How often all that was remembered was dropped, for want of room.
    """

    count: int = 0
    complete: bool = False
    parts: int = 0
    known: int = 0
    swept: int = 0
    dropped: int = 0


@dataclass
class _Part:
    """A part that is being counted: a sum over the colours of a cell of products over parts."""

    name: bytes
    cells: Ints
    entries: list[int]  # colours of the cell still to be tried
    likely: Ints  # a solution of the part
    across: bool  # whether its cells are gone through row by row
    total: int = 0
    product: int = 1
    rest: list[tuple[bytes, Ints]] | None = None  # smaller parts still to be multiplied


def count_by_parts(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
    *,
    most: int = MOST,
    sweeps: bool = True,
) -> PartCount:
    """The number of pictures with these clues.

    Parameters
    ----------
    rows, columns
        The clues: runs of (length, colour), colours from 1.
    known
        For each cell the mask of the colours that it may have.
    most
        Counts of so many parts are remembered; when there are more, they are all dropped.
    sweeps
        Whether parts of the whole may also be counted cell by cell: at first if that is soon
        done, and again when there are many smaller parts.

    Examples
    --------
    Permutation matrices:

    >>> one = [(1, 1)]
    >>> count_by_parts([one] * 6, [one] * 6).count
    720
    """
    if not fit(rows, columns, known):
        return PartCount(complete=True)
    if not rows or not columns:
        return PartCount(1, complete=True)
    return _Counter(rows, columns, known, most, should_stop or (lambda: False)).run(sweeps)


def count_by_sweep(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
    *,
    most: int = STATES,
) -> PartCount:
    """The number of pictures with these clues, each part of the board cell by cell.

    Not complete when a part has more than `most` states, or when stopped.

    Examples
    --------
    >>> one = [(1, 1)]
    >>> count_by_sweep([one] * 6, [one] * 6).count
    720
    """
    if not fit(rows, columns, known):
        return PartCount(complete=True)
    if not rows or not columns:
        return PartCount(1, complete=True)
    counter = _Counter(rows, columns, known, 0, should_stop or (lambda: False))
    seen = PartCount(1)
    try:
        if not counter.is_solvable():
            return PartCount(complete=True)
        for _, _, text in counter.pieces(np.arange(len(counter.chains.masks))):
            seen.count *= sweep(make_plan(counter.chains, text), counter.should_stop, most)
            seen.swept += 1
    except (Stopped, TooLarge):
        return seen
    seen.complete = True
    return seen


def branches(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    known: Known | None = None,
    should_stop: ShouldStop | None = None,
) -> tuple[int, list[int]] | None:
    """An open cell of the largest part, by number row by row, and its colours; None without one.

    No colours at all where there is no picture.

    Examples
    --------
    >>> branches([[(1, 1)], [(1, 1)]], [[(1, 1)], [(1, 1)]])
    (0, [0, 1])
    >>> branches([[(1, 7)], [(1, 7)]], [[(1, 7)], [(1, 7)]])
    (0, [0, 7])
    >>> branches([[(2, 1)]], [[(1, 1)], [(1, 1)]]) is None
    True
    """
    if not fit(rows, columns, known):
        return 0, []
    if not rows or not columns:
        return None
    counter = _Counter(rows, columns, known, 0, should_stop or (lambda: False))
    if not counter.is_solvable():
        return 0, []
    pieces = counter.pieces(np.arange(len(counter.chains.masks)))
    if not pieces:
        return None
    name, cells, _ = pieces[0]
    entries = counter.part(name, cells, counter.board.likely, counter.is_tall(cells)).entries
    colours: list[int] = counter.board.board.colours.tolist()
    cell = entries[0] // len(colours)
    return cell, sorted(colours[entry % len(colours)] for entry in entries)


class _Counter:
    """The board, what is remembered, and the parts that are being counted, each in the last.

    No part is counted that has no solution: one is sought before the board is split under an
    assumption. So what is learned about one part never hangs on another one being impossible.
    """

    def __init__(
        self,
        rows: Sequence[Clue],
        columns: Sequence[Clue],
        known: Known | None,
        most: int,
        should_stop: ShouldStop,
    ) -> None:
        self.board = Assumptions(rows, columns, known)
        self.chains = make_chains(rows, columns)
        self.room = make_parts(self.chains)
        self.most, self.should_stop = most, should_stop
        self.seen = PartCount()
        self.memory: dict[bytes, int] = {}
        self.stack: list[_Part] = []
        self.value = 0

    def run(self, sweeps: bool) -> PartCount:
        seen, cells = self.seen, np.arange(len(self.chains.masks))
        try:
            if not self.is_solvable():
                seen.complete = True
                return seen
            seen.count = 1
            for name, piece, text in self.pieces(cells):
                seen.count *= self.count(name, piece, text, sweeps)
        except Stopped:
            seen.count *= self.at_least()
            return seen
        seen.complete = True
        return seen

    def is_solvable(self) -> bool:
        """Settle the board; whether it has a solution."""
        cells = np.arange(len(self.chains.masks))
        return self.board.settle(self.should_stop) and self.board.has_solution(
            cells, self.should_stop
        )

    def count(self, name: bytes, cells: Ints, text: Ints, sweeps: bool) -> int:
        """The count of a part of the whole, by whichever way comes to an end."""
        plan = make_plan(self.chains, text) if sweeps else None
        if plan and (value := self.swept(plan, EARLY)) is not None:
            return value
        self.stack = [self.part(name, cells, self.board.likely.copy(), self.is_tall(cells))]
        before = self.seen.parts
        while self.stack:
            if self.should_stop():
                raise Stopped
            if plan and self.seen.parts == before + LATER:
                value = self.swept(plan, None)
                if value is not None:
                    self.stack = []
                    self.board.retract_all()
                    return value
                plan = None
            self.step()
        return self.value

    def swept(self, plan: Plan, steps: int | None) -> int | None:
        """The count of a part cell by cell; None if that takes too much."""
        try:
            value = sweep(plan, self.should_stop, STATES, steps)
        except TooLarge:
            return None
        self.seen.swept += 1
        return value

    def step(self) -> None:
        """Go on with the part that is being counted: a smaller part, a colour, or its end."""
        this = self.stack[-1]
        if this.rest:
            name, cells = this.rest.pop()
            known = self.memory.get(name)
            if known is not None:
                self.seen.known += 1
                this.product *= known
            else:
                self.seen.parts += 1
                self.stack.append(self.part(name, cells, this.likely, this.across))
            return
        if this.rest is not None:
            this.total += this.product
            this.rest = None
            self.board.retract()
        if this.entries:
            this.product = 1
            if self.is_possible(this, this.entries.pop()):
                this.rest = [(name, cells) for name, cells, _ in self.pieces(this.cells)]
            else:
                self.board.retract()
            return
        self.stack.pop()
        self.value = this.total
        if self.stack:
            self.remember(this.name, this.total)
            self.stack[-1].product *= this.total

    def is_possible(self, this: _Part, entry: int) -> bool:
        """Assume an entry; whether the part has a solution then, which is noted."""
        fine = self.board.assume(entry)
        if not fine or entry == this.likely[entry // self.chains.shape[2]]:
            return fine
        self.board.likely[this.cells] = this.likely[this.cells]
        if not self.board.has_solution(this.cells, self.should_stop):
            return False
        this.likely = self.board.likely.copy()
        return True

    def part(self, name: bytes, cells: Ints, likely: Ints, across: bool) -> _Part:
        """Begin with a part: its first cell gets the colour of the known solution first."""
        k = int(self.chains.shape[2])
        cell = int(cells[0 if across else (cells % self.chains.shape[1]).argmin()])
        entries = [e for e in range(cell * k, cell * k + k) if self.board.place[e] < 0]
        entries.sort(key=lambda entry: bool(entry == likely[cell]))
        return _Part(name, cells, entries, likely, across)

    def is_tall(self, cells: Ints) -> bool:
        """Whether the cells lie in at least as many rows as columns."""
        width = self.chains.shape[1]
        return len(np.unique(cells // width)) >= len(np.unique(cells % width))

    def pieces(self, cells: Ints) -> list[tuple[bytes, Ints, Ints]]:
        """The parts into which undecided ones of the cells fall: name, cells, text; small last."""
        room = self.room
        number = split(self.chains, room, self.board.place, cells)
        first, starts = room.first[: number + 1].tolist(), room.starts[: number + 1].tolist()
        parts = []
        for i in range(number):
            text = room.text[starts[i] : starts[i + 1]].copy()
            name = blake2b(text.tobytes(), digest_size=16).digest()
            parts.append((name, room.order[first[i] : first[i + 1]].copy(), text))
        return sorted(parts, key=lambda piece: -len(piece[1]))

    def remember(self, name: bytes, total: int) -> None:
        """Keep the count of a part."""
        if len(self.memory) >= self.most:
            self.memory.clear()
            self.seen.dropped += 1
        self.memory[name] = total

    def at_least(self) -> int:
        """What is counted so far of this part of the whole: each smaller one has a solution."""
        value = 1
        for this in reversed(self.stack):
            value = this.total + (0 if this.rest is None else this.product * value)
        return max(1, value)
