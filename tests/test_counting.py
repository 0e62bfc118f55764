"""Counting in parallel: cubes leave nothing out and share nothing, whatever the workers."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model
from PIL import Image

import cpmodels as cm
from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cp_sat
from cpmodels.engines.cubes import split
from cpmodels.formats.region_image import read_region
from cpmodels.models.model import Model
from cpmodels.models.tiling import tiling_model
from tests.strategies import exact_covers, tilings

PENTOMINOES = cm.Tiling.of("3x20", "pentominoes", copies=1)


def queens(n: int) -> Model:
    """Queens on a board, in sums: no "exactly one" is stated."""
    model = Model("queens")
    squares = [[model.boolean() for _ in range(n)] for _ in range(n)]
    with model.group("lines"):
        for row in (*squares, *zip(*squares, strict=True)):
            model.cp.add(cp_model.LinearExpr.sum(list(row)) == 1)
        for shift in range(-n + 1, n):
            model.cp.add_at_most_one(squares[i][i + shift] for i in range(n) if 0 <= i + shift < n)
            model.cp.add_at_most_one(
                squares[i][n - 1 - i - shift] for i in range(n) if 0 <= i + shift < n
            )
    return model


@pytest.mark.parametrize("workers", [1, 2, 3, 5])
def test_queens(workers: int) -> None:
    assert cp_sat.count(queens(8), Run(Limits(workers=workers))) == 92


@pytest.mark.parametrize("workers", [1, 2, 4])
@pytest.mark.parametrize(
    ("region", "shapes", "count"),
    [("6x6", "dominoes", 6728), ("6x6", "tetrominoes:IOTS", 1409), ("4x5", "tetrominoes", 454)],
)
def test_known_counts(region: str, shapes: str, count: int, workers: int) -> None:
    puzzle = cm.Tiling.of(region, shapes)
    assert cm.count(puzzle, workers=workers).count == count
    if count < 5000:
        seen = [puzzle.key(s) for s in cm.enumerate_solutions(puzzle, workers=workers)]
        assert len(seen) == len(set(seen)) == count


@settings(max_examples=25)
@given(tilings() | exact_covers(), st.integers(2, 4))
def test_the_sum_does_not_depend_on_the_workers(puzzle: Any, workers: int) -> None:
    one = list(cm.enumerate_solutions(puzzle))
    several = list(cm.enumerate_solutions(puzzle, workers=workers))
    assert len(one) == len(several)
    assert {puzzle.key(s) for s in one} == {puzzle.key(s) for s in several}
    assert cm.count(puzzle, workers=workers).count == cm.count(puzzle).count == len(one)


@pytest.mark.parametrize("workers", [1, 2])
def test_classes_of_cubes_count_what_enumeration_counts(workers: int) -> None:
    model = tiling_model(PENTOMINOES)
    cubes = split(model, workers, classes=True)
    assert max(cube.weight for cube in cubes) == 4
    assert cp_sat.count(model, Run(Limits(workers=workers))) == 8


def test_a_false_symmetry_is_not_trusted() -> None:
    model = Model("one of three, and the first before the second")
    bits = [model.boolean() for _ in range(3)]
    with model.group("one"):
        model.cp.add_exactly_one(bits)
        model.cp.add(bits[0] >= bits[1])
    model.symmetries = lambda: [[0, 1, 2], [1, 0, 2]]
    assert cp_sat.count(model, Run()) == 2


def test_a_group_left_out_takes_its_symmetry_with_it() -> None:
    square = cm.Tiling.of("4x4", "tetrominoes:I + monomino", {"M": 4, "I": "any"})
    whole, without = tiling_model(square), tiling_model(square, without=["copies"])
    for model in (whole, without):
        counts = {
            cp_sat.count(model, Run(Limits(workers=workers)), classes=classes)
            for workers in (1, 2)
            for classes in (True, False)
        }
        assert len(counts) == 1


def test_progress_is_the_share_of_the_cubes() -> None:
    shares: list[float] = []
    cm.count(PENTOMINOES, workers=2, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1.0


@pytest.mark.parametrize("workers", [1, 2])
def test_a_limit_stops_all_cubes_and_the_count_is_a_lower_bound(workers: int) -> None:
    large = cm.Tiling.of("8x8", "tetrominoes")
    answer = cm.count(large, workers=workers, limit=1.0)
    assert answer.stopped_by is Stop.TIME
    assert not answer.complete
    stream = cm.enumerate_solutions(large, workers=workers, max_solutions=700)
    assert len(list(stream)) == 700
    assert stream.answer.stopped_by is Stop.SOLUTIONS
    assert all(search.done.is_set() for search in list(cp_sat._running))


def test_ctrl_c_stops_every_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    waits = iter([False, False])

    def interrupted(search: Any, *_: object) -> None:
        if next(waits, None) is None:
            monkeypatch.undo()
            raise KeyboardInterrupt

    monkeypatch.setattr(cp_sat._Search, "tell", interrupted)
    with pytest.raises(cm.Interrupted) as error:
        cm.count(cm.Tiling.of("8x8", "tetrominoes"), workers=2)
    assert error.value.answer.stopped_by is Stop.INTERRUPT
    assert not error.value.answer.complete
    assert all(search.done.is_set() for search in list(cp_sat._running))


def test_a_region_may_be_a_picture(tmp_path: Path) -> None:
    rows = ["......", ".####.", ".#..#.", ".####.", "......"]
    image = Image.new("RGB", (6, 5), "white")
    for row, line in enumerate(rows):
        for column, mark in enumerate(line):
            if mark == "#":
                image.putpixel((column, row), (200, 0, 0))
    image.save(tmp_path / "ring.png")
    ring = cm.Tiling.of(read_region(tmp_path / "ring.png"), "dominoes")
    assert cm.count(ring).count == 2
    Image.new("1", (2, 2), 1).save(tmp_path / "blank.png")
    with pytest.raises(cm.InputError, match="no cells"):
        read_region(tmp_path / "blank.png")


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("region", "count"), [("6x10", 9356), ("5x12", 4040), ("4x15", 1472)])
def test_pentominoes(region: str, count: int) -> None:
    puzzle = cm.Tiling.of(region, "pentominoes", copies=1)
    assert cm.count(puzzle, workers=2).count == count
    assert cm.count(puzzle, method="cp-sat:plain", workers=2).count == count
