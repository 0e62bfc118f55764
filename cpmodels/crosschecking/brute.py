"""Brute force over the checker: the arbiter of small puzzles, which knows no rule itself.

Every candidate of the right form is handed to the puzzle's own checker. Nothing is shared with a
model or a search: no placement, no clue, no move table.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from itertools import chain, combinations, product
from time import perf_counter
from typing import Any

from cpmodels.errors import WrongSolution
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["MOST", "Truth", "brute_force"]

MOST = 100_000
"""Candidates that are looked at."""
MOST_CELLS = 12  # of a region that is cut in parts
SECONDS = 5.0  # until it gives up

Truth = tuple[int, int | None]
"""How many solutions there are, and the value of the best where they have one."""


def brute_force(puzzle: Puzzle, most: int = MOST) -> Truth | None:
    """How many candidates the checker accepts; None where that takes too long.

    Examples
    --------
    >>> brute_force(Tiling.of("2x3", "dominoes"))
    (3, None)
    """
    if isinstance(puzzle, SlidingPuzzle) and puzzle.horizon is None:
        return _shortest(puzzle, most)
    region = puzzle.tiling if isinstance(puzzle, (DefectiveBoard, Packing)) else puzzle
    if isinstance(region, Tiling) and len(region.region) > MOST_CELLS:
        return None
    make = next((make for kind, make in _CANDIDATES.items() if isinstance(puzzle, kind)), None)
    if make is None:
        return None
    return _count_valid(puzzle, make(puzzle), most)


def _count_valid(puzzle: Puzzle, candidates: Iterator[Any], most: int) -> Truth | None:
    values: dict[Hashable, int | None] = {}
    deadline = perf_counter() + SECONDS
    for number, candidate in enumerate(candidates):
        if number >= most or perf_counter() > deadline:
            return None
        try:
            puzzle.check(candidate)
        except WrongSolution:
            continue
        values[puzzle.key(candidate)] = puzzle.measure(candidate)
    if not (puzzle.optimising and values):
        return len(values), None
    known = [value for value in values.values() if value is not None]
    best = max(known) if puzzle.maximising else min(known)
    return known.count(best), best


def _shortest(puzzle: SlidingPuzzle, most: int) -> Truth | None:
    length = 0
    while 4**length <= most:
        count = _count_valid(puzzle, map("".join, product("lrud", repeat=length)), most)
        if count is not None and count[0]:
            return count[0], length
        length += 1
    return None


def _walks(puzzle: SlidingPuzzle) -> Iterator[str]:
    first = 0 if puzzle.at_most is not None else puzzle.horizon or 0
    lengths = range(first, (puzzle.horizon or 0) + 1)
    return ("".join(moves) for length in lengths for moves in product("lrud", repeat=length))


def _choices(puzzle: ExactCover) -> Iterator[tuple[int, ...]]:
    options = range(len(puzzle.options))
    return chain.from_iterable(combinations(options, size) for size in range(len(options) + 1))


def _pictures(puzzle: Nonogram) -> Iterator[tuple[tuple[int, ...], ...]]:
    colours = range(len(puzzle.colours))
    rows = list(product(colours, repeat=puzzle.width))
    return product(rows, repeat=puzzle.height)


def _tilings(puzzle: Tiling, *, holes: bool = False) -> Iterator[list[Placement]]:
    """The region in parts of the shapes' sizes, each part with each name of that size."""
    names: dict[int, list[str]] = {}
    for name, cells in puzzle.shapes.items():
        names.setdefault(len(cells), []).append(name)
    for parts in _partitions(list(puzzle.region), sorted(names), holes):
        for choice in product(*(names[len(part)] for part in parts)):
            yield [Placement(name, tuple(sorted(part)))
                   for name, part in zip(choice, parts, strict=True)]  # fmt: skip


def _packings(puzzle: Packing) -> Iterator[list[Placement]]:
    """The same, with cells left out."""
    return _tilings(puzzle.tiling, holes=True)


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


def _boards(puzzle: DefectiveBoard) -> Iterator[Any]:
    return map(puzzle.numbered, _tilings(puzzle.tiling))


_CANDIDATES: dict[type[Puzzle], Callable[[Any], Iterator[Any]]] = {
    SlidingPuzzle: _walks,
    ExactCover: _choices,
    Nonogram: _pictures,
    Tiling: _tilings,
    Packing: _packings,
    DefectiveBoard: _boards,
}
