"""Tilings up to symmetry: by Burnside's lemma on both sides, and one of each class.

Methods that have no way of their own search for every tiling and keep the first of its class.
"""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.methods.covers import DLXMethod
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.frontier import FrontierMethod
from cpmodels.methods.lattices import by_hand
from cpmodels.models.fixed_tilings import fixed_model
from cpmodels.puzzles.symmetry import symmetries
from cpmodels.puzzles.tiling import Placement, Tiling
from cpmodels.strips.method import CpSatStrips
from reference.tilings.burnside import UpToSymmetry
from reference.tilings.polyomino import placements

__all__ = ["TilingCpSat", "TilingDLX", "TilingFrontier", "TilingStrips"]


class TilingCpSat(CpSat):
    """CP-SAT, which also counts the tilings fixed by each symmetry."""

    def count_classes(self, puzzle: Tiling, run: Run) -> int:
        """The mean of the numbers of tilings fixed; part of the sum is a lower bound."""
        return _mean_fixed(puzzle, run, self.count(puzzle, run))


class TilingStrips(CpSatStrips):
    """The product of strips counts all tilings; CP-SAT those fixed by each other symmetry."""

    def count_classes(self, puzzle: Tiling, run: Run) -> int:
        """The mean of the numbers of tilings fixed; part of the sum is a lower bound."""
        return _mean_fixed(puzzle, run, self.count(puzzle, run))


class TilingDLX(DLXMethod):
    """Dancing links on the orbits of placements."""

    def classes(self, puzzle: Tiling, run: Run) -> Iterator[tuple[Placement, ...]]:
        """The tilings that no symmetry makes smaller."""
        with run.building():
            found = _up_to_symmetry(puzzle)
            laid = placements(
                puzzle.region, puzzle.usable_shapes, puzzle.turning, None, by_hand(puzzle.lattice)
            )
        for chosen in found.representatives(run.should_stop):
            yield tuple(sorted((Placement(*laid[k]) for k in chosen), key=lambda p: p.cells))

    def count_classes(self, puzzle: Tiling, run: Run) -> int:
        """The mean of the numbers of tilings fixed."""
        return _count(puzzle, run, None)


class TilingFrontier(FrontierMethod):
    """The sweep counts all tilings; dancing links those fixed by each other symmetry."""

    def count_classes(self, puzzle: Tiling, run: Run) -> int:
        """The mean of the numbers of tilings fixed."""
        total = self.count(puzzle, run)
        return 0 if run.stopped_by is not None else _count(puzzle, run, total)


def _mean_fixed(puzzle: Tiling, run: Run, total: int) -> int:
    """Burnside's lemma: `total` tilings are fixed by the identity, CP-SAT counts the others."""
    group, fixed = symmetries(puzzle), total
    for symmetry in group[1:]:
        if run.stopped_by is not None:
            return -(-fixed // len(group))
        with run.building():
            model = fixed_model(puzzle, symmetry)
        fixed += cp_sat.count(model, run)
    if run.stopped_by is None and fixed % len(group):
        raise RuntimeError(f"{fixed} fixed tilings by {len(group)} symmetries: no whole number")
    return -(-fixed // len(group))


def _count(puzzle: Tiling, run: Run, total: int | None) -> int:
    with run.building():
        found = _up_to_symmetry(puzzle)
    return found.count(run.should_stop, total)


def _up_to_symmetry(puzzle: Tiling) -> UpToSymmetry:
    shapes = puzzle.usable_shapes  # others have no say in what is symmetric
    copies = {name: puzzle.copies[name] for name in shapes}
    return UpToSymmetry(
        puzzle.region, shapes, puzzle.turning, copies, lattice=by_hand(puzzle.lattice)
    )
