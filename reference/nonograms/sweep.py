"""Count the pictures of a nonogram, or of a part of it, cell by cell.

Go through the cells row by row. All that matters of those behind is where a reader of the row, and
one of each column, stand in their clues; for each such *state* keep the number of ways to get
there. States from which a line cannot be ended are left out. This is the frontier method of
`reference.tilings.frontier`, with clues in place of shapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log2
from typing import Any, NamedTuple

import numpy as np

from reference.kernel.budget import adapted
from reference.kernel.polling import ShouldStop, Stopped
from reference.nonograms.chains import Chains, Ints, Words, cell_of, read_line
from reference.nonograms.sweep_states import DONE, FULL, Table, advance, make_table, rehash

__all__ = ["TooLarge", "sweep"]


class TooLarge(Exception):
    """More states than allowed."""


class _Segment(NamedTuple):
    """A stretch of a line, with the states of its reader at both ends."""

    line: int
    begin: int
    end: int
    first: int
    last: int


def sweep(
    chains: Chains,
    text: Ints,
    should_stop: ShouldStop,
    most: int = 2_000_000,
) -> int:
    """The number of ways to decide the cells of a part.

    Parameters
    ----------
    chains
        The lines, with the masks of the cells.
    text
        The part, as `reference.nonograms.components` spells it.
    most
        States in a table.

    Raises
    ------
    TooLarge, Stopped
    """
    segments = _segments(text)
    rows, columns, _ = chains.shape
    across = sum(segment.line < rows for segment in segments)
    by_row = len({s.line for s in segments if s.line >= rows}) <= across
    moves = _moves(chains, segments, by_row)
    table = make_table(moves.words, moves.limbs, 64)
    table.state[0] = 1
    table.counts[0, 0] = 1
    budget = 1000
    return 0
