"""Tilings of triangles, hexagons and boards that wrap: counts that others have, and two sides."""

from __future__ import annotations

from typing import Any

import pytest

import cpmodels as cm
from cpmodels.errors import InputError
from cpmodels.methods.lattices import by_hand
from cpmodels.models.placements import placements
from cpmodels.puzzles.lattice import LATTICES, Lattice
from cpmodels.puzzles.symmetry import symmetries
from reference.tilings.burnside import UpToSymmetry
from reference.tilings.polyomino import placements as placements_by_hand

LOZENGE = {"L": [(0, 0, 0), (0, 0, 1)]}
BONE = {"I": [(0, 0), (1, 0), (2, 0)]}
STONE = {"T": [(0, 0), (1, 0), (0, 1)]}
DOMINO = "dominoes"
METHODS = ("frontier", "image-lists", "dlx", "cp-sat")

COUNTS: list[tuple[str, Any, int]] = [
    # OEIS A008793
    ("hexagon 2 of triangles", LOZENGE, 20),
    ("hexagon 3 of triangles", LOZENGE, 980),
    # OEIS A334875, A377309
    ("triangle 9 of hexagons", STONE, 2),
    ("triangle 3 of hexagons", STONE, 0),
    ("triangle 6 of hexagons", STONE | BONE, 246),
    # OEIS A335586, A341741; wrapped copies that cover the same cells are one
    ("2x2 torus", DOMINO, 2),
    ("4x3 torus", DOMINO, 50),
    ("4x4 torus", DOMINO, 272),
    # OEIS A006253, A004253
    ("4x4 tube", DOMINO, 121),
    ("3x6 tube", DOMINO, 91),
    # OEIS A103997
    ("4x2 moebius strip", DOMINO, 7),
    ("4x4 moebius strip", DOMINO, 71),
]


@pytest.mark.parametrize(("region", "shapes", "count"), COUNTS)
def test_counts_that_others_have(region: str, shapes: Any, count: int) -> None:
    puzzle = cm.Tiling.of(region, shapes)
    assert [cm.count(puzzle, method=method).count for method in METHODS] == [count] * 4


@pytest.mark.parametrize(
    ("region", "shapes", "count"),
    [
        ("hexagon 4 of triangles", LOZENGE, 232_848),
        ("triangle 9 of hexagons", STONE | BONE, 591_103),
        ("6x6 torus", DOMINO, 90_176),
    ],
)
def test_larger_counts(region: str, shapes: Any, count: int) -> None:
    assert cm.count(cm.Tiling.of(region, shapes), method="frontier").count == count


def test_lozenges_up_to_symmetry() -> None:
    """R. Guy, in oeis.org/A066931/a066931.txt."""
    puzzle = cm.Tiling.of("hexagon 3 of triangles", LOZENGE)
    counts = [cm.count(puzzle, method=m, up_to_symmetry=True).count for m in METHODS]
    assert counts == [113] * 4


@pytest.mark.parametrize("name", LATTICES[1:])
def test_each_side_turns_shapes_alike(name: str) -> None:
    """Both derive their turns: one from matrices on centres, one from points and permutations."""
    lattice, other = Lattice(name), by_hand(Lattice(name))
    sort = (0,) if lattice.sorts > 1 else ()
    shape = [(0, 0, *sort)]
    for step in (0, 2, 1, 2, 0):  # a crooked one
        around = sorted(cell for cell in lattice.neighbours(shape[-1]) if cell not in shape)
        shape.append(around[step % len(around)])
        for turning in ("free", "one-sided", "fixed"):
            forms = lattice.orientations(shape, turning)
            assert list(forms) == other.orientations(shape, turning)
            turns = lattice.turns(shape[0], turning)
            assert len(turns) % len(forms) == 0


@pytest.mark.parametrize(
    ("region", "shapes"),
    [("2x4 torus", {"I": [(0, 0), (0, 1), (0, 2)]}), ("3x3 torus of hexagons", STONE),
     ("3x3 torus of triangles", {"T": [(0, 0, 0), (0, 0, 1), (1, 0, 0)]}),
     ("4x3 tube of triangles", LOZENGE), ("4x3 klein bottle", "trominoes:L"),
     ("2x2x3 torus", "dominoes"), ("3x2 torus of sticks", {"V": [(0, 0, 0), (0, 0, 1)]})],
)  # fmt: skip
def test_each_side_lays_shapes_alike_and_has_the_same_symmetries(region: str, shapes: Any) -> None:
    puzzle = cm.Tiling.of(region, shapes)
    lattice = by_hand(puzzle.lattice)
    laid = placements_by_hand(puzzle.region, dict(puzzle.shapes), "free", None, lattice)
    assert sorted(laid) == sorted(map(tuple, placements(puzzle)))
    group = UpToSymmetry(puzzle.region, dict(puzzle.shapes), lattice=lattice)
    maps = {tuple(s.cells[cell] for cell in puzzle.region) for s in symmetries(puzzle)}
    assert maps == {tuple(m[cell] for cell in puzzle.region) for m in group.maps}


def test_the_symmetries_of_a_torus_are_turns_and_translations() -> None:
    group = [len(symmetries(cm.Tiling.of(r, "dominoes"))) for r in ("4x6 torus", "5x5 torus")]
    assert group == [4 * 24, 8 * 25]
    hexagons = cm.Tiling.of("5x5 torus of hexagons", {"D": [(0, 0), (1, 0)]})
    assert len(symmetries(hexagons)) == 12 * 25


@pytest.mark.parametrize(
    ("given", "text"),
    [
        (([(0, 0, 2)], LOZENGE, "triangles"), "cell (0, 0, 2) is none of triangles"),
        (([(0, 0, 0)], {"L": [(0, 0)]}, "triangles"), "shape L: cell (0, 0) is none of triangles"),
        (("3x3 torus", "tetrominoes:I", ""), "shape I wraps onto itself on a 3x3 torus"),
        (("hexagon 3", LOZENGE, ""), "'hexagon 3' of squares"),
        (("4x4", LOZENGE, "rhombs"), "lattice 'rhombs'"),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_line(given: tuple[Any, Any, str], text: str) -> None:
    region, shapes, lattice = given
    with pytest.raises(InputError) as error:
        cm.Tiling.of(region, shapes, lattice=lattice)
    assert text in str(error.value)
    assert "\n" not in str(error.value)


def test_a_shape_on_a_board_of_one_side_is_free() -> None:
    with pytest.raises(InputError, match="comes back mirrored"):
        cm.Tiling.of("6x2 moebius strip", "dominoes", turning="one-sided")
