"""The judge's format: a sliding board a line, in any form of `sliding_text`.

The answer to a line is a line of letters, or ``unsolvable`` (see `cpmodels.methods.sliding_judge`).
"""

from __future__ import annotations

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import BLANKS, default_goal, tokens

__all__ = ["FORMATS", "read", "write"]

_LEAST_WITHOUT_BLANK = 9


def _sniff(text: str) -> bool:
    lines = [tokens(line) for line in text.splitlines() if line.strip()]
    if any(line and (line[0].startswith("#") or line[0].lower() == "goal") for line in lines):
        return False  # a grid has a title, and a goal of its own
    return 2 * sum(map(_is_square_board, lines)) > len(lines)


def _is_square_board(cells: list[str]) -> bool:
    """Tiles and a blank; or, from nine cells on, all numbers: a row of a grid has fewer."""
    tiles = {token for token in cells if token not in BLANKS}
    numbers = {str(tile) for tile in range(1, len(cells))}
    square: bool = round(len(cells) ** 0.5) ** 2 == len(cells) > 1
    if len(cells) >= _LEAST_WITHOUT_BLANK and tiles == numbers | {str(len(cells))}:
        return square
    return square and len(cells) == len(numbers) + 1 and tiles == numbers


def read(text: str, where: str) -> list[SlidingPuzzle]:
    """The puzzles of all lines, to the default goal of their size.

    Examples
    --------
    >>> [puzzle.extent() for puzzle in read("1 2 3 x 4 6 7 5 8\\n3 x 1 2\\n", "boards.txt")]
    ['3x3', '2x2']
    """
    puzzles = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            try:
                puzzles.append(SlidingPuzzle.of(line.strip()))
            except InputError as error:
                raise error.at(f"{where}: line {number}") from None
    return puzzles


def write(puzzle: SlidingPuzzle) -> str:
    """The board as a line; it must be square."""
    if puzzle.rows != puzzle.columns:
        raise InputError(f"board of {puzzle.extent()}, expected a square one in format judge")
    return puzzle.spell(puzzle.start, " ") + "\n"


def dropped(puzzle: SlidingPuzzle) -> list[str]:
    """What a line cannot hold."""
    usual = puzzle.goal == default_goal(puzzle.rows, puzzle.columns)
    losses = [] if usual else ["goal"]
    losses += [] if puzzle.horizon is None else ["horizon"]
    return [*losses, "title"] if puzzle.title else losses


FORMATS = (
    Format("judge", "a square sliding board a line", ("sliding",), _sniff, read, write, dropped),
)
