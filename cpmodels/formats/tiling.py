"""The TOML table of a tiling: its region and shapes as pictures or names."""

from __future__ import annotations

from math import prod
from typing import Any

from cpmodels.formats.table import Table, need, refuse_unknown
from cpmodels.puzzles.cells import Cells, bounding_box
from cpmodels.puzzles.copies import spell
from cpmodels.puzzles.drawings import cells_of_drawing, drawing
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.shapes import SETS, lattice_of_shapes, named_shapes
from cpmodels.puzzles.tiling import Tiling

__all__ = ["from_table", "packing_from_table", "packing_to_table", "to_table"]


KEYS = ("title", "lattice", "wrap", "region", "shapes", "copies", "turning")
PACKED = ("leave", "goal", "exclude")


def from_table(table: Table) -> Tiling | Packing:
    """The tiling that a table states; a packing, where it says what may stay empty."""
    refuse_unknown(table, (*KEYS, *PACKED))
    return Tiling.of(
        need(table, "region"),
        need(table, "shapes"),
        table.get("copies", "any"),
        table.get("turning", "free"),
        str(table.get("title", "")),
        lattice=table.get("lattice", ""),
        wrap=table.get("wrap", ()),
        leave=table.get("leave"),
        goal=table.get("goal"),
        exclude=table.get("exclude"),
    )


def packing_from_table(table: Table) -> Tiling | Packing:
    """The packing that a table states; any cells may stay empty where it says nothing of them."""
    return from_table({"leave": "any", **table})


def packing_to_table(puzzle: Packing) -> Table:
    """The table that states a packing."""
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    table |= to_table(puzzle.tiling) | {"leave": spell(puzzle.leave)}
    if puzzle.goal:
        table["goal"] = puzzle.goal if isinstance(puzzle.goal, str) else dict(puzzle.goal)
    if puzzle.exclude:
        excluded = puzzle.tiling.with_shapes(puzzle.exclude)
        own = puzzle.exclude == puzzle.tiling.usable_shapes
        table["exclude"] = True if own else to_table(excluded)["shapes"]
    return table


def to_table(puzzle: Tiling) -> Table:
    """The table that states it, with the name of a set of shapes where it has one."""
    table: Table = {"title": puzzle.title} if puzzle.title else {}
    bounds = {name: spell(pair) for name, pair in puzzle.copies.items()}
    if puzzle.lattice.name != "squares":
        table["lattice"] = puzzle.lattice.name
    if puzzle.lattice.wraps:
        table["wrap"] = [
            list(wrap.vector)
            if wrap.mirror is None
            else {"by": list(wrap.vector), "mirror": list(wrap.mirror)}
            for wrap in puzzle.lattice.wraps
        ]
    table["region"] = _region_text(puzzle)
    table["turning"] = puzzle.turning
    region_name = _name(puzzle)
    if len(set(bounds.values())) == 1:
        table["copies"] = next(iter(bounds.values()))
    else:
        table["copies"] = bounds
    table["shapes"] = region_name or {
        name: _shape_text(cells, puzzle.lattice) for name, cells in puzzle.shapes.items()
    }
    return table


def _region_text(puzzle: Tiling) -> Any:
    cells = puzzle.region
    if puzzle.lattice.name != "squares" or puzzle.lattice.wraps:
        picture = _drawing(cells, puzzle.lattice)
        same = isinstance(picture, str) and cells_of_drawing(picture, puzzle.lattice) == cells
        return picture if same else [list(cell) for cell in cells]
    sides = bounding_box(cells)
    if not cells or len(sides) not in (2, 3) or any(min(axis) for axis in zip(*cells, strict=True)):
        return [list(cell) for cell in cells]
    if prod(sides) == len(cells):
        return "x".join(map(str, sides))
    if len(sides) == 3 and sides[0] == 1:
        return [list(cell) for cell in cells]  # one layer would read back as flat
    return _drawing(cells, puzzle.lattice)


def _shape_text(cells: Cells, lattice: Lattice) -> Any:
    if lattice.name != "squares":
        return _drawing(cells, lattice)
    while len(cells[0]) > 2 and bounding_box(cells)[0] == 1:
        cells = tuple(cell[1:] for cell in cells)  # it is lifted again when read
    return _drawing(cells, lattice)


def _drawing(cells: Cells, lattice: Lattice) -> Any:
    """A picture, or the cells themselves where there is none or it would be mostly empty."""
    picture = None
    if prod(bounding_box(cells)) <= 1000 + 20 * len(cells):
        picture = drawing(cells, lattice)
    return [list(cell) for cell in cells] if picture is None else picture


def _name(puzzle: Tiling) -> str | None:
    """The name of the set, or of the part of a set, that the shapes are."""
    if not puzzle.shapes:
        return None
    for plural in (each for each in SETS if lattice_of_shapes(each) == puzzle.lattice.name):
        for text in (plural, f"one-sided {plural}"):
            shapes = {name: _lift(cells, puzzle) for name, cells in named_shapes(text).items()}
            if shapes == dict(puzzle.shapes) and list(shapes) == list(puzzle.shapes):
                return text
            if all(shapes.get(name) == cells for name, cells in puzzle.shapes.items()):
                names = list(puzzle.shapes)
                if all(len(name) == 1 for name in names):
                    return f"{text}:{''.join(names)}"
                return f"{text}:{','.join(names)}{',' if len(names) == 1 else ''}"
    return None


def _lift(cells: Cells, puzzle: Tiling) -> Cells:
    own = next(iter(puzzle.shapes.values()))
    if puzzle.lattice.name != "squares":
        return cells
    return tuple((0,) * (len(own[0]) - len(cell)) + cell for cell in cells)
