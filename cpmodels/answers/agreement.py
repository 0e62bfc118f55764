"""Agreement: the one rule by which two answers cannot both be right.

An answer is brought to two intervals, how many solutions there are and the value of the best one
(`Answer.number`, `Answer.best`); two contradict each other when their intervals do not meet.
"None" is 0..0, "at least 12" is 12.., and "unknown" is 0.. and excludes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Protocol

from cpmodels.answers.answer import Answer, Bounds

__all__ = ["Bounded", "contradict", "disagreement"]


class Bounded(Protocol):
    """What says at least and at most how many solutions there are, and how good the best is."""

    @property
    def number(self) -> Bounds: ...
    @property
    def best(self) -> Bounds: ...


def contradict(one: Bounded, other: Bounded) -> bool:
    """Whether the two cannot both be right.

    Examples
    --------
    >>> from cpmodels.answers.answer import Verdict
    >>> some = Answer("count", "a", Verdict.ALL, complete=True, count=3)
    >>> contradict(some, Answer("count", "b", Verdict.UNKNOWN, complete=False, count=5))
    True
    """
    return _apart(one.number, other.number) or _apart(one.best, other.best)


def disagreement(answers: Sequence[Answer]) -> str | None:
    """The first pair of answers that cannot both be right, in words; None when all can.

    Examples
    --------
    >>> from cpmodels.answers.answer import Verdict
    >>> found = Answer("count", "a", Verdict.ALL, complete=True, count=3)
    >>> more = Answer("count", "b", Verdict.UNKNOWN, complete=False, count=5)
    >>> disagreement([found, more])
    'a says 3, b says at least 5'
    """
    for one, other in combinations(answers, 2):
        copies = _copies_differ(one, other)
        if copies is not None:
            return f"{one.method} and {other.method} differ in {copies}"
        if contradict(one, other):
            return f"{one.method} says {one}, {other.method} says {other}"
    return None


def _copies_differ(one: Answer, other: Answer) -> str | None:
    """The first multiset of shapes with two different exact counts, in words."""
    if one.by_copies is None or other.by_copies is None or not (one.complete and other.complete):
        return None
    for copies in {**one.by_copies, **other.by_copies}:
        counts = [each.by_copies.get(copies, 0) for each in (one, other) if each.by_copies]
        if len(set(counts)) > 1 or len(counts) == 1:
            used = " ".join(f"{name}={number}" for name, number in copies)
            return f"the tilings with {used or 'no piece'}: {' and '.join(map(str, counts))}"
    return None


def _apart(one: Bounds, other: Bounds) -> bool:
    return _below(one, other) or _below(other, one)


def _below(one: Bounds, other: Bounds) -> bool:
    return one[1] is not None and one[1] < other[0]
