"""Olsak's .g: nonograms in any number of colours.

Text before the first line that starts with ``#`` or ``:`` is a comment. ``#d`` starts the colours:
``inchar:outchar  colour  comment`` a line, where inchar follows the numbers of that colour, 0 is
the background, and 1 the colour of bare numbers; the colour is a name or ``#rrggbb``. The rows
stand between the first line with ``:`` and the second, the columns between that and the third.
A blank line is an empty clue. Triangles and triddlers are not supported.
Source: the sample files of the grid program of Mirek and Petr Olsak.
"""

from __future__ import annotations

import re
from itertools import pairwise

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import (
    NumberedLine,
    TextAt,
    build,
    characters,
    dropping,
    integer,
    number_lines,
)
from cpmodels.puzzles.clues import Run
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, distinct, named, rgb_of
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["FORMATS", "read", "write"]

_RUN = re.compile(r"(\d+)([^\d\s,]?)")


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a .g text.

    Examples
    --------
    >>> [puzzle] = read("#d\\n r:r red\\n:\\n1r 1r\\n:\\n1r\\n\\n1r\\n:\\n", "two.g")
    >>> puzzle.describe()
    '1 rows x 3 columns'
    >>> puzzle.colours[1].name
    'red'
    """
    lines = number_lines(text)
    marks = [line for line in lines if line.text[:1] == ":"]
    if len(marks) < 3:
        raise InputError(
            f"{len(marks)} lines that start with ':', expected them before the rows, before the "
            "columns and at the end", where,
        )  # fmt: skip
    starts = [line for line in lines[: marks[0].number] if line.text[:1] == "#"]
    if starts and starts[0].text[1:2].lower() != "d":
        raise InputError("only the colours of #d are supported, triddlers are not",
                         f"{where}: line {starts[0].number}")  # fmt: skip
    header = lines[starts[0].number : marks[0].number - 1] if starts else []
    colours, codes = _colours(header, where)
    rows, columns = (
        [_clue(line, codes, where) for line in lines[start.number : end.number - 1]]
        for start, end in pairwise(marks[:3])
    )
    if not rows or not columns:
        raise InputError("no rows or no columns between the lines with ':'", where)
    return [build(rows, columns, where, colours)]


def write(puzzle: Nonogram) -> str:
    """The puzzle as .g text."""
    if not puzzle.height or not puzzle.width:
        raise InputError("a board without cells cannot be written as .g")
    codes = characters(puzzle, "g", lambda letter: letter.isascii() and letter.isalpha())
    head: list[str] = []
    if puzzle.colours == BLACK_AND_WHITE:
        codes[1] = ""
    else:
        codes[0] = "0"
        head = ["#d"] + [
            f"   {code}:{colour.character}  #{colour.hex}  {' '.join(colour.name.split())}"
            for code, colour in zip(codes, puzzle.colours, strict=True)
        ]
    rows, columns = (
        [" ".join(f"{run.length}{codes[run.colour]}" for run in clue) for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    )
    return "\n".join([*head, ": rows", *rows, ": columns", *columns, ": end"]) + "\n"


def _colours(header: list[NumberedLine], where: str) -> tuple[tuple[Colour, ...], dict[str, int]]:
    """The colours, and the index of each inchar; "" is the inchar of bare numbers."""
    if not header:
        return BLACK_AND_WHITE, {"": 1}
    known = {"0": BLACK_AND_WHITE[0]}
    for line in header:
        if line.text:
            place = f"{where}: line {line.number}"
            code, colour = _colour(line, place)
            if code in known and code != "0":
                raise InputError(f"colour {code!r} is declared twice, or is a triangle", place)
            known[code] = colour
    codes = {code if code != "1" else "": index for index, code in enumerate(known)}
    try:
        return distinct(known.values()), codes
    except InputError as error:
        raise error.at(where) from None


def _colour(line: NumberedLine, place: str) -> tuple[str, Colour]:
    match = re.fullmatch(r"(\S):(\S?)\s*(\S+)\s*(.*)", line.text)
    if match is None:
        raise InputError("not a colour, expected like 'r:r  #ff0000  red'", place)
    code, character, word, comment = match.groups()
    if re.search(r"[/\\]", word):
        raise InputError("triangles are not supported", place)
    rgb = rgb_of(word)
    if rgb is None and word.startswith("#"):
        raise InputError(f"{word!r} is not a colour, expected #rrggbb", place)
    name = (comment.strip() or code) if word.startswith("#") else word
    return code, Colour(name, rgb or named(name).rgb, character or code)


def _clue(line: NumberedLine, codes: dict[str, int], where: str) -> TextAt:
    place = f"{where}: line {line.number}"
    runs: list[Run] = []
    for word in line.text.replace(",", " ").split():
        match = _RUN.fullmatch(word)
        if match is None:
            raise InputError(f"{word[:40]!r} is no run, expected a number and a colour", place)
        if match[2] not in codes or match[2] == "0":
            raise InputError(f"the colour of {word!r} is not defined", place)
        runs.append(Run(integer(match[1], "a length", place), codes[match[2]]))
    return TextAt(line.number, () if [run.length for run in runs] == [0] else tuple(runs))


def _sniff(text: str) -> bool:
    return len(re.findall(r"^:", text, re.MULTILINE)) >= 2


FORMATS = (
    Format(
        "g", "nonogram in colours, Olsak's .g", ("nonogram",), _sniff, read, write,
        dropping("colours"), (".g",),
    ),
)  # fmt: skip
