"""Robert Bosch's .lp, as pbnsolve reads it: sizes, then each line with its runs.

``number_of_rows: 2``, ``number_of_columns: 3``, then ``row_1`` or ``column_1``, a word such as
``number_of_clusters:`` with how many runs there are, and a word such as ``size(s):`` with their
lengths. The two words differ from file to file; only their places count.
Source: pbnsolve, by Jan Wolter.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

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

_LINE = re.compile(r"(row|column)_(\d+):?")


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a text.

    Examples
    --------
    >>> text = write(Nonogram.of([2], [1, 1]))
    >>> read(text, "bar.lp")[0].describe()
    '1 rows x 2 columns'
    """
    words = _Words(text, where)
    height, width = (words.number(f"number_of_{what}:") for what in ("rows", "columns"))
    check_size(height, width, where)
    clues: dict[str, dict[int, TextAt]] = {"row": {}, "column": {}}
    for word in words:
        match = _LINE.fullmatch(word.text)
        place = f"{where}: line {word.number}"
        if match is None:
            raise InputError(f"{word.text[:40]!r}, expected like row_1 or column_1", place)
        number, known = integer(match[2], "a number of a line", place), clues[match[1]]
        if not 1 <= number <= (height if match[1] == "row" else width) or number in known:
            raise InputError(f"{word.text}, expected each line once", place)
        count = words.number("number_of_clusters:", strict=False)
        words.keyword("size(s):", strict=False)
        numbers = [words.number() for _ in range(count)]
        known[number] = TextAt(word.number, tuple(Run(length, 1) for length in numbers))
    for what, size in (("row", height), ("column", width)):
        missing = set(range(1, size + 1)) - clues[what].keys()
        if missing:
            raise InputError(f"no {what}_{min(missing)}, expected {what}_1 to {what}_{size}", where)
    rows, columns = ([part[n] for n in sorted(part)] for part in clues.values())
    return [build(rows, columns, where)]


def write(puzzle: Nonogram) -> str:
    """The puzzle as .lp text."""
    lines = [f"number_of_rows: {puzzle.height}", f"number_of_columns: {puzzle.width}"]
    for what, clues in zip(("row", "column"), plain_clues(puzzle, "lp"), strict=True):
        for number, clue in enumerate(clues, 1):
            sizes = clue if clue != "0" else ""
            lines += ["", f"{what}_{number}", f"number_of_clusters: {len(sizes.split())}"]
            lines.append(f"size(s): {sizes}".rstrip())
    return "\n".join(lines) + "\n"


class _Words:
    """The words of a text with their lines, taken one after the other."""

    def __init__(self, text: str, where: str) -> None:
        self.where, self.line = where, 1
        lines = number_lines(text)
        self.rest = iter(
            [NumberedLine(line.number, w) for line in lines for w in line.text.split()]
        )

    def __iter__(self) -> Iterator[NumberedLine]:
        return self.rest

    def next(self, what: str) -> str:
        word = next(self.rest, None)
        if word is None:
            raise InputError(f"ends too early, expected {what}", self.where)
        self.line = word.number
        return word.text

    def keyword(self, name: str, *, strict: bool = True) -> None:
        word = self.next(name)
        if word != name and (strict or word[-1:] != ":"):
            raise InputError(f"{word[:40]!r}, expected {name}", f"{self.where}: line {self.line}")

    def number(self, name: str = "", *, strict: bool = True) -> int:
        """A number, after this word if there is one."""
        if name:
            self.keyword(name, strict=strict)
        word = self.next("a number")
        return integer(word, "a number", f"{self.where}: line {self.line}")


FORMATS = (
    Format(
        "lp", "nonogram: Bosch's .lp, as pbnsolve reads it", ("nonogram",),
        lambda text: re.match(r"\s*number_of_rows:", text) is not None,
        read, write, dropping(), (".lp",),
    ),
)  # fmt: skip
