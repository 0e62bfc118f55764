"""What the readers of tables share."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cpmodels.errors import InputError

__all__ = ["Table", "need", "refuse_unknown"]

Table = dict[str, Any]


def refuse_unknown(table: Table, known: Sequence[str]) -> None:
    """Raise `InputError` when a table has a key that means nothing here."""
    for key in table:
        if key not in known:
            raise InputError(f"unknown key {key!r}, expected {', '.join(known)}")


def need(table: Table, key: str) -> Any:
    """The value of a key that must be there."""
    if key not in table:
        raise InputError(f"no {key}, expected one")
    return table[key]
