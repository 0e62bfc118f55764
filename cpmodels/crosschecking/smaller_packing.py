"""Smaller versions of a packing: those of its tiling, and fewer rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from cpmodels.crosschecking.smaller_tiling import smaller_tilings
from cpmodels.errors import InputError
from cpmodels.puzzles.packing import Packing

__all__ = ["smaller_packings"]


def smaller_packings(puzzle: Packing, solution: Any) -> Iterator[Packing]:
    """Fewer rules first, then a smaller tiling under the same rules."""
    plainer: list[dict[str, Any]] = [{"exclude": {}}, {"goal": ""}, {"leave": (0, None)}]
    plainer += [{"exclude": {name: cells}} for name, cells in puzzle.exclude.items()]
    for changes in plainer:
        one = replace(puzzle, **changes)
        if one != puzzle:
            yield one
    for tiling in smaller_tilings(puzzle.tiling, solution):
        goal = puzzle.goal
        if isinstance(goal, Mapping):
            goal = {name: goal[name] for name in tiling.shapes}
        with suppress(InputError):
            yield replace(puzzle, tiling=tiling, goal=goal)
