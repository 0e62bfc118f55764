"""Everything that has the form of a solution, whatever the rules say: for brute force.

A function for a kind of puzzle returns groups of candidates, or None where they are too many. The
checker judges each. What a puzzle asks for the best of comes best first: a group that has a
solution ends the search.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, combinations, count, product
from typing import Any

from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["MOST_CELLS", "boards", "choices", "packings", "pictures", "tilings", "walks"]

MOST_CELLS = 12
"""Of a region that is cut in parts."""

Groups = Iterable[Iterable[Any]]


def walks(puzzle: SlidingPuzzle) -> Groups:
    """All sequences of moves, by their length; of the numbers of moves that are asked for at once.

    >>> from cpmodels import SlidingPuzzle
    >>> [[*group] for group in walks(SlidingPuzzle.of("1 2 3 x", moves=1))]
    [['l', 'r', 'u', 'd']]
    """
    if puzzle.horizon is None:
        return map(_walks, count())
    first = 0 if puzzle.at_most is not None else puzzle.horizon
    return [chain.from_iterable(map(_walks, range(first, puzzle.horizon + 1)))]


def _walks(length: int) -> Iterator[str]:
    return map("".join, product("lrud", repeat=length))


def choices(puzzle: ExactCover) -> Groups:
    """All sets of options."""
    options = range(len(puzzle.options))
    return [chain.from_iterable(combinations(options, size) for size in range(len(options) + 1))]


def pictures(puzzle: Nonogram) -> Groups:
    """All pictures of its size and colours."""
    colours = range(len(puzzle.colours))
    rows = list(product(colours, repeat=puzzle.width))
    return [product(rows, repeat=puzzle.height)]


def tilings(puzzle: Tiling) -> Groups | None:
    """The region cut in parts of the shapes' sizes, each part with each name of that size."""
    return [_cuts(puzzle, holes=False)] if len(puzzle.region) <= MOST_CELLS else None


def packings(puzzle: Packing) -> Groups | None:
    """The same, with cells left out."""
    tiling = puzzle.tiling
    return [_cuts(tiling, holes=True)] if len(tiling.region) <= MOST_CELLS else None


def boards(puzzle: DefectiveBoard) -> Groups | None:
    """The same, as numbers on a board."""
    tiling = puzzle.tiling
    if len(tiling.region) > MOST_CELLS:
        return None
    return [map(puzzle.numbered, _cuts(tiling, holes=False))]


def _cuts(puzzle: Tiling, *, holes: bool) -> Iterator[list[Placement]]:
    names: dict[int, list[str]] = {}
    for name, cells in puzzle.shapes.items():
        names.setdefault(len(cells), []).append(name)
    for parts in _partitions(list(puzzle.region), sorted(names), holes):
        for choice in product(*(names[len(part)] for part in parts)):
            yield [Placement(name, tuple(sorted(part)))
                   for name, part in zip(choice, parts, strict=True)]  # fmt: skip


def _partitions(cells: list[Any], sizes: list[int], holes: bool) -> Iterator[list[list[Any]]]:
    if not cells:
        yield []
        return
    first, others = cells[0], cells[1:]
    if holes:
        yield from _partitions(others, sizes, holes)
    for size in sizes:
        for more in combinations(others, size - 1):
            rest = [cell for cell in others if cell not in more]
            for parts in _partitions(rest, sizes, holes):
                yield [[first, *more], *parts]
