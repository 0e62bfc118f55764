"""Cubes share no solution and leave none out, however they are split."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpmodels import ExactCover, Tiling, count, methods
from cpmodels.answers.run import Run
from cpmodels.counting.task import counts_in_cubes
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.kinds.splitting import WHOLE, Cube, Splitting
from tests.strategies import exact_covers, tilings


def splittings(puzzle: Any) -> dict[str, Splitting]:
    by_name = {}
    for method in registry.methods_of(type(puzzle)):
        if counts_in_cubes(method) and method.name in methods(puzzle, "count"):
            splitting = method.splitting(puzzle, Run())
            if splitting is not None:
                by_name[method.name] = splitting
    return by_name


def cut(splitting: Splitting, rng: Random, times: int) -> list[Cube]:
    """Cubes, of which random ones are split again."""
    cubes, final = [WHOLE], []
    for _ in range(times):
        if not cubes:
            break
        parts = splitting.parts(cube := cubes.pop(rng.randrange(len(cubes))))
        final += [cube] if parts is None else []
        cubes += parts or []
    return cubes + final


def total(splitting: Splitting, cubes: list[Cube]) -> int:
    return sum(cube.weight * splitting.count(cube, Run()) for cube in cubes)


@pytest.mark.parametrize("puzzles", [exact_covers(), tilings()], ids=["exact covers", "tilings"])
@settings(max_examples=25)
@given(data=st.data())
def test_the_cubes_of_random_puzzles_add_up_to_the_whole(puzzles: Any, data: Any) -> None:
    puzzle = data.draw(puzzles)
    if puzzle.optimising:
        return
    rng, expected = Random(data.draw(st.integers(0, 99))), None
    for name, splitting in splittings(puzzle).items():
        expected = count(puzzle, method=name).count if expected is None else expected
        cubes = cut(splitting, rng, rng.choice([1, 2, 5, 9]))
        assert len({str(cube) for cube in cubes}) == len(cubes)
        assert total(splitting, cubes) == expected, name


@settings(max_examples=15)
@given(puzzle=tilings(), seed=st.integers(0, 99))
def test_a_cube_of_one_method_is_counted_alike_by_the_others(puzzle: Tiling, seed: int) -> None:
    known = splittings(puzzle)
    cubes = cut(known["image-lists"], Random(seed), 4)
    for cube in cubes:
        decided = known["image-lists"].pieces_of(cube)
        counts = {name: s.count(s.cube_of(decided), Run()) for name, s in known.items()}
        assert len({*counts.values()}) == 1, (str(cube), counts)


@settings(max_examples=15)
@given(puzzle=exact_covers(), seed=st.integers(0, 99))
def test_so_is_one_that_leaves_options_out(puzzle: ExactCover, seed: int) -> None:
    if puzzle.optimising:
        return
    known = splittings(puzzle)
    for cube in cut(known["dlx"], Random(seed), 4):
        cp_sat = known["cp-sat"].cube_of(known["dlx"].pieces_of(cube))
        assert known["cp-sat"].count(cp_sat, Run()) == known["dlx"].count(cube, Run())


@settings(max_examples=10)
@given(number=st.integers(0, 500), times=st.integers(1, 9))
def test_the_cubes_of_random_nonograms_add_up(number: int, times: int) -> None:
    puzzle = random_puzzle("nonogram", number, size=16)
    for name, splitting in splittings(puzzle).items():
        if name in ("parts", "sweep", "cp-sat"):
            cubes = cut(splitting, Random(number), times)
            assert total(splitting, cubes) == count(puzzle, method="cp-sat").count, name


def test_classes_of_symmetry_are_counted_once_and_weigh_their_number() -> None:
    """The 2,339 tilings of 6x10 by the pentominoes, each in four positions (Haselgrove 1960)."""
    splitting = splittings(Tiling.of("6x10", "pentominoes", copies=1))["image-lists"]
    weights = [cube.weight for cube in splitting.parts(WHOLE) or ()]
    assert weights
    assert set(weights) <= {1, 2, 4}
    assert max(weights) == 4


def test_cubes_with_colours_and_bounds() -> None:
    puzzle = ExactCover.of(
        "a b c", ["a s:red", "b s:red", "b s:blue", "c", "c s:blue", "a", "a b"], "s",
        {"c": (0, 2)},
    )  # fmt: skip
    expected = count(puzzle, method="cp-sat").count
    for times in range(1, 8):
        for name, splitting in splittings(puzzle).items():
            assert total(splitting, cut(splitting, Random(times), times)) == expected, name
