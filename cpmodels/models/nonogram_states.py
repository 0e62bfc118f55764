"""Blotted lines of a nonogram with a Boolean for each state of their automaton before each cell."""

from __future__ import annotations

from collections.abc import Sequence

from cpmodels.models.nonogram_blots import live_states
from cpmodels.models.nonogram_cells import NonogramModel
from cpmodels.models.nonogram_lines import Line

__all__ = ["encode_states"]

ABOUT = {
    "states": "before each cell, the reader of a blotted line is in one state",
    "moves": "a cell leads the reader of a blotted line from one state to the next",
}


def encode_states(model: NonogramModel, line: Line, cells: Sequence[Sequence[int]]) -> None:
    """Add one blotted line. Groups: *states*, *moves*, both defining.

    The automaton is deterministic, so the states follow from the picture.

    Parameters
    ----------
    cells : sequence of sequences of int
        ``cells[c][p]`` is the literal "cell p has colour c".
    """
    assert line.automaton is not None
    live = live_states(line.automaton, line.can, line.length)
    layers = [
        dict(zip(sorted(states), model.variables(len(states)), strict=True)) for states in live
    ]
    with model.group("states", about=ABOUT["states"]):
        for layer in layers:
            model.cp.proto.constraints.add().exactly_one.literals.extend(layer.values())
    with model.group("moves", about=ABOUT["moves"]):
        for place in range(line.length):
            for state, literal in layers[place].items():
                moves = line.automaton.moves[state]
                for colour, plane in enumerate(cells):
                    after = layers[place + 1].get(moves.get(colour, -1))
                    rest = () if after is None else (after,)
                    model.clauses([(~literal, ~plane[place], *rest)])
