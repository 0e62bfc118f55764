"""Tilings of triangles, hexagons and boards that wrap: counts that others have, and two sides."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.draw.picture import to_text
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats.toml import read as read_toml
from cpmodels.formats.toml import write as write_toml
from cpmodels.generate.tiling import random_tiling
from cpmodels.methods.lattices import by_hand
from cpmodels.models.placements import placements
from cpmodels.puzzles.drawings import cells_of_drawing, drawing
from cpmodels.puzzles.lattice import LATTICES, SQUARES, Lattice
from cpmodels.puzzles.regions import REGIONS, named_region
from cpmodels.puzzles.shapes import lattice_of_shapes, named_shapes
from cpmodels.puzzles.symmetry import symmetries
from reference.tilings.burnside import UpToSymmetry
from reference.tilings.polyomino import placements as placements_by_hand
from tests.planting import Planted, planted

LOZENGE = {"L": [(0, 0, 0), (0, 0, 1)]}
BONE = {"I": [(0, 0), (1, 0), (2, 0)]}
STONE = {"T": [(0, 0), (1, 0), (0, 1)]}
DOMINO = "dominoes"
METHODS = ("frontier", "image-lists", "dlx", "cp-sat")


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
    pieces = placements_by_hand(puzzle.region, dict(puzzle.shapes), "free", None, lattice)
    assert sorted(pieces) == sorted(map(tuple, placements(puzzle)))
    group = UpToSymmetry(puzzle.region, dict(puzzle.shapes), lattice=lattice)
    maps = {tuple(s.cells[cell] for cell in puzzle.region) for s in symmetries(puzzle)}
    assert maps == {tuple(m[cell] for cell in puzzle.region) for m in group.maps}


def test_the_symmetries_of_a_torus_are_turns_and_translations() -> None:
    group = [len(symmetries(cm.Tiling.of(r, "dominoes"))) for r in ("4x6 torus", "5x5 torus")]
    assert group == [4 * 24, 8 * 25]
    hexagons = cm.Tiling.of("5x5 torus of hexagons", {"D": [(0, 0), (1, 0)]})
    assert len(symmetries(hexagons)) == 12 * 25


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (([(0, 0, 2)], LOZENGE, "triangles"), "cell (0, 0, 2) is none of triangles"),
        (([(0, 0, 0)], {"L": [(0, 0)]}, "triangles"), "shape L: cell (0, 0) is none of triangles"),
        (("3x3 torus", "tetrominoes:I", ""), "shape I wraps onto itself on a 3x3 torus"),
        (("hexagon 3", LOZENGE, ""), "'hexagon 3' of squares"),
        (("4x4", LOZENGE, "rhombs"), "lattice 'rhombs'"),
    ],
)
def test_what_cannot_be_meant_is_told_in_one_line(words: tuple[Any, Any, str], text: str) -> None:
    region, shapes, lattice = words
    with pytest.raises(InputError) as error:
        cm.Tiling.of(region, shapes, lattice=lattice)
    assert text in str(error.value)
    assert "\n" not in str(error.value)


def test_a_shape_on_a_board_of_one_side_is_free() -> None:
    with pytest.raises(InputError, match="comes back mirrored"):
        cm.Tiling.of("6x2 moebius strip", "dominoes", turning="one-sided")


@pytest.mark.parametrize(
    ("text", "number"),
    [("hexiamonds", 12), ("one-sided hexiamonds", 19), ("heptiamonds", 24), ("tetrahexes", 7),
     ("one-sided tetrahexes", 10), ("pentahexes", 22), ("one-sided pentahexes", 33),
     ("tetrasticks", 16), ("one-sided tetrasticks", 25), ("tristicks", 5), ("pentacubes", 29),
     ("ditrigs", 3), ("tritrigs", 12), ("tetratrigs", 60)],
)  # fmt: skip
def test_sets_have_as_many_different_shapes_as_others_say(text: str, number: int) -> None:
    shapes, lattice = named_shapes(text), Lattice(lattice_of_shapes(text))
    turning = "one-sided" if "one" in text or "cube" in text else "free"
    assert len({lattice.canonical(cells, turning) for cells in shapes.values()}) == number
    assert len({len(cells) for cells in shapes.values()}) == 1
    assert all(len(lattice.components(cells)) == 1 for cells in shapes.values())


def test_sticks_may_touch_but_not_cross() -> None:
    """On a cross of four edges two straight pieces would cross; two bends touch."""
    cross = [(1, 0, 0), (1, 1, 0), (0, 1, 1), (1, 1, 1)]
    straight = cm.Tiling.of(cross, "disticks:I")
    bent = cm.Tiling.of(cross, "disticks:V")
    methods = ("frontier", "dlx", "cp-sat", "algorithm-x")
    assert [cm.count(straight, method=method).count for method in methods] == [0] * 4
    assert [cm.count(bent, method=method).count for method in methods] == [2] * 4
    with pytest.raises(WrongSolution, match="cross at"):
        straight.check([("I", cross[:2]), ("I", cross[2:])])


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6))
def test_a_picture_is_read_back(seed: int) -> None:
    rng = Random(seed)
    lattice = Lattice(rng.choice(["triangles", "hexagons", "sticks"]))
    cells = {(0, 0, 0)[: lattice.dimension]}
    while len(cells) < 1 + seed % 9:
        cells.add(rng.choice(sorted({n for c in cells for n in lattice.neighbours(c)} - cells)))
    picture = drawing(cells, lattice)
    assert picture is not None
    assert lattice.normalise(cells_of_drawing(picture, lattice)) == lattice.normalise(cells)


@pytest.mark.parametrize("text", REGIONS)
def test_a_region_by_name_goes_through_a_file(text: str) -> None:
    lattice, cells = named_region(text) or (SQUARES, ())
    assert cells
    puzzle = cm.Tiling.of(text, {"one": cells[:1]}, "any", "fixed" if not twisted(text) else "free")
    assert puzzle.region == cells
    (again,) = read_toml(write_toml(puzzle), "here")
    assert (again, again.lattice) == (puzzle, lattice)


def twisted(text: str) -> bool:
    return "moebius" in text or "klein" in text


def test_pictures_of_every_lattice() -> None:
    for text, shapes in (
        ("triangle 3", "triamonds"),
        ("hexagon 2 of hexagons", "trihexes + monohexes"),
        ("2x2 of sticks", "disticks"),
        ("2x4 torus", "dominoes"),
        ("2x2x2", "tromino:L + dominoes"),
    ):
        puzzle = cm.Tiling.of(text, shapes)
        solution = cm.solve(puzzle).solution
        assert solution is not None
        for picture in (cm.draw(puzzle), cm.draw(puzzle, solution)):
            assert picture.startswith("<svg")
        assert len(to_text(puzzle, solution).splitlines()) > 2


def test_a_triangle_in_the_terminal() -> None:
    puzzle = cm.Tiling.of("triangle 2 of triangles", {"B": " ^\n^v^"})
    assert to_text(puzzle, cm.solve(puzzle).solution).splitlines() == [
        "     /\\",
        "    /B \\",
        "   /    \\",
        "  /      \\",
        " /B  B  B \\",
        "/__________\\",
    ]


@pytest.mark.parametrize("seed", [163, 182, 445])
def test_an_edge_may_come_twice_to_a_vertex_of_a_narrow_board(seed: int) -> None:
    """The reference left such crossings out; `crosscheck` on random tilings found it."""
    puzzle = random_tiling(seed)
    assert len({cm.count(puzzle, method=method).count for method in ("dlx", "cp-sat")}) == 1


def test_a_turn_that_one_side_does_not_know_is_seen() -> None:
    puzzle = cm.Tiling.of("hexagon 2 of hexagons", "trihexes:V + monohexes")
    honest = cm.compare(puzzle, methods=("dlx", "cp-sat"))
    assert honest.agree
    with planted(
        Planted(cm.Tiling, lambda puzzle, _: cm.enumerate_solutions(
            replace(puzzle, turning="fixed"), method="dlx"
        ))
    ):  # fmt: skip
        assert not cm.compare(puzzle, methods=("planted", "cp-sat")).agree
