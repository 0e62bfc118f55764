"""Nonogram as CP-SAT sees it, in one of several encodings of its lines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from cpmodels.models.nonogram_automaton import encode_automaton
from cpmodels.models.nonogram_cells import Encode, NonogramModel
from cpmodels.models.nonogram_order import encode_order
from cpmodels.models.nonogram_placements import encode_placements
from cpmodels.models.nonogram_starts import encode_starts
from cpmodels.models.nonogram_states import encode_states
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.nonogram_symmetry import nonogram_symmetries

__all__ = ["ENCODINGS", "Encoding", "nonogram_model"]


class Encoding(NamedTuple):
    """How the lines of a nonogram become constraints, and that in words."""

    encode: Encode
    about: str


ENCODINGS = {
    "order": Encoding(encode_order, "runs in the order encoding"),
    "automaton": Encoding(encode_automaton, "an automaton for each line"),
    "starts": Encoding(encode_starts, "an integer for the start of each run"),
    "placements": Encoding(encode_placements, "a Boolean for each place of each run"),
}
"""By name; each but the first is a method of its own, and is tested and audited as they are."""


def nonogram_model(
    puzzle: Nonogram,
    *,
    encoding: str = "order",
    solve_lines: bool = True,
    symmetric: bool = False,
    without: Sequence[str] = (),
) -> NonogramModel:
    """A model of a nonogram, its cells the primary variables.

    Parameters
    ----------
    encoding : str
        One of `ENCODINGS`. The order encoding took the least time on real files, random boards,
        colour boards and domino chains alike (scripts/bench_nonogram.py).
    solve_lines : bool
        Exclude beforehand what single lines exclude; off when a group is left out.
    symmetric : bool
        Only pictures that have all symmetries of the clues.

    Examples
    --------
    >>> model = nonogram_model(Nonogram.of([1, 1], [1, 1]))
    >>> [(group.name, group.size) for group in model.groups]
    [('started', 0), ('order', 0), ('cover', 8), ('gaps', 8)]
    """
    model = NonogramModel(f"nonogram, {encoding}", puzzle, solve_lines=solve_lines, without=without)
    blotted = encode_automaton if encoding == "automaton" else encode_states
    model.encode(ENCODINGS[encoding].encode, blotted)
    if symmetric:
        model.tie(nonogram_symmetries(puzzle))
    return model
