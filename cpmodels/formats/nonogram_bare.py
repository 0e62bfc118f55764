"""Nonograms as bare numbers without a size: the rows, a blank line, the columns; 0 is empty."""

from __future__ import annotations

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import (
    NumberedLine,
    build,
    dropping,
    lengths,
    number_lines,
    plain_clues,
)
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["FORMATS", "read", "write"]


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a text.

    Examples
    --------
    >>> read("2\\n\\n1\\n1\\n", "bar.txt")[0].describe()
    '1 rows x 2 columns'
    """
    parts = _parts(text)
    if len(parts) != 2:
        raise InputError(
            f"{len(parts)} lists of clues, expected rows, a blank line, columns", where
        )
    rows, columns = ([lengths(line, where) for line in part] for part in parts)
    return [build(rows, columns, where)]


def write(puzzle: Nonogram) -> str:
    """The puzzle as two lists of clues."""
    if not puzzle.height or not puzzle.width:
        raise InputError("a board without cells cannot be written as two lists")
    rows, columns = plain_clues(puzzle, "bare")
    return "\n".join([*rows, "", *columns]) + "\n"


def _parts(text: str) -> list[list[NumberedLine]]:
    parts: list[list[NumberedLine]] = [[]]
    for line in number_lines(text):
        if line.text:
            parts[-1].append(line)
        elif parts[-1]:
            parts.append([])
    return [part for part in parts if part]


def _sniff(text: str) -> bool:
    return not set(text) - set("0123456789 ,\t\r\n") and len(_parts(text)) == 2


FORMATS = (
    Format(
        "bare", "nonogram: rows, a blank line, columns", ("nonogram",),
        _sniff, read, write, dropping(), (".txt",),
    ),
)  # fmt: skip
