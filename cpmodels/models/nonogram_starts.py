"""Nonogram lines with an integer for each run: the cell at which it starts."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.models.nonogram_cells import FALSE, TRUE, NonogramModel
from cpmodels.models.nonogram_lines import Line

__all__ = ["encode_starts"]

ABOUT = {
    "precedence": "a run starts after the one before it has ended, with a gap for the same colour",
    "inside": "a cell is in a run exactly when the run starts at most its length before",
    "cover": "a cell in a run has its colour",
    "background": "a cell of a colour is in a run of that colour",
}


def encode_starts(model: NonogramModel, line: Line, cells: Sequence[Sequence[int]]) -> None:
    """Add one line. Groups: *precedence*, *inside*, *cover*, *background*, all defining.

    Parameters
    ----------
    cells : sequence of sequences of int
        ``cells[c][p]`` is the literal "cell p has colour c".
    """
    starts = [_integer(model, mask) for mask in line.starts]
    with model.group("precedence", about=ABOUT["precedence"]):
        for j, (length, _, gap) in enumerate(line.runs[:-1]):
            rule = model.cp.proto.constraints.add().linear
            rule.vars.extend((starts[j + 1], starts[j]))
            rule.coeffs.extend((1, -1))
            rule.domain.extend((length + gap, line.length))
    covering: list[list[list[int]]] = [[[] for _ in range(line.length)] for _ in line.can]
    with model.group("inside", about=ABOUT["inside"]):
        for start, mask, (length, colour, _) in zip(starts, line.starts, line.runs, strict=True):
            for cell in range(line.length):
                covering[colour][cell].append(_inside(model, start, mask, cell, length))
    with model.group("cover", about=ABOUT["cover"]):
        for literals, runs in zip(cells, covering, strict=True):
            for literal, inside in zip(literals, runs, strict=True):
                model.clauses((literal, ~each) for each in inside)
    with model.group("background", about=ABOUT["background"]):
        for literals, runs in zip(cells[1:], covering[1:], strict=True):
            model.clauses((~a, *inside) for a, inside in zip(literals, runs, strict=True))


def _integer(model: NonogramModel, mask: int) -> int:
    """A variable whose domain is the bits set."""
    model.cp.proto.variables.add().domain.extend(_domain(mask))
    return len(model.cp.proto.variables) - 1


def _inside(model: NonogramModel, start: int, mask: int, cell: int, length: int) -> int:
    """The literal "the run covers the cell", tied to the start both ways."""
    window = (2 << cell) - (1 << max(cell - length + 1, 0))
    if not mask & window:
        return FALSE
    if not mask & ~window:
        return TRUE
    (literal,) = model.variables(1)
    for when, starts in ((literal, mask & window), (~literal, mask & ~window)):
        rule = model.cp.proto.constraints.add()
        rule.enforcement_literal.append(when)
        rule.linear.vars.append(start)
        rule.linear.coeffs.append(1)
        rule.linear.domain.extend(_domain(starts))
    return literal


def _domain(mask: int) -> list[int]:
    """The bits set as intervals, first and last of each."""
    changes = mask ^ mask << 1
    edges = [bit for bit in range(changes.bit_length()) if changes >> bit & 1]
    return [edge - index % 2 for index, edge in enumerate(edges)]
