"""Smaller versions of a puzzle, the boldest first: fewer cells, shapes, clues, colours, moves.

Each version is nearer to nothing by some measure, so that a search that takes one after another
ends. A solution of the puzzle, where one is known, shows versions that have solutions too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from cpmodels.crosschecking.smaller_nonogram import smaller_nonograms
from cpmodels.crosschecking.smaller_sliding import smaller_slidings
from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import Cells, orientations
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.tiling import Tiling

__all__ = ["SMALLER", "fewer", "smaller"]

T = TypeVar("T")


def smaller(puzzle: Puzzle, solution: Any = None) -> Iterator[Puzzle]:
    """Smaller versions of any kind of puzzle; none for a kind that is not in `SMALLER`.

    Parameters
    ----------
    solution : object, optional
        A solution of the puzzle.

    Examples
    --------
    >>> puzzle = Tiling.of("1x3", "dominoes + monomino")
    >>> [len(version.region) for version in smaller(puzzle)][:5]
    [3, 3, 0, 1, 2]
    """
    make = SMALLER.get(puzzle.kind)
    return iter(()) if make is None else make(puzzle, solution)


def fewer(parts: Sequence[T]) -> Iterator[list[T]]:
    """The sequence without a stretch of it: all, halves, quarters, down to single parts.

    Examples
    --------
    >>> list(fewer("abc"))
    [[], ['c'], ['a', 'b'], ['b', 'c'], ['a', 'c'], ['a', 'b']]
    """
    size = len(parts)
    while size:
        for start in range(0, len(parts), size):
            yield [*parts[:start], *parts[start + size :]]
        size = (size + 1) // 2 if size > 1 else 0


def _tilings(puzzle: Tiling, solution: Any) -> Iterator[Tiling]:
    for states in (_fewer_shapes, _fewer_cells, _simpler_shapes):
        yield from states(puzzle)


def _stated(puzzle: Tiling, **changes: Any) -> Iterator[Tiling]:
    """The tiling with some fields changed, if it can be stated so."""
    fields = {name: getattr(puzzle, name) for name in ("region", "shapes", "copies", "turning")}
    fields |= changes
    copies = {name: fields["copies"][name] for name in fields["shapes"]}
    try:
        yield Tiling.of(fields["region"], fields["shapes"], copies, fields["turning"])
    except InputError:
        return


def _fewer_shapes(puzzle: Tiling) -> Iterator[Tiling]:
    for names in fewer(list(puzzle.shapes)):
        if names:
            yield from _stated(puzzle, shapes={name: puzzle.shapes[name] for name in names})


def _fewer_cells(puzzle: Tiling) -> Iterator[Tiling]:
    for cells in fewer(puzzle.region):
        yield from _stated(puzzle, region=cells)
    for axis in range(len(puzzle.region[0]) if puzzle.region else 0):
        for line in sorted({cell[axis] for cell in puzzle.region}):
            kept = [cell for cell in puzzle.region if cell[axis] != line]
            yield from _stated(puzzle, region=kept)
    for covered in _places(puzzle):
        yield from _stated(puzzle, region=[c for c in puzzle.region if c not in covered])


def _places(puzzle: Tiling) -> Iterator[set[tuple[int, ...]]]:
    """The cells of each placement: without them, what is left often still has a tiling."""
    region = set(puzzle.region)
    for shape in puzzle.shapes.values():
        for form in orientations(shape, puzzle.turning):
            for anchor in puzzle.region:
                laid = {
                    tuple(a + c - f for a, c, f in zip(anchor, cell, form[0], strict=True))
                    for cell in form
                }
                if laid <= region:
                    yield laid


def _simpler_shapes(puzzle: Tiling) -> Iterator[Tiling]:
    """Any number of copies, no turning, shapes of fewer cells."""
    for name, bounds in puzzle.copies.items():
        if bounds != (0, None):
            yield from _stated(puzzle, copies={**puzzle.copies, name: (0, None)})
    if puzzle.turning != "fixed":
        yield from _stated(puzzle, turning="fixed")
    for name, cells in puzzle.shapes.items():
        for kept in _fewer_of_shape(cells):
            yield from _stated(puzzle, shapes={**puzzle.shapes, name: kept})


def _fewer_of_shape(cells: Cells) -> Iterator[list[tuple[int, ...]]]:
    return (kept for kept in fewer(cells) if kept)


def _boards(puzzle: DefectiveBoard, solution: Any) -> Iterator[DefectiveBoard]:
    row, column = puzzle.missing or (0, 0)
    sides = dict.fromkeys((1, puzzle.side // 2, puzzle.side - 1))
    for side in sides:
        if 1 <= side < puzzle.side:
            square = (min(row, side - 1), min(column, side - 1))
            yield DefectiveBoard(side, puzzle.missing and square)
    if puzzle.missing is not None:
        nearer = dict.fromkeys([(0, 0), (row // 2, column // 2), (row - 1, column)])
        for square in [*nearer, (row, column - 1)]:
            if square < (row, column) and min(square) >= 0:
                yield DefectiveBoard(puzzle.side, square)


def _covers(puzzle: ExactCover, solution: Any) -> Iterator[ExactCover]:
    for options in fewer(puzzle.options):
        yield replace(puzzle, options=tuple(options), title="")
    for items in fewer(puzzle.items):
        yield _restricted(puzzle, {*items, *puzzle.secondary})
    for items in fewer(puzzle.secondary):
        yield _restricted(puzzle, {*puzzle.items, *items})
    for item in puzzle.bounds:
        kept = {name: pair for name, pair in puzzle.bounds.items() if name != item}
        yield replace(puzzle, bounds=kept, title="")
    for index, option in enumerate(puzzle.options):
        for items in fewer(option):
            if items:
                before, after = puzzle.options[:index], puzzle.options[index + 1 :]
                yield replace(puzzle, options=(*before, tuple(items), *after), title="")


def _restricted(puzzle: ExactCover, items: set[str]) -> ExactCover:
    """Only these items, and the options that have some of them."""
    options = (tuple(item for item in option if item in items) for option in puzzle.options)
    return ExactCover(
        tuple(item for item in puzzle.items if item in items),
        tuple(option for option in options if option),
        tuple(item for item in puzzle.secondary if item in items),
        {name: pair for name, pair in puzzle.bounds.items() if name in items},
    )


SMALLER: dict[str, Callable[[Any, Any], Iterator[Puzzle]]] = {
    "tiling": _tilings,
    "board": _boards,
    "exact-cover": _covers,
    "nonogram": smaller_nonograms,
    "sliding": smaller_slidings,
}
"""By kind: from a puzzle and a solution (or None) to smaller versions."""
