"""Counts of a nonogram's pictures without going through them."""

from __future__ import annotations

from collections.abc import Callable

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.kinds.splitting import Splitting
from cpmodels.methods.by_hand import known_cells
from cpmodels.methods.nonogram_cubes import Branching, CellSplitting
from cpmodels.puzzles.nonogram import Nonogram
from reference.nonograms.counting import PartCount, branches, count_by_parts, count_by_sweep

__all__ = ["METHODS", "Counts"]


class Counts(Method):
    """A count by hand that sees no picture."""

    puzzle = Nonogram
    questions = frozenset({Question.COUNT})

    def __init__(
        self, name: str, count: Callable[..., PartCount], *, default: bool, about: str
    ) -> None:
        self.name, self._count, self.default, self.about = name, count, default, about
        self.preferred = self.questions if default else frozenset()

    def refuses(self, puzzle: Nonogram, question: Question) -> str | None:
        """Clues with blots, whose lines may be read in several ways."""
        return "clues with blots (? or *)" if puzzle.blotted else super().refuses(puzzle, question)

    def count(self, puzzle: Nonogram, run: Run) -> int:
        """Number of pictures, an integer of any size."""
        seen = self._count(puzzle.rows, puzzle.columns, run.should_stop, known_cells(puzzle))
        run.effort.nodes = seen.parts
        if not seen.complete:
            run.stop(Stop.MEMORY)
        if seen.dropped:
            run.note = f"what was remembered was dropped {seen.dropped} times, for want of room"
        return seen.count

    def splitting(self, puzzle: Nonogram, run: Run) -> Splitting:
        """By the colours of a cell of the largest part."""
        return CellSplitting(self, puzzle, _branches)


def _branches(puzzle: Nonogram) -> Branching | None:
    return branches(puzzle.rows, puzzle.columns, known_cells(puzzle))


METHODS: list[Method] = [
    Counts(
        "parts",
        count_by_parts,
        default=True,
        about="counts of parts that do not depend on each other, multiplied and remembered",
    ),
    Counts(
        "sweep",
        count_by_sweep,
        default=False,
        about="cell by cell, over all ways in which lines can be half read",
    ),
]
