"""Stating a tiling, and its checker."""

from __future__ import annotations

import pytest
from hypothesis import given

import cpmodels as cm
from cpmodels.puzzles.cells import box, normalise, orientations, parse_picture, picture
from cpmodels.puzzles.shapes import named_shapes, polyforms
from tests.strategies import regions

# fixed, one-sided and free polyominoes: OEIS A001168, A000988, A000105
FIXED, ONE_SIDED, FREE = (1, 2, 6, 19, 63, 216), (1, 1, 2, 7, 18, 60), (1, 1, 2, 5, 12, 35)


@pytest.mark.parametrize(
    ("turning", "counts"), [("fixed", FIXED), ("one-sided", ONE_SIDED), ("free", FREE)]
)
def test_numbers_of_polyominoes(turning: str, counts: tuple[int, ...]) -> None:
    assert tuple(len(polyforms(size, 2, turning)) for size in range(1, 7)) == counts


@pytest.mark.parametrize(
    ("name", "count"),
    [
        ("tetrominoes", 5),
        ("one-sided tetrominoes", 7),
        ("fixed tetrominoes", 19),
        ("pentominoes", 12),
        ("one-sided pentominoes", 18),
        ("hexominoes", 35),
        ("tetracubes", 8),  # A000162
        ("pentacubes", 29),
        ("soma", 7),
        ("pentominoes + monomino", 13),
    ],
)
def test_sizes_of_named_sets(name: str, count: int) -> None:
    assert len(named_shapes(name)) == count


def test_the_drawn_pentominoes_are_the_free_ones() -> None:
    named_ones = {orientations(cells, "free")[0] for cells in named_shapes("pentominoes").values()}
    assert named_ones == set(polyforms(5, 2, "free"))


def test_soma_pieces_are_the_irregular_ones_up_to_four_cubes() -> None:
    solids = {*polyforms(3, 3, "one-sided"), *polyforms(4, 3, "one-sided")}
    irregular = {cells for cells in solids if not _is_box(cells)}
    soma = {orientations(cells, "one-sided")[0] for cells in named_shapes("soma").values()}
    assert soma == irregular


def _is_box(cells: tuple[tuple[int, ...], ...]) -> bool:
    sides = [max(axis) + 1 for axis in zip(*cells, strict=True)]
    return len(cells) == len(box(sides))


@given(regions(most=10))
def test_a_picture_reads_back(region: list[tuple[int, ...]]) -> None:
    cells = normalise(region) if region else ()
    if cells and not (len(cells[0]) == 3 and max(c[0] for c in cells) == 0):
        assert parse_picture(picture(cells)) == cells


BAD = [
    (("0x5", "tetrominoes"), "0x5 has no cells"),
    (("1000000000x1", "tetrominoes"), "1,000,000,000 cells"),
    (("6x6", "tetrominoes:IQ"), "unknown shape 'Q'"),
    (("6x6", "heptominoes"), "unknown set"),
    (("##\n#q", "tetrominoes"), "line 2, column 2"),
    (("..\n..", "tetrominoes"), "no cells"),
    (("", "tetrominoes"), "no cells"),
    (("-3x4", "tetrominoes"), "expected sides"),
    (("2.5x4", "tetrominoes"), "expected sides"),
    (([(0, 0), (0, 0)], "tetrominoes"), "appears twice"),
    (([(0, 0), (0, 0, 1)], "tetrominoes"), "differ in dimension"),
    (([(0, 0.5)], "tetrominoes"), "expected integers"),
    ((7, "tetrominoes"), "expected integer tuples"),
    (("6x6", "tetrominoes", "3..1"), "3..1"),
    (("6x6", "tetrominoes", -1), "-1"),
    (("6x6", "tetrominoes", "often"), "'often'"),
    (("6x6", "tetrominoes", {"Q": 1}), "copies of 'Q'"),
    (("6x6", "tetrominoes", "any", "mirrored"), "turning 'mirrored'"),
    (("6x6", {"a": "##", "b": "#\n#"}), "a and b are equal"),
    (("6x6", {"a": ""}), "shape a has no cells"),
    (("6x6", "soma"), "3 dimensions"),
]


@pytest.mark.parametrize(("words", "message"), BAD, ids=[message for _, message in BAD])
def test_bad_input_says_what_and_what_was_expected(words: tuple[object, ...], message: str) -> None:
    with pytest.raises(cm.InputError) as error:
        cm.Tiling.of(*words)  # type: ignore[arg-type]
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_equal_up_to_reflection_is_an_error_only_when_free() -> None:
    both = {"S": ".##\n##.", "Z": "##.\n.##"}
    assert len(cm.Tiling.of("4x4", both, turning="one-sided").shapes) == 2
    with pytest.raises(cm.InputError, match="S and Z are equal"):
        cm.Tiling.of("4x4", both)


def test_a_shape_in_two_parts_is_allowed_but_said() -> None:
    puzzle = cm.Tiling.of("1x4", {"gap": "#.#"})
    assert puzzle.notes() == ("shape gap is in 2 parts",)
    assert cm.count(puzzle).count == 1  # columns 0 and 2, then 1 and 3


def placed(name: str, *cells: tuple[int, int]) -> cm.Placement:
    return cm.Placement(name, cells)


WRONG = [
    ([placed("D", (0, 0), (0, 1))], r"cell \(1, 0\) is not covered"),
    ([placed("D", (0, 0), (0, 1)), placed("D", (0, 1), (1, 1))], "covered twice"),
    ([placed("D", (0, 1), (0, 2))], "leaves the region"),
    ([placed("D", (0, 0), (1, 1))], "not a D"),
    ([placed("D", (0, 0))], "not a D"),
    ([placed("X", (0, 0))], "no shape here"),
    ([placed("D", (0, 0), (0, 1)), placed("D", (1, 0), (1, 1))], "used 2 times, expected 0..1"),
]


@pytest.mark.parametrize(("solution", "message"), WRONG, ids=[message for _, message in WRONG])
def test_the_checker_names_the_broken_rule(solution: list[cm.Placement], message: str) -> None:
    puzzle = cm.Tiling.of("2x2", "dominoes", copies="0..1")
    with pytest.raises(cm.WrongSolution, match=message):
        puzzle.check(solution)


def test_the_checker_holds_the_turning() -> None:
    z = [placed("S", (0, 0), (0, 1), (1, 1), (1, 2))]
    region = [cell for placement in z for cell in placement.cells]
    cm.Tiling.of(region, "tetrominoes:S").check(z)
    with pytest.raises(cm.WrongSolution, match="turned as allowed"):
        cm.Tiling.of(region, "tetrominoes:S", turning="one-sided").check(z)
