"""The files of two solvers by Tsionyx: nonogrid's TOML and pynogram's ini, which share their words.

Under ``[clues]`` stand ``rows`` and ``columns``, clues on lines or between commas, each perhaps in
quotes; ``#`` and ``;`` start a comment. A run is a length and the name of its colour, ``2r``; with
no name it is black. Colours are ``name = (value) character`` under ``[colors]``, in TOML as texts
in the list ``defs``; the value is a name, hexadecimal digits, or three numbers.
Source: the examples and the readers of both programs.
"""

from __future__ import annotations

import configparser
import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import characters, dropping, integer
from cpmodels.puzzles.clues import Clue, Run
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, distinct, named, parse_rgb, rgb_of
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["FORMATS", "read_ini", "read_toml", "write_ini", "write_toml"]

_COLOUR = re.compile(r"(?:([A-Za-z_]\w*)\s*=\s*)?\((.+)\)\s*(\S)")
_CLUES = re.compile(r"^[ \t]*\[clues\][ \t]*(?:[#;].*)?$", re.MULTILINE)
_TRIPLET = re.compile(r"\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*")


def read_toml(text: str, where: str) -> list[Nonogram]:
    """The puzzle of one of nonogrid's files.

    Examples
    --------
    >>> [puzzle] = read_toml('[clues]\\nrows = "2"\\ncolumns = "1, 1"', "bar.toml")
    >>> puzzle.describe()
    '1 rows x 2 columns'
    """
    try:
        table = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"not TOML: {error}", where) from None
    colours = table.get("colors", {})
    definitions = colours.get("defs", []) if isinstance(colours, dict) else colours
    if not isinstance(definitions, list) or not all(isinstance(line, str) for line in definitions):
        raise InputError("colors, expected defs = ['r = (red) %', ...]", where)
    return [_puzzle(table.get("clues"), [("", line) for line in definitions], where)]


def read_ini(text: str, where: str) -> list[Nonogram]:
    """The puzzle of one of pynogram's files.

    Examples
    --------
    >>> text = "[colors]\\nr = (red) %\\n[clues]\\nrows = 1r 1\\ncolumns =\\n  1r\\n  1"
    >>> read_ini(text, "two.txt")[0].colours[2].name
    'red'
    """
    parser = configparser.RawConfigParser(inline_comment_prefixes="#;")
    parser.optionxform = str  # type: ignore[assignment]  # names of colours keep their capitals
    try:
        parser.read_string(text)
        clues = dict(parser.items("clues"))
    except configparser.Error as error:
        raise InputError(f"not an ini file: {' '.join(str(error).split())}", where) from None
    definitions = parser.items("colors") if parser.has_section("colors") else []
    return [_puzzle(clues, definitions, where)]


def write_toml(puzzle: Nonogram) -> str:
    """The puzzle as nonogrid reads it.

    Examples
    --------
    >>> write_toml(Nonogram.of([2], [1, 1])).splitlines()[2:4]
    ['1', '1']
    """
    codes, definitions = _codes(puzzle)
    lines = ["[clues]"]
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines += [f'{name} = """', *(_spell(clue, codes) for clue in clues), '"""']
    if definitions:
        lines += ["", "[colors]", "defs = [", *(f"    '{line}'," for line in definitions), "]"]
    return "\n".join(lines) + "\n"


def write_ini(puzzle: Nonogram) -> str:
    """The puzzle as pynogram reads it."""
    codes, definitions = _codes(puzzle)
    lines = ["[clues]"]
    for name, clues in (("columns", puzzle.columns), ("rows", puzzle.rows)):
        lines += [f"{name} =", *(f"    {_spell(clue, codes)}" for clue in clues)]
    if definitions:
        lines += ["", "[colors]", *definitions]
    return "\n".join(lines) + "\n"


