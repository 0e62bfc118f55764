"""An audit sees a part that is left out, that overlaps another one, or that weighs too much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.answers.run import Run
from cpmodels.cli import app
from cpmodels.counting.count import count_in_cubes
from cpmodels.counting.splits import WrongWeights, must_be_empty, unfold
from cpmodels.engines.cubes import Space
from cpmodels.kinds.splitting import WHOLE, Cube
from cpmodels.methods.covers import PrefixSplitting
from cpmodels.methods.image_lists import ImageListsSplitting
from cpmodels.methods.nonogram_cubes import CellSplitting
from tests.counting.test_cubes import splittings
from tests.strategies import exact_covers, tilings

TILING = cm.Tiling.of("6x6", "tetrominoes:IOTS")
PICTURE = cm.Nonogram.of([1] * 4, [1] * 4)  # 24 permutation matrices

Parts = list[Cube]


def drop_the_last(parts: Parts) -> Parts:
    return parts[:-1]


def count_one_twice(parts: Parts) -> Parts:
    """Between the others, what is in the first and not in the last: all of the first."""
    last = parts[-1].decisions[-1]
    again = replace(parts[0], decisions=(*parts[0].decisions, -last - 1))
    return [*parts[:-1], again, parts[-1]]


def weigh_more(parts: Parts) -> Parts:
    return [replace(parts[0], weight=parts[0].weight + 1), *parts[1:]]


@pytest.fixture
def spoil(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Change the parts of the first split that has several, and of no other."""

    def plant(owner: type, fault: Callable[[Parts], Parts]) -> None:
        real = owner.parts  # type: ignore[attr-defined]
        spoiled: set[str] = set()

        def parts(self: Any, cube: Cube) -> Parts | None:
            came: Parts | None = real(self, cube)
            if came and len(came) > 1 and (not spoiled or str(cube) in spoiled):
                spoiled.add(str(cube))
                return fault(came)
            return came

        monkeypatch.setattr(owner, "parts", parts)

    return plant


SPLIT = [
    (TILING, "dlx", PrefixSplitting),
    (TILING, "image-lists", ImageListsSplitting),
    (TILING, "cp-sat", Space),
    (PICTURE, "parts", CellSplitting),
    (PICTURE, "cp-sat", CellSplitting),
]
FAULTS = [
    (*how, fault)
    for how in SPLIT
    for fault in (drop_the_last, count_one_twice, weigh_more)
    if (how[1], fault) != ("image-lists", count_one_twice)  # which leave no placement out
]


@pytest.mark.parametrize(("puzzle", "method", "owner", "fault"), FAULTS)
def test_a_spoiled_split_is_told(
    spoil: Any, puzzle: Any, method: str, owner: type, fault: Callable[[Parts], Parts]
) -> None:
    assert count_in_cubes(puzzle, method, audit=1e-6).audit.agree is True
    spoil(owner, fault)
    audit = count_in_cubes(puzzle, method, audit=1e-6).audit
    assert audit.agree is not True, audit
    if fault is not weigh_more or isinstance(puzzle, cm.Tiling):
        assert audit.wrong


def test_a_colour_that_is_left_out_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """So were pictures lost whose palette had a colour in no clue."""
    from cpmodels.methods import nonogram_counts

    real = nonogram_counts._branches
    monkeypatch.setattr(
        nonogram_counts,
        "_branches",
        lambda puzzle: (branch := real(puzzle)) and (branch[0], branch[1][:1]),
    )
    counted = count_in_cubes(PICTURE, "parts", audit=1.0)
    assert counted.answer.count == 1
    assert counted.audit.agreed == counted.audit.cubes  # each cube is counted rightly
    assert counted.audit.agree is False


def test_the_command_says_so_and_once(spoil: Any, tmp_path: Path) -> None:
    words = ["count", "6x6 tetrominoes:IOTS", "-m", "dlx", "--audit", "1%", "--out"]
    well = CliRunner().invoke(app, [*words, str(tmp_path / "well")])
    assert (well.exit_code, "splits lose nothing" in well.output) == (0, True)
    again = CliRunner().invoke(app, [*words, str(tmp_path / "well")])
    assert "0 of 0 cubes, and that 0 of 0 splits" in again.output
    spoil(PrefixSplitting, drop_the_last)
    result = CliRunner().invoke(app, [*words, str(tmp_path / "ill")])
    assert result.exit_code == 1
    assert "cp-sat counts" in result.output
    assert "in none of its parts, or in several" in result.output


@pytest.mark.parametrize("puzzles", [exact_covers(), tilings()], ids=["exact covers", "tilings"])
@settings(max_examples=15)
@given(data=st.data())
def test_what_has_to_be_empty_is_what_was_left_out(puzzles: Any, data: Any) -> None:
    puzzle = data.draw(puzzles)
    if puzzle.optimising:
        return
    rng = Random(data.draw(st.integers(0, 99)))
    known = splittings(puzzle)
    name, splitting = rng.choice([*known.items()])
    other = known["dlx" if name != "dlx" else "cp-sat"]

    def number(cubes: Any) -> int:
        return sum(other.count(other.cube_of(splitting.pieces_of(c)), Run()) for c in cubes)

    cube = WHOLE
    while (parts := splitting.parts(cube)) and all(p.weight == cube.weight for p in parts):
        assert number(must_be_empty(cube, parts)) == 0
        lost = rng.choice(parts)
        some = [part for part in parts if part != lost]
        assert number(must_be_empty(cube, some)) == number([lost])
        cube = lost


@pytest.mark.parametrize(
    "puzzle",
    [
        TILING,
        cm.Tiling.of("6x10", "pentominoes", copies=1),
        cm.Tiling.of("4x4", "dominoes"),
    ],
    ids=lambda puzzle: puzzle.describe(),
)
def test_classes_unfold_to_all_their_parts_and_no_other_weights_do(puzzle: cm.Tiling) -> None:
    for splitting in splittings(puzzle).values():
        parts = splitting.parts(WHOLE) or []
        for family in unfold(splitting, puzzle, WHOLE, parts):
            assert len(set(family)) == sum(part.weight for part in parts)
        wrong = [replace(part, weight=1000) for part in parts]
        with pytest.raises(WrongWeights):
            list(unfold(splitting, puzzle, WHOLE, wrong))
