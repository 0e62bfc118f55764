"""Nonograms in JSON, under the names that are common.

Rows and columns are lists of clues: ``rows``, ``row_clues``, ``rowPatterns`` and so on, at the top
or under ``clues``. In a pair ``ver`` and ``hor``, as Teal's solver has it, ``ver`` are the rows:
their clues stand one below the other. A clue is a list of lengths, of ``[length, colour]`` or of
``{"length": 3, "colour": "red"}``, or a text of lengths; zeros at its ends are padding. A puzzle
with a ``goal`` (``solution``, ``grid``) and no clues gets those of the goal. Several puzzles stand
in a list, or under ``puzzles``. What is of no known name is kept as text. What is
written keeps every field. ``known`` are rows of cells known beforehand, each the sum of
``1 << colour`` for the colours that it may have. A length ``"?"`` is blotted out, ``"*"`` stands
for any number of runs.
"""

from __future__ import annotations

import json
import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from cpmodels.errors import InputError, InputWarning
from cpmodels.formats.format import BLOTS, KNOWN, Format
from cpmodels.formats.nonogram_clues import TEXTS
from cpmodels.puzzles.clues import ANY_RUNS, BLOT, Clue, Run, length_text
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, distinct, named, rgb_of
from cpmodels.puzzles.nonogram import Nonogram, Saved, check_size
from cpmodels.puzzles.puzzle import is_integer

__all__ = ["FORMATS", "from_table", "read", "to_table", "write"]

