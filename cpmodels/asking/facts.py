"""What is known about a puzzle before any search: sizes, bounds, proofs of no solution.

A kind of puzzle from outside has its own in its `Kind`.
"""

from __future__ import annotations

import math
from itertools import islice
from typing import Any

from cpmodels.asking.steps import steps
from cpmodels.kinds.registry import registry
from cpmodels.models.placements import placements
from cpmodels.models.sliding_bounds import linear_conflict, lower_bound, manhattan
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.certificates import MAX_CELLS as MOST_CERTIFIED
from cpmodels.puzzles.certificates import colour_sign, colourings, why_no_tiling
from cpmodels.puzzles.clues import BLOT, shortest
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import default_goal
from cpmodels.puzzles.tiling import Tiling

__all__ = [
    "DEEPEST",
    "MOST_CELLS",
    "board_certificates",
    "board_facts",
    "certificates",
    "exact_cover_certificates",
    "exact_cover_facts",
    "facts",
    "nonogram_facts",
    "packing_facts",
    "sliding_certificates",
    "sliding_facts",
    "tiling_facts",
]

MOST_CELLS = 20_000  # beyond it, stating the placements or the model would take many seconds

GRADE_SECONDS = 2.0

DEEPEST = {(2, 2): 6, (2, 3): 21, (2, 4): 36, (2, 5): 55, (3, 3): 31, (3, 4): 53, (4, 4): 80}
"""Moves that the hardest board of a size takes, to a goal with the blank in a corner (A151944)."""


def facts(puzzle: Puzzle) -> dict[str, str]:
    """Sizes and bounds, by name."""
    return registry.kind_of(puzzle).facts(puzzle)


def certificates(puzzle: Puzzle) -> list[str]:
    """Proofs that no solution exists."""
    return registry.kind_of(puzzle).certificates(puzzle)


def tiling_facts(puzzle: Tiling) -> dict[str, str]:
    """Area, colours of a checkerboard, size of the matrix."""
    sizes = sorted({len(cells) for cells in puzzle.shapes.values()})
    area = f"{len(puzzle.region):,} cells, pieces of {' or '.join(map(str, sizes))}"
    facts = {"area": area}
    for name, weights in islice(colourings(puzzle), 1):
        dark = sum(colour_sign(cell, weights) > 0 for cell in puzzle.region)
        facts[name] = f"{dark:,} dark, {len(puzzle.region) - dark:,} light"
    if len(puzzle.region) <= MOST_CELLS:
        ways = placements(puzzle)
        limits = [name for name, pair in puzzle.copies.items() if pair != (0, None)]
        ones = sum(len(p.cells) + (p.shape in limits) for p in ways)
        columns = len(puzzle.region) + len(limits)
        what = "cells and bounded shapes" if limits else "cells"
        size = f"{len(ways):,} rows (placements) x {columns:,} columns ({what})"
        facts["matrix"] = f"{size}, {ones:,} ones"
    return facts


def packing_facts(puzzle: Packing) -> dict[str, str]:
    """Area, colours and placements, as of the tiling."""
    return tiling_facts(puzzle.tiling)


def board_facts(puzzle: DefectiveBoard) -> dict[str, str]:
    """Area, and the size of the matrix."""
    facts = {"area": f"{puzzle.squares:,} squares, {puzzle.pieces:,} pieces of 3"}
    if puzzle.squares <= MOST_CELLS:
        facts["matrix"] = tiling_facts(puzzle.tiling)["matrix"]
    return facts


def board_certificates(puzzle: DefectiveBoard) -> list[str]:
    """Those of the tiling; of a large board, what its area says."""
    few = puzzle.squares <= MOST_CERTIFIED
    return why_no_tiling(puzzle.tiling) if few else list(puzzle.notes())


