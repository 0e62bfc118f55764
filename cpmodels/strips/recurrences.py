"""Linear recurrences: the shortest one that a sequence of integers follows.

The order is found by the Berlekamp-Massey algorithm (Massey 1969) modulo a prime so large that the
recurrence can be lifted from it to the integers, where it is verified on all terms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from math import gcd
from operator import mul

__all__ = ["PRIME", "SPARE", "Recurrence", "berlekamp_massey", "find_recurrence", "terms_needed"]

PRIME, _LARGE = 2**31 - 1, 2**4423 - 1
SPARE = 10
"""Terms beyond those that determine a recurrence, without which none is believed."""


@dataclass(frozen=True)
class Recurrence:
    """``a(n) = c1 a(n-1) + c2 a(n-2) + ...`` for n from `start` on.

    Attributes
    ----------
    coefficients : tuple of int
        c1, c2, ...
    start : int
        The first n that it holds for.
    proved : bool
        Whether it holds for ever; otherwise for all `terms` terms that it was tried on.
    """

    coefficients: tuple[int, ...]
    start: int
    terms: int
    proved: bool = False

    @property
    def order(self) -> int:
        """How many terms back it reaches."""
        return len(self.coefficients)

    def extend(self, values: list[int], length: int) -> list[int]:
        """The values and those that follow, up to a length.

        Examples
        --------
        >>> Recurrence((1, 1), 2, 9).extend([1, 1], 8)
        [1, 1, 2, 3, 5, 8, 13, 21]
        """
        values = list(values)
        while len(values) < length:
            values.append(sum(map(mul, self.coefficients, reversed(values))))
        return values

    def __str__(self) -> str:
        terms = [
            f"{'-' if c < 0 else '+'} {'' if abs(c) == 1 else f'{abs(c)} '}a(n-{k})"
            for k, c in enumerate(self.coefficients, 1)
            if c
        ]
        right = " ".join(terms).removeprefix("+ ") or "0"
        status = "proved" if self.proved else f"verified on {self.terms} terms, not proved"
        return f"a(n) = {right} for n >= {self.start} ({status})"


def find_recurrence(values: list[int], states: int | None = None) -> Recurrence | None:
    """The shortest recurrence with integer coefficients that the values follow, if they show one.

    Parameters
    ----------
    states : int, optional
        An order of which the sequence is known to follow some recurrence: with it comes a proof.

    Examples
    --------
    >>> print(find_recurrence([1, 1, 5, 11, 36, 95, 281, 781, 2245, 6336, 18061, 51205, 145601,
    ...                        413351, 1174500, 3335651, 9475901, 26915305, 76455961]))
    a(n) = a(n-1) + 5 a(n-2) + a(n-3) - a(n-4) for n >= 4 (verified on 19 terms, not proved)
    """
    step = _step(values)
    some = values[::step]
    modular = berlekamp_massey(some, _LARGE)
    order = len(modular)
    if 2 * order + SPARE > len(some):
        return None
    coefficients = [c if c <= _LARGE // 2 else c - _LARGE for c in modular]
    for k in range(order, len(some)):
        if some[k] != sum(map(mul, coefficients, some[k - 1 :: -1])):
            return None
    spread = [0] * (step * order)
    spread[step - 1 :: step] = coefficients
    proved = states is not None and len(values) - len(spread) >= states
    return Recurrence(tuple(spread), len(spread), len(values), proved)


def terms_needed(residues: Sequence[int]) -> int:
    """How many terms show the recurrence, going by its order modulo `PRIME`.

    Examples
    --------
    >>> terms_needed([1, 1, 2, 3, 5, 8, 13, 21])
    24
    """
    step = _step(residues)
    return 2 * step * (len(berlekamp_massey(residues[::step], PRIME)) + SPARE)


def _step(values: Sequence[int]) -> int:
    """The largest step such that all values off its multiples are 0."""
    return gcd(*(k for k, value in enumerate(values) if value)) or 1


def berlekamp_massey(values: Sequence[int], prime: int) -> list[int]:
    """The shortest recurrence modulo a prime: coefficients of the terms before, latest first.

    Examples
    --------
    >>> berlekamp_massey([1, 1, 2, 3, 5, 8, 13, 21], 101)
    [1, 1]
    """
    now: list[int] = []
    before: list[int] = []
    length, since, old = 0, 1, 1  # `before` had failed by `old`, `since` terms ago
    values = [value % prime for value in values]
    for k, value in enumerate(values):
        miss = (value - sum(map(mul, now, values[k - 1 :: -1]))) % prime if k else value
        if not miss:
            since += 1
            continue
        factor = miss * pow(old, -1, prime) % prime
        change = [0] * (since - 1) + [factor] + [-factor * c % prime for c in before]
        fixed = [(a + b) % prime for a, b in zip_longest(now, change, fillvalue=0)]
        since += 1
        if 2 * length <= k:
            length, since, before, old = k + 1 - length, 1, now, miss
        now = fixed
    return now + [0] * (length - len(now))
