"""What can answer an `ExactCover`."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any

from cpmodels.kinds.method import Method
from cpmodels.methods.covers import AlgorithmXMethod, Cover, DLXMethod
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.textbook import TextbookDLX
from cpmodels.models.exact_cover import exact_cover_model
from cpmodels.puzzles.exact_cover import ExactCover
from reference.kernel.polling import ShouldStop, polled

__all__ = ["METHODS"]


def _cover(puzzle: ExactCover, should_stop: ShouldStop | None = None) -> Cover:
    """Options of secondary items alone stay out: they are never chosen."""
    usable = [k for k in polled(range(len(puzzle.options)), should_stop) if puzzle.usable(k)]

    def read(chosen: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(usable[k] for k in chosen))

    options = [[item for item, _ in puzzle.pairs[k]] for k in usable]
    colours: dict[tuple[int, Any], Hashable] = {
        (number, item): colour
        for number, k in enumerate(usable if puzzle.colours else ())
        for item, colour in puzzle.pairs[k]
        if colour
    }
    return Cover(
        puzzle.items, options, read, puzzle.secondary, dict(puzzle.bounds), colours=colours
    )


def _items(puzzle: ExactCover) -> int:
    return len(puzzle.items) + len(puzzle.secondary)


def _size(puzzle: ExactCover) -> int:
    return len(puzzle.options) * _items(puzzle)


def _bounds(puzzle: ExactCover) -> Iterable[tuple[int, int | None]]:
    return puzzle.bounds.values()


METHODS: list[Method] = [
    CpSat(ExactCover, exact_cover_model, about="one Boolean an option"),
    AlgorithmXMethod(ExactCover, _cover, _size, _bounds),
    TextbookDLX(ExactCover, _cover, _size, _bounds),
    DLXMethod(ExactCover, _cover, _items, about="dancing links, smallest item first"),
    DLXMethod(
        ExactCover,
        _cover,
        _items,
        choose="first",
        variant="first",
        about="dancing links, first item",
    ),
]
