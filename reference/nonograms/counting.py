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
from reference.nonograms.line import Clue
from reference.nonograms.line_search import fit

__all__ = ["PartCount", "count_by_parts"]

MOST = 2_000_000  # parts remembered, some 300 MB


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
    dropped : int
        How often all that was remembered was dropped, for want of room.
    """

    count: int = 0
    complete: bool = False
    parts: int = 0
    known: int = 0
    dropped: int = 0


@dataclass
class _Part:
    """A part that is being counted: a sum over the colours of a cell of products over parts."""

    name: bytes
    cells: Ints
    entries: list[int]  # colours of the cell still to be tried
    likely: Ints  # a solution of the part
    total: int = 0
    product: int = 1
    rest: list[tuple[bytes, Ints]] | None = None  # smaller parts still to be multiplied


def count_by_parts(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    most: int = MOST,
) -> PartCount:
    """The number of pictures with these clues.

    Parameters
    ----------
    rows, columns
        The clues: runs of (length, colour), colours from 1.
    most
        Counts of so many parts are remembered; when there are more, they are all dropped.

    Examples
    --------
    Each of these sixteen blocks of four cells has one run of one cell in each line: two ways.

    >>> block = [(1, 1)] * 4
    >>> count_by_parts([block] * 4, [block] * 4).count
    24
    """
    if not fit(rows, columns):
        return PartCount(complete=True)
    if not rows or not columns:
        return PartCount(1, complete=True)
    return _Counter(rows, columns, most, should_stop or (lambda: False)).run()


class _Counter:
    """The board, what is remembered, and the parts that are being counted, each in the last.

    No part is counted that has no solution: one is sought before the board is split under an
    assumption. So what is learned about one part never hangs on another one being impossible.
    """

    def __init__(
        self, rows: Sequence[Clue], columns: Sequence[Clue], most: int, should_stop: ShouldStop
    ) -> None:
        self.board = Assumptions(rows, columns)
        self.chains = make_chains(rows, columns)
        self.room = make_parts(self.chains)
        self.most, self.should_stop = most, should_stop
        self.seen = PartCount()
        self.memory: dict[bytes, int] = {}
        self.stack = [_Part(b"", np.arange(len(self.chains.masks)), [], self.board.likely)]

    def run(self) -> PartCount:
        whole, look = self.stack[0], 0
        try:
            if self.board.settle(self.should_stop) and self.board.has_solution(
                whole.cells, self.should_stop
            ):
                whole.likely = self.board.likely.copy()
                whole.rest = self.smaller(whole.cells)
            while self.stack:
                if look == 0 and self.should_stop():
                    break
                look = (look + 1) % 100
                self.step()
        except Stopped:
            pass
        self.seen.complete = not self.stack
        self.seen.count = whole.total if self.seen.complete else self.at_least()
        return self.seen

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
                self.stack.append(self.part(name, cells, this.likely))
            return
        if this.rest is not None:
            this.total += this.product
            this.rest = None
            if len(self.stack) > 1:
                self.board.retract()
        if this.entries:
            this.product = 1
            entry = this.entries.pop()
            if self.is_possible(this, entry):
                this.rest = self.smaller(this.cells)
            else:
                self.board.retract()
            return
        self.stack.pop()
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

    def part(self, name: bytes, cells: Ints, likely: Ints) -> _Part:
        cell = choose(self.chains, cells)
        k = self.chains.shape[2]
        entries = [e for e in range(cell * k, cell * k + k) if self.board.place[e] < 0]
        entries.sort(key=lambda entry: entry == likely[cell])
        return _Part(name, cells, entries, likely)

    def smaller(self, cells: Ints) -> list[tuple[bytes, Ints]]:
        """The parts into which undecided ones of the cells fall, the smallest last."""
        room = self.room
        count = split(self.chains, room, self.board.place, cells)
        first, starts = room.first[: count + 1].tolist(), room.starts[: count + 1].tolist()
        parts = [
            (
                blake2b(room.text[starts[i] : starts[i + 1]], digest_size=16).digest(),
                room.order[first[i] : first[i + 1]].copy(),
            )
            for i in range(count)
        ]
        return sorted(parts, key=lambda part: -len(part[1]))

    def remember(self, name: bytes, total: int) -> None:
        if len(self.memory) >= self.most:
            self.memory.clear()
            self.seen.dropped += 1
        self.memory[name] = total

    def at_least(self) -> int:
        """What is counted so far; each part not yet begun has a solution."""
        value = 1
        for this in reversed(self.stack):
            value = this.total + (0 if this.rest is None else this.product * value)
        return value
