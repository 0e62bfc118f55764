"""CP-SAT on nonograms whose clues have symmetries: pictures that have them first."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.methods.nonogram_cubes import NonogramCpSat
from cpmodels.models.nonogram import nonogram_model
from cpmodels.puzzles.nonogram import Nonogram, Picture
from cpmodels.puzzles.nonogram_symmetry import nonogram_symmetries

__all__ = ["SymmetricFirst"]

MOST = 1000  # symmetric pictures remembered
SHARE, SECONDS = 0.5, 20.0  # of the time left, and at most, to look for them


class SymmetricFirst(NonogramCpSat):
    """Where the clues have symmetries, it looks for pictures that have them first.

    The search for them may end without any result: then nothing follows from it.
    """

    def solutions(self, puzzle: Nonogram, run: Run) -> Iterator[Picture]:
        """All pictures once, those with the symmetries of the clues first."""
        known = set()
        for picture in islice(self._symmetric(puzzle, run), MOST):
            known.add(picture)
            yield picture
        for picture in super().solutions(puzzle, run):
            if picture not in known:
                yield picture

    def solve(self, puzzle: Nonogram, run: Run) -> Picture | None:
        """One picture."""
        first = next(self._symmetric(puzzle, run), None)
        return super().solve(puzzle, run) if first is None else first

    def _symmetric(self, puzzle: Nonogram, run: Run) -> Iterator[Picture]:
        """Pictures with all symmetries, as far as its share of the time goes."""
        if run.limits.deterministic is not None or not nonogram_symmetries(puzzle):
            return
        seconds = SECONDS if run.left is None else min(SECONDS, SHARE * run.left)
        part = Run(replace(run.limits, seconds=seconds, progress=None), effort=run.effort)
        with run.building():
            model = nonogram_model(puzzle, solve_lines=False, symmetric=True)
        yield from cp_sat.enumerate_all(model, part)
