"""What can answer a `Packing`."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.methods.cheapest import CheapestByListing, CheapestCpSat, CheapestDLX
from cpmodels.methods.covers import MAX_ITEMS, Cover, DLXMethod
from cpmodels.methods.frontier import note_sweep
from cpmodels.methods.lattices import by_hand
from cpmodels.models.packing import packing_model
from cpmodels.puzzles.packing import Packing
from cpmodels.puzzles.tiling import Placement
from reference.kernel.polling import ShouldStop
from reference.tilings import packing
from reference.tilings.packing_frontier import PackingFrontier

__all__ = ["METHODS"]


def _by_hand(puzzle: Packing, should_stop: ShouldStop | None) -> packing.Packing:
    """The packing as the reference sees it."""
    tiling = puzzle.tiling
    return packing.Packing(
        tiling.region, tiling.shapes, tiling.turning, tiling.copies, puzzle.leave, puzzle.exclude,
        should_stop, by_hand(tiling.lattice),
    )  # fmt: skip


def _cover(puzzle: Packing, should_stop: ShouldStop | None = None, *, plain: bool = False) -> Cover:
    """The exact cover; an empty cell is an option that stands for no piece."""
    layout = _by_hand(puzzle, should_stop)
    items, options, bounds = layout.options(plain=plain)
    hole, price = 0, dict.fromkeys(layout.shapes, 0)
    if puzzle.optimising:
        sizes = {name: len(cells) for name, cells in layout.shapes.items()}
        hole, price = packing.costs(sizes, puzzle.weights, most=puzzle.maximising)
    return Cover(
        items,
        options,
        tuple(Placement(*each) for each in layout.placed),
        layout.crossings.items,
        bounds,
        costs=[price[name] for name, _ in layout.placed] + [hole] * len(layout.region),
        labels=[name for name, _ in layout.placed] + ["·"] * len(layout.region),
        value=_value(hole * len(layout.region), puzzle),
    )


def _value(whole: int, puzzle: Packing) -> Any:
    """From what a cover costs to what the packing measures."""
    return (lambda cost: whole - cost) if puzzle.maximising else (lambda cost: cost)


def _items(puzzle: Packing) -> int:
    return len(puzzle.tiling.region)


def _size(puzzle: Packing) -> int:
    tiling = puzzle.tiling
    cells = len(tiling.region)
    ways = sum(len(tiling.lattice.orientations(s, tiling.turning)) for s in tiling.shapes.values())
    return cells * (ways + 1) * (cells + len(tiling.shapes))


def _bounds(puzzle: Packing) -> list[tuple[int, int | None]]:
    return [pair for pair in puzzle.tiling.copies.values() if pair != (0, None)]


class PackingByListing(CheapestByListing):
    """Algorithm X lists all ways to lay pieces; what is left empty is looked at afterwards."""

    about = "Algorithm X; empty cells and room looked at when a packing is there"

    def every(self, puzzle: Packing, run: Run) -> Iterator[Any]:
        """All packings, good or not."""
        with building_by_hand(run):
            layout = _by_hand(puzzle, run.should_stop)
        number: dict[Hashable, int] = {Placement(*each): k for k, each in enumerate(layout.placed)}
        for pieces in super().every(puzzle, run):
            if layout.allows(number[piece] for piece in pieces):
                yield pieces


class PackingSweep(Method):
    """The sweep over (max, +): one best packing, or the number of them."""

    name = "frontier"
    puzzle = Packing
    about = "dynamic program over the cells, over (max, +) where there is a goal"

    def refuses(self, puzzle: Packing, question: Question) -> str | None:
        """Regions that take long to state."""
        if _items(puzzle) > MAX_ITEMS:
            return f"{_items(puzzle):,} cells, more than {MAX_ITEMS:,}"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: Packing, run: Run) -> Any | None:
        """One best packing."""
        sweep, layout = self._sweep(puzzle, run)
        chosen = sweep.find(run.should_stop)
        self._note(sweep, puzzle, run)
        return None if chosen is None else tuple(Placement(*layout.placed[k]) for k in chosen)

    def count(self, puzzle: Packing, run: Run) -> int:
        """An exact integer of any size, or 0 when stopped."""
        sweep, _ = self._sweep(puzzle, run)
        total = sweep.count(run.should_stop)
        self._note(sweep, puzzle, run)
        return total

    def _sweep(self, puzzle: Packing, run: Run) -> tuple[PackingFrontier, packing.Packing]:
        with building_by_hand(run):
            layout = _by_hand(puzzle, run.should_stop)
            weights = puzzle.weights if puzzle.optimising else None
            sweep = PackingFrontier(
                layout, weights, most=puzzle.maximising, should_stop=run.should_stop
            )
        return sweep, layout

    def _note(self, sweep: PackingFrontier, puzzle: Packing, run: Run) -> None:
        note_sweep(sweep, run)
        if puzzle.optimising:
            run.bound = sweep.best


METHODS: list[Method] = [
    CheapestCpSat(Packing, packing_model, about="one Boolean a placement, at most one a cell"),
    PackingSweep(),
    CheapestDLX(Packing, _cover, _items),
    PackingByListing(Packing, lambda *arguments: _cover(*arguments, plain=True), _size, _bounds),
    DLXMethod(Packing, _cover, _items, about="dancing links, an empty cell as an option"),
]
