"""Shrink: from a disagreement to a small one, by greedy descent over smaller versions.

Delta debugging (Zeller and Hildebrandt, 2002) over the parts of a puzzle: take the first smaller
version about which the same methods still disagree, and go on from there until none is left.
"""

from __future__ import annotations

import time
from dataclasses import replace

from cpmodels.answers.answer import Question
from cpmodels.crosschecking.check import Check, Item, Terms, check
from cpmodels.crosschecking.smaller import smaller
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["shrink"]


def shrink(failure: Check, terms: Terms, seconds: float = 30.0) -> Check:
    """The smallest disagreement met in so many seconds, the given one if there is no smaller.

    Only the methods that disagree are asked, and little more than what they disagree about.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> fine = check(Item(Tiling.of("2x2", "dominoes"), "square", Question.COUNT))
    >>> shrink(fine, Terms()) is fine
    True
    """
    differs = failure.disagreement
    if differs is None or not differs.methods:
        return failure
    to_ask = {*differs.questions, Question.SOLVE}  # a solution shows where to cut
    terms = replace(terms, methods=differs.methods, questions=to_ask, prove=False)
    return _descend(failure, terms, time.perf_counter() + seconds)


def _descend(best: Check, terms: Terms, deadline: float) -> Check:
    while (less := _next(best, terms, deadline)) is not None:
        best = less
    return best


def _next(best: Check, terms: Terms, deadline: float) -> Check | None:
    """The first smaller version that still shows it."""
    seen: set[Puzzle] = set()
    for puzzle in smaller(best.item.puzzle, best.solution):
        if puzzle in seen:
            continue
        seen.add(puzzle)
        left = deadline - time.perf_counter()
        if left <= 0:
            return None
        limit = left if terms.limit is None else min(left, terms.limit)
        item = Item(puzzle, f"{best.item.name}, shrunk", best.item.question)
        result = check(item, replace(terms, limit=limit))
        if result.disagreement is not None and result.failed == best.failed:
            return result
    return None
