"""What can answer an `ExactCover`."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.kinds.method import Method
from cpmodels.methods.cheapest import CheapestByListing, CheapestCpSat, CheapestDLX, exact_cover
from cpmodels.methods.covers import DLXMethod
from cpmodels.methods.textbook import TextbookDLX
from cpmodels.models.exact_cover import exact_cover_model
from cpmodels.puzzles.exact_cover import ExactCover

__all__ = ["METHODS"]


def _items(puzzle: ExactCover) -> int:
    return len(puzzle.items) + len(puzzle.secondary)


def _size(puzzle: ExactCover) -> int:
    return len(puzzle.options) * _items(puzzle)


def _bounds(puzzle: ExactCover) -> Iterable[tuple[int, int | None]]:
    return puzzle.bounds.values()


METHODS: list[Method] = [
    CheapestCpSat(ExactCover, exact_cover_model, about="one Boolean an option"),
    CheapestDLX(ExactCover, exact_cover, _items),
    CheapestByListing(ExactCover, exact_cover, _size, _bounds),
    TextbookDLX(ExactCover, exact_cover, _size, _bounds),
    DLXMethod(ExactCover, exact_cover, _items, about="dancing links, smallest item first"),
    DLXMethod(
        ExactCover,
        exact_cover,
        _items,
        choose="first",
        variant="first",
        about="dancing links, first item",
    ),
]
