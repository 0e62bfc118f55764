"""Implied groups of a tiling's model: registered so, they change no count, and do something."""

from __future__ import annotations

import pytest
from hypothesis import given

import cpmodels as cm
from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cp_sat
from cpmodels.engines.cubes import split
from cpmodels.models.tiling import tiling_model
from cpmodels.models.tiling_implied import IMPLIED
from tests.strategies import tilings


def number(puzzle: cm.Tiling, helped_by: tuple[str, ...], without: tuple[str, ...] = ()) -> int:
    run = Run(Limits(deterministic=20))
    count = cp_sat.count(tiling_model(puzzle, helped_by=helped_by, without=without), run)
    assert run.stopped_by is None
    return count


@given(tilings())
def test_none_changes_a_count(puzzle: cm.Tiling) -> None:
    expected = number(puzzle, ())
    assert number(puzzle, tuple(IMPLIED)) == expected
    for name in IMPLIED:
        assert number(puzzle, (name,)) == expected, name
        assert number(puzzle, tuple(IMPLIED), without=(name,)) == expected, name


@pytest.mark.parametrize(
    "region", ["4x5", "4x6", ".####/#####/#####/#####/#####", "#####/#####/##.##/#####/#####"]
)
def test_none_changes_a_count_where_all_have_something_to_say(region: str) -> None:
    puzzle = cm.Tiling.of(region, "tetrominoes")
    groups = {group.name: group for group in tiling_model(puzzle, helped_by=tuple(IMPLIED)).groups}
    expected = cm.count(puzzle, method="dlx").count
    for name in IMPLIED:
        assert groups[name].implied
        assert groups[name].size > 0
        assert number(puzzle, (name,)) == expected


@pytest.mark.parametrize("name", IMPLIED)
def test_one_cube_still_stands_for_its_images(name: str) -> None:
    """The symmetries hold for the constraints of the group, too, or no cube would weigh more."""
    model = tiling_model(cm.Tiling.of("4x6", "tetrominoes", {"O": 1}), helped_by=(name,))
    assert model.groups[-1].size > 0
    assert max(cube.weight for cube in split(model, 1, classes=True)) > 1


@pytest.mark.parametrize(
    ("region", "shapes", "copies"),
    [
        ("10x10", "tetrominoes:L", "any"),
        ("6x10", "tetrominoes", 3),
        ("7x8", "tetrominoes", {"T": 1}),
    ],
    ids=["L's", "three of each", "one T"],
)
def test_colours_prove_that_there_is_no_tiling(region: str, shapes: str, copies: object) -> None:
    """L's across stripes; an odd number of T's: no search to speak of, and without it, long."""
    puzzle, run = cm.Tiling.of(region, shapes, copies), Run(Limits(deterministic=1))
    assert cp_sat.find(tiling_model(puzzle, helped_by=("colouring",)), run) is None
    assert run.stopped_by is None


def test_the_audit_says_that_they_are_implied() -> None:
    methods = [f"cp-sat:{name}" for name in IMPLIED]
    result = cm.audit(["tiling"], methods=methods, cases=4, mutants=0, limit=1, max_solutions=6)
    groups = {group.group: group for group in result.groups if group.group in IMPLIED}
    assert set(groups) == set(IMPLIED)
    assert all(group.implied and group.fine for group in groups.values())
