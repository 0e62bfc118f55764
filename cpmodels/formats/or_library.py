"""Set partitioning files of the OR-Library: rows to be covered once each, columns with a cost.

Numbers in any layout: how many rows and columns, then for each column its cost, how many rows it
covers, and which, from 1 on.
Source: J. E. Beasley, OR-Library, Journal of the Operational Research Society 41 (1990) 1069-1072.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["FORMATS", "read", "write"]

LARGEST = 10**6  # rows or columns


def _sniff(text: str) -> bool:
    """Whether it is laid out as usual: sizes, then a line for each column."""
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if not lines or len(lines[0]) != 2 or not "".join(lines[0]).isdecimal():
        return False
    columns = lines[1:]
    return lines[0][1] == str(len(columns)) and all(
        len(words) > 2 and words[1] == str(len(words) - 2) for words in columns
    )


def read(text: str, where: str) -> list[Puzzle]:
    """The cover in the text.

    Examples
    --------
    >>> [puzzle] = read("2 3\\n5 1 1\\n4 1 2\\n7 2 1 2\\n", "text")
    >>> puzzle.options, puzzle.costs
    ((('1',), ('2',), ('1', '2')), (5, 4, 7))
    """
    words = _words(text, where)
    rows, columns = (_next(words, what, where, 1, LARGEST) for what in ("rows", "columns"))
    options, costs = [], []
    for number in range(1, columns + 1):
        column = f"column {number}"
        costs.append(_next(words, f"cost of {column}", where, 0, 10**9))
        size = _next(words, f"number of rows of {column}", where, 1, rows)
        rows_of = [_next(words, f"row of {column}", where, 1, rows) for _ in range(size)]
        if len(set(rows_of)) < size:
            raise InputError(f"{column} covers a row twice, expected once", where)
        options.append(list(map(str, rows_of)))
    for line, word in words:
        raise InputError(f"{word!r} behind the last column", f"{where}: line {line}")
    return [ExactCover.of(map(str, range(1, rows + 1)), options, costs=costs)]


def write(puzzle: ExactCover) -> str:
    """The cover in numbers; items lose their names.

    Examples
    --------
    >>> print(write(ExactCover.of("a b", ["a", "b a"], costs=[3, 4])), end="")
    2 2
    3 1 1
    4 2 1 2
    """
    if puzzle.secondary or puzzle.bounds or not puzzle.options:
        raise InputError(
            "secondary items, bounds or no options, expected none of it in format or-library"
        )
    number = {item: k for k, item in enumerate(puzzle.items, 1)}
    costs = puzzle.costs or (0,) * len(puzzle.options)
    lines = [f"{len(number)} {len(costs)}"]
    for cost, option in zip(costs, puzzle.options, strict=True):
        rows_of = sorted(number[item] for item in option)
        lines.append(" ".join(map(str, [cost, len(option), *rows_of])))
    return "\n".join(lines) + "\n"


def _words(text: str, where: str) -> Iterator[tuple[int, str]]:
    for line, words in enumerate(text.splitlines(), 1):
        for word in words.split():
            yield line, word


def _next(words: Iterator[tuple[int, str]], what: str, where: str, low: int, high: int) -> int:
    line, word = next(words, (0, ""))
    if not word:
        raise InputError(f"no {what}, expected a number: the text ends too soon", where)
    if not re.fullmatch(r"[0-9]{1,18}", word) or not low <= int(word) <= high:
        raise InputError(f"{what} {word!r}, expected an integer of {low} to {high:,}",
                         f"{where}: line {line}")  # fmt: skip
    return int(word)


FORMATS = (
    Format(
        "or-library", "set partitioning of the OR-Library", ("exact-cover",), _sniff, read, write,
        dropped=lambda puzzle: ["names of items"],
    ),
)  # fmt: skip
