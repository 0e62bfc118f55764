"""Ranges of parameters, as an experiment writes them: ``"2..8"``, ``"m..8"``, lists, numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from typing import Any

from cpmodels.errors import InputError

__all__ = ["combinations", "values"]

MOST_VALUES = 1_000_000
MOST = Decimal(10) ** 15  # of an end
_RANGE = re.compile(r"\s*([\w.+-]+?)\s*\.\.\s*([\w.+-]+?)(?:\s+step\s+([\d.]+))?\s*")


def values(statement: Any, bound: Mapping[str, Any], where: str) -> list[Any]:
    """The values that a range stands for; its ends may be names bound before.

    Raises
    ------
    InputError
        A range without end, or with an end that is neither a number nor bound.

    Examples
    --------
    >>> values("2..5", {}, "m"), values("m..6 step 2", {"m": 2}, "n"), values(7, {}, "n")
    ([2, 3, 4, 5], [2, 4, 6], [7])
    >>> values("0.1..0.3 step 0.1", {}, "density"), values(["a", "1..2"], {}, "any")
    ([0.1, 0.2, 0.3], ['a', 1, 2])
    """
    if isinstance(statement, list | tuple):
        return [value for item in statement for value in values(item, bound, where)]
    match = _RANGE.fullmatch(statement) if isinstance(statement, str) else None
    if match is None:
        return [statement]
    low, high = (_number(end, bound, where) for end in match.group(1, 2))
    step = _number(match[3] or "1", bound, where)
    if step <= 0:
        raise InputError(f"range {statement!r}, expected a step above 0", where)
    if (high - low) / step > MOST_VALUES:
        raise InputError(f"range {statement!r}, expected at most {MOST_VALUES:,} values", where)
    whole = all(n == int(n) for n in (low, step))
    steps = range(int((high - low) / step) + 1) if high >= low else range(0)
    return [int(low + i * step) if whole else float(low + i * step) for i in steps]


def _number(text: str, bound: Mapping[str, Any], where: str) -> Decimal:
    try:
        number = Decimal(str(bound.get(text, text)))
        if not abs(number) <= MOST or (number and abs(number) < 1 / MOST):  # infinity, no number
            raise ArithmeticError
        return number
    except ArithmeticError:
        what = f"{text!r} in a range, expected a number or an earlier name"
        raise InputError(what, where) from None


def combinations(ranges: Mapping[str, Any], where: str) -> Iterator[dict[str, Any]]:
    """Every choice of one value from each range; a later range may use the earlier ones.

    Examples
    --------
    >>> list(combinations({"m": "1..2", "n": "m..2"}, "range"))
    [{'m': 1, 'n': 1}, {'m': 1, 'n': 2}, {'m': 2, 'n': 2}]
    """

    def extend(bound: dict[str, Any], names: list[str]) -> Iterator[dict[str, Any]]:
        if not names:
            yield bound
            return
        for value in values(ranges[names[0]], bound, f"{where}.{names[0]}"):
            yield from extend({**bound, names[0]: value}, names[1:])

    yield from extend({}, list(ranges))
