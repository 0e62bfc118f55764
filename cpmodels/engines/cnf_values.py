"""The values of a variable, or of a multiple of it, by their order."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from cpmodels.engines.cnf_sums import Interval
from cpmodels.engines.formula import Formula, Reading

__all__ = ["Values"]


@dataclass
class Values:
    """Numbers in rising order, and for each but the first the literal "at least this".

    Examples
    --------
    >>> die = Values([1, 2, 3], [10, 11])
    >>> die.times(-2)
    Values(numbers=[-6, -4, -2], literals=[-11, -10])
    >>> list(die.outside([(2, 2)]))
    [[10], [-11]]
    """

    numbers: list[int]
    literals: list[int]
    _equal: dict[int, int] = field(default_factory=dict, repr=False, compare=False)

    def times(self, factor: int) -> Values:
        """The values of a multiple, not by 0."""
        if factor > 0:
            return Values([factor * number for number in self.numbers], self.literals)
        numbers = [factor * number for number in reversed(self.numbers)]
        return Values(numbers, [-literal for literal in reversed(self.literals)])

    def reading(self) -> Reading:
        """The least value, and how much more each literal says."""
        numbers = self.numbers
        steps = [high - low for low, high in pairwise(numbers)]
        return numbers[0], list(zip(self.literals, steps, strict=True))

    def place(self, number: int) -> int:
        """The place of the first that is not less."""
        return bisect_left(self.numbers, number)

    def at_least(self, place: int) -> list[int] | None:
        """A clause's part for "at least the number at this place"; None where that always holds."""
        if place <= 0:
            return None
        return [self.literals[place - 1]] if place < len(self.numbers) else []

    def less(self, place: int) -> list[int] | None:
        """A clause's part for "less than the number at this place"."""
        if place >= len(self.numbers):
            return None
        return [-self.literals[place - 1]] if place > 0 else []

    def outside(self, allowed: Sequence[Interval]) -> Iterator[list[int]]:
        """Clauses that exclude the numbers in none of the intervals."""
        numbers = self.numbers
        place = 0
        for low, high in sorted(allowed, key=lambda pair: (pair[0] is not None, pair[0] or 0)):
            first = 0 if low is None else bisect_left(numbers, low)
            if place < first:
                yield [*(self.less(place) or []), *(self.at_least(first) or [])]
            place = max(place, len(numbers) if high is None else bisect_right(numbers, high))
        if place < len(numbers):
            yield self.less(place) or []

    def beside(self, other: Values, allowed: Interval) -> Iterator[list[int]]:
        """Clauses that keep the sum with another one's value within an interval."""
        low, high = allowed
        if high is not None:
            yield from self._at_most(other, high)
        if low is not None:
            yield from self.times(-1)._at_most(other.times(-1), -low)

    def _at_most(self, other: Values, most: int) -> Iterator[list[int]]:
        for place, number in enumerate(self.numbers):
            over = bisect_right(other.numbers, most - number)
            parts = self.less(place), other.less(over)
            if parts[1] is not None:
                yield [*(parts[0] or []), *parts[1]]

    def equal(self, place: int, formula: Formula) -> int | None:
        """The literal "the number at this place", new where it needs one; None if always so."""
        if len(self.numbers) == 1:
            return None
        if place == 0:
            return -self.literals[0]
        if place == len(self.numbers) - 1:
            return self.literals[-1]
        if place not in self._equal:
            lower, upper = self.literals[place - 1], self.literals[place]
            both = self._equal[place] = formula.variable()
            formula.add([-both, lower])
            formula.add([-both, -upper])
            formula.add([both, -lower, upper])
        return self._equal[place]