def exact_cover_facts(puzzle: ExactCover) -> dict[str, str]:
    """Size of the matrix."""
    usable = [o for i, o in enumerate(puzzle.options) if puzzle.usable(i)]
    columns = len(puzzle.items) + len(puzzle.secondary)
    return {"matrix": f"{len(usable):,} rows (options) x {columns:,} columns (items), "
                      f"{sum(map(len, usable)):,} ones"}  # fmt: skip


def exact_cover_certificates(puzzle: ExactCover) -> list[str]:
    """Items that too few options have."""
    able = dict.fromkeys(puzzle.items, 0)
    for option in puzzle.options:
        for item in option:
            able[item] = able.get(item, 0) + 1
    return [
        f"item {item} is in {able[item]} options, it must be covered {puzzle.bound(item)[0]} times"
        for item in puzzle.items
        if able[item] < puzzle.bound(item)[0]
    ]


def nonogram_facts(puzzle: Nonogram) -> dict[str, str]:
    """Cells, those filled, ways to fill the lines."""
    cells = puzzle.height * puzzle.width
    if puzzle.blotted:
        blots = sum(run.length == BLOT for clue in (*puzzle.rows, *puzzle.columns) for run in clue)
        return {
            "cells": f"{puzzle.height} x {puzzle.width}, {len(puzzle.colours) - 1} colours",
            "blots in clues": f"{blots:,}",
            **_grade(puzzle),
        }
    filled = sum(run.length for clue in puzzle.rows for run in clue)
    digits = [
        sum(math.log10(_arrangements(clue, length)) for clue in clues)
        for clues, length in ((puzzle.rows, puzzle.width), (puzzle.columns, puzzle.height))
    ]
    return {
        "cells": f"{puzzle.height} x {puzzle.width}, {len(puzzle.colours) - 1} colours",
        "sum of the row clues": f"{filled:,} of {cells:,} cells filled",
        "search space": f"10^{digits[0]:.1f} ways to fill the rows, "
        f"10^{digits[1]:.1f} to fill the columns",
        **_grade(puzzle),
    }


def _grade(puzzle: Nonogram) -> dict[str, str]:
    """How hard it is for a person."""
    if puzzle.height * puzzle.width > MOST_CELLS:
        return {}
    chain = steps(puzzle, limit=GRADE_SECONDS)
    return {"grade": str(chain.grade or f"unknown after {GRADE_SECONDS:g} s of steps")}


def _arrangements(clue: Any, length: int) -> int:
    """Ways to lay the runs in a line: where the free cells go."""
    free = length - shortest(clue)
    return math.comb(free + len(clue), len(clue))


def sliding_facts(puzzle: SlidingPuzzle) -> dict[str, str]:
    """Boards that can be reached, and bounds on the moves."""
    cells = len(puzzle.start)
    digits = math.lgamma(cells + 1) / math.log(10) - math.log10(2)
    reachable = f"{math.factorial(cells) // 2:,}" if cells <= 16 else f"some 10^{digits:.0f}"
    facts = {"boards": f"{reachable} can be reached" if min(puzzle.rows, puzzle.columns) > 1
            else "on one line, only the blank moves"}  # fmt: skip
    if why_unsolvable(puzzle):
        return facts
    bound = lower_bound(puzzle)
    facts["moves"] = (
        f"at least {bound} (Manhattan distance {manhattan(puzzle)}, linear conflicts "
        f"{linear_conflict(puzzle)}), and {'even' if bound % 2 == 0 else 'odd'}"
    )
    sides = (min(puzzle.rows, puzzle.columns), max(puzzle.rows, puzzle.columns))
    if sides in DEEPEST and puzzle.goal == default_goal(puzzle.rows, puzzle.columns):
        facts["hardest"] = f"boards of this size take at most {DEEPEST[sides]} moves"
    return facts


def sliding_certificates(puzzle: SlidingPuzzle) -> list[str]:
    """That the board is not among those that the goal can be reached from."""
    certificate = why_unsolvable(puzzle)
    return [] if certificate is None else [certificate]
