"""Puzzles and solutions as plain data of one form, and hashes of them that stay the same."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

from cpmodels.errors import InputError

__all__ = ["digest", "plain"]


def plain(value: Any) -> Any:
    """Lists, dicts with text keys, numbers and texts that say the same; sets in one order.

    Fields of a dataclass that do not take part in comparison (titles) are left out.

    Raises
    ------
    InputError
        A value that has no such form.

    Examples
    --------
    >>> plain({"b": (1, 2), "a": frozenset({3, 1})})
    {'b': [1, 2], 'a': [1, 3]}
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | float | str):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        table = {f.name: plain(getattr(value, f.name)) for f in fields(value) if f.compare}
        return {"kind": getattr(value, "kind", type(value).__name__)} | table
    if isinstance(value, Mapping):
        return {_key(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted(map(plain, value), key=json.dumps)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return [plain(item) for item in value]
    if hasattr(value, "tolist"):  # arrays and scalars of NumPy
        return value.tolist()
    if isinstance(value, bytes):
        return value.hex()
    raise InputError(f"a {type(value).__name__} in a puzzle or solution, expected plain data")


def _key(key: Any) -> str:
    return key if isinstance(key, str) else json.dumps(plain(key))


def digest(*values: Any) -> str:
    """Twenty hexadecimal digits that tell values apart, on every machine.

    Examples
    --------
    >>> digest({"a": 1, "b": 2}) == digest({"b": 2, "a": 1})
    True
    """
    text = json.dumps(plain(values), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:20]
