"""Image lists as a method: the search by hand that is made for polyominoes."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from itertools import chain
from math import prod
from typing import Any

import numpy as np

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.errors import InputError
from cpmodels.kinds.method import Method
from cpmodels.kinds.splitting import Cube, Pieces, Splitting, SplittingByPieces
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.methods.covers import MAX_ITEMS
from cpmodels.methods.lattices import by_hand
from cpmodels.puzzles.cells import bounding_box
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.crossings import crossings
from cpmodels.puzzles.tiling import Placement, Tiling
from reference.tilings.image_lists import ImageLists

__all__ = ["ImageListsMethod", "ImageListsSplitting"]

MAX_BOX = 1 << 20  # positions of the box around a region, for which there are tables


class ImageListsMethod(Method):
    """Lists of placements by the first open cell and by what lies beside it."""

    name = "image-lists"
    puzzle = Tiling
    about = "first open cell, ready lists of placements, symmetric tilings looked for once"

    def refuses(self, puzzle: Tiling, question: Question) -> str | None:
        """Regions that take long to state."""
        if len(puzzle.region) > MAX_ITEMS:
            return f"{len(puzzle.region):,} cells, more than {MAX_ITEMS:,}"
        box = prod(bounding_box(puzzle.region)) if puzzle.region else 0
        if box > MAX_BOX:
            return f"a region in a box of {box:,} positions, more than {MAX_BOX:,}"
        if crossings(puzzle.lattice, puzzle.region):
            return "pieces that may not cross"
        return super().refuses(puzzle, question)

    def solutions(self, puzzle: Tiling, run: Run) -> Iterator[Any]:
        """All tilings; those of a part of the search with their images."""
        return chain.from_iterable(ImageListsMethod.batches(self, puzzle, run))

    def batches(self, puzzle: Tiling, run: Run) -> Iterator[Choices]:
        """The same, up to a thousand at a time."""
        search = _search(puzzle, run)
        pieces = tuple(Placement(*each) for each in search.placed)
        for rows in search.batches(run.should_stop):
            run.effort.nodes = search.nodes
            yield Choices(pieces, np.sort(rows, axis=1))
        run.effort.nodes = search.nodes

    def count(self, puzzle: Tiling, run: Run) -> int:
        """Counted without keeping any."""
        search = _search(puzzle, run)
        try:
            search.count(run.should_stop)
        finally:
            run.at_least, run.effort.nodes = search.total, search.nodes
        return search.total

    def splitting(self, puzzle: Tiling, run: Run) -> Splitting:
        """By the placements on a cell, or of a shape, one of each orbit."""
        return ImageListsSplitting(_search(puzzle, run))


class ImageListsSplitting(SplittingByPieces):
    """The count of tilings in parts that share their first placements."""

    leaves_out = False

    def __init__(self, search: ImageLists) -> None:
        self._search = search
        search.branches(())  # finds the symmetries, which the copies share
        self.pieces = dict(enumerate(Placement(*each) for each in search.placed))

    def parts(self, cube: Cube) -> list[Cube] | None:
        """One for each orbit of placements, which weighs as many as there are in it."""
        branches = self._search.branches(cube.decisions)
        return None if branches is None else [Cube(chosen, weight) for chosen, weight in branches]

    def cube_of(self, decided: Pieces) -> Cube:
        """The numbers of the placements, all of which are chosen."""
        if decided.left_out:
            raise InputError("placements are left out, which image lists cannot do")
        return super().cube_of(decided)

    def count(self, cube: Cube, run: Run) -> int:
        """One search, of one image."""
        search = copy(self._search)
        try:
            return search.count_with(cube.decisions, run.should_stop)
        finally:
            run.at_least, run.effort.nodes = search.total, search.nodes


def _search(puzzle: Tiling, run: Run) -> ImageLists:
    with building_by_hand(run):
        return ImageLists(
            puzzle.region, puzzle.shapes, puzzle.turning, puzzle.copies,
            lattice=by_hand(puzzle.lattice), should_stop=run.should_stop,
        )  # fmt: skip
