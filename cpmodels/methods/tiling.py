"""What can answer a `Tiling`."""

from __future__ import annotations

from functools import partial

from cpmodels.kinds.method import Method
from cpmodels.methods.covers import AlgorithmXMethod, Cover, DLXMethod
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.frontier import FrontierMethod
from cpmodels.methods.image_lists import ImageListsMethod
from cpmodels.methods.lattices import by_hand
from cpmodels.methods.textbook import TextbookDLX, TextbookFrontier, TextbookImageLists
from cpmodels.models.tiling import tiling_model
from cpmodels.puzzles.tiling import Placement, Tiling
from cpmodels.strips.method import CpSatStrips
from reference.exact_cover.regions import tiling_rule
from reference.kernel.polling import ShouldStop
from reference.tilings.crossings import Crossings
from reference.tilings.lattices import Lattice
from reference.tilings.polyomino import placements, tiling_options

__all__ = ["METHODS"]


def _cover(puzzle: Tiling, should_stop: ShouldStop | None = None) -> Cover:
    """The tiling as the reference sees it: its own placements, from nothing but cells."""
    shapes, copies = dict(puzzle.shapes), dict(puzzle.copies)
    lattice = by_hand(puzzle.lattice)
    ways = placements(puzzle.region, shapes, puzzle.turning, should_stop, lattice)
    items, options, bounds = tiling_options(
        puzzle.region, shapes, puzzle.turning, copies, ways, lattice
    )
    pieces = tuple(Placement(*each) for each in ways)
    rule = tiling_rule(
        puzzle.region,
        shapes.values(),
        beside=lattice.adjacent,
        together=Lattice(lattice.name).adjacent,
    )
    secondary = Crossings(puzzle.region, lattice).items
    labels = [name for name, _ in ways]
    return Cover(items, options, pieces, secondary, bounds, rule, labels=labels)


def _items(puzzle: Tiling) -> int:
    return len(puzzle.region)


def _size(puzzle: Tiling) -> int:
    cells = len(puzzle.region)
    ways = sum(
        len(puzzle.lattice.orientations(shape, puzzle.turning)) for shape in puzzle.shapes.values()
    )
    return cells * ways * (cells + len(puzzle.shapes))


def _bounds(puzzle: Tiling) -> list[tuple[int, int | None]]:
    return [pair for pair in puzzle.copies.values() if pair != (0, None)]


HELP = {
    "colouring": "the same, dark minus light cells as in the region: proves what has no tiling",
    "regions": "the same, without placements that strand a part of the region",
    "pockets": "the same, without pairs of placements that strand a part",
}

METHODS: list[Method] = [
    CpSat(Tiling, tiling_model, about="exact-cover Booleans, one a placement"),
    CpSat(
        Tiling,
        tiling_model,
        variant="plain",
        classes_of_cubes=False,
        about="the same, every solution searched for, none counted by symmetry",
    ),
    *(
        CpSat(Tiling, partial(tiling_model, helped_by=(name,)), variant=name, about=about)
        for name, about in HELP.items()
    ),
    CpSatStrips(),
    FrontierMethod(),
    AlgorithmXMethod(Tiling, _cover, _size, _bounds),
    ImageListsMethod(),
    TextbookImageLists(),
    TextbookDLX(Tiling, _cover, _size, _bounds),
    TextbookFrontier(),
    DLXMethod(Tiling, _cover, _items, regions=True, about="dancing links, no stranded regions"),
    DLXMethod(
        Tiling,
        _cover,
        _items,
        choose="first",
        variant="first",
        about="dancing links, first item first",
    ),
    DLXMethod(
        Tiling,
        _cover,
        _items,
        variant="plain",
        about="dancing links, smallest item first, regions not looked at",
    ),
]
