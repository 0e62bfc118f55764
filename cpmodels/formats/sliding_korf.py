"""Tables of sliding boards as in Korf's hundred: CSV lines of number, optimal moves and board.

The goal has the blank first. Source of the hundred: R. E. Korf, "Depth-first iterative-deepening",
Artificial Intelligence 27, 1985.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["FORMATS", "HEADER", "read", "records"]

HEADER = "id,optimal_moves,board"


def _sniff(text: str) -> bool:
    lines = [line.strip() for line in text.splitlines() if line.strip() and line[0] != "#"]
    return bool(lines) and lines[0].replace(" ", "") == HEADER


def records(text: str, where: str) -> Iterator[tuple[int, int, SlidingPuzzle]]:
    """Number, optimal moves and puzzle of each line."""
    for number, line in enumerate(text.splitlines(), 1):
        fields = [field.strip() for field in line.split(",")]
        if not line.strip() or line.startswith("#") or ",".join(fields) == HEADER:
            continue
        place = f"{where}: line {number}"
        if len(fields) != 3 or not all(re.fullmatch("[0-9]{1,9}", field) for field in fields[:2]):
            raise InputError(f"{line.strip()!r}, expected a number, moves and a board", place)
        try:
            puzzle = SlidingPuzzle.of(
                fields[2], convention="blank-first", title=f"board {fields[0]}"
            )
        except InputError as error:
            raise error.at(place) from None
        yield int(fields[0]), int(fields[1]), puzzle


def read(text: str, where: str) -> list[SlidingPuzzle]:
    """The puzzles of all lines.

    Examples
    --------
    >>> [puzzle] = read("id,optimal_moves,board\\n1,1,1 0 2 3\\n", "table.csv")
    >>> puzzle.describe()
    '2x2, board 1 to x 1 / 2 3, shortest path'
    """
    return [puzzle for _, _, puzzle in records(text, where)]


FORMATS = (
    Format(
        "korf", f"a table {HEADER} of sliding boards", ("sliding",), _sniff, read,
        suffixes=(".csv",),
    ),
)  # fmt: skip
