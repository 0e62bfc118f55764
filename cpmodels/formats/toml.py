"""TOML: a table a puzzle, with `kind` first; or several, as ``[[puzzle]]`` tables.

A kind of puzzle has its two functions in `TABLES`: from a table to the puzzle, and back.
`cpmodels.register_kind` adds one from outside.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from math import prod
from typing import Any

from cpmodels.errors import InputError
from cpmodels.formats import nonogram_json, sliding
from cpmodels.formats.format import Format
from cpmodels.plugins import load_plugins
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import Cells, bounding_box, picture
from cpmodels.puzzles.copies import spell
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.shapes import SETS, named_shapes
from cpmodels.puzzles.tiling import Tiling

__all__ = ["FORMATS", "TABLES", "dump", "from_table", "to_table"]

Table = dict[str, Any]


def _sniff(text: str) -> bool:
    return re.search(r"^\s*(kind\s*=|\[\[puzzle\]\])", text, re.MULTILINE) is not None


def read(text: str, where: str) -> list[Puzzle]:
    """All puzzles of a TOML text."""
    try:
        table = tomllib.loads(text)
    except ValueError as error:  # a TOMLDecodeError, or a number of thousands of digits
        raise InputError(f"not TOML: {error}", where) from None
    except RecursionError:
        raise InputError("not TOML: brackets in brackets beyond measure", where) from None
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
    kind = table.get("kind")
    if not isinstance(kind, str):
        raise InputError(f"kind {kind!r}, expected one of {', '.join(TABLES)}", where)
    if kind not in TABLES:
        load_plugins()  # it may be a kind of theirs
    if kind not in TABLES:
        raise InputError(f"kind {kind!r}, expected one of {', '.join(TABLES)}", where)
    rest = {key: value for key, value in table.items() if key != "kind"}
    try:
        return TABLES[kind][0](rest)
    except InputError as error:
        raise error.at(where) from None
    except (TypeError, AttributeError, ValueError) as error:
        raise InputError(f"a value of the wrong type: {error}", where) from None


def to_table(puzzle: Puzzle) -> Table:
    """The table that states the puzzle."""
    if puzzle.kind not in TABLES:
        raise InputError(f"a {puzzle.kind} cannot be written as TOML")
    return {"kind": puzzle.kind, **TABLES[puzzle.kind][1](puzzle)}


def dump(table: Mapping[str, Any]) -> str:
    """A table as TOML text: plain values first, one level of tables after them."""
    plain = [f"{_key(k)} = {_value(v)}" for k, v in table.items() if not isinstance(v, Mapping)]
    for name, inner in table.items():
        if isinstance(inner, Mapping):
            plain += ["", f"[{_key(name)}]"]
            plain += [f"{_key(k)} = {_value(v)}" for k, v in inner.items()]
    return "\n".join(plain) + "\n"


def refuse_unknown(table: Table, known: tuple[str, ...]) -> None:
    """Raise `InputError` when a table has a key that means nothing here."""
    for key in table:
        if key not in known:
            raise InputError(f"unknown key {key!r}, expected {', '.join(known)}")


def need(table: Table, key: str) -> Any:
    """The value of a key that must be there."""
    if key not in table:
        raise InputError(f"no {key}, expected one")
    return table[key]


def _tiling(table: Table) -> Tiling:
    refuse_unknown(table, ("title", "region", "shapes", "copies", "turning"))
    return Tiling.of(
        need(table, "region"),
        need(table, "shapes"),
        table.get("copies", "any"),
        table.get("turning", "free"),
        str(table.get("title", "")),
    )


def _tiling_table(puzzle: Tiling) -> Table:
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    bounds = {name: spell(pair) for name, pair in puzzle.copies.items()}
    table["region"] = _region_text(puzzle)
    table["turning"] = puzzle.turning
    named = _named(puzzle)
    if len(set(bounds.values())) == 1:
        table["copies"] = next(iter(bounds.values()))
    else:
        table["copies"] = bounds
    table["shapes"] = named or {name: _shape_text(cells) for name, cells in puzzle.shapes.items()}
    return table


def _region_text(puzzle: Tiling) -> Any:
    cells = puzzle.region
    sides = bounding_box(cells)
    if not cells or len(sides) not in (2, 3) or any(min(axis) for axis in zip(*cells, strict=True)):
        return [list(cell) for cell in cells]
    if prod(sides) == len(cells):
        return "x".join(map(str, sides))
    if len(sides) == 3 and sides[0] == 1:
        return [list(cell) for cell in cells]  # one layer would read back as flat
    return _drawn(cells)


def _shape_text(cells: Cells) -> Any:
    while len(cells[0]) > 2 and bounding_box(cells)[0] == 1:
        cells = tuple(cell[1:] for cell in cells)  # it is lifted again when read
    return _drawn(cells) if len(cells[0]) in (2, 3) else [list(cell) for cell in cells]


def _drawn(cells: Cells) -> Any:
    """A picture, or the cells themselves where it would be mostly empty."""
    if prod(bounding_box(cells)) > 1000 + 20 * len(cells):
        return [list(cell) for cell in cells]
    return picture(cells)


def _named(puzzle: Tiling) -> str | None:
    """The name of the set, or of the part of a set, that the shapes are."""
    for plural in SETS:
        for text in (plural, f"one-sided {plural}"):
            shapes = {name: _lifted(cells, puzzle) for name, cells in named_shapes(text).items()}
            if shapes == dict(puzzle.shapes) and list(shapes) == list(puzzle.shapes):
                return text
            if all(shapes.get(name) == cells for name, cells in puzzle.shapes.items()):
                names = list(puzzle.shapes)
                if all(len(name) == 1 for name in names):
                    return f"{text}:{''.join(names)}"
                return f"{text}:{','.join(names)}{',' * (len(names) == 1)}"
    return None


def _lifted(cells: Cells, puzzle: Tiling) -> Cells:
    own = next(iter(puzzle.shapes.values()))
    return tuple((0,) * (len(own[0]) - len(cell)) + cell for cell in cells)


def _exact_cover(table: Table) -> ExactCover:
    refuse_unknown(table, ("title", "items", "secondary", "options", "bounds"))
    bounds = {
        name: (pair[0], None) if isinstance(pair, list) and pair[1:] == [-1] else pair
        for name, pair in table.get("bounds", {}).items()
    }
    return ExactCover.of(
        need(table, "items"),
        need(table, "options"),
        table.get("secondary", ()),
        bounds,
        str(table.get("title", "")),
    )


def _exact_cover_table(puzzle: ExactCover) -> Table:
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    table |= {"items": list(puzzle.items), "secondary": list(puzzle.secondary)}
    table["options"] = [list(option) for option in puzzle.options]
    if puzzle.bounds:
        table["bounds"] = {
            name: [low, -1 if high is None else high] for name, (low, high) in puzzle.bounds.items()
        }
    return table


def _board(table: Table) -> DefectiveBoard:
    refuse_unknown(table, ("title", "side", "missing"))
    return DefectiveBoard(need(table, "side"), table.get("missing"), str(table.get("title", "")))


def _board_table(puzzle: DefectiveBoard) -> Table:
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    table["side"] = puzzle.side
    if puzzle.missing is not None:
        table["missing"] = list(puzzle.missing)
    return table


def _nonogram_table(puzzle: Nonogram) -> Table:
    table = nonogram_json.to_table(puzzle)
    return {key: value for key, value in table.items() if key != "kind"}


def _key(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else json.dumps(name)


def _value(value: Any) -> str:
    if isinstance(value, str):
        if "\n" in value and not set(value) - set("#. \n"):
            return f'"""\n{value}\n"""'
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_value, value))}]"
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(k)} = {_value(v)}' for k, v in value.items())} }}"
    return str(value)


TABLES: dict[str, tuple[Callable[[Table], Puzzle], Callable[[Any], Table]]] = {
    "tiling": (_tiling, _tiling_table),
    "exact-cover": (_exact_cover, _exact_cover_table),
    "nonogram": (nonogram_json.from_table, _nonogram_table),
    "board": (_board, _board_table),
    "sliding": (sliding.from_table, sliding.to_table),
}

FORMATS = (
    Format("toml", "a TOML table with a kind", (), _sniff, read, write, suffixes=(".toml",)),
)
