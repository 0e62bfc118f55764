"""The TOML table of a defective board: its side, and the square that is missing."""

from __future__ import annotations

from cpmodels.formats.table import Table, need, refuse_unknown
from cpmodels.puzzles.board import DefectiveBoard

__all__ = ["from_table", "to_table"]


def from_table(table: Table) -> DefectiveBoard:
    """The board that a table states."""
    refuse_unknown(table, ("title", "side", "missing"))
    return DefectiveBoard(need(table, "side"), table.get("missing"), str(table.get("title", "")))


def to_table(puzzle: DefectiveBoard) -> Table:
    """The table that states it."""
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    table["side"] = puzzle.side
    if puzzle.missing is not None:
        table["missing"] = list(puzzle.missing)
    return table
