"""Nonogram lines with a Boolean for each place of each run, tied to "has started by" literals."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.models.nonogram_cells import FALSE, TRUE, NonogramModel, later
from cpmodels.models.nonogram_lines import Line

__all__ = ["encode_placements"]

ABOUT = {
    "placed": "each run starts exactly once",
    "started": "a run has started by a cell if it starts there or has started by the one before",
    "order": "a run starts after the one before it has ended, with a gap for the same colour",
    "cover": "the cells of a run have its colour",
    "background": "a cell of a colour is in a run of that colour",
}


def encode_placements(model: NonogramModel, line: Line, cells: Sequence[Sequence[int]]) -> None:
    """Add one line. Groups: *placed*, *started*, *order*, *cover*, *background*.

    Parameters
    ----------
    cells : sequence of sequences of int
        ``cells[c][p]`` is the literal "cell p has colour c".
    """
    places = [_places(model, mask, line.length) for mask in line.starts]
    with model.group("placed", about=ABOUT["placed"]):
        for at in places:
            free = [literal for literal in at if literal not in (TRUE, FALSE)]
            if free:
                model.cp.proto.constraints.add().exactly_one.literals.extend(free)
    with model.group("started", about=ABOUT["started"]):
        begins = [_starts(model, at) for at in places]
    with model.group("order", about=ABOUT["order"]):
        for j, (length, _, gap) in enumerate(line.runs[:-1]):
            over = later(begins[j], length + gap)
            model.clauses((~at, by) for at, by in zip(places[j + 1], over, strict=True))
    covering: list[list[list[int]]] = [[[] for _ in range(line.length)] for _ in line.can]
    with model.group("cover", about=ABOUT["cover"]):
        for at, (length, colour, _) in zip(places, line.runs, strict=True):
            for cell, literal in enumerate(at):
                if literal != FALSE:
                    span = range(cell, cell + length)
                    model.clauses((~literal, cells[colour][each]) for each in span)
                    for each in span:
                        covering[colour][each].append(literal)
    with model.group("background", about=ABOUT["background"]):
        for literals, runs in zip(cells[1:], covering[1:], strict=True):
            model.clauses((~a, *inside) for a, inside in zip(literals, runs, strict=True))


def _places(model: NonogramModel, mask: int, length: int) -> list[int]:
    """For each cell, the literal "the run starts here"."""
    count = mask.bit_count()
    fresh = iter(model.variables(count) if count > 1 else [TRUE])
    return [next(fresh) if mask >> cell & 1 else FALSE for cell in range(length)]


def _starts(model: NonogramModel, at: list[int]) -> list[int]:
    """For each cell, the literal "the run has started by here", equal to a disjunction."""
    literals, before = [], FALSE
    last = max(cell for cell, literal in enumerate(at) if literal != FALSE)
    for cell, here in enumerate(at):
        if cell == last:
            by = TRUE
        elif here == FALSE or before == FALSE:
            by = before if here == FALSE else here
        else:
            (by,) = model.variables(1)
            model.clauses([(~here, by), (~before, by), (~by, here, before)])
        literals.append(by)
        before = by
    return literals
