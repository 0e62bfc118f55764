"""The frontier sweep as a method: it counts, and never sees a tiling."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.methods.covers import MAX_ITEMS
from cpmodels.methods.lattices import by_hand
from cpmodels.puzzles.tiling import Tiling
from reference.tilings.frontier import Frontier

if TYPE_CHECKING:
    from reference.tilings.packing_frontier import PackingFrontier

__all__ = ["FrontierMethod", "note_sweep"]


class FrontierMethod(Method):
    """Counts by a dynamic program over the cells; part of a sweep is no lower bound."""

    name = "frontier"
    puzzle = Tiling
    about = "dynamic program over the cells, the frontier as its state"

    def refuses(self, puzzle: Tiling, question: Question) -> str | None:
        """Regions that take long to state."""
        if len(puzzle.region) > MAX_ITEMS:
            return f"{len(puzzle.region):,} cells, more than {MAX_ITEMS:,}"
        return super().refuses(puzzle, question)

    def count(self, puzzle: Tiling, run: Run) -> int:
        """An exact integer of any size, or 0 when stopped."""
        sweep = self._sweep(puzzle, run)
        total = sweep.count(run.should_stop)
        note_sweep(sweep, run)
        return total

    def count_by_copies(self, puzzle: Tiling, run: Run) -> dict[tuple[int, ...], int]:
        """The number of tilings for each number of copies of the shapes; none when stopped."""
        sweep = self._sweep(puzzle, run, every=True)
        parts = sweep.by_copies(run.should_stop)
        note_sweep(sweep, run)
        return parts

    def _sweep(self, puzzle: Tiling, run: Run, *, every: bool = False) -> Frontier:
        with run.building():
            return Frontier(
                puzzle.region, puzzle.shapes, puzzle.turning, puzzle.copies,
                should_stop=run.should_stop, lattice=by_hand(puzzle.lattice), every=every,
            )  # fmt: skip


def note_sweep(sweep: Frontier | PackingFrontier, run: Run) -> None:
    """Note the states of a sweep, and of one that was stopped how many there would have been."""
    run.effort.nodes = sweep.states
    if sweep.too_large:
        run.stop(Stop.MEMORY)
    if sweep.estimate[0]:
        states, size = sweep.estimate
        place, whole = sweep.reached
        run.note = (
            f"stopped at place {place} of {whole}, where there would be some {states:,} states "
            f"({size / 2**30:.1f} GB), and perhaps more behind it"
        )