Table = Mapping[str, Any]
_ROWS = (
    "rows", "row", "rowclues", "rowhints", "rowpatterns", "rowrules", "hor", "horizontal", "left",
)  # fmt: skip
_COLUMNS = (
    "columns", "column", "cols", "col", "columnclues", "colclues", "columnhints", "colhints",
    "columnpatterns", "colpatterns", "colrules", "ver", "vertical", "top",
)  # fmt: skip
_GOAL = ("goal", "solution", "grid", "picture", "image")
_ALIASES = {"name": "title", "by": "author", "id": "catalogue", "source": "catalogue"}
_COLOURS = ("colours", "colors", "palette")
_OWN = {
    *_ROWS, *_COLUMNS, *_GOAL, *_COLOURS,
    "kind", "clues", "saved", "known", "extra", "width", "height",
}  # fmt: skip
_LENGTH = ("length", "count", "size", "number", "num", "value", "n")
_COLOUR = ("colour", "color", "c")
_OF_COLOUR = ("name", "rgb", "hex", "value", "color", "colour", "character", "char")


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of a JSON text.

    Examples
    --------
    >>> read('{"rows": [[2]], "cols": [[1], [1]]}', "bar.json")[0].describe()
    '1 rows x 2 columns'
    """
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {error.msg}", f"{where}: line {error.lineno}") from None
    except (RecursionError, ValueError) as error:
        raise InputError(f"not JSON that can be read: {error}", where) from None
    several = data if isinstance(data, list) else _get(data, ("puzzles", "nonograms"))
    if not isinstance(several, list):
        return [from_table(data, where)]
    return [from_table(item, f"{where}: puzzle {number}") for number, item in enumerate(several, 1)]


def write(puzzle: Nonogram) -> str:
    """The puzzle as JSON, a clue a line."""
    parts = []
    for key, value in to_table(puzzle).items():
        if isinstance(value, list) and value and key != "colours":
            inner = ",\n".join(f"    {json.dumps(item, ensure_ascii=False)}" for item in value)
            parts.append(f"  {json.dumps(key)}: [\n{inner}\n  ]")
        else:
            parts.append(f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def from_table(table: Any, where: str = "table") -> Nonogram:
    """The puzzle that plain data states: dictionaries, lists, texts and integers.

    Raises
    ------
    InputError
        No clues, a value of the wrong type, or what `Nonogram.of` refuses.
    """
    if not isinstance(table, Mapping):
        raise InputError("expected an object with rows and columns", where)
    clues = table.get("clues")
    inner = clues if isinstance(clues, Mapping) else table
    try:
        more = _fields(table)
        rows, columns = _lists(inner, _ROWS), _lists(inner, _COLUMNS)
        if {_key(name) for name in inner} >= {"ver", "hor"}:
            rows, columns = columns, rows  # Teal's solver: the list beside the rows is vertical
        if rows is None and columns is None and more["goal"] is not None:
            return Nonogram.from_picture(more.pop("goal"), **more)
        if rows is None or columns is None:
            raise InputError(
                f"no {'rows' if rows is None else 'columns'}, expected a list of clues"
            )
        check_size(len(rows), len(columns))
        _warn_of_unread(table, inner, (*rows, *columns))
        return Nonogram.of(map(_clue, rows), map(_clue, columns), **more)
    except InputError as error:
        raise error.at(where) from None
    except (
        TypeError,
        ValueError,
        AttributeError,
        KeyError,
        OverflowError,
        RecursionError,
    ) as error:
        raise InputError(f"a value of the wrong type: {error}", where) from None


def _warn_of_unread(table: Table, inner: Table, clues: tuple[Any, ...]) -> None:
    """Say which names inside of the known parts are lost, if there are some."""
    names = dict.fromkeys(_unread(table, inner, clues))
    if names:
        warnings.warn(InputWarning(f"not kept: {', '.join(names)}"), stacklevel=2)


def _unread(table: Table, inner: Table, clues: tuple[Any, ...]) -> Iterator[str]:
    runs = [run for clue in clues if isinstance(clue, list) for run in clue]
    colours = _get(table, _COLOURS)
    parts: list[tuple[str, Any, tuple[str, ...]]] = [
        ("clues", [inner] if inner is not table else (), (*_ROWS, *_COLUMNS)),
        ("a run", runs, (*_LENGTH, *_COLOUR)),
        ("a colour", colours if isinstance(colours, list) else (), _OF_COLOUR),
        ("a saved state", table.get("saved") or (), ("kind", "name", "cells", "note")),
    ]
    for place, values, names in parts:
        for value in values:
            if isinstance(value, Mapping):
                yield from (f"{name} of {place}" for name in value if _key(name) not in names)


def to_table(puzzle: Nonogram) -> dict[str, Any]:
    """The puzzle as plain data, which `from_table` reads back."""
    table: dict[str, Any] = {"kind": puzzle.kind}
    table |= {name: getattr(puzzle, name) for name in TEXTS if getattr(puzzle, name)}
    if puzzle.colours != BLACK_AND_WHITE:
        table["colours"] = [
            {"name": c.name, "rgb": f"#{c.hex}", "character": c.character} for c in puzzle.colours
        ]
    table["rows"] = [_plain(clue, puzzle) for clue in puzzle.rows]
    table["columns"] = [_plain(clue, puzzle) for clue in puzzle.columns]
    if puzzle.goal is not None:
        table["goal"] = [list(row) for row in puzzle.goal]
    if puzzle.known is not None:
        table["known"] = [list(row) for row in puzzle.known]
    if puzzle.saved:
        table["saved"] = [
            {"kind": s.kind, "name": s.name, "cells": [list(row) for row in s.cells]}
            | ({"note": s.note} if s.note else {})
            for s in puzzle.saved
        ]
    if puzzle.extra:
        table["extra"] = [list(pair) for pair in puzzle.extra]
    return table


def _plain(clue: Clue, puzzle: Nonogram) -> list[Any]:
    if puzzle.coloured or any(run.colour > 1 for run in clue):
        return [length_text(run) if run == ANY_RUNS else [_length(run), run.colour] for run in clue]
    return [_length(run) for run in clue]


def _length(run: Run) -> int | str:
    """A number, or what stands for a blot."""
    return length_text(run) if run.length == BLOT else run.length


def _key(name: str) -> str:
    return re.sub(r"[\W_]", "", name).lower()


def _get(table: Any, names: tuple[str, ...]) -> Any:
    """The value of the first of these names, in any spelling with capitals and underlines."""
    if isinstance(table, Mapping):
        known = {_key(name): value for name, value in table.items()}
        for name in names:
            if name in known:
                return known[name]
    return None


def _lists(table: Table, names: tuple[str, ...]) -> list[Any] | None:
    known = {_key(name): value for name, value in table.items()}
    lists = (known[name] for name in names if isinstance(known.get(name), list))
    return next(lists, None)


def _clue(clue: Any) -> Any:
    """A clue as `Nonogram.of` takes it, without padding."""
    if isinstance(clue, str):
        return clue
    if is_integer(clue):
        return [clue] if clue else []
    if not isinstance(clue, list):
        raise InputError(f"{str(clue)[:40]!r}, expected a list of lengths")
    runs = [_run(item) for item in clue]
    places = [at for at, (length, _) in enumerate(runs) if length]
    return runs[places[0] : places[-1] + 1] if places else []


def _run(item: Any) -> tuple[int | str, Any]:
    length, colour = item, 1
    if isinstance(item, Mapping):
        length, colour = _get(item, _LENGTH), _get(item, _COLOUR)
        colour = 1 if colour is None else colour
    elif isinstance(item, list) and len(item) == 2:
        length, colour = item
    if length == "*":
        return "*", 0
    if length == "?":
        return "?", colour
    if isinstance(length, str) and length.isascii() and length.isdigit() and len(length) < 10:
        length = int(length)
    if not is_integer(length):
        raise InputError(f"{str(item)[:40]!r}, expected the length of a run, or length and colour")
    if not isinstance(colour, str) and not is_integer(colour):
        raise InputError(f"{str(colour)[:40]!r}, expected a colour's name or number")
    return length, colour


def _fields(table: Table) -> dict[str, Any]:
    """Everything but the clues."""
    more: dict[str, Any] = {}
    extra = [(str(name), str(value)) for name, value in table.get("extra") or ()]
    for name, value in table.items():
        field = _ALIASES.get(name.lower(), name.lower())
        if field in TEXTS and (isinstance(value, str) or is_integer(value)):
            if more.setdefault(field, str(value)) != str(value):
                extra.append((name, str(value)))
        elif _key(name) not in _OWN:
            extra.append((name, value if isinstance(value, str) else json.dumps(value)))
    more["extra"] = tuple(extra)
    colours = _get(table, _COLOURS)
    more["colours"] = None if colours is None else _palette(colours)
    goal = _get(table, _GOAL)
    more["goal"] = None if goal is None else _picture(goal)
    known = table.get("known")
    more["known"] = None if known is None else _picture(known)
    more["saved"] = tuple(
        Saved(
            str(s.get("kind", "saved")),
            str(s.get("name", "")),
            _picture(s["cells"]),
            str(s.get("note", "")),
        )
        for s in table.get("saved") or ()
    )
    return more


def _palette(colours: Any) -> tuple[Colour, ...]:
    if isinstance(colours, Mapping):
        colours = [{"name": name, "rgb": value} for name, value in colours.items()]
    if not isinstance(colours, list):
        raise InputError(f"colours {str(colours)[:40]!r}, expected a list")
    known = [_colour(item) for item in colours]
    if known and not isinstance(colours[0], Mapping):
        known[0] = replace(known[0], character=".")
    return distinct(known)


def _colour(item: Any) -> Colour:
    if isinstance(item, str):
        return named(item)
    name, value = item.get("name"), _get(item, ("rgb", "hex", "value", "color", "colour"))
    rgb = rgb_of(value) if isinstance(value, str) else None
    if (
        isinstance(value, list)
        and len(value) == 3
        and all(isinstance(part, int) and 0 <= part < 256 for part in value)
    ):
        rgb = (value[0], value[1], value[2])
    if rgb is None:
        raise InputError(f"colour {str(item)[:60]}, expected a name and #rrggbb")
    letter = str(item.get("character") or item.get("char") or "")[:1]
    name = str(name or value)
    return Colour(name, rgb, letter or named(name).character)


def _picture(rows: Any) -> tuple[tuple[int, ...], ...]:
    if not isinstance(rows, list):
        raise InputError(f"{str(rows)[:40]!r}, expected a picture as a list of rows")
    return tuple(tuple(map(_cell, row)) for row in rows)


def _cell(cell: Any) -> int:
    if isinstance(cell, int):
        return int(cell)
    if isinstance(cell, str) and len(cell) == 1 and cell in "01.#-Xx ":
        return int(cell in "1#Xx")
    raise InputError(f"{str(cell)[:40]!r} in a picture, expected a colour's number")


FORMATS = (
    Format(
        "json", "nonograms in JSON", ("nonogram",),
        lambda text: re.match(r"\s*[{\[]", text) is not None
        and re.search(r'"(rows?|col\w*|row\w*|hor\w*|ver\w*|goal|grid|solution)"\s*:', text,
                      re.IGNORECASE) is not None,
        read, write, lambda puzzle: [], (".json",), holds=(KNOWN, BLOTS),
    ),
)  # fmt: skip
