"""IDA* for a `SlidingPuzzle`, with each of its bounds, and with the one that suits the board."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from cpmodels.answers.answer import Question
from cpmodels.answers.clock import seconds
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board
from reference.sliding import idastar, patterns
from reference.sliding.permutation import unsolvable_certificate

__all__ = ["METHODS", "IdaStar", "PathSearch", "PickingIdaStar", "certify", "plain"]
__all__ += ["walking_distance_fits"]

_PLACEMENTS_A_SECOND = 2_000_000  # when tables are built, by one processor

_USUAL = {
    (4, 4, "manhattan"): "on average 360 million boards (Korf's hundred)",
    (4, 4, "6-6-3"): "on average 0.8 million boards (Korf's hundred)",
}
"""Boards made for one shortest path: for Manhattan as Korf has it, else measured."""

_FIRST_LOOK = 0.5  # seconds of linear conflicts before tables: a second would compile them


def plain(puzzle: SlidingPuzzle) -> tuple[Board, int, int, Board]:
    """The puzzle as the reference has it."""
    return puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal


def certify(puzzle: SlidingPuzzle, run: Run) -> None:
    """Note why there is no path, where there is none."""
    certificate = unsolvable_certificate(puzzle.start, puzzle.goal, puzzle.rows, puzzle.columns)
    if certificate is not None:
        run.note = certificate.text


class PathSearch(Method):
    """What the searches for a shortest path have in common."""

    puzzle: type[Puzzle] = SlidingPuzzle

    def __init__(self, name: str, *, default: bool = True, about: str = "") -> None:
        self.name, self.default, self.about = name, default, about

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Walks within a horizon."""
        walks_asked = "it finds shortest paths, not walks within a horizon"
        return walks_asked if puzzle.horizon is not None else super().refuses(puzzle, question)


class IdaStar(PathSearch):
    """IDA* with one of the bounds of `reference.sliding.idastar`.

    Parameters
    ----------
    heuristic : str
        One of `reference.sliding.idastar.HEURISTICS`.
    fits : callable
        From rows and columns to whether the bound can be had for such boards.
    """

    def __init__(
        self,
        name: str,
        heuristic: str,
        *,
        fits: Callable[[int, int], bool] = lambda rows, columns: True,
        default: bool = True,
        about: str = "",
    ) -> None:
        super().__init__(name, default=default, about=about)
        self._heuristic, self._fits = heuristic, fits

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards for which the bound is not to be had."""
        if not self._fits(puzzle.rows, puzzle.columns):
            return f"{self._heuristic} is not made for boards of {puzzle.extent()}"
        return super().refuses(puzzle, question)

    def cost(self, puzzle: SlidingPuzzle) -> str:
        """The price of the tables, and the boards that it makes on average where that is known."""
        usual = _USUAL.get((puzzle.rows, puzzle.columns, self._heuristic), "")
        if not patterns.sizes_of(self._heuristic) or not self._fits(puzzle.rows, puzzle.columns):
            return usual
        price = patterns.price(puzzle.rows, puzzle.columns, puzzle.goal, self._heuristic)
        tables = f"{self._heuristic} tables of {_size(price.memory)}"
        if price.there:
            tables += " are there"
        else:
            work = max(1, round(price.placements / _PLACEMENTS_A_SECOND))
            tables += f" take {_size(price.building)} and some {work:,} s to build, once"
        return "; ".join(filter(None, (tables, usual)))

    def _search(self, puzzle: SlidingPuzzle, run: Run) -> idastar.Search:
        return idastar.Search(
            *plain(puzzle),
            self._heuristic,
            progress=lambda done, total: run.tell(done / max(1, total)),
            should_stop=run.should_stop,
        )

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """The first shortest path met."""
        certify(puzzle, run)
        result = self._search(puzzle, run).shortest()
        run.effort.nodes = result.nodes
        return result.path

    def count(self, puzzle: SlidingPuzzle, run: Run) -> int:
        """Number of shortest paths: the last round, searched to its end."""
        certify(puzzle, run)
        result = self._search(puzzle, run).count_shortest()
        run.effort.nodes = result.nodes
        return result.number

    def solutions(self, puzzle: SlidingPuzzle, run: Run) -> Iterator[str]:
        """Every shortest path."""
        certify(puzzle, run)
        yield from self._search(puzzle, run).all_shortest()


class PickingIdaStar(IdaStar):
    """IDA* with the bound that suits the board: linear conflicts, or tables from 12 cells on.

    Tables that are in the cache are taken at once. Otherwise they take seconds to build, and a
    board that half a second of linear conflicts settles has no need of them.
    """

    preferred = frozenset(Question)

    def cost(self, puzzle: SlidingPuzzle) -> str:
        """That of the tables it would choose."""
        tables = patterns.tables_for(puzzle.rows, puzzle.columns)
        return super().cost(puzzle) if tables is None else IdaStar("", tables).cost(puzzle)

    def _search(self, puzzle: SlidingPuzzle, run: Run) -> idastar.Search:
        tables = patterns.tables_for(puzzle.rows, puzzle.columns)
        if tables is None:
            return super()._search(puzzle, run)
        if not patterns.price(puzzle.rows, puzzle.columns, puzzle.goal, tables).there:
            end = seconds() + _FIRST_LOOK
            look = idastar.Search(
                *plain(puzzle), "linear-conflict",
                should_stop=lambda: run.should_stop() or seconds() > end,
            )  # fmt: skip
            if look.shortest().complete or run.should_stop():
                return super()._search(puzzle, run)
        run.note = run.note or f"with {tables} tables, kept in the cache"
        return IdaStar(self.name, tables)._search(puzzle, run)


def walking_distance_fits(rows: int, columns: int) -> bool:
    """Whether the table for walking distance is small enough."""
    low, high = sorted((rows, columns))
    return low == 1 or (low, high) <= (2, 6) or (low == 3 and high <= 5) or (low, high) == (4, 4)


def _size(size: int) -> str:
    """Bytes for people.

    >>> _size(39_453_125), _size(3_100_000_000)
    ('39 MB', '3.1 GB')
    """
    return f"{size / 1e9:.1f} GB" if size >= 1e9 else f"{max(1, size // 1_000_000)} MB"


def _has_tables(name: str, rows: int, columns: int) -> bool:
    return patterns.refuses(rows, columns, name) is None


_TABLES = ("4-4", "6-6-3", "7-8", "5-5-5-5-4", "6-6-6-6")

METHODS: list[Method] = [
    PickingIdaStar(
        "idastar",
        "linear-conflict",
        about="IDA* with linear conflicts, or with tables (6-6-3, 5-5-5-5-4) where they pay",
    ),
    IdaStar(
        "idastar:linear-conflict",
        "linear-conflict",
        default=False,
        about="IDA* with Manhattan and linear conflicts",
    ),
    IdaStar("idastar:manhattan", "manhattan", default=False, about="IDA* with Manhattan"),
    IdaStar(
        "idastar:walking-distance",
        "walking-distance",
        fits=walking_distance_fits,
        default=False,
        about="IDA* with walking distance",
    ),
    *(
        IdaStar(
            f"idastar:{groups}",
            groups,
            fits=partial(_has_tables, groups),
            default=False,
            about=f"IDA* with additive pattern databases of {groups} tiles",
        )
        for groups in _TABLES
    ),
]
