"""The cheapest covers: by CP-SAT's objective, by branch and bound, and by listing all covers."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from itertools import chain
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat, cp_sat_best
from cpmodels.kinds.method import Method, count_checked
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.methods.covers import MAX_ITEMS, AlgorithmXMethod, Cover
from cpmodels.methods.cp_sat import CpSat
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import Puzzle
from reference.exact_cover.cheapest import Cheapest
from reference.kernel.polling import ShouldStop, polled

__all__ = ["CheapestByListing", "CheapestCpSat", "CheapestDLX", "exact_cover"]


def exact_cover(puzzle: ExactCover, should_stop: ShouldStop | None = None) -> Cover:
    """The cover as the reference sees it, without the options of secondary items alone."""
    usable = [k for k in polled(range(len(puzzle.options)), should_stop) if puzzle.usable(k)]
    options = [[item for item, _ in puzzle.pairs[k]] for k in usable]
    colours: dict[tuple[int, Any], Hashable] = {
        (number, item): colour
        for number, k in enumerate(usable if puzzle.colours else ())
        for item, colour in puzzle.pairs[k]
        if colour
    }
    costs = [puzzle.costs[k] for k in usable] if puzzle.costs else []
    return Cover(
        puzzle.items, options, tuple(usable), puzzle.secondary, dict(puzzle.bounds),
        colours=colours, costs=costs,
    )  # fmt: skip


class CheapestCpSat(CpSat):
    """CP-SAT, for puzzles that are optimising or not."""

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """One solution, or a best one, with the bounds shown as they move."""
        return cp_sat.find(self._model(puzzle, run), run, live=puzzle.optimising)

    def cheapest(self, puzzle: Any, number: int, run: Run) -> list[Any]:
        """The best solutions, so many, the best first: each is excluded once it is known."""
        return cp_sat_best.find_several(self._model(puzzle, run), number, run)

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All solutions, or all best ones."""
        return chain.from_iterable(self.batches(puzzle, run))

    def batches(self, puzzle: Any, run: Run) -> Iterator[Sequence[Any]]:
        """The same, some hundreds at a time."""
        if not puzzle.optimising:
            return super().batches(puzzle, run)
        return cp_sat_best.enumerate_best(self._model(puzzle, run), run)

    def count(self, puzzle: Any, run: Run) -> int:
        """How many, or how many best ones."""
        if puzzle.optimising:
            return count_checked(puzzle, self.solutions(puzzle, run), run)
        return super().count(puzzle, run)


class CheapestDLX(Method):
    """Branch and bound on dancing links.

    Parameters
    ----------
    puzzle, cover, items
        As for `DLXMethod`; the covers have costs.
    """

    name = "branch-and-bound"
    about = "dancing links within a limit, bounded by multipliers of items"

    def __init__(
        self, puzzle: type[Puzzle], cover: Callable[..., Cover], items: Callable[[Any], int]
    ) -> None:
        self.puzzle = puzzle
        self._cover, self._items = cover, items

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Puzzles without a best solution, and those that take long to state."""
        if not puzzle.optimising:
            return "no costs"
        items = self._items(puzzle)
        if items > MAX_ITEMS:
            return f"{items:,} items, more than {MAX_ITEMS:,}"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """A cheapest cover; the best found, and what is proved of the best, when stopped."""
        return next(iter(self.cheapest(puzzle, 1, run)), None)

    def cheapest(self, puzzle: Any, number: int, run: Run) -> list[Any]:
        """The cheapest covers, so many, the best first; those found so far when stopped."""
        search, cover = self._search(puzzle, run)
        covers = self._best(search, cover, number, run)
        return [cover.read(rows) for _, rows in covers]

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All cheapest covers: what they cost is proved first."""
        search, cover = self._search(puzzle, run)
        best = self._best(search, cover, 1, run)
        if not best or run.stopped_by is not None:
            return
        first = search.nodes
        for _, rows in search.within(best[0][0], run.should_stop):
            run.effort.nodes = first + search.nodes
            yield cover.read(rows)

    def _search(self, puzzle: Any, run: Run) -> tuple[Cheapest, Cover]:
        with building_by_hand(run):
            cover = self._cover(puzzle, run.should_stop)
            search = Cheapest(
                cover.items, cover.options, cover.costs, cover.secondary, cover.bounds,
                cover.colours, run.should_stop,
            )  # fmt: skip
        return search, cover

    def _best(
        self, search: Cheapest, cover: Cover, number: int, run: Run
    ) -> list[tuple[int, tuple[int, ...]]]:
        """The cheapest covers, with the run kept up to date."""
        costs: list[int] = []

        def show(best: tuple[int, tuple[int, ...]]) -> None:
            costs.append(best[0])
            run.live = cover.value(min(costs)), cover.value(search.bound)

        def should_stop() -> bool:
            self._note(search, cover, run)
            run.live = run.live[0], run.bound
            return run.should_stop()

        covers = search.cheapest(number, should_stop, show)
        self._note(search, cover, run)
        return covers

    def _note(self, search: Cheapest, cover: Cover, run: Run) -> None:
        run.effort.nodes, run.bound = search.nodes, cover.value(search.bound)


class CheapestByListing(AlgorithmXMethod):
    """Algorithm X; where there is a best, it lists every cover and keeps those."""

    def every(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All covers, good or not."""
        return super().solutions(puzzle, run)

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All covers, or all best ones."""
        if not puzzle.optimising:
            yield from self.every(puzzle, run)
            return
        covers: list[Any] = []
        best: int | None = None
        for cover in self.every(puzzle, run):
            value = puzzle.measure(cover)
            if best is None or (value > best if puzzle.maximising else value < best):
                covers, best = [], value
            if value == best:
                covers.append(cover)
        run.bound = best if run.stopped_by is None else None
        yield from covers if run.stopped_by is None else covers[:1]
