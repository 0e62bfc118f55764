"""An exact cover as rows of the digits 0 and 1: a column an item, a row an option.

Digits may stand apart or together; lines that start with ``#`` are comments. A first line of one or
two numbers may say how many columns there are, and how many of them, from the left, are secondary:
it has other digits than the rows, or not as many.
"""

from __future__ import annotations

import re

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["FORMATS", "read", "write"]

Line = tuple[int, str]


def _sniff(text: str) -> bool:
    _, rows = _split(_lines(text))
    width = len(rows[0][1]) if rows else 0
    digits = {digit for _, row in rows for digit in row}
    return width > 1 and digits == {"0", "1"} and all(len(row) == width for _, row in rows)


def _lines(text: str) -> list[Line]:
    lines = enumerate(text.splitlines(), 1)
    return [(n, line.strip()) for n, line in lines if line.strip() and line[0] != "#"]


def _split(lines: list[Line]) -> tuple[Line | None, list[Line]]:
    """The line of sizes, if there is one, and the rows without spaces."""
    rows = [(n, re.sub(r"\s", "", line)) for n, line in lines]
    if not lines:
        return None, []
    words = lines[0][1].split()
    sizes = len(words) <= 2 and all(word.isascii() and word.isdecimal() for word in words)
    if (
        sizes
        and (len(words) == 2 or words[0] == str(len(rows[-1][1])))
        and (not set(rows[0][1]) <= {"0", "1"} or (rows[1:] and len(rows[1][1]) != len(rows[0][1])))
    ):
        return lines[0], rows[1:]
    return None, rows


def read(text: str, where: str) -> list[Puzzle]:
    """The cover in the text; items are called 1, 2, ... and rows without a 1 are refused.

    Examples
    --------
    >>> [puzzle] = read("101\\n010\\n", "text")
    >>> puzzle.options
    (('1', '3'), ('2',))
    """
    sizes, rows = _split(_lines(text))
    if not rows:
        raise InputError("no rows, expected rows of 0 and 1", where)
    width, aside = len(rows[0][1]), 0
    if sizes is not None:
        words = sizes[1].split()
        width, aside = int(words[0][:18]), int(words[1][:18]) if len(words) > 1 else 0
        if aside > width:
            raise InputError(f"{aside} of {width} columns secondary, expected fewer",
                             f"{where}: line {sizes[0]}")  # fmt: skip
    options = []
    for number, row in rows:
        place = f"{where}: line {number}"
        wrong = next((digit for digit in row if digit not in "01"), None)
        if wrong is not None:
            raise InputError(f"{wrong!r} in a row, expected 0 or 1", place)
        if len(row) != width:
            raise InputError(f"a row of {len(row)} digits, expected {width}", place)
        if "1" not in row:
            raise InputError("a row of zeros, expected a 1", place)
        options.append([str(k) for k, digit in enumerate(row, 1) if digit == "1"])
    names = [str(k) for k in range(1, width + 1)]
    return [ExactCover.of(names[aside:], options, secondary=names[:aside])]


def write(puzzle: ExactCover) -> str:
    """The matrix; secondary items come first, and are counted in a line of sizes.

    Examples
    --------
    >>> print(write(ExactCover.of("a b", ["a s", "b"], secondary="s")), end="")
    3 1
    110
    001
    """
    if puzzle.bounds or puzzle.colours or puzzle.costs:
        raise InputError("bounds, colours or costs, expected none in format matrix")
    names = [*puzzle.secondary, *puzzle.items]
    if not puzzle.options:
        raise InputError("no options, expected one or more in format matrix")
    head = [f"{len(names)} {len(puzzle.secondary)}"] if puzzle.secondary or len(names) < 2 else []
    rows = ["".join(str(int(name in option)) for name in names)
            for option in map(set, puzzle.options)]  # fmt: skip
    return "\n".join([*head, *rows]) + "\n"


FORMATS = (
    Format(
        "matrix", "a matrix of 0 and 1, a row an option", ("exact-cover",), _sniff, read, write,
        dropped=lambda puzzle: ["names of items"],
    ),
)  # fmt: skip
