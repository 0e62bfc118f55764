"""Smaller versions of an exact cover and of a defective board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from cpmodels.crosschecking.smaller import fewer
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["smaller_boards", "smaller_covers"]


def smaller_covers(puzzle: ExactCover, solution: Any) -> Iterator[ExactCover]:
    """Fewer options, fewer items, no bounds, options of fewer items, fewer colours."""
    for indices in fewer(tuple(range(len(puzzle.options)))):
        yield _of_options(puzzle, indices)
    for items in fewer(puzzle.items):
        yield _restrict(puzzle, {*items, *puzzle.secondary})
    for items in fewer(puzzle.secondary):
        yield _restrict(puzzle, {*puzzle.items, *items})
    if puzzle.costs:
        yield replace(puzzle, costs=(), title="")
        yield replace(puzzle, costs=tuple(cost // 2 for cost in puzzle.costs), title="")
    for item in puzzle.bounds:
        rest = {name: pair for name, pair in puzzle.bounds.items() if name != item}
        yield replace(puzzle, bounds=rest, title="")
    for index, option in enumerate(puzzle.options):
        for items in fewer(option):
            if items:
                before, after = puzzle.options[:index], puzzle.options[index + 1 :]
                yield replace(puzzle, options=(*before, tuple(items), *after), title="")
    for one in puzzle.colours:
        for other in ("", *puzzle.colours[: puzzle.colours.index(one)]):
            yield replace(puzzle, options=_repaint(puzzle, one, other), title="")


def _repaint(puzzle: ExactCover, one: str, other: str) -> tuple[tuple[str, ...], ...]:
    """The options with one colour in place of another, or with none."""

    def word(item: str, colour: str) -> str:
        rest = other if colour == one else colour
        return f"{item}:{rest}" if rest else item

    return tuple(tuple(word(*pair) for pair in option) for option in puzzle.pairs)


def _restrict(puzzle: ExactCover, items: set[str]) -> ExactCover:
    """Only these items, and the options that have some of them."""
    options = [
        tuple(word for word, (item, _) in zip(option, pairs, strict=True) if item in items)
        for option, pairs in zip(puzzle.options, puzzle.pairs, strict=True)
    ]
    rest = [index for index, option in enumerate(options) if option]
    return replace(
        puzzle,
        items=tuple(item for item in puzzle.items if item in items),
        options=tuple(options[index] for index in rest),
        secondary=tuple(item for item in puzzle.secondary if item in items),
        bounds={name: pair for name, pair in puzzle.bounds.items() if name in items},
        costs=tuple(puzzle.costs[index] for index in rest) if puzzle.costs else (),
        title="",
    )


def _of_options(puzzle: ExactCover, rest: Iterable[int]) -> ExactCover:
    """Only these options, at what they cost."""
    numbers = list(rest)
    options = tuple(puzzle.options[index] for index in numbers)
    costs = tuple(puzzle.costs[index] for index in numbers) if puzzle.costs else ()
    return replace(puzzle, options=options, costs=costs, title="")


def smaller_boards(puzzle: DefectiveBoard, solution: Any) -> Iterator[DefectiveBoard]:
    """Smaller sides, and the missing square nearer to the corner."""
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
