"""All formats of sliding puzzles, and their TOML table."""

from __future__ import annotations

from dataclasses import replace

from cpmodels.formats import sliding_grid, sliding_judge, sliding_korf
from cpmodels.formats.format import Format
from cpmodels.formats.table import Table, need, refuse_unknown
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import default_goal, is_convention, read_board

__all__ = ["FORMATS", "from_table", "to_table", "with_goal"]

FORMATS: tuple[Format, ...] = (
    *sliding_judge.FORMATS,
    *sliding_korf.FORMATS,
    *sliding_grid.FORMATS,
)

_KEYS = ("title", "start", "goal", "size", "convention", "moves", "at_most", "undo")


def from_table(table: Table) -> SlidingPuzzle:
    """The puzzle of a TOML table.

    >>> from_table({"start": "1 2 3 4 x 5", "size": "2x3"}).rows
    2
    """
    refuse_unknown(table, _KEYS)
    need(table, "start")
    return SlidingPuzzle.of(**{**table, "title": str(table.get("title", ""))})


def to_table(puzzle: SlidingPuzzle) -> Table:
    """The TOML table of a puzzle."""
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    table |= {"size": puzzle.extent(), "start": puzzle.spell(puzzle.start, " ")}
    if puzzle.goal != default_goal(puzzle.rows, puzzle.columns):
        table["goal"] = puzzle.spell(puzzle.goal, " ")
    for name, value in (("moves", puzzle.moves), ("at_most", puzzle.at_most)):
        if value is not None:
            table[name] = value
    if not puzzle.undo:
        table["undo"] = False
    return table


def with_goal(puzzle: SlidingPuzzle, goal: str) -> SlidingPuzzle:
    """The same board with another goal: a convention's name, or a board.

    >>> with_goal(SlidingPuzzle.of("1 2 3 x"), "blank-first").goal
    (0, 1, 2, 3)
    """
    size = puzzle.rows, puzzle.columns
    aim = default_goal(*size, goal) if is_convention(goal) else read_board(goal, size, "goal").cells
    return replace(puzzle, goal=aim)
