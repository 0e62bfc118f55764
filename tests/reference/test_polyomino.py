from __future__ import annotations

import pytest

from reference.tilings.polyomino import Cell, orientations, placements, tiling_options
from reference.tilings.shapes import SOMA, named
from tests.reference.truth import rectangle


@pytest.mark.parametrize(
    ("family", "free", "one_sided", "fixed"),
    [  # OEIS A000105, A000988, A001168: free, one-sided and fixed polyominoes
        ("trominoes", 2, 2, 6),
        ("tetrominoes", 5, 7, 19),
        ("pentominoes", 12, 18, 63),
    ],
)
def test_number_of_polyominoes(family: str, free: int, one_sided: int, fixed: int) -> None:
    shapes = named(family)
    ways = {name: orientations(shape, "free") for name, shape in shapes.items()}
    assert len(shapes) == free
    assert sum(map(len, ways.values())) == fixed
    classes = {min(orientations(way, "one-sided")) for each in ways.values() for way in each}
    assert len(classes) == one_sided


@pytest.mark.parametrize(
    ("shapes", "rows", "columns", "count"),
    [  # the paper's matrix of four tetrominoes, that of all five, and the pentominoes in 6x10
        ("tetrominoes:IOTS", 6, 6, 221),
        ("tetrominoes", 6, 6, 381),
        ("pentominoes", 6, 10, 2056),
    ],
)
def test_number_of_placements(shapes: str, rows: int, columns: int, count: int) -> None:
    pieces = placements(rectangle(rows, columns), named(shapes))
    assert len(pieces) == len(set(pieces)) == count


def test_flat_shapes_lie_in_every_plane_of_a_box() -> None:
    box = [(x, y, z) for x in range(3) for y in range(3) for z in range(3)]
    assert len(placements(box, named("trominoes:I"))) == 27


def test_mirror_images_are_two_shapes_only_without_reflections() -> None:
    screws = {name: SOMA[name] for name in "AB"}
    cube = [(x, y, z) for x in range(2) for y in range(2) for z in range(2)]
    assert len(placements(cube, screws, "one-sided")) == 24
    with pytest.raises(ValueError, match="'A' and 'B' are the same"):
        placements(cube, screws, "free")


@pytest.mark.parametrize(
    ("cells", "shapes", "turning", "message"),
    [
        ([(0, 0), (0, 0, 0)], {}, "free", "mixed dimension"),
        ([(0, 0)], {"A": []}, "free", "no cells"),
        ([(0, 0)], {"A": [(0, 0, 1)]}, "free", "more dimensions"),
        ([(0, 0)], {"A": [(0,), (0, 1)]}, "free", "mixed dimension"),
        ([(0, 0)], {"A": [(0, 0)]}, "sideways", "turning"),
    ],
)
def test_bad_input(
    cells: list[Cell], shapes: dict[str, list[Cell]], turning: str, message: str
) -> None:
    with pytest.raises(ValueError, match=message):
        placements(cells, shapes, turning)


def test_bad_copies() -> None:
    with pytest.raises(ValueError, match=r"3\.\.1"):
        tiling_options([(0, 0)], named("monominoes"), copies={"M": (3, 1)})
    with pytest.raises(ValueError, match="'X'"):
        tiling_options([(0, 0)], named("monominoes"), copies={"X": (1, 1)})