def _puzzle(table: Any, definitions: Iterable[tuple[str, str]], where: str) -> Nonogram:
    if not isinstance(table, dict):
        raise InputError("clues, expected rows and columns under [clues]", where)
    colours = {}
    for name, line in definitions:
        colour = _colour(name, line, where)
        colours[colour[0]] = colour[1]
    texts = []
    for name in ("rows", "columns"):
        if not isinstance(table.get(name), str):
            raise InputError(f"no {name}, expected clues as a text", where)
        texts.append([*_parts(table[name])])
    names = {"": 0} | {name: at for at, name in enumerate(colours, 1)}
    clues = [
        [_clue(clue, names, f"{where}: {what} {number}") for number, clue in enumerate(part, 1)]
        for what, part in zip(("row", "column"), texts, strict=True)
    ]
    black = not colours or any(code == 0 for part in clues for clue in part for _, code in clue)
    order = [0] * black + list(range(1, len(names)))
    index = {code: at for at, code in enumerate(order, 1)}
    shades = [BLACK_AND_WHITE[0], *[BLACK_AND_WHITE[1]] * black, *colours.values()]
    rows, columns = (
        tuple(tuple(Run(length, index[code]) for length, code in clue) for clue in part)
        for part in clues
    )
    try:
        return Nonogram(rows, columns, distinct(shades))
    except InputError as error:
        raise error.at(where) from None


def _parts(text: str) -> Iterator[str]:
    """The clues of a text: between commas and line ends, without comments and quotes."""
    for line in text.split("\n"):
        for part in re.split("[#;]", line, maxsplit=1)[0].split(","):
            clue = part.strip().strip("'\"").strip()
            if clue:
                yield clue


def _clue(text: str, names: dict[str, int], where: str) -> list[tuple[int, int]]:
    runs = []
    for word in text.split():
        match = re.fullmatch(r"(\d+)([^\W\d]\w*)?", word)
        if match is None:
            raise InputError(f"{word[:40]!r} is no run, expected a length and a colour", where)
        name = match[2] or ""
        if name not in names:
            known = ", ".join(list(names)[1:]) or "none"
            raise InputError(f"colour {name[:40]!r} is not defined; colours: {known}", where)
        runs.append((integer(match[1], "a length", where), names[name]))
    return [] if [length for length, _ in runs] == [0] else runs


def _colour(name: str, line: str, where: str) -> tuple[str, Colour]:
    match = _COLOUR.fullmatch(line.strip())
    if match is None or not (name or match[1]):
        raise InputError(f"{line[:40]!r} is no colour, expected like 'r = (red) %'", where)
    value, letter = match[2].strip(), match[3]
    triplet = _TRIPLET.fullmatch(value)
    if triplet:
        parts = [int(part) for part in triplet.groups()]
        if max(parts) > 255:
            raise InputError(f"colour ({value}), expected numbers up to 255", where)
        return name or match[1], Colour(name or match[1], (parts[0], parts[1], parts[2]), letter)
    rgb = rgb_of(value) or named(value).rgb
    name_of = (name or match[1]) if parse_rgb(value) else value
    return name or match[1], Colour(name_of, rgb, letter)


def _codes(puzzle: Nonogram) -> tuple[list[str], list[str]]:
    """What follows the length of a run of each colour, and the lines that define the colours."""
    if puzzle.colours == BLACK_AND_WHITE:
        return ["", ""], []
    codes = characters(puzzle, "nonogrid", lambda letter: letter.isascii() and letter.islower())
    letters = characters(puzzle, "nonogrid", lambda c: "!" <= c <= "~" and c not in "'#;")
    definitions = [
        f"{code} = ({colour.hex}) {character}"
        for code, colour, character in zip(codes, puzzle.colours, letters, strict=True)
    ]
    return codes, definitions[1:]


def _spell(clue: Clue, codes: list[str]) -> str:
    return " ".join(f"{run.length}{codes[run.colour]}" for run in clue) or "0"


def _is_toml(text: str) -> bool:
    assignment = r"^[ \t]*(rows|columns)[ \t]*=[ \t]*[\"']"
    return _CLUES.search(text) is not None and bool(re.search(assignment, text, re.MULTILINE))


FORMATS = (
    Format(
        "nonogrid", "nonogram: nonogrid's TOML, [clues] in texts", ("nonogram",),
        _is_toml, read_toml, write_toml, dropping("colours"), (".toml",),
    ),
    Format(
        "pynogram", "nonogram: pynogram's ini, [clues] on indented lines", ("nonogram",),
        lambda text: _CLUES.search(text) is not None and not _is_toml(text),
        read_ini, write_ini, dropping("colours"), (".txt", ".ini"),
    ),
)  # fmt: skip
