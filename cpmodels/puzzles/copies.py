"""How often a shape may be used: a lower and an upper bound, written in several ways."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from cpmodels.errors import InputError
from cpmodels.puzzles.puzzle import is_integer

__all__ = ["MAX_COPIES", "Bounds", "parse_bounds", "parse_copies", "spell"]

MAX_COPIES = 10**9  # beyond it, sums leave the range of 64 bits
Bounds = tuple[int, int | None]  # at least, at most (None: any number)

_FORMS = "any, 2, 0..2, 1.., ..2, 'at most 2', 'at least 1' or 'exactly 2'"
_WORDS = {"at most": "..{}", "at least": "{}..", "exactly": "{}", "<=": "..{}", ">=": "{}.."}


def parse_bounds(spec: Any, where: str = "copies") -> Bounds:
    """A pair (lo, hi) from a number, a pair or a text; hi is None for no upper bound.

    Raises
    ------
    InputError
        Not such a form, a negative number, or a lower bound above the upper.

    Examples
    --------
    >>> [parse_bounds(form) for form in ("any", 2, "1..3", "at most 2", "1..")]
    [(0, None), (2, 2), (1, 3), (0, 2), (1, None)]
    """
    bounds = _pair(spec)
    if bounds is None:
        raise InputError(f"{spec!r}, expected {_FORMS}", where)
    low, high = bounds
    if max(low, high or 0) > MAX_COPIES:
        raise InputError(f"{spec!r}, expected numbers of at most {MAX_COPIES:,}", where)
    if low < 0 or (high is not None and high < low):
        raise InputError(
            f"{spec!r}, expected a lower bound of 0 or more, not above the upper", where
        )
    return bounds


def parse_copies(spec: Any, names: list[str]) -> dict[str, Bounds]:
    """Bounds for each name: one form for all, or a mapping (``*`` stands for the rest).

    Examples
    --------
    >>> parse_copies({"I": 1, "*": "any"}, ["I", "O"])
    {'I': (1, 1), 'O': (0, None)}
    """
    if not isinstance(spec, Mapping):
        bounds = parse_bounds(spec)
        return dict.fromkeys(names, bounds)
    for name in spec:
        if name != "*" and name not in names:
            raise InputError(
                f"copies of {name!r}, which is no shape here; shapes: {', '.join(names)}"
            )
    rest = spec.get("*", "any")
    return {name: parse_bounds(spec.get(name, rest), f"copies of {name}") for name in names}


def spell(bounds: Bounds) -> str:
    """The shortest form that `parse_bounds` reads back."""
    low, high = bounds
    if high is None:
        return f"{low}.." if low else "any"
    return str(low) if low == high else f"{low}..{high}"


def _pair(spec: Any) -> Bounds | None:
    if is_integer(spec):
        return spec, spec
    if isinstance(spec, (tuple, list)) and len(spec) == 2:
        low, high = spec
        if all(map(is_integer, (low, high or 0))):
            return low, high
        return None
    if not isinstance(spec, str):
        return None
    text = spec.strip().lower()
    for word, form in _WORDS.items():
        if text.startswith(word):
            text = form.format(text.removeprefix(word).strip())
            break
    if text == "any":
        return 0, None
    match = re.fullmatch(r"(-?[0-9]{1,18})?(\.\.)?(-?[0-9]{1,18})?", text)
    if match is None or not (match[1] or match[3]):
        return None
    if match[2] is None:
        return int(text), int(text)
    return int(match[1] or 0), None if match[3] is None else int(match[3])
