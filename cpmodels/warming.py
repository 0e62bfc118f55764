"""Answer a tiny puzzle of each built-in kind first, so that no time measured holds compiling."""

from __future__ import annotations

from contextlib import suppress

import numpy  # noqa: F401
import ortools.sat.python.cp_model  # noqa: F401

from cpmodels.answers import Question
from cpmodels.methods.method import known
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.questions import ask
from cpmodels.run import Run

__all__ = ["tiny", "warm_up"]


def tiny() -> list[Puzzle]:
    """A puzzle of each built-in kind that every method answers at once.

    They are odd ones: a table that a method keeps for them must not help a case later on.
    """
    from cpmodels.puzzles.board import DefectiveBoard
    from cpmodels.puzzles.exact_cover import ExactCover
    from cpmodels.puzzles.nonogram import Nonogram
    from cpmodels.puzzles.sliding import SlidingPuzzle
    from cpmodels.puzzles.tiling import Tiling

    return [
        Tiling.of("2x2", "dominoes"),
        ExactCover.of("a b", ["a", "b", "a b"]),
        Nonogram.of([1, 1], [1, 1]),
        SlidingPuzzle.of("1 2 3 4 x 5 6 7 8", goal="1 2 3 4 5 x 6 7 8"),
        DefectiveBoard(2, (0, 0)),
    ]


_warm: set[tuple[str, str, str]] = set()


def warm_up(wanted: frozenset[tuple[str, str, str]]) -> None:
    """Ask each wanted (kind, method, question) once, where it is one of this package's own.

    A method that fails here fails again when it is asked in earnest, where it is noted.
    """
    cold = wanted - _warm
    _warm.update(cold)
    for puzzle in tiny() if cold else ():
        for method in known(type(puzzle)):
            ours = type(method).__module__.startswith("cpmodels.")
            for question in Question:
                if ours and (puzzle.kind, method.name, str(question)) in cold:
                    with suppress(Exception):
                        ask(question, puzzle, method.name, Run())
