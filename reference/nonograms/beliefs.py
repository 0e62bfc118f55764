"""Beliefs about the cells of a nonogram: how likely each colour is, by what the lines tell.

Each line tells each of its cells how the arrangements of the line divide among the colours of the
cell, weighed by what the crossing lines said before: the sum over all arrangements, by reading the
line forward and backward (Bahl, Cocke, Jelinek and Raviv 1974). Repeated, this is belief
propagation (Pearl 1988). What it ends with proves nothing, as lines cross in circles; but a search
that tries likely colours first, those of the surest cells before others, has a picture earlier.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.kernel.kernels import kernel, part
from reference.nonograms.blots import is_blotted
from reference.nonograms.board import Board, Ints
from reference.nonograms.chains import cell_of, pattern_of
from reference.nonograms.line import Clue

__all__ = ["FALSE", "Beliefs", "believe", "make_beliefs", "send"]

Floats = NDArray[np.float64]

FALSE = 1e-12  # the weight of a colour that is assumed not to be the cell's
LEAST = 1e-9  # no line calls a colour less likely: it may be wrong
INERTIA = 0.3  # the share of the message before, against going to and fro


class Beliefs(NamedTuple):
    """The messages of a board's lines to its cells, by the entries of the board."""

    shape: Ints  # rows, columns, colours with white
    first: Ints  # pattern[first[i]:first[i + 1]] are the colours of line i's pattern, then a -1
    pattern: Ints  # as in `reference.nonograms.chains`: state s leads on by colour pattern[s]
    rest: NDArray[np.bool_]  # may a white cell come in at the state
    mute: NDArray[np.bool_]  # lines without messages: those with blots
    message: Floats  # message[0, entry] of the row, message[1, entry] of the column; sums are 1
    weight: Floats  # of an entry by itself: 0 where the colour is impossible
    open: NDArray[np.bool_]  # cells neither known nor assumed, the only ones that get messages
    ahead: Floats  # scratch: ahead[p, s], all ways to state s before cell p
    after: Floats  # scratch: all ways from each state, after and before a cell
    share: Floats  # scratch: of each colour of a cell


def make_beliefs(rows: Sequence[Clue], columns: Sequence[Clue], board: Board) -> Beliefs:
    """No message yet; impossible is what the board excludes now."""
    lines = [*rows, *columns]
    number = {int(colour): index for index, colour in enumerate(board.colours)}
    mute = [is_blotted(clue) for clue in lines]
    read = [pattern_of(() if blot else c, number) for c, blot in zip(lines, mute, strict=True)]
    lengths = [len(pattern) + 1 for pattern, _ in read]
    rest = [np.isin(np.arange(n), where) for n, (_, where) in zip(lengths, read, strict=True)]
    k, most = len(board.colours), max(lengths, default=1)
    return Beliefs(
        shape=np.array([len(rows), len(columns), k], np.int64),
        first=np.cumsum([0, *lengths]),
        pattern=np.array([colour for pattern, _ in read for colour in (*pattern, -1)], np.int64),
        rest=np.concatenate(rest) if rest else np.zeros(0, np.bool_),
        mute=np.array(mute, np.bool_),
        message=np.full((2, len(board.place)), 1 / k),
        weight=(board.place < 0).astype(np.float64),
        open=board.options > 1,
        ahead=np.zeros((max(len(rows), len(columns)) + 1, most)),
        after=np.zeros((2, most + 1)),
        share=np.zeros(k),
    )


def believe(beliefs: Beliefs) -> Floats:
    """believe(...)[cell, c]: how likely the cell has colour c, by its row and its column."""
    both = (beliefs.message[0] * beliefs.message[1] * beliefs.weight).reshape(-1, beliefs.shape[2])
    shares: Floats = both / np.maximum(both.sum(axis=1, keepdims=True), 1e-300)
    return shares


