"""Simon Tatham's game id of Pattern: ``5x10:2/2.1/...``, the columns first; one id a line.

An empty line of the picture is an empty clue; a 0 is refused there, and so here. Source: the
Portable Puzzle Collection, pattern.c.
"""

from __future__ import annotations

import re

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import (
    NumberedLine,
    TextAt,
    build,
    dropping,
    integer,
    number_lines,
    plain_clues,
)
from cpmodels.puzzles.clues import Run
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["FORMATS", "read", "write"]

_ID = re.compile(r"(\d+)(?:x(\d+))?:(.*)")


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of the ids in a text.

    Examples
    --------
    >>> read("3x1:1//1/1.1", "id")[0].columns
    ((Run(length=1, colour=1),), (), (Run(length=1, colour=1),))
    """
    return [
        _puzzle(line, f"{where}: line {line.number}") for line in number_lines(text) if line.text
    ]


def write(puzzle: Nonogram) -> str:
    """The puzzle as a game id.

    Examples
    --------
    >>> write(Nonogram.of([(1, 1)], [1, 0, 1]))
    '3x1:1//1/1.1\\n'
    """
    if not puzzle.height or not puzzle.width:
        raise InputError("a board without cells has no game id")
    rows, columns = plain_clues(puzzle, "tatham", ".")
    clues = "/".join("" if clue == "0" else clue for clue in (*columns, *rows))
    return f"{puzzle.width}x{puzzle.height}:{clues}\n"


def _puzzle(line: NumberedLine, where: str) -> Nonogram:
    match = _ID.fullmatch(line.text)
    if match is None:
        seed = " (a random seed is no puzzle)" if "#" in line.text else ""
        raise InputError(f"not a game id, expected 5x10:2/2.1/...{seed}", where)
    width = integer(match[1], "a width", where)
    height = integer(match[2], "a height", where) if match[2] else width
    check_size(height, width, where)
    if "," in match[3]:
        raise InputError("squares given beside the clues are not supported", where)
    clues = match[3].split("/")
    if len(clues) != width + height:
        raise InputError(
            f"{len(clues)} clues, expected {width} columns and then {height} rows", where
        )
    parts = [_clue(clue, n <= width, n, width, where) for n, clue in enumerate(clues, 1)]
    lines = [TextAt(line.number, clue) for clue in parts]
    try:
        return build(lines[width:], lines[:width], "")
    except InputError as error:
        raise InputError(error.what, f"{where}: {error.where.rpartition(': ')[2]}") from None


def _clue(clue: str, down: bool, number: int, width: int, where: str) -> tuple[Run, ...]:
    place = f"{where}: column {number}" if down else f"{where}: row {number - width}"
    if not clue:
        return ()
    numbers = [integer(word, "lengths of runs", place) for word in clue.split(".")]
    if 0 in numbers:
        raise InputError("a 0, expected nothing for an empty line", place)
    return tuple(Run(length, 1) for length in numbers)


FORMATS = (
    Format(
        "tatham", "nonogram: Simon Tatham's game id, columns first", ("nonogram",),
        lambda text: re.match(r"\s*\d+(x\d+)?:[\d./,]*\s*$", text, re.MULTILINE) is not None,
        read, write, dropping(), (".id",),
    ),
)  # fmt: skip
