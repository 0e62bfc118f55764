"""The hand-written exact-cover searches as methods, for every puzzle that is an exact cover."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.puzzles.puzzle import Puzzle
from reference.exact_cover.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.exact_cover.dlx import DLX, RegionRule

__all__ = ["MAX_ITEMS", "AlgorithmXMethod", "Cover", "DLXMethod"]

MAX_MATRIX = 50_000_000  # entries of a dense 0/1 matrix, a byte each
MAX_ITEMS = 1 << 16  # beyond it, only stating the options takes seconds


@dataclass
class Cover:
    """An exact cover on plain data, as the reference takes it, and how to read a choice back."""

    items: Sequence[Hashable]
    options: Sequence[Sequence[Hashable]]
    read: Callable[[tuple[int, ...]], Any]
    secondary: Sequence[Hashable] = ()
    bounds: dict[Any, tuple[int, int | None]] = field(default_factory=dict)
    region_rule: RegionRule | None = None
    colours: dict[tuple[int, Any], Hashable] = field(default_factory=dict)


class DLXMethod(Method):
    """Knuth's dancing links on the cover that a puzzle is.

    Parameters
    ----------
    puzzle : type
        The kind of puzzle.
    cover : callable
        From a puzzle and ``should_stop`` to its `Cover`.
    items : callable
        From a puzzle to the number of its items, without stating the options.
    choose : str
        ``smallest`` or ``first`` item.
    regions : bool
        Whether to prune by isolated regions.
    """

    def __init__(
        self,
        puzzle: type[Puzzle],
        cover: Callable[..., Cover],
        items: Callable[[Any], int],
        *,
        choose: str = "smallest",
        regions: bool = False,
        variant: str = "",
        about: str = "",
    ) -> None:
        self.puzzle = puzzle
        self.name = f"dlx:{variant}" if variant else "dlx"
        self.default = not variant
        self.about = about
        self._cover, self._items = cover, items
        self._choose, self._regions = choose, regions

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Puzzles that take long to state."""
        items = self._items(puzzle)
        if items > MAX_ITEMS:
            return f"{items:,} items, more than {MAX_ITEMS:,}"
        return super().refuses(puzzle, question)

    def _search(self, puzzle: Any, run: Run) -> tuple[DLX, Cover]:
        with building_by_hand(run):
            cover = self._cover(puzzle, run.should_stop)
            rule = cover.region_rule if self._regions else None
            search = DLX(
                cover.items, cover.options, cover.secondary, cover.bounds, self._choose, rule,
                run.should_stop, cover.colours,
            )  # fmt: skip
        return search, cover

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All solutions, in the order of the search."""
        search, cover = self._search(puzzle, run)
        for chosen in search.solutions(run.should_stop):
            _note(search, run)
            yield cover.read(chosen)
        _note(search, run)

    def count(self, puzzle: Any, run: Run) -> int:
        """Counted without keeping any."""
        search, _ = self._search(puzzle, run)
        try:
            search.count(run.should_stop)
        finally:
            run.at_least = search.found
            _note(search, run)
        return search.found


class AlgorithmXMethod(Method):
    """The recursion on a matrix that is copied and shrunk, as the textbook has it.

    Parameters
    ----------
    puzzle : type
        The kind of puzzle.
    cover : callable
        From a puzzle and ``should_stop`` to its `Cover`.
    size : callable
        From a puzzle to the entries of its matrix, at most, without stating the options.
    bounds : callable
        From a puzzle to the bounds of its items other than exactly one.
    """

    name = "algorithm-x"
    about = "Algorithm X on a 0/1 matrix that is copied and shrunk"

    def __init__(
        self,
        puzzle: type[Puzzle],
        cover: Callable[..., Cover],
        size: Callable[[Any], int],
        bounds: Callable[[Any], Iterable[tuple[int, int | None]]],
    ) -> None:
        self.puzzle = puzzle
        self._cover, self._size, self._bounds = cover, size, bounds

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Bounds other than once and at most once, and matrices too large to copy."""
        if any(pair not in ((0, 1), (1, 1)) for pair in self._bounds(puzzle)):
            return "bounds other than exactly one or at most one"
        size = self._size(puzzle)
        if size > MAX_MATRIX:
            return f"a matrix of some {size:,} entries, more than {MAX_MATRIX:,}"
        return super().refuses(puzzle, question)

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All solutions, in the order of the search."""
        with building_by_hand(run):
            cover = self._cover(puzzle, run.should_stop)
            search = _matrix_search(cover)
        for chosen in search.solutions(run.should_stop):
            _note_matrix(search, run)
            yield cover.read(tuple(row for row in chosen if row < len(cover.options)))
        _note_matrix(search, run)


def _matrix_search(cover: Cover) -> AlgorithmX:
    """Items that may be left out go behind the others, as secondary columns.

    Those of an option that has no other items would never be chosen there: they must be covered,
    if need be by a row of their own, behind those of the options.
    """
    may = {item for item, pair in cover.bounds.items() if pair == (0, 1)}
    idle = {*may, *cover.secondary}
    slack = sorted({item for option in cover.options if idle.issuperset(option) for item in option
                    if item in may}, key=cover.items.index)  # fmt: skip
    last = may.difference(slack)
    must = [item for item in cover.items if item not in last]
    names = [*must, *(item for item in cover.items if item in last), *cover.secondary]
    rows = [*cover.options, *([item] for item in slack)]
    return AlgorithmX(exact_cover_matrix(names, rows, cover.colours), len(must))


def _note(search: DLX, run: Run) -> None:
    effort = search.effort
    run.effort.nodes, run.effort.updates = effort.nodes, effort.updates
    run.effort.levels = effort.branches


def _note_matrix(search: AlgorithmX, run: Run) -> None:
    run.effort.updates = search.additions + search.deletions
    run.effort.levels = tuple(search.branches)
    run.effort.nodes = sum(search.branches)
