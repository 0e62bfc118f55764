"""Nonograms in letters, as Rosetta Code states them: A is a run of 1, B of 2, and so on.

A line of rows, then a line of columns; a word is a clue. Several pairs of lines are several
puzzles. A text that also reads as an exact cover (the first line names items, each once, the
others hold only them) is taken as that. Source: Rosetta Code, Nonogram solver.
"""

from __future__ import annotations

import re

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import TextAt, build, number_lines
from cpmodels.puzzles.clues import Run
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["FORMATS", "read"]


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of a text.

    Examples
    --------
    >>> read("C BA CB BB F AE F A B\\nAB CA AE GA E C D C\\n", "text")[0].describe()
    '9 rows x 8 columns'
    """
    lines: list[list[TextAt]] = []
    for number, line in number_lines(text):
        place = f"{where}: line {number}"
        strange = set(line) - set("ABCDEFGHIJKLMNOPQRSTUVWXYZ ")
        if strange:
            raise InputError(f"{min(strange)!r} in a clue, expected letters A to Z", place)
        if line:
            clues = ([Run(ord(letter) - 64, 1) for letter in word] for word in line.split())
            lines.append([TextAt(number, tuple(clue)) for clue in clues])
    if len(lines) % 2:
        raise InputError(f"{len(lines)} lines, expected one of rows and one of columns", where)
    return [build(*pair, where) for pair in zip(lines[::2], lines[1::2], strict=True)]


def _sniff(text: str) -> bool:
    lines = [line.split() for line in text.split("\n") if line.strip()]
    if re.search(r"[^A-Z\s]", text) or len(lines) % 2 or not lines:
        return False
    items = lines[0]
    cover = len(set(items)) == len(items) and all(set(line) <= set(items) for line in lines[1:])
    return not cover


FORMATS = (
    Format(
        "rosetta", "nonograms in letters: a line of rows, a line of columns", ("nonogram",),
        _sniff, read,
    ),
)  # fmt: skip
