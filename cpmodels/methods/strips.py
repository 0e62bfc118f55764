"""CP-SAT finds the fillings of each form of strip once; a product of strips counts."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np

from cpmodels import solving
from cpmodels.answers import Question, Stop
from cpmodels.methods.method import Method, interrupt
from cpmodels.models.strips import Layout, Window, strip_model
from cpmodels.puzzles.tiling import Tiling
from cpmodels.run import Run
from cpmodels.transfer import Copies, Strip, follow

__all__ = ["CpSatStrips", "copies_of", "find_strip"]

_MOST_BITS = 62  # of a state, in a signed integer of 64 bits
_MOST_STATES = 20_000_000


class CpSatStrips(Method):
    """Counts what can be cut across; part of a product is no lower bound."""

    name = "cp-sat-strips"
    side: ClassVar[str] = "model"
    puzzle = Tiling
    questions = frozenset({Question.COUNT, Question.UNIQUE})
    about = "CP-SAT fills each form of strip once; a product of strips counts"

    def refuses(self, puzzle: Tiling, question: Question) -> str | None:
        """Regions that are wide in every direction."""
        layout = Layout.along(puzzle)
        bits = layout.width * layout.reach + copies_of(puzzle).bits
        if bits > _MOST_BITS:
            return f"a cut of {bits} bits, more than {_MOST_BITS}"
        return super().refuses(puzzle, question)

    def count(self, puzzle: Tiling, run: Run) -> int:
        """An exact integer of any size, or 0 when stopped."""
        try:
            return self._count(puzzle, run)
        except KeyboardInterrupt:
            interrupt(run)
            return 0

    def _count(self, puzzle: Tiling, run: Run) -> int:
        with run.building():
            layout, copies = Layout.along(puzzle), copies_of(puzzle)
        strips: dict[Window, Strip] = {}
        windows = layout.windows()
        states, ways = np.zeros(1, np.int64), np.ones(1, np.int64)
        peak = 1
        for number, window in enumerate(windows):
            if window not in strips:
                strips[window] = find_strip(layout, window, copies, run)
            states, ways = follow(states, ways, strips[window], run.should_stop)
            if run.should_stop():
                return 0
            peak = max(peak, len(states))
            if peak > _MOST_STATES:
                run.stopped_by, run.note = Stop.MEMORY, f"more than {_MOST_STATES:,} states"
                return 0
            if run.progress is not None:
                run.progress((number + 1) / len(windows))
        run.effort.nodes = peak
        run.note = f"{len(strips)} forms of strip, at most {peak:,} states at a cut"
        return int(ways[copies.enough(states >> (layout.width * layout.reach))].sum())

    def solutions(self, puzzle: Any, run: Run) -> Any:
        """It has none to show."""
        raise NotImplementedError("a product of strips counts and shows no tiling")


def copies_of(puzzle: Tiling) -> Copies:
    """The fields of the copies that a state needs."""
    fit = {name: len(puzzle.region) // len(cells) for name, cells in puzzle.shapes.items()}
    return Copies(puzzle.copies, fit)


def find_strip(layout: Layout, window: Window, copies: Copies, run: Run) -> Strip:
    """All fillings of a strip, by CP-SAT; too few when the run was stopped."""
    with run.building():
        model = strip_model(layout, window)
    fillings = solving.enumerate_all(model, run)
    return Strip(layout.width, layout.reach, window[0], copies, fillings)
