"""Addresses of nonograms at puzz.link: the clues stand in the address, which is never fetched.

``nonogram/WIDTH/HEIGHT/body``: a place for each possible number, half of the line's length rounded
up, first those of each column from the bottom, then those of each row from the right. A digit to
9 or a letter to f is one number, ``-`` and two hexadecimal digits a larger one, g to z are 1 to 20
empty places. Source: the encoding of pzpr.js (``decodeNumber16ExCell``).
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

_ADDRESS = re.compile(r"(?:https?://\S*[?/])?nonogram/(\d+)/(\d+)(?:/(\S*))?")
_CODE = re.compile(r"([0-9a-f])|-([0-9a-f]{2})|([g-z])")


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of the addresses in a text, one a line.

    Examples
    --------
    >>> read("https://puzz.link/p?nonogram/3/1/1g111", "url")[0].rows
    ((Run(length=1, colour=1), Run(length=1, colour=1)),)
    """
    return [
        _puzzle(line, f"{where}: line {line.number}") for line in number_lines(text) if line.text
    ]


def write(puzzle: Nonogram) -> str:
    """The puzzle as an address of puzz.link.

    Examples
    --------
    >>> write(Nonogram.of([(1, 1)], [1, 0, 1]))
    'https://puzz.link/p?nonogram/3/1/1g111\\n'
    """
    if not puzzle.height or not puzzle.width:
        raise InputError("a board without cells has no address")
    rows, columns = plain_clues(puzzle, "puzzlink")
    codes: list[str] = []
    for clues, length in ((columns, puzzle.height), (rows, puzzle.width)):
        for clue in clues:
            runs = [int(word) for word in clue.split() if word != "0"]
            if max(runs, default=0) > 255:
                raise InputError("format puzzlink holds runs up to 255")
            codes += [f"{run:x}" if run < 16 else f"-{run:02x}" for run in reversed(runs)]
            codes += [" "] * ((length + 1) // 2 - len(runs))
    body = re.sub(" {1,20}", lambda gap: chr(ord("f") + len(gap[0])), "".join(codes))
    return f"https://puzz.link/p?nonogram/{puzzle.width}/{puzzle.height}/{body}\n"


def _puzzle(line: NumberedLine, where: str) -> Nonogram:
    match = _ADDRESS.fullmatch(line.text)
    if match is None:
        raise InputError("not an address like https://puzz.link/p?nonogram/6/6/12g1...", where)
    width, height = (integer(match[n], "a size", where) for n in (1, 2))
    check_size(height, width, where)
    across, down = (width + 1) // 2, (height + 1) // 2
    slots = _slots(match[3] or "", where)
    size = width * down + height * across
    if len(slots) > size:
        raise InputError(f"{len(slots)} places for numbers, expected {size}", where)
    slots += [0] * (size - len(slots))
    parts = [slots[n * down : (n + 1) * down] for n in range(width)]
    parts += [
        slots[width * down + n * across : width * down + (n + 1) * across] for n in range(height)
    ]
    lines = [
        TextAt(line.number, tuple(Run(run, 1) for run in reversed(part) if run)) for part in parts
    ]
    try:
        return build(lines[width:], lines[:width], "")
    except InputError as error:
        raise InputError(error.what, where) from None


def _slots(body: str, where: str) -> list[int]:
    """The number in each place, 0 for none."""
    slots: list[int] = []
    at = 0
    while at < len(body):
        match = _CODE.match(body, at)
        if match is None:
            blot = " (a number that is not told)" if body[at] == "." else ""
            raise InputError(f"{body[at]!r} among the clues{blot}, expected 0-9, a-z, -", where)
        if match[3]:
            slots += [0] * (ord(match[3]) - ord("f"))
        else:
            slots.append(int(match[1] or match[2], 16))
            if not slots[-1]:
                raise InputError("a run of 0, expected an empty place for none", where)
        at = match.end()
    return slots


FORMATS = (
    Format(
        "puzzlink", "nonograms as addresses of puzz.link, columns first", ("nonogram",),
        lambda text: re.match(r"\s*(https?://\S*[?/])?nonogram/\d+/\d+(/\S*)?\s*(\n|$)", text)
        is not None,
        read, write, dropping(), (".url",),
    ),
)  # fmt: skip
