"""The region and the shapes of a tiling, as people state them: names, drawings, cells."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from operator import index, lt
from typing import Any, TypeGuard

from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cell, Cells
from cpmodels.puzzles.drawings import cells_of_drawing
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.regions import MAX_CELLS, REGIONS, named_region
from cpmodels.puzzles.shapes import named_shapes

__all__ = ["read_cells", "read_region", "read_shapes"]

MAX_SHAPE_CELLS = 100_000  # each shape is turned and sorted in every way
MAX_DIMENSION = 6  # 46,080 ways to turn a shape; in seven dimensions 645,120


def read_region(region: str | Iterable[Iterable[int]], lattice: Lattice) -> tuple[Lattice, Cells]:
    """The cells of a region as it is stated, and the lattice that it lies on.

    Raises
    ------
    InputError
        It is none, or too large.
    """
    if not isinstance(region, str):
        return lattice, read_cells(region, lattice)
    known = named_region(region, lattice.name)
    if known is not None:
        board, cells = known
        if lattice.wraps and not board.wraps:
            board = Lattice(board.name, lattice.wraps)
            cells = _on_board(cells, board)
        return board, cells
    if re.fullmatch(r"\s*-?[\d.]+\s*(?:[x×*,]\s*-?[\d.]+\s*)*", region) and "x" in region:
        raise InputError(f"region {region!r}, expected sides such as 6x6 or 3x4x5")
    if re.search("[a-uwyz]{3}", region.lower()):
        raise InputError(f"region {region!r}, expected such as {', '.join(REGIONS)}, or a picture")
    try:
        cells = cells_of_drawing(region, lattice)
    except ValueError as error:
        raise InputError(f"region: {error}") from None
    if not cells:
        raise InputError("region with no cells, expected sides such as 6x6 or a picture of #")
    return lattice, _limit(_on_board(cells, lattice))


def read_cells(region: Iterable[Iterable[Any]], lattice: Lattice) -> Cells:
    """The cells of a region, sorted.

    Raises
    ------
    InputError
        They are none of the lattice, or too many.
    """
    return _limit(_on_board(_read_cells(region, "region", lattice), lattice))


def _on_board(cells: Cells, lattice: Lattice) -> Cells:
    """The cells as the board names them."""
    if not lattice.wraps:
        return cells
    if cells and len(lattice.wraps[0].vector) != lattice.axes(cells[0]):
        raise InputError(f"wrap {lattice.wraps[0].vector}, expected numbers as in {cells[0]}")
    home: dict[Cell, Cell] = {}
    for cell in cells:
        other = home.setdefault(lattice.home(cell), cell)
        if other != cell:
            raise InputError(f"region: cells {other} and {cell} are one, as the board wraps")
    return tuple(sorted(home))


def _limit(cells: Cells) -> Cells:
    if len(cells) > MAX_CELLS:
        raise InputError(f"region of {len(cells):,} cells, expected at most {MAX_CELLS:,}")
    return cells


def _read_cells(cells: Iterable[Iterable[Any]], what: str, lattice: Lattice) -> Cells:
    if lattice.name == "squares" and _is_in_order(cells):
        return cells
    try:
        entries = [tuple(cell) for cell in cells]
    except TypeError:
        raise InputError(f"{what}: expected integer tuples such as (0, 0)") from None
    tuples = [_read_cell(cell, what) for cell in entries]
    for cell in tuples:
        if not lattice.has(cell):
            raise InputError(
                f"{what}: cell {cell} is none of {lattice}, expected {lattice.coordinates}"
            )
    for cell in tuples:
        if len(cell) != len(tuples[0]):
            raise InputError(f"{what}: cells {tuples[0]} and {cell} differ in dimension")
    if tuples and len(tuples[0]) > MAX_DIMENSION:
        raise InputError(f"{what}: {len(tuples[0])} dimensions, expected at most {MAX_DIMENSION}")
    if len(set(tuples)) < len(tuples):
        twice = next(cell for cell, number in Counter(tuples).items() if number > 1)
        raise InputError(f"{what}: cell {twice} appears twice, expected each once")
    return tuple(sorted(tuples))


def _is_in_order(cells: Any) -> TypeGuard[Cells]:
    """Whether they are in order and of one dimension: what is long is not looked at twice."""
    if type(cells) is not tuple or not cells or {*map(type, cells)} != {tuple}:
        return False
    if len({*map(len, cells)}) > 1 or not 0 < len(cells[0]) <= MAX_DIMENSION:
        return False
    return {*map(type, chain.from_iterable(cells))} == {int} and all(map(lt, cells, cells[1:]))


def _read_cell(cell: tuple[Any, ...], what: str) -> Cell:
    try:
        if cell and not any(isinstance(number, bool) for number in cell):
            return tuple(map(index, cell))  # numpy's integers too
    except TypeError:
        pass
    raise InputError(f"{what}: cell {cell}, expected integers such as (0, 0)")


def read_shapes(
    shapes: str | Mapping[str, Any], lattice: Lattice, dimension: int | None
) -> dict[str, Cells]:
    """Shapes by name, normalised, from the names of sets or a table of cells and drawings.

    Flat ones are put into a region of more dimensions.

    Raises
    ------
    InputError
        An unknown name, no cells, or too many.
    """
    forms = named_shapes(shapes) if isinstance(shapes, str) else _read_table(shapes, lattice)
    if lattice.name != "squares":
        return forms
    return {name: _lift(name, cells, dimension) for name, cells in forms.items()}


def _read_table(shapes: Mapping[str, Any], lattice: Lattice) -> dict[str, Cells]:
    if not isinstance(shapes, Mapping):
        raise InputError(f"shapes {shapes!r}, expected names of sets, or a table of shapes")
    forms: dict[str, Cells] = {}
    for name, form in shapes.items():
        if not isinstance(name, str) or not name or any(c.isspace() for c in name):
            raise InputError(f"shape name {name!r}, expected a word")
        if isinstance(form, str):
            try:
                cells = cells_of_drawing(form, lattice)
            except ValueError as error:
                raise InputError(f"shape {name}: {error}") from None
        else:
            cells = _read_cells(form, f"shape {name}", lattice)
        if not cells:
            raise InputError(f"shape {name} has no cells, expected at least one")
        forms[name] = lattice.normalise(cells)
    total = sum(map(len, forms.values()))
    if total > MAX_SHAPE_CELLS:
        raise InputError(f"shapes of {total:,} cells, expected at most {MAX_SHAPE_CELLS:,} in all")
    return forms


def _lift(name: str, cells: Cells, dimension: int | None) -> Cells:
    own = len(cells[0])
    if dimension is None or own == dimension:
        return cells
    if own > dimension:
        raise InputError(f"shape {name} has {own} dimensions, expected at most {dimension}")
    return tuple((0,) * (dimension - own) + cell for cell in cells)
