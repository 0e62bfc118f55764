"""Puzzles as CP-SAT models and as algorithms written by hand: solve, count, compare.

Examples
--------
>>> import cpmodels as cm
>>> puzzle = cm.Tiling.of("4x4", "tetrominoes", copies="any", turning="free")
>>> cm.count(puzzle).count
117
"""

from __future__ import annotations

import cpmodels.kinds.builtin  # noqa: F401  registers the kinds of puzzle
from cpmodels import experiments
from cpmodels.answers.answer import Answer, Effort, Interrupted, Question, Stop, Verdict
from cpmodels.asking.comparison import Comparison, compare
from cpmodels.asking.questions import count, enumerate_solutions, is_unique, solve
from cpmodels.auditing import Audit, audit
from cpmodels.crosschecking import CrossCheck, crosscheck
from cpmodels.draw import draw
from cpmodels.errors import InputError, Undecided, WrongSolution
from cpmodels.kinds.kind import register_kind
from cpmodels.methods import Method, methods, register
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Placement, Tiling
from cpmodels.strips.sequences import sequence

__all__ = [
    "Answer",
    "Audit",
    "Comparison",
    "CrossCheck",
    "DefectiveBoard",
    "Effort",
    "ExactCover",
    "InputError",
    "Interrupted",
    "Method",
    "Nonogram",
    "Placement",
    "Question",
    "SlidingPuzzle",
    "Stop",
    "Tiling",
    "Undecided",
    "Verdict",
    "WrongSolution",
    "audit",
    "compare",
    "count",
    "crosscheck",
    "draw",
    "enumerate_solutions",
    "experiments",
    "is_unique",
    "methods",
    "register",
    "register_kind",
    "sequence",
    "solve",
]
