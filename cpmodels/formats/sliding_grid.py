"""Sliding boards as grids: a row a line, x the blank, an empty line between two puzzles.

Around the rows there may be lines that say more::

    # the title
    1 2 3
    x 4 6
    7 5 8
    goal
    x 1 2
    3 4 5
    6 7 8
    at most 40 moves
    no undo

The goal may be a name, ``goal snail``; a heading ``start`` and an empty line before ``goal`` are
allowed. A line with the number of rows alone may stand before as many rows, as the school 42 has
it. Tokens are parted and blanks written as `cpmodels.puzzles.sliding_text` has it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import BLANKS, default_goal, is_convention, read_rows, tokens

__all__ = ["FORMATS", "read", "write"]

Line = tuple[int, str]

_GOAL = re.compile(r"goal\s*[:=]?\s*(\S+)", re.IGNORECASE)
_HORIZON = re.compile(r"(exactly|at most)\s+(-?[0-9]{1,18})\s+moves?", re.IGNORECASE)


def _sniff(text: str) -> bool:
    lines = [line for _, line in next(_blocks(text), []) if not line.startswith("#")]
    if lines and lines[0].lower() == "start":
        return True
    rows = takewhile(lambda line: not line[0].isalpha() or line[0] in "xX", lines)
    rows_of = [tokens(line) for line in rows]
    cells = [token for row in rows_of[_is_size(rows_of) :] for token in row]
    tiles = {token for token in cells if token not in BLANKS}
    numbers = [str(number) for number in range(1, len(cells) + 1)]
    return len(cells) > 1 and tiles in (set(numbers), set(numbers[:-1]))


def _is_size(rows: list[list[str]]) -> bool:
    """Whether the first line says how many rows and columns follow, as the school 42 has it."""
    side = len(rows) - 1
    return side > 1 and rows[0] == [str(side)] and all(len(row) == side for row in rows[1:])


def _blocks(text: str) -> Iterator[list[Line]]:
    """The numbered lines of each puzzle; a goal belongs to the board before it."""
    block: list[Line] = []
    apart = False
    for number, line in enumerate(text.splitlines(), 1):
        words = line.split()
        apart = apart or not words
        if not words:
            continue
        if block and apart and words[0].lower() != "goal":
            yield block
            block = []
        apart = False
        block.append((number, line.strip()))
    if block:
        yield block


def read(text: str, where: str) -> list[SlidingPuzzle]:
    """The puzzles of all blocks.

    Examples
    --------
    >>> [puzzle] = read("1 2 3\\n4 x 5\\nexactly 1 move\\n", "board.txt")
    >>> puzzle.describe()
    '2x3, 1 2 3 / 4 x 5, exactly 1 move'
    """
    return [_read_block(block, where) for block in _blocks(text)]


def _read_block(block: list[Line], where: str) -> SlidingPuzzle:
    boards: dict[str, list[Line]] = {"start": []}
    more: dict[str, Any] = {}
    part = "start"
    for number, line in block:
        horizon = _HORIZON.fullmatch(line)
        if line.startswith("#"):
            more.setdefault("title", line[1:].strip())
        elif line.lower() == "start":
            part = "start"
        elif line.lower() == "goal":
            part = "goal"
            boards[part] = []
        elif (goal_line := _GOAL.fullmatch(line)) and is_convention(goal_line[1]):
            more["goal"] = goal_line[1]
        elif line.lower() == "no undo":
            more["undo"] = False
        elif horizon:
            more["moves" if horizon[1].lower() == "exactly" else "at_most"] = int(horizon[2])
        else:
            boards[part].append((number, line))
    try:
        rows = [tokens(line) for _, line in boards["start"]]
        if _is_size(rows):
            boards["start"] = boards["start"][1:]
        sizes = {name: _size(lines, name) for name, lines in boards.items()}
        if "goal" in boards:
            if sizes["goal"] != sizes["start"]:
                extents = ["x".join(map(str, sizes[name])) for name in ("goal", "start")]
                number = boards["goal"][0][0]
                raise InputError(f"goal of {extents[0]}, expected {extents[1]}", f"line {number}")
            more["goal"] = _text(boards["goal"])
        return SlidingPuzzle.of(_text(boards["start"]), size=sizes["start"], **more)
    except InputError as error:
        place = "" if error.where else f": line {block[0][0]}"
        raise error.at(f"{where}{place}") from None


def _text(lines: list[Line]) -> str:
    return " ".join(token for _, line in lines for token in tokens(line))


def _size(lines: list[Line], name: str) -> tuple[int, int]:
    """Rows and columns: a line of the file is a row, or each pair of brackets is."""
    if not lines:
        raise InputError(f"no rows of the {name}, expected a board")
    if len(lines) == 1:
        rows = read_rows(lines[0][1])  # several where it is a list of lists
        return len(rows), len(rows[0][1]) if rows else 0
    first, width = lines[0][0], len(tokens(lines[0][1]))
    for number, line in lines:
        row = tokens(line)
        if len(row) != width:
            raise InputError(
                f"row of {len(row)} tokens, expected {width} as in line {first}", f"line {number}"
            )
        for token in row:
            if token not in BLANKS and not token.isdigit():
                raise InputError(
                    f"token {token!r}, expected a tile's number or x for the blank",
                    f"line {number}",
                )
    return len(lines), width


def write(puzzle: SlidingPuzzle) -> str:
    """The puzzle as a grid, with a goal only where it is not 1 2 3 .. x.

    A single row has a title, if an empty one: alone it might pass for a line of the judge's.
    """
    lines = [f"# {puzzle.title}".strip()] if puzzle.title or puzzle.rows == 1 else []
    lines.append(puzzle.spell(puzzle.start, "\n"))
    if puzzle.goal != default_goal(puzzle.rows, puzzle.columns):
        lines += ["goal", puzzle.spell(puzzle.goal, "\n")]
    if puzzle.horizon is not None:
        lines.append(f"{'at most' if puzzle.moves is None else 'exactly'} {puzzle.horizon} moves")
    if not puzzle.undo:
        lines.append("no undo")
    return "\n".join(lines) + "\n"


FORMATS = (Format("grid", "a sliding board, a row a line", ("sliding",), _sniff, read, write),)
