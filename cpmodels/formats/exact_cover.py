"""The TOML table of an exact cover: items and options; -1 for a bound that is none."""

from __future__ import annotations

from cpmodels.formats.table import Table, need, refuse_unknown
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["from_table", "to_table"]


def from_table(table: Table) -> ExactCover:
    """The exact cover that a table states."""
    refuse_unknown(table, ("title", "items", "secondary", "options", "bounds", "costs"))
    bounds = {
        name: (pair[0], None) if isinstance(pair, list) and pair[1:] == [-1] else pair
        for name, pair in table.get("bounds", {}).items()
    }
    return ExactCover.of(
        need(table, "items"),
        need(table, "options"),
        table.get("secondary", ()),
        bounds,
        str(table.get("title", "")),
        table.get("costs", ()),
    )


def to_table(puzzle: ExactCover) -> Table:
    """The table that states it."""
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    table |= {"items": list(puzzle.items), "secondary": list(puzzle.secondary)}
    table["options"] = [list(option) for option in puzzle.options]
    if puzzle.costs:
        table["costs"] = list(puzzle.costs)
    if puzzle.bounds:
        table["bounds"] = {
            name: [low, -1 if high is None else high] for name, (low, high) in puzzle.bounds.items()
        }
    return table
