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
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import takewhile
from typing import Any

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.sliding import BLANKS, SlidingPuzzle, default_goal

__all__ = ["FORMATS", "read", "write"]

Line = tuple[int, str]

_HORIZON = re.compile(r"(exactly|at most)\s+(-?[0-9]{1,18})\s+moves?", re.IGNORECASE)


def _sniff(text: str) -> bool:
    lines = [line for _, line in next(_blocks(text), []) if not line.startswith("#")]
    rows = list(takewhile(lambda line: not line[0].isalpha() or line[0] in "xX", lines))
    tokens = " ".join(rows).split()
    blanks = sum(token in BLANKS for token in tokens)
    tiles = {token for token in tokens if token not in BLANKS}
    return blanks == 1 and len(tokens) > 1 and tiles == {str(n) for n in range(1, len(tokens))}


def _blocks(text: str) -> Iterator[list[Line]]:
    """The numbered lines of each puzzle."""
    block: list[Line] = []
    for number, line in enumerate([*text.splitlines(), ""], 1):
        if line.strip():
            block.append((number, line.strip()))
        elif block:
            yield block
            block = []


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
        elif line.lower() == "goal":
            part = "goal"
            boards[part] = []
        elif line.lower() == "no undo":
            more["undo"] = False
        elif horizon:
            more["moves" if horizon[1].lower() == "exactly" else "at_most"] = int(horizon[2])
        else:
            boards[part].append((number, line))
    try:
        sizes = {name: _size(lines, name) for name, lines in boards.items()}
        start = " ".join(line for _, line in boards["start"])
        goal = " ".join(line for _, line in boards["goal"]) if "goal" in boards else None
        if goal is not None and sizes["goal"] != sizes["start"]:
            shown = ["x".join(map(str, sizes[name])) for name in ("goal", "start")]
            number = boards["goal"][0][0]
            raise InputError(f"goal of {shown[0]}, expected {shown[1]}", f"line {number}")
        return SlidingPuzzle.of(start, goal, sizes["start"], **more)
    except InputError as error:
        place = "" if error.where else f": line {block[0][0]}"
        raise error.at(f"{where}{place}") from None


def _size(lines: list[Line], name: str) -> tuple[int, int]:
    if not lines:
        raise InputError(f"no rows of the {name}, expected a board")
    first, width = lines[0][0], len(lines[0][1].split())
    for number, line in lines:
        tokens = line.split()
        if len(tokens) != width:
            raise InputError(
                f"row of {len(tokens)} tokens, expected {width} as in line {first}",
                f"line {number}",
            )
        for token in tokens:
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
