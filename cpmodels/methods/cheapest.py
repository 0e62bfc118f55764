"""The cheapest covers: by CP-SAT's objective, by branch and bound, and by listing all covers."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.kinds.method import Method, count_checked
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.methods.covers import MAX_ITEMS, AlgorithmXMethod, Cover
from cpmodels.methods.cp_sat import CpSat
from cpmodels.puzzles.exact_cover import ExactCover
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

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All solutions, or all best ones."""
        if not puzzle.optimising:
            yield from super().solutions(puzzle, run)
            return
        yield from cp_sat.enumerate_best(self._model(puzzle, run), run)

    def count(self, puzzle: Any, run: Run) -> int:
        """How many, or how many best ones."""
        if puzzle.optimising:
            return count_checked(puzzle, self.solutions(puzzle, run), run)
        return super().count(puzzle, run)


class CheapestDLX(Method):
    """Branch and bound on dancing links."""

    name = "branch-and-bound"
    puzzle = ExactCover
    about = "dancing links within a limit, bounded by multipliers of items"

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Covers without costs, and those that take long to state."""
        if not puzzle.costs:
            return "no costs"
        items = len(puzzle.items) + len(puzzle.secondary)
        if items > MAX_ITEMS:
            return f"{items:,} items, more than {MAX_ITEMS:,}"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: ExactCover, run: Run) -> Any | None:
        """A cheapest cover; the best found, and what is proved of the best, when stopped."""
        search, cover = self._search(puzzle, run)
        best = search.cheapest(1, run.should_stop)
        self._note(search, run)
        return cover.read(best[0][1]) if best else None

    def solutions(self, puzzle: ExactCover, run: Run) -> Iterator[Any]:
        """All cheapest covers: what they cost is proved first."""
        search, cover = self._search(puzzle, run)
        best = search.cheapest(1, run.should_stop)
        self._note(search, run)
        if not best or run.stopped_by is not None:
            return
        first = search.nodes
        for _, rows in search.within(best[0][0], run.should_stop):
            run.effort.nodes = first + search.nodes
            yield cover.read(rows)

    def _search(self, puzzle: ExactCover, run: Run) -> tuple[Cheapest, Cover]:
        with building_by_hand(run):
            cover = exact_cover(puzzle, run.should_stop)
            search = Cheapest(
                cover.items, cover.options, cover.costs, cover.secondary, cover.bounds,
                cover.colours, run.should_stop,
            )  # fmt: skip
        return search, cover

    def _note(self, search: Cheapest, run: Run) -> None:
        run.effort.nodes, run.bound = search.nodes, search.bound


class CheapestByListing(AlgorithmXMethod):
    """Algorithm X; where there are costs, it lists every cover and keeps the cheapest."""

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All covers, or all cheapest ones."""
        if not puzzle.optimising:
            yield from super().solutions(puzzle, run)
            return
        covers: list[Any] = []
        for cover in super().solutions(puzzle, run):
            cost = puzzle.measure(cover)
            best = puzzle.measure(covers[0]) if covers else None
            if best is None or cost < best:
                covers = []
            if best is None or cost <= best:
                covers.append(cover)
        yield from covers if run.stopped_by is None else covers[:1]
