"""TOML: a table a puzzle, with `kind` first; or several, as ``[[puzzle]]`` tables.

How a table states a puzzle of some kind, that kind says itself (`Kind.read`, `Kind.write`).
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from cpmodels.errors import InputError
from cpmodels.formats.format import BLOTS, KNOWN, Format
from cpmodels.formats.table import Table
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["FORMATS", "dump", "from_table", "to_table"]


def _sniff(text: str) -> bool:
    return re.search(r"^[ \t]*(kind\s*=|\[\[puzzle\]\])", text, re.MULTILINE) is not None


def read(text: str, where: str) -> list[Puzzle]:
    """All puzzles of a TOML text."""
    try:
        table = tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise InputError(f"not TOML: {error}", where) from None
    except RecursionError:
        raise InputError("not TOML: brackets nested too deeply", where) from None
    if "puzzle" not in table:
        return [from_table(table, where)]
    several = table["puzzle"]
    if not isinstance(several, list) or not all(isinstance(item, dict) for item in several):
        raise InputError("puzzle, expected [[puzzle]] tables", where)
    return [from_table(item, f"{where}: puzzle {n}") for n, item in enumerate(several, 1)]


def write(puzzle: Puzzle) -> str:
    """The puzzle as TOML."""
    return dump(to_table(puzzle))


def from_table(table: Table, where: str = "table") -> Puzzle:
    """The puzzle that a table states."""
    rest = {key: value for key, value in table.items() if key != "kind"}
    try:
        kind = registry.find_kind(table.get("kind"))
        if kind.read is None:
            raise InputError(f"a {kind.puzzle.kind} cannot be read from TOML")
        return kind.read(rest)
    except InputError as error:
        raise error.at(where) from None
    except (TypeError, AttributeError, ValueError) as error:
        raise InputError(f"a value of the wrong type: {error}", where) from None


def to_table(puzzle: Puzzle) -> Table:
    """The table that states the puzzle."""
    kind = registry.kind_of(puzzle)
    if kind.write is None:
        raise InputError(f"a {puzzle.kind} cannot be written as TOML")
    return {"kind": puzzle.kind, **kind.write(puzzle)}


def dump(table: Mapping[str, Any]) -> str:
    """A table as TOML text: plain values first, one level of tables after them."""
    plain = [f"{_key(k)} = {_value(v)}" for k, v in table.items() if not isinstance(v, Mapping)]
    for name, inner in table.items():
        if isinstance(inner, Mapping):
            plain += ["", f"[{_key(name)}]"]
            plain += [f"{_key(k)} = {_value(v)}" for k, v in inner.items()]
    return "\n".join(plain) + "\n"


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, str):
        if "\n" in value and not set(value) - set("#. \n^v+-|"):
            return f'"""\n{value}\n"""'
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
    return str(value)


FORMATS = (
    Format(
        "toml",
        "a TOML table with a kind",
        (),
        _sniff,
        read,
        write,
        suffixes=(".toml",),
        holds=(KNOWN, BLOTS),
    ),
)
