"""Sliding puzzles with tiles that look alike: as a TOML table, and as two boards of letters.

::

    # the title
    A B B
    C A _
    goal
    A A B
    B C _
    exactly 14 moves

The last line may be left out, and is, where a shortest path is asked for. A tile is any text
without spaces; the blank is ``_``, ``.``, ``0``, ``-`` or ``*``. A board whose tiles all differ and
that has one blank is another kind's (`cpmodels.formats.sliding_grid`).
"""

from __future__ import annotations

import re

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.table import Table, need, refuse_unknown
from cpmodels.puzzles.alike import AlikePuzzle

__all__ = ["FORMATS", "from_table", "read", "to_table", "write"]

_HORIZON = re.compile(r"exactly ([0-9]{1,7}) moves?", re.IGNORECASE)


def from_table(table: Table) -> AlikePuzzle:
    """The puzzle of a TOML table.

    >>> from_table({"start": "A B B _", "goal": "B B A _"}).rows
    2
    """
    refuse_unknown(table, ("title", "start", "goal", "size", "moves"))
    need(table, "start")
    need(table, "goal")
    return AlikePuzzle.of(**{**table, "title": str(table.get("title", ""))})


def to_table(puzzle: AlikePuzzle) -> Table:
    """The TOML table of a puzzle."""
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    boards = {name: puzzle.spell(getattr(puzzle, name), " ") for name in ("start", "goal")}
    table |= {"size": puzzle.extent()} | boards
    return table if puzzle.moves is None else table | {"moves": puzzle.moves}


def _sniff(text: str) -> bool:
    try:
        read(text, "text")
    except InputError:
        return False
    return True


def read(text: str, where: str) -> list[AlikePuzzle]:
    """The one puzzle of the text.

    Examples
    --------
    >>> read("A B\\nB _\\ngoal\\nB A\\nB _\\n", "text")[0].describe()
    '2x2, A B / B _ to B A / B _, shortest path, alike tiles not told apart'
    """
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    title = " ".join(line[1:].strip() for line in lines if line.startswith("#"))
    lines = [line for line in lines if not line.startswith("#")]
    horizon = _HORIZON.fullmatch(lines[-1]) if lines else None
    moves = int(horizon[1]) if horizon else None
    lines = lines[:-1] if horizon else lines
    words = [line.lower() for line in lines]
    if words.count("goal") != 1:
        raise InputError("expected a board, a line goal, and another board", where)
    middle = words.index("goal")
    boards = ["\n".join(part) for part in (lines[:middle], lines[middle + 1 :])]
    try:
        size = (middle, len(boards[0].split()) // max(1, middle)) if middle == 1 else None
        return [AlikePuzzle.of(boards[0], boards[1], size, moves=moves, title=title)]
    except InputError as error:
        raise error.at(where) from None


def write(puzzle: AlikePuzzle) -> str:
    """The puzzle as two boards."""
    title = f"# {puzzle.title}\n" if puzzle.title else ""
    start, goal = (puzzle.spell(board, "\n") for board in (puzzle.start, puzzle.goal))
    horizon = "" if puzzle.moves is None else f"exactly {puzzle.moves} moves\n"
    return f"{title}{start}\ngoal\n{goal}\n{horizon}"


FORMATS = (Format("letters", "a sliding board with tiles alike, and its goal", ("alike",),
                  _sniff, read, write),)  # fmt: skip
