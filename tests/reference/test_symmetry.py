from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings

from reference.exact_cover.dlx import DLX
from reference.tilings.burnside import UpToSymmetry, canonical
from reference.tilings.polyomino import Cell, tiling_options
from reference.tilings.shapes import SOMA, named
from tests.reference.tilings import Tiling, tilings
from tests.reference.truth import Known, known, rectangle


def box(*size: int) -> list[Cell]:
    return list(itertools.product(*map(range, size)))


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=case.name) for case in known() if case.classes is not None]
)
def test_known_classes(case: Known) -> None:
    classes = UpToSymmetry(case.cells, case.shapes, case.turning, case.copies)
    assert classes.count(total=case.number) == case.classes


@settings(max_examples=60, deadline=None)
@given(tilings())
def test_agrees_with_brute_force(tiling: Tiling) -> None:
    items, options, bounds = tiling_options(*tiling)
    solutions = list(itertools.islice(DLX(items, options, bounds=bounds).solutions(), 3000))
    classes = UpToSymmetry(*tiling)
    if len(solutions) < 3000:
        classes_by_hand = {canonical(chosen, classes.symmetries) for chosen in solutions}
        assert classes.count() == classes.count(total=len(solutions)) == len(classes_by_hand)
        assert {tuple(sorted(chosen)) for chosen in classes.representatives()} == classes_by_hand


@pytest.mark.parametrize(("reflections", "count"), [(None, 240), (True, 240), (False, 480)])
def test_soma_cube(reflections: bool | None, count: int) -> None:
    once = dict.fromkeys(SOMA, (1, 1))
    classes = UpToSymmetry(box(3, 3, 3), SOMA, "one-sided", once, reflections)
    assert classes.count(total=11520) == count


def test_a_shape_that_is_not_its_mirror_image_forbids_reflections() -> None:
    classes = UpToSymmetry(rectangle(4, 4), named("tetrominoes:L"), "one-sided", reflections=True)
    assert len(classes.symmetries) == 4


@pytest.mark.slow
@pytest.mark.parametrize(("size", "count"), [((3, 4, 5), 3940), ((2, 5, 6), 264), ((2, 3, 10), 12)])
def test_solid_pentominoes(size: tuple[int, ...], count: int) -> None:
    # flat pentominoes in boxes, each once: Bouwkamp 1969
    shapes = named("pentominoes")
    once = dict.fromkeys(shapes, (1, 1))
    assert UpToSymmetry(box(*size), shapes, "free", once).count() == count


def test_a_mean_that_is_no_whole_number_is_refused() -> None:
    dominoes = UpToSymmetry(rectangle(4, 4), named("dominoes"))
    assert dominoes.count(total=36) == 9
    with pytest.raises(ArithmeticError, match="73 tilings fixed by 8 symmetries"):
        dominoes.count(total=37)
    assert not dominoes.complete
