"""Probing a nonogram: assume each colour of a cell in turn, and see what follows.

A colour that leads to a contradiction goes; what follows from every colour is a fact. A colour
that follows from a harmless assumption is harmless itself, so it need not be tried.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from reference.kernel.kernels import part
from reference.nonograms.board import (
    LINES,
    OPEN,
    TRAIL,
    Board,
    Ints,
    fix,
    forbid,
)
from reference.nonograms.nogoods import Nogoods, propagate, retreat

__all__ = ["Probes", "make_probes", "probe"]

# state[...]; probing is over when no cell has told anything for a whole round
CURSOR, QUIET, ROUND = range(3)


class Probes(NamedTuple):
    """Where probing is, and what it saw."""

    likely: Ints  # the entry of each cell to keep: of the colour that decided most
    harmless: Ints  # the round in which cell * k + colour was last seen to follow
    dead: NDArray[np.bool_]  # scratch: colours of the probed cell that fail
    hits: NDArray[np.bool_]  # scratch: is the entry on the trail
    facts: Ints  # scratch: entries that followed from every colour
    state: Ints


def make_probes(board: Board) -> Probes:
    """Probing before its first cell."""
    entries = np.zeros_like(board.trail)
    return Probes(
        likely=np.arange(len(board.options)) * len(board.colours),
        harmless=entries.copy(),
        dead=np.zeros(len(board.colours), np.bool_),
        hits=entries.astype(np.bool_),
        facts=entries.copy(),
        state=np.array([0, 0, 1], np.int64),
    )


@part
def _note_harmless(board: Board, probes: Probes, mark: int) -> None:
    """All that a harmless assumption decided is harmless."""
    k = board.can.shape[1]
    for index in range(mark, board.state[TRAIL]):
        cell = board.trail[index] // k
        if board.options[cell] == 1:
            for entry in range(cell * k, cell * k + k):
                if board.place[entry] < 0:
                    probes.harmless[entry] = probes.state[ROUND]


@part
def _common(board: Board, probes: Probes, mark: int, known: int) -> int:
    """Keep, of the first `known` facts, those on the trail too; -1 takes the whole trail."""
    trail, hits, facts = board.trail, probes.hits, probes.facts
    end: int = board.state[TRAIL]
    if known < 0:
        for index in range(mark, end):
            facts[index - mark] = trail[index]
        return end - mark
    for index in range(mark, end):
        hits[trail[index]] = True
    number = 0
    for index in range(known):
        if hits[facts[index]]:
            facts[number] = facts[index]
            number += 1
    for index in range(mark, end):
        hits[trail[index]] = False
    return number


@part
def _try_colours(board: Board, nogoods: Nogoods, probes: Probes, cell: int) -> int:
    """Try the colours of a cell that are not known to be harmless; the number of facts found."""
    k, mark = board.can.shape[1], board.state[TRAIL]
    known, least, most, skipped = -1, -1, 0, False
    for colour in range(k):
        entry = cell * k + colour
        probes.dead[colour] = False
        if board.place[entry] >= 0:
            continue
        if probes.harmless[entry] == probes.state[ROUND]:
            skipped = True
            continue
        fix(board, entry)
        if propagate(board, nogoods) < 0:
            gain = board.state[TRAIL] - mark
            known = _common(board, probes, mark, known)
            _note_harmless(board, probes, mark)
            if gain > most:
                most = gain
                probes.likely[cell] = entry
            least = gain if least < 0 or gain < least else least
        else:
            probes.dead[colour] = True
        retreat(board, nogoods, mark)
    nogoods.activity[cell] = (most if skipped else least * most) * 1e-6
    return 0 if skipped or known < 0 else known


@part
def _probe(board: Board, nogoods: Nogoods, probes: Probes, cell: int) -> bool:
    """Probe a cell and put what is found on the board; False if a cell has no colour left."""
    k = board.can.shape[1]
    known = _try_colours(board, nogoods, probes, cell)
    for colour in range(k):
        if probes.dead[colour]:
            if board.options[cell] == 1:
                return False
            forbid(board, cell * k + colour)
    for index in range(known):
        fact = probes.facts[index]
        if board.place[fact] < 0:
            if board.options[fact // k] == 1:
                return False
            forbid(board, fact)
    return True


@part
def probe(board: Board, nogoods: Nogoods, probes: Probes, stop: int) -> bool:
    """Probe until nothing more is found or `stop` lines are solved; False for a contradiction."""
    state, cells = probes.state, len(board.options)
    while board.state[LINES] < stop:
        if propagate(board, nogoods) >= 0:
            return False
        if board.state[OPEN] == 0 or state[QUIET] >= cells:
            break
        cell = state[CURSOR]
        state[CURSOR] = cell + 1 if cell + 1 < cells else 0
        state[QUIET] += 1
        if board.options[cell] > 1:
            mark = board.state[TRAIL]
            if not _probe(board, nogoods, probes, cell):
                return False
            if board.state[TRAIL] > mark:
                state[QUIET] = 0
                state[ROUND] += 1
    return True
