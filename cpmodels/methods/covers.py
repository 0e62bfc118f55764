"""The hand-written exact-cover searches as methods, for every puzzle that is an exact cover."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.kinds.splitting import Cube, Splitting, SplittingByPieces
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.puzzle import Puzzle
from reference.exact_cover.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.exact_cover.dlx import DLX, RegionRule
from reference.exact_cover.prefixes import Rest, branches, rest
from reference.kernel.events import Tell, silent

__all__ = [
    "MAX_ITEMS",
    "AlgorithmXMethod",
    "Cover",
    "DLXMethod",
    "PrefixSplitting",
    "once_or_optional",
    "statement",
]

MAX_MATRIX = 50_000_000  # entries of a dense 0/1 matrix, a byte each
MAX_ITEMS = 1 << 16  # beyond it, only stating the options takes seconds


@dataclass
class Cover:
    """An exact cover on plain data, as the reference takes it, and what its options stand for."""

    items: Sequence[Hashable]
    options: Sequence[Sequence[Hashable]]
    pieces: tuple[Any, ...]
    secondary: Sequence[Hashable] = ()
    bounds: dict[Any, tuple[int, int | None]] = field(default_factory=dict)
    region_rule: RegionRule | None = None
    colours: dict[tuple[int, Any], Hashable] = field(default_factory=dict)
    costs: Sequence[int] = ()
    labels: Sequence[str] = ()
    """What a picture writes on each option; none for their numbers."""
    value: Callable[[int], int] = field(default=lambda cost: cost)
    """From what a cover costs to what the puzzle measures."""

    def read(self, rows: Iterable[int]) -> tuple[Any, ...]:
        """What some options stand for; those beyond the pieces stand for nothing."""
        return tuple(self.pieces[k] for k in sorted(rows) if k < len(self.pieces))

    def spelled(self) -> Sequence[str]:
        """The labels, or the numbers of the options from 1."""
        return self.labels or [str(number + 1) for number in range(len(self.options))]


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
        if puzzle.optimising:
            return "lists all covers, not the cheapest"
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
        return chain.from_iterable(DLXMethod.batches(self, puzzle, run))

    def batches(self, puzzle: Any, run: Run) -> Iterator[Choices]:
        """The same, up to a thousand at a time."""
        search, cover = self._search(puzzle, run)
        for rows in search.batches(run.should_stop):
            _note(search, run)
            if len(cover.pieces) < len(cover.options):
                rows[rows >= len(cover.pieces)] = -1
            yield Choices(cover.pieces, np.sort(rows, axis=1))
        _note(search, run)

    def count(self, puzzle: Any, run: Run) -> int:
        """Counted without keeping any."""
        search, _ = self._search(puzzle, run)
        try:
            search.count(run.should_stop)
        finally:
            run.at_least = search.total
            _note(search, run)
        return search.total

    def splitting(self, puzzle: Any, run: Run) -> Splitting:
        """By the options of an item, as the search does near its root."""
        with building_by_hand(run):
            cover = self._cover(puzzle, run.should_stop)
        return PrefixSplitting(cover, self._choose, self._regions)


class PrefixSplitting(SplittingByPieces):
    """The count of a cover in parts of the search tree, each a cover of what is left."""

    def __init__(self, cover: Cover, choose: str, regions: bool) -> None:
        self._cover, self._choose, self._regions = cover, choose, regions
        self.pieces = dict(enumerate(cover.pieces))

    def _rest(self, cube: Cube) -> Rest | None:
        cover = self._cover
        return rest(
            cover.items, cover.options, cover.secondary, cover.bounds, cover.colours, cube.decisions
        )

    def parts(self, cube: Cube) -> list[Cube] | None:
        """One for each option of an item; what is forced is decided at once."""
        decisions = cube.decisions
        while (left := self._rest(Cube(decisions))) is not None:
            options = branches(left)
            if options is None:
                return None if decisions == cube.decisions else [Cube(decisions, cube.weight)]
            if len(options) != 1:
                return [Cube((*decisions, each), cube.weight) for each in options]
            decisions = (*decisions, options[0])
        return []

    def count(self, cube: Cube, run: Run) -> int:
        """One search of what is left."""
        with building_by_hand(run):
            left = self._rest(cube)
            if left is None:
                return 0
            search = DLX(
                left.items, left.options, left.secondary, left.bounds, self._choose,
                self._rule(left), run.should_stop, left.colours,
            )  # fmt: skip
        try:
            search.count(run.should_stop)
        finally:
            run.at_least = search.total
            _note(search, run)
        return search.total

    def _rule(self, left: Rest) -> RegionRule | None:
        """The rule of regions on the items that are left."""
        if not self._regions or self._cover.region_rule is None:
            return None
        pairs, fillable = self._cover.region_rule
        there = set(left.items)
        return [(a, b) for a, b in pairs if a in there and b in there], fillable


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
    algorithm = "algorithm x"

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
        return self._narrate(puzzle, run, silent)

    def _narrate(self, puzzle: Any, run: Run, tell: Tell) -> Iterator[Any]:
        with building_by_hand(run):
            cover = self._cover(puzzle, run.should_stop)
            search = _matrix_search(cover)
        tell("options", **statement(cover))
        for rows in search.solutions(run.should_stop, tell):
            _note_matrix(search, run)
            yield cover.read(rows)
        _note_matrix(search, run)

    def trace(self, puzzle: Any, run: Run, tell: Tell) -> None:
        """Search to the end, and report every step."""
        for _ in self._narrate(puzzle, run, tell):
            pass


def statement(cover: Cover) -> dict[str, Any]:
    """What a search of the cover works on: its ``options``, with those that leave out."""
    must, optional, rows = once_or_optional(cover)
    left_out = len(rows) - len(cover.options)
    return {
        "items": [*must, *optional],
        "must": len(must),
        "labels": [*cover.spelled(), *["left out"] * left_out],
        "options": rows,
        "colours": [(option, item, colour) for (option, item), colour in cover.colours.items()],
    }


def _matrix_search(cover: Cover) -> AlgorithmX:
    must, optional, rows = once_or_optional(cover)
    return AlgorithmX(exact_cover_matrix([*must, *optional], rows, cover.colours), len(must))


def once_or_optional(
    cover: Cover,
) -> tuple[list[Hashable], list[Hashable], list[Sequence[Hashable]]]:
    """The items to cover exactly once, those to cover at most once, and the rows.

    An item that may be left out is of the second kind, unless it is in an option that has no items
    of the first, which would never be chosen: it must be covered then, if need be by a row of its
    own, behind those of the options.
    """
    may = {item for item, pair in cover.bounds.items() if pair == (0, 1)}
    idle = {*may, *cover.secondary}
    slack = sorted({item for option in cover.options if idle.issuperset(option) for item in option
                    if item in may}, key=cover.items.index)  # fmt: skip
    last = may.difference(slack)
    must = [item for item in cover.items if item not in last]
    optional = [*(item for item in cover.items if item in last), *cover.secondary]
    return must, optional, [*cover.options, *([item] for item in slack)]


def _note(search: DLX, run: Run) -> None:
    effort = search.effort
    run.effort.nodes, run.effort.updates = effort.nodes, effort.updates
    run.effort.levels = effort.branches


def _note_matrix(search: AlgorithmX, run: Run) -> None:
    run.effort.updates = search.additions + search.deletions
    run.effort.levels = tuple(search.branches)
    run.effort.nodes = sum(search.branches)
