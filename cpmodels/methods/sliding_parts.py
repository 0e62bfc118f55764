"""The lower bounds of a sliding board by name, as the searches by hand reckon them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from reference.sliding.heuristics import lower_bound

__all__ = ["bounds_of"]


def bounds_of(board: Sequence[int], rows: int, columns: int, goal: Sequence[int]) -> dict[str, int]:
    """Manhattan distance, with linear conflicts, and walking distance where the board is small.

    Examples
    --------
    >>> bounds_of((2, 1, 3, 4, 5, 6, 7, 8, 0), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
    {'Manhattan': 2, 'with linear conflicts': 4, 'walking distance': 4}
    """
    names = {
        "Manhattan": "manhattan",
        "with linear conflicts": "linear-conflict",
        "walking distance": "walking-distance",
    }
    bounds = {}
    for name, heuristic in names.items():
        with suppress(ValueError):  # not for boards of this size
            bounds[name] = lower_bound(board, rows, columns, goal, heuristic)
    return bounds
