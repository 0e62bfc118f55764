"""Smaller versions of a sliding puzzle with tiles alike: starts further along a known path."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from cpmodels.puzzles.alike import AlikePuzzle

__all__ = ["smaller_alikes"]


def smaller_alikes(puzzle: AlikePuzzle, solution: Any) -> Iterator[AlikePuzzle]:
    """The boldest first: the goal itself, half of the way, one move."""
    if not isinstance(solution, str):
        return
    states = puzzle.states(solution)
    moves = len(states) - 1
    for done in dict.fromkeys((moves, moves // 2, moves // 4, 1)):
        if 0 < done <= moves:
            left = None if puzzle.moves is None else moves - done
            yield replace(puzzle, title="", start=states[done], moves=left)
