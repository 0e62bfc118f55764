"""Tilings up to symmetry: Burnside on both sides, one of each class, and by brute force."""

from __future__ import annotations

from itertools import permutations, product
from typing import Any

import pytest
from hypothesis import given, settings

import cpmodels as cm
from cpmodels.corpus import Case, cases
from cpmodels.kinds.registry import methods
from cpmodels.puzzles.symmetry import symmetries
from tests.strategies import tilings

KNOWN = [case for case in cases(kind="tiling") if case.up_to_symmetry is not None]
# the most solutions (all told, not classes) that a method goes through within seconds
MOST = {"cp-sat": 2_000, "algorithm-x": 500, "dlx": 200_000, "cp-sat-strips": 10**5}
MOST["frontier"] = 10**9
MOST["image-lists"] = MOST["dlx"]


def _quick(case: Case, method: str) -> bool:
    assert case.expected is not None
    assert isinstance(case.puzzle, cm.Tiling)
    if "tetrasticks" in case.name:
        return False
    if len(case.puzzle.shapes) > 6 and len(case.puzzle.region) > 26:
        return method in ("dlx", "cp-sat-strips") and case.expected < 10
    return case.expected <= MOST[method]


def _params(quick: bool) -> list[Any]:
    return [
        pytest.param(case, method, id=f"{case.name}-{method}")
        for case in KNOWN
        for method in methods(case.puzzle)
        if _quick(case, method) is quick
    ]


@pytest.mark.parametrize(("case", "method"), _params(quick=True))
def test_known_classes(case: Case, method: str) -> None:
    assert cm.count(case.puzzle, method=method, up_to_symmetry=True).count == case.up_to_symmetry


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("case", "method"), _params(quick=False))
def test_known_classes_slow(case: Case, method: str) -> None:
    answer = cm.count(case.puzzle, method=method, up_to_symmetry=True, limit=300, workers=2)
    assert case.up_to_symmetry is not None
    assert answer.count is not None
    if answer.complete:
        assert answer.count == case.up_to_symmetry
    assert answer.count <= case.up_to_symmetry


def images(solution: Any, region: Any, turning: str) -> list[frozenset[Any]]:
    """A tiling, as a set of named sets of cells, under all that maps the region onto itself."""
    dimension = len(region[0])
    pictures = []
    for axes in permutations(range(dimension)):
        for signs in product((1, -1), repeat=dimension):
            if turning != "free" and _determinant(axes, signs) < 0:
                continue
            low = [min(s * c[a] for c in region) for a, s in zip(axes, signs, strict=True)]
            least = [min(c[k] for c in region) for k in range(dimension)]

            def move(cell: Any, axes: Any = axes, signs: Any = signs, low: Any = low) -> Any:
                return tuple(
                    signs[k] * cell[axes[k]] - low[k] + least[k]  # noqa: B023
                    for k in range(dimension)
                )

            if {move(cell) for cell in region} == set(region):
                pictures.append(
                    frozenset((name, frozenset(map(move, cells))) for name, cells in solution)
                )
    return pictures


def _determinant(axes: tuple[int, ...], signs: tuple[int, ...]) -> int:
    swaps = sum(a > b for k, a in enumerate(axes) for b in axes[k + 1 :])
    return 1 - 2 * ((swaps + signs.count(-1)) % 2)


@settings(max_examples=40)
@given(tilings(most=14))
def test_all_ways_give_the_classes_of_brute_force(puzzle: cm.Tiling) -> None:
    solutions = list(cm.enumerate_solutions(puzzle, method="dlx"))
    able = cm.methods(puzzle, "enumerate")
    counts = {m: cm.count(puzzle, method=m, up_to_symmetry=True).count for m in cm.methods(puzzle)}
    one_each = {
        m: list(cm.enumerate_solutions(puzzle, method=m, up_to_symmetry=True)) for m in able
    }
    sizes = {*counts.values(), *map(len, one_each.values())}
    assert len(sizes) == 1, (counts, one_each)
    solid = puzzle.turning == "one-sided" and len(puzzle.region[:1] and puzzle.region[0]) > 2
    if not solid and puzzle.region:
        classes = {frozenset(_group(puzzle, solution)) for solution in solutions}
        assert sizes == {len(classes)}
        for keys in one_each.values():
            assert {frozenset(_group(puzzle, solution)) for solution in keys} == classes


def _group(puzzle: cm.Tiling, solution: Any) -> list[frozenset[Any]]:
    if puzzle.turning == "fixed":
        return [frozenset((name, frozenset(cells)) for name, cells in solution)]
    return images(solution, puzzle.region, puzzle.turning)


@pytest.mark.parametrize(
    ("region", "shapes", "turning", "count"),
    [
        ("4x4", "dominoes", "free", 8),
        ("3x5", "dominoes", "free", 4),
        ("4x4", "dominoes", "one-sided", 4),
        ("4x4", "dominoes", "fixed", 1),
        ("2x2x2", "dominoes", "free", 48),
        ("3x3x3", "soma", "one-sided", 48),
        ("3x3x3", "soma:B", "one-sided", 24),  # its mirror image is not in the set
        ("##./.##", "dominoes", "free", 2),
        ("1x4", "dominoes", "free", 2),
    ],
)
def test_numbers_of_symmetries(region: str, shapes: Any, turning: str, count: int) -> None:
    assert len(symmetries(cm.Tiling.of(region, shapes, turning=turning))) == count


def test_bounds_that_differ_forbid_the_reflection() -> None:
    same, differ = (
        cm.Tiling.of("2x2x2", "soma:BP", {"B": 1, "P": most}, turning="one-sided")
        for most in (1, 2)
    )
    assert [len(symmetries(puzzle)) for puzzle in (same, differ)] == [48, 24]


def test_dominoes_up_to_symmetry() -> None:
    counts = [cm.count(cm.Tiling.of(f"{n}x{n}", "dominoes"), method="frontier",
                       up_to_symmetry=True).count for n in (2, 4, 6)]  # fmt: skip
    assert counts == [1, 9, 930]


def test_other_puzzles_say_that_they_have_no_symmetries() -> None:
    with pytest.raises(cm.InputError, match="expected a tiling"):
        cm.count(cm.DefectiveBoard(4, (0, 0)), up_to_symmetry=True)


def test_a_truncated_count_is_a_lower_bound_of_the_classes() -> None:
    square = cm.Tiling.of("8x8", "tetrominoes")
    answer = cm.count(square, up_to_symmetry=True, limit=1.0)
    assert not answer.complete
    assert answer.count is not None
    assert answer.count < 19_077_209_438 // 8
