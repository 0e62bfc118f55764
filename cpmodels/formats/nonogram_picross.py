"""The text of Pierre Dejoue's picross-solver: GRID and a name, ROWS, COLUMNS, a clue in brackets.

An empty line of the picture is ``[ ]``; lines that start with ``#`` are comments; one file holds
any number of grids. Source: the program's example inputs.
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
    lengths,
    number_lines,
    plain_clues,
)
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["FORMATS", "read", "write"]


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzles of a text.

    Examples
    --------
    >>> read("GRID Bar\\nROWS\\n[ 2 ]\\nCOLUMNS\\n[ 1 ]\\n[ 1 ]\\n", "bar.txt")[0].describe()
    'Bar, 1 rows x 2 columns'
    """
    grids: list[tuple[NumberedLine, dict[str, list[TextAt]]]] = []
    section: list[TextAt] | None = None
    for line in number_lines(text):
        place = f"{where}: line {line.number}"
        word, _, rest = line.text.partition(" ")
        if not line.text or line.text.startswith("#"):
            continue
        if word == "GRID":
            grids.append((NumberedLine(line.number, rest.strip()), {}))
            section = None
        elif line.text in ("ROWS", "COLUMNS") and grids:
            if line.text in grids[-1][1]:
                raise InputError(f"a second {line.text}, expected GRID before it", place)
            section = grids[-1][1].setdefault(line.text, [])
        elif section is not None and re.fullmatch(r"\[.*\]", line.text):
            section.append(lengths(NumberedLine(line.number, line.text[1:-1]), where))
        else:
            raise InputError(f"{line.text[:40]!r}, expected GRID, ROWS, COLUMNS or [ 1 2 ]", place)
    return [_puzzle(head, parts, where) for head, parts in grids]


def write(puzzle: Nonogram) -> str:
    """The puzzle as a grid.

    Examples
    --------
    >>> write(Nonogram.of([2, 0], [1, 1], title="Bar")).splitlines()[:4]
    ['GRID Bar', 'ROWS', '[ 2 ]', '[ ]']
    """
    rows, columns = (
        [f"[ {clue} ]" if clue != "0" else "[ ]" for clue in clues]
        for clues in plain_clues(puzzle, "picross")
    )
    title = " ".join(puzzle.title.split())
    return "\n".join([f"GRID {title}".strip(), "ROWS", *rows, "COLUMNS", *columns]) + "\n"


def _puzzle(head: NumberedLine, parts: dict[str, list[TextAt]], where: str) -> Nonogram:
    for name in ("ROWS", "COLUMNS"):
        if name not in parts:
            raise InputError(f"no {name} in this GRID", f"{where}: line {head.number}")
    return build(parts["ROWS"], parts["COLUMNS"], where, title=head.text)


def _sniff(text: str) -> bool:
    return all(re.search(word, text, re.MULTILINE) for word in (r"^GRID\b", r"^(ROWS|COLUMNS)\b"))


FORMATS = (
    Format(
        "picross", "nonograms of picross-solver: GRID, ROWS, COLUMNS", ("nonogram",),
        _sniff, read, write, dropping("title"), (".txt",),
    ),
)  # fmt: skip
