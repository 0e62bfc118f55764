"""What can answer a `TilingClasses`: each method for tilings, with its way to tell classes apart.

By Burnside's lemma the number of classes is the mean, over all symmetries, of the number of tilings
that each one fixes: models count those fixed with CP-SAT, the sweep and dancing links with dancing
links on the orbits of placements. A method that has no such way lists all tilings, and the first of
each class is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.methods.lattices import by_hand
from cpmodels.models.fixed_tilings import fixed_model
from cpmodels.puzzles.symmetry import conjugate, is_first
from cpmodels.puzzles.tiling import Placement, Tiling
from cpmodels.puzzles.tiling_classes import TilingClasses
from reference.tilings.burnside import UpToSymmetry
from reference.tilings.polyomino import placements

__all__ = ["METHODS", "ByFilter", "ByFixedModels", "ByOrbits", "BySweep"]


class ByFilter(Method):
    """A method for tilings; of what it lists, the first of each class.

    Parameters
    ----------
    inner : Method
        Answers a `Tiling`.
    """

    puzzle = TilingClasses

    def __init__(self, inner: Method) -> None:
        self.inner = inner
        self.name, self.side, self.default = inner.name, inner.side, inner.default
        self.about = f"{inner.about}; one of each class"
        self.questions = inner.questions

    def refuses(self, puzzle: TilingClasses, question: Question) -> str | None:
        """What the method for tilings refuses."""
        return self.inner.refuses(puzzle.tiling, question)

    def solutions(self, puzzle: TilingClasses, run: Run) -> Iterator[Any]:
        """The tilings that no symmetry makes smaller."""
        with run.building():
            group = puzzle.symmetries
        for tiling in self.inner.solutions(puzzle.tiling, run):
            if is_first(tiling, group):
                yield tiling


class ByFixedModels(ByFilter):
    """A method with models, which counts all tilings; CP-SAT those that a symmetry fixes."""

    build_part = staticmethod(fixed_model)

    def count(self, puzzle: TilingClasses, run: Run) -> int:
        """The mean of the numbers of tilings fixed; part of the sum is a lower bound."""
        group, tiling = puzzle.symmetries, puzzle.tiling
        try:
            run.at_least = self.inner.count(tiling, run)  # the identity fixes all
            for alike in conjugate(group):
                if run.should_stop():
                    break
                if alike[0] is group[0]:
                    continue
                before = run.at_least
                with run.building():
                    model = self.build_part(tiling, alike[0])
                cp_sat.count(model, run)  # conjugate symmetries fix as many tilings each
                run.at_least += (len(alike) - 1) * (run.at_least - before)
        finally:
            fixed, run.at_least = run.at_least, -(-run.at_least // len(group))
        if run.complete and fixed % len(group):
            raise RuntimeError(f"{fixed} fixed tilings by {len(group)} symmetries: no whole number")
        return run.at_least


class ByOrbits(ByFilter):
    """Dancing links on the orbits of placements."""

    def solutions(self, puzzle: TilingClasses, run: Run) -> Iterator[tuple[Placement, ...]]:
        """The tilings that no symmetry makes smaller."""
        tiling = puzzle.tiling
        with run.building():
            classes = _classes(tiling)
            ways = placements(
                tiling.region, tiling.usable_shapes, tiling.turning, None, by_hand(tiling.lattice)
            )
        for rows in classes.representatives(run.should_stop):
            yield tuple(sorted((Placement(*ways[k]) for k in rows), key=lambda p: p.cells))

    def count(self, puzzle: TilingClasses, run: Run) -> int:
        """The mean of the numbers of tilings fixed."""
        with run.building():
            classes = _classes(puzzle.tiling)
        return classes.count(run.should_stop)


class BySweep(ByFilter):
    """A fast count of all tilings by hand; dancing links for those fixed by each other symmetry."""

    def count(self, puzzle: TilingClasses, run: Run) -> int:
        """The mean of the numbers of tilings fixed; 0 when stopped."""
        total = self.inner.count(puzzle.tiling, run)
        if run.should_stop():
            return 0
        with run.building():
            classes = _classes(puzzle.tiling)
        return classes.count(run.should_stop, total)


def _classes(puzzle: Tiling) -> UpToSymmetry:
    shapes = puzzle.usable_shapes  # others have no say in what is symmetric
    copies = {name: puzzle.copies[name] for name in shapes}
    return UpToSymmetry(
        puzzle.region, shapes, puzzle.turning, copies, lattice=by_hand(puzzle.lattice)
    )


class _Methods:
    """One for each method that answers a tiling just now, those of plugins among them."""

    def __iter__(self) -> Iterator[Method]:
        ways = {"dlx": ByOrbits, "frontier": BySweep, "image-lists": BySweep}
        for method in registry.methods_of(Tiling):
            plain = ByFixedModels if method.side == "model" else ByFilter
            yield ways.get(method.name, plain)(method)


METHODS = _Methods()
