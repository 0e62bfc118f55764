"""CP-SAT finds the fillings of each form of strip once; a product of strips counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

import numpy as np

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.kinds.method import Method
from cpmodels.models.model import Model
from cpmodels.puzzles.crossings import crossings
from cpmodels.puzzles.tiling import Tiling
from cpmodels.strips.layout import Layout, Window, guess_fillings, open_axes, strip_model
from cpmodels.strips.transfer import Copies, Fillings, Strip, follow

__all__ = ["MOST_BITS", "MOST_FILLINGS", "CpSatStrips", "find_fillings"]

MOST_BITS = 62  # of a state, in a signed integer of 64 bits
_MOST_STATES = 20_000_000
MOST_FILLINGS = 10_000_000  # minutes


class CpSatStrips(Method):
    """Counts what can be cut across; part of a product is no lower bound."""

    name = "cp-sat-strips"
    side = "model"
    puzzle = Tiling
    about = "CP-SAT fills each form of strip once; a product of strips counts"
    build_part = staticmethod(strip_model)  # the audit puts another here

    def refuses(self, puzzle: Tiling, question: Question) -> str | None:
        """Regions that are wide in every direction."""
        return _too_wide(puzzle) or super().refuses(puzzle, question)

    def count(self, puzzle: Tiling, run: Run) -> int:
        """An exact integer of any size, or 0 when stopped."""
        with run.building():
            layout, copies = Layout.along(puzzle), _copies_of(puzzle)
        strips: dict[Window, Strip] = {}
        by_window: dict[Window, Fillings] = {}
        windows = layout.windows()
        states, ways = np.zeros(1, np.int64), np.ones(1, np.int64)
        peak = 1
        for number, window in enumerate(windows):
            if window not in strips:
                fillings = _narrow(by_window, window, layout.width)
                if fillings is None:
                    with run.building():
                        model = self.build_part(layout, window)
                    fillings = by_window[window] = find_fillings(model, copies, run)
                strips[window] = Strip(layout.width, layout.reach, window[0], copies, fillings)
            states, ways = follow(states, ways, strips[window], run.should_stop)
            if run.should_stop():
                return 0
            peak = max(peak, len(states))
            if peak > _MOST_STATES:
                run.stop(Stop.MEMORY)
                run.note = f"more than {_MOST_STATES:,} states"
                return 0
            run.tell((number + 1) / len(windows))
        run.effort.nodes = peak
        run.note = f"{len(by_window)} forms of strip, at most {peak:,} states at a cut"
        return int(ways[copies.enough(states >> (layout.width * layout.reach))].sum())


@lru_cache(maxsize=256)
def _too_wide(puzzle: Tiling) -> str | None:
    if not open_axes(puzzle):
        return "a board that wraps along every axis"
    if crossings(puzzle.lattice, puzzle.region):
        return "pieces that may not cross"
    layout = Layout.along(puzzle)
    bits = layout.width * layout.reach + _copies_of(puzzle).bits
    if bits > MOST_BITS:
        return f"a cut of {bits} bits, more than {MOST_BITS}"
    guess = max((guess_fillings(layout, w) for w in set(layout.windows())), default=0)
    if guess > MOST_FILLINGS:
        return f"a strip with about {guess:.0e} fillings, more than {MOST_FILLINGS:.0e}"
    return None


def _copies_of(puzzle: Tiling) -> Copies:
    """The fields of the copies that a state needs."""
    fit = {name: len(puzzle.region) // len(cells) for name, cells in puzzle.shapes.items()}
    return Copies(puzzle.copies, fit)


def find_fillings(model: Model, copies: Copies, run: Run) -> Fillings:
    """All fillings of a strip, by CP-SAT; too few when the run was stopped."""
    by_window: Counter[tuple[int, int]] = Counter()
    for bits, usage in cp_sat.enumerate_all(model, run):
        fields = copies.write(usage)
        if fields is not None:
            by_window[bits, fields] += 1
    return by_window


def _narrow(by_window: Mapping[Window, Fillings], window: Window, width: int) -> Fillings | None:
    """The fillings that stay inside of a window, when those of a wider one are known."""
    for wider, fillings in by_window.items():
        if all(small & ~large == 0 for small, large in zip(window, wider, strict=True)):
            inside = sum(layer << (k * width) for k, layer in enumerate(window))
            return {key: ways for key, ways in fillings.items() if key[0] & ~inside == 0}
    return None
