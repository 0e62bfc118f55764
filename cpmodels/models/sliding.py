"""Sliding puzzles as CP-SAT sees them: one layer of Booleans a step, for a fixed horizon.

The model answers "which walks have exactly (or at most) so many moves"; the shortest path is found
by asking that at growing horizons (see `cpmodels.methods.sliding`). Encodings, by name:

still
    The blank's moves as arcs. The blank changes colour (as on a checkerboard) with every step, so
    a cell of the other colour lies still: only there, at every second step, is there a variable
    for each tile. What the cell holds in between is what it holds after, or the blank.
arcs
    The same arcs, but a variable for each tile in each cell after every step.
layered
    The plain one: no arcs, "the blank is at c after t" and "tile v is at c after t".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cpmodels.lazy import cp_model
from cpmodels.models.model import Model
from cpmodels.models.sliding_arcs import Arcs, Still
from cpmodels.models.sliding_layers import Layers
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["ENCODINGS", "Encoding", "sliding_model"]


class Encoding(NamedTuple):
    """The layers of a model, and in words what they are made of."""

    layers: type[Layers]
    about: str


ENCODINGS = {
    "still": Encoding(Still, "arcs of the blank, tiles where they lie still"),
    "arcs": Encoding(Arcs, "arcs of the blank, every tile after every step"),
    "layered": Encoding(Layers, "cells of blank and tiles, layer by layer"),
}
"""By name; each but the first is a method of its own, and is tested and audited as they are."""

PARAMETERS = {  # measured: scripts/bench_sliding_model.py
    "cp_model_presolve": False,
    "linearization_level": 0,
    "use_sat_inprocessing": False,
}


def sliding_model(
    puzzle: SlidingPuzzle,
    *,
    encoding: str = "still",
    shortest: bool = False,
    one: bool = False,
    without: Sequence[str] = (),
) -> Model:
    """The walks of exactly `puzzle.moves` or at most `puzzle.at_most` moves.

    "At most" is a walk of the full length that waits first: in pairs of steps the blank goes to
    a neighbour and back, and `Model.read` leaves these out. With `shortest` it waits as long as
    it can: that is the objective. With `one` there may be constraints more, for whom one walk is
    enough, of exactly so many moves that there is no shorter one: they leave some walks out.

    Raises
    ------
    ValueError
        The puzzle has no horizon, or the encoding is unknown.

    Examples
    --------
    >>> model = sliding_model(SlidingPuzzle.of("1 2 3 x 4 6 7 5 8", moves=3))
    >>> [group.name for group in model.groups]
    ['reach', 'blank', 'one blank', 'cell', 'tile', 'stay', 'slide', 'rises', 'conflict']
    """
    if puzzle.horizon is None:
        raise ValueError("sliding_model: expected a puzzle with moves or at_most")
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding {encoding!r}, expected one of {', '.join(ENCODINGS)}")
    if shortest:  # among walks that may wait at will, counting rises took three times as long
        without = [*without, "rises"]
    model = Model(f"sliding, {encoding}", without=without)
    model.parameters = dict(PARAMETERS)
    layers = ENCODINGS[encoding].layers(puzzle, model)
    layers.add_constraints()
    if one:
        layers.help_search()
    if shortest:
        model.cp.maximize(cp_model.LinearExpr.sum(layers.wait))
    return model
