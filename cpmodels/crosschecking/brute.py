"""Brute force over the checker: the arbiter of small puzzles, which knows no rule itself.

Every candidate of the right form is handed to the puzzle's own checker. Nothing is shared with a
model or a search: no placement, no clue, no move table.
"""

from __future__ import annotations

from collections.abc import Hashable
from time import perf_counter

from cpmodels.errors import WrongSolution
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["MOST", "Truth", "brute_force"]

MOST = 100_000
"""Candidates that are looked at."""
SECONDS = 5.0  # until it gives up

Truth = tuple[int, int | None]
"""How many solutions there are, and the value of the best where they have one."""


def brute_force(puzzle: Puzzle, most: int = MOST) -> Truth | None:
    """How many candidates the checker accepts; None where that takes too long.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> brute_force(Tiling.of("2x3", "dominoes"))
    (3, None)
    """
    candidates = registry.kind_of(puzzle).candidates
    groups = None if candidates is None else candidates(puzzle)
    if groups is None:
        return None
    number, deadline = 0, perf_counter() + SECONDS
    for group in groups:
        values: dict[Hashable, int | None] = {}
        for candidate in group:
            number += 1
            if number > most or perf_counter() > deadline:
                return None
            try:
                puzzle.check(candidate)
            except WrongSolution:
                continue
            values[puzzle.key(candidate)] = puzzle.measure(candidate)
        if values:
            return _best(puzzle, list(values.values()))
    return 0, None


def _best(puzzle: Puzzle, values: list[int | None]) -> Truth:
    if not puzzle.optimising:
        return len(values), None
    known = [value for value in values if value is not None]
    best = max(known) if puzzle.maximising else min(known)
    return known.count(best), best
