"""Clues of pictures and of files, without the package's own readers."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path
from typing import Any

__all__ = ["Clues", "clues", "read_non", "sides"]

Clues = list[list[tuple[int, int]]]


def clues(lines: Any) -> Clues:
    """The runs of each line: lengths and colours."""
    return [[(len(list(run)), int(c)) for c, run in groupby(line) if c] for line in lines]


def sides(cells: Any) -> tuple[Clues, Clues]:
    """The clues of a picture's rows, and of its columns."""
    return clues(cells), clues(zip(*cells, strict=True))


def read_non(path: Path) -> tuple[Clues, Clues]:
    """The clues of a .non file in black and white, its rows first, nothing after its columns."""
    rows, columns = path.read_text(encoding="utf-8").partition("rows\n")[2].split("columns\n")
    return _runs(rows), _runs(columns)


def _runs(part: str) -> Clues:
    return [[(int(n), 1) for n in line.split(",") if n != "0"] for line in part.split()]