@part
def _is_open(beliefs: Beliefs, line: int, length: int) -> bool:
    """Whether a cell of the line gets a message."""
    for p in range(length):  # noqa: SIM110 (no generators in kernels)
        if beliefs.open[cell_of(beliefs.shape, line, p)]:
            return True
    return False


@part
def _read_ahead(beliefs: Beliefs, line: int, length: int) -> bool:
    """Fill `ahead`, each place to a sum of 1; False if no arrangement has a weight."""
    pattern, rest, ahead, k = beliefs.pattern, beliefs.rest, beliefs.ahead, beliefs.shape[2]
    weight, message = beliefs.weight, beliefs.message[1 if line < beliefs.shape[0] else 0]
    base, states = beliefs.first[line], beliefs.first[line + 1] - beliefs.first[line]
    ahead[0, :states] = 0.0
    ahead[0, 0] = 1.0
    for p in range(length):
        ahead[p + 1, :states] = 0.0
        entry = cell_of(beliefs.shape, line, p) * k
        white = weight[entry] * message[entry]
        total = 0.0
        for s in range(states):
            ways = ahead[p, s]
            if ways == 0.0:
                continue
            if rest[base + s]:
                ahead[p + 1, s] += ways * white
                total += ways * white
            colour = pattern[base + s]
            if colour >= 0:
                more = ways * weight[entry + colour] * message[entry + colour]
                ahead[p + 1, s + 1] += more
                total += more
        if total == 0.0:
            return False
        for s in range(states):
            ahead[p + 1, s] /= total
    return bool(ahead[length, states - 1] > 0.0)


@part
def _mix(beliefs: Beliefs, mine: int, entry: int) -> None:
    """Send the cell its shares, with some inertia."""
    message, share, k = beliefs.message, beliefs.share, beliefs.shape[2]
    total = 0.0
    for c in range(k):
        total += share[c]
    if total == 0.0:
        return
    mixed = 0.0
    for c in range(k):
        now = max(share[c] / total, LEAST)
        share[c] = message[mine, entry + c] ** INERTIA * now ** (1.0 - INERTIA)
        mixed += share[c]
    for c in range(k):
        message[mine, entry + c] = max(share[c] / mixed, LEAST)


@part
def _send(beliefs: Beliefs, line: int) -> None:
    """The messages of one line to its cells."""
    rows, k = beliefs.shape[0], beliefs.shape[2]
    mine, length = (0, beliefs.shape[1]) if line < rows else (1, rows)
    if beliefs.mute[line] or not _is_open(beliefs, line, length):
        return
    if not _read_ahead(beliefs, line, length):
        return
    pattern, rest, ahead, after = beliefs.pattern, beliefs.rest, beliefs.ahead, beliefs.after
    weight, message, share = beliefs.weight, beliefs.message[1 - mine], beliefs.share
    base, states = beliefs.first[line], beliefs.first[line + 1] - beliefs.first[line]
    after[:, : states + 1] = 0.0
    after[length & 1, states - 1] = 1.0
    for p in range(length - 1, -1, -1):
        then, now = (p + 1) & 1, p & 1
        cell = cell_of(beliefs.shape, line, p)
        entry = cell * k
        white = weight[entry] * message[entry]
        share[:] = 0.0
        most = 0.0
        for s in range(states):
            ways = 0.0
            if rest[base + s]:
                share[0] += ahead[p, s] * after[then, s]
                ways += white * after[then, s]
            colour = pattern[base + s]
            if colour >= 0:
                share[colour] += ahead[p, s] * after[then, s + 1]
                ways += weight[entry + colour] * message[entry + colour] * after[then, s + 1]
            after[now, s] = ways
            most = max(most, ways)
        if most > 0.0:
            for s in range(states):
                after[now, s] /= most
        if beliefs.open[cell]:
            _mix(beliefs, mine, entry)


@kernel("line-search")
def send(beliefs: Beliefs, begin: int, end: int) -> None:
    """The messages of the lines from `begin` up to before `end`, one line after the other."""
    for line in range(begin, end):
        _send(beliefs, line)
