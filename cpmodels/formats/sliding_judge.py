"""The judge's format: a sliding board a line, tokens parted by any white space, x the blank.

The answer to a line is a line of letters, or ``unsolvable`` (see `cpmodels.methods.sliding_judge`).
"""

from __future__ import annotations

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.sliding import BLANKS, SlidingPuzzle, default_goal

__all__ = ["FORMATS", "read", "write"]


def _sniff(text: str) -> bool:
    lines = [line.split() for line in text.splitlines() if line.strip()]
    if any(line[0].startswith("#") for line in lines):
        return False  # the title of a grid
    return 2 * sum(map(_is_square_board, lines)) > len(lines)


def _is_square_board(tokens: list[str]) -> bool:
    tiles = [token for token in tokens if token not in BLANKS]
    wanted = {str(tile) for tile in range(1, len(tokens))}
    square = round(len(tokens) ** 0.5) ** 2 == len(tokens) > 1
    return square and len(tiles) == len(tokens) - 1 and set(tiles) == wanted


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
    lost = [] if usual else ["goal"]
    lost += [] if puzzle.horizon is None else ["horizon"]
    return lost + ["title"] * bool(puzzle.title)


FORMATS = (
    Format("judge", "a square sliding board a line", ("sliding",), _sniff, read, write, dropped),
)
