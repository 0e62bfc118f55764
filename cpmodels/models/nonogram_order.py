"""Nonogram lines in the order encoding: one Boolean for "run j has started by cell p"."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from cpmodels.models.nonogram_cells import FALSE, TRUE, NonogramModel, later
from cpmodels.models.nonogram_lines import Line

__all__ = ["encode_order"]

ABOUT = {
    "started": "a run that has started by a cell has started by the next",
    "order": "a run starts after the one before it has ended, with a gap for the same colour",
    "cover": "a cell in a run has its colour",
    "gaps": "a cell between two runs has the background colour",
}


def encode_order(model: NonogramModel, line: Line, cells: Sequence[Sequence[int]]) -> None:
    """Add one line. Groups: *started*, *order*, *cover*, *gaps*, all of them defining.

    The starts of the runs follow from the picture, so each picture is counted once.

    Parameters
    ----------
    cells : sequence of sequences of int
        ``cells[c][p]`` is the literal "cell p has colour c".
    """
    with model.group("started", about=ABOUT["started"]):
        begins = [_starts(model, starts, line.length) for starts in line.starts]
    ends = [later(by, run[0]) for by, run in zip(begins, line.runs, strict=True)]
    with model.group("order", about=ABOUT["order"]):
        for j, (_, _, gap) in enumerate(line.runs[:-1]):
            pairs = zip(begins[j + 1], later(ends[j], gap), strict=True)
            model.clauses((~starting, over) for starting, over in dict.fromkeys(pairs))
    with model.group("cover", about=ABOUT["cover"]):
        for starting, over, (_, colour, _) in zip(begins, ends, line.runs, strict=True):
            model.clauses((~b, o, c) for b, o, c in zip(starting, over, cells[colour], strict=True))
    with model.group("gaps", about=ABOUT["gaps"]):
        always, never = [TRUE] * line.length, [FALSE] * line.length
        for over, starting in zip([always, *ends], [*begins, never], strict=True):
            model.clauses((~o, b, c) for o, b, c in zip(over, starting, cells[0], strict=True))


def _starts(model: NonogramModel, starts: int, length: int) -> list[int]:
    """For each cell, the literal "started by here"; a Boolean for each start but the last."""
    last = starts.bit_length() - 1
    fresh = iter(model.variables(starts.bit_count() - 1))
    literals, literal = [], FALSE
    for cell in range(length):
        if cell == last:
            literal = TRUE
        elif starts >> cell & 1:
            literal = next(fresh)
        literals.append(literal)
    model.clauses((~a, b) for a, b in pairwise(dict.fromkeys(literals)))
    return literals
