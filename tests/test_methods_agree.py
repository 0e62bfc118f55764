"""Every method gives the same answers: on the cases that others counted, and on random ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given, settings

import cpmodels as cm
from cpmodels.corpus import Case, cases
from cpmodels.engines.child import keeping
from cpmodels.puzzles.puzzle import Puzzle
from tests.strategies import exact_covers, tilings

# what each method does within a second or two: solutions that it may count, cells of the region
QUICK = {
    "cp-sat": (5_000, 72),
    "algorithm-x": (1_500, 40),
    "dlx": (200_000, 72),
    "image-lists": (200_000, 72),
    "cp-sat-strips": (10**30, 40),
}
TILINGS = cases(kind="tiling")


@pytest.fixture(autouse=True, scope="module")
def engines_are_kept() -> Iterator[None]:
    with keeping():
        yield


def _quick(case: Case, method: str) -> bool:
    assert case.expected is not None
    assert isinstance(case.puzzle, cm.Tiling)
    if ", 1" in case.name and ("pentominoes" in case.name or "hexiamonds" in case.name):
        return method in ("dlx", "image-lists") and case.expected < 1_000
    if "tetrasticks" in case.name or ("tetrahexes, 1" in case.name and method == "cp-sat-strips"):
        return False
    most, cells = QUICK.get(method, (10**30, 72))
    return case.expected <= most and len(case.puzzle.region) <= cells


def _params(quick: bool) -> list[object]:
    return [
        pytest.param(case, method, id=f"{case.name}-{method}")
        for case in TILINGS
        for method in cm.methods(case.puzzle)
        if _quick(case, method) is quick
    ]


@pytest.mark.parametrize(("case", "method"), _params(quick=True))
def test_truth(case: Case, method: str) -> None:
    assert cm.count(case.puzzle, method=method).count == case.expected


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize(("case", "method"), _params(quick=False))
def test_truth_slow(case: Case, method: str) -> None:
    answer = cm.count(case.puzzle, method=method, limit=120)
    assert answer.count == case.expected if answer.complete else answer.count <= case.expected


@given(tilings())
def test_random_tilings(puzzle: cm.Tiling) -> None:
    _all_agree(puzzle)


@given(exact_covers())
def test_random_exact_covers(puzzle: cm.ExactCover) -> None:
    _all_agree(puzzle)


@given(exact_covers())
def test_exact_covers_against_all_subsets(puzzle: cm.ExactCover) -> None:
    number = 0
    for size in range(len(puzzle.options) + 1):
        for chosen in combinations(range(len(puzzle.options)), size):
            try:
                puzzle.check(chosen)
            except cm.WrongSolution:
                continue
            number += 1
    assert cm.count(puzzle).count == number


@settings(max_examples=20)
@given(exact_covers(priced=True))
def test_the_cheapest_of_all_covers(puzzle: cm.ExactCover) -> None:
    every: dict[frozenset[int], int] = {}
    for size in range(len(puzzle.options) + 1):
        for chosen in combinations(range(len(puzzle.options)), size):
            try:
                puzzle.check(chosen)
            except cm.WrongSolution:
                continue
            every[frozenset(chosen)] = puzzle.measure(chosen) or 0
    least = min(every.values(), default=None)
    best = {chosen for chosen, cost in every.items() if cost == least}
    for name in cm.methods(puzzle, "count", every=True):
        assert cm.count(puzzle, method=name).count == len(best)
    for name in cm.methods(puzzle, "enumerate", every=True):
        stream = cm.enumerate_solutions(puzzle, method=name)
        covers = list(stream)
        assert stream.answer.complete
        assert len(covers) == len(best)
        assert {puzzle.key(solution) for solution in covers} == best
    for name in cm.methods(puzzle, "solve", every=True):
        answer = cm.solve(puzzle, method=name)
        assert answer.verdict == (cm.Verdict.OPTIMAL if every and puzzle.costs
                                  else cm.Verdict.SOLVED if every else cm.Verdict.NONE)  # fmt: skip
        assert answer.objective == (least if puzzle.costs else None)


def _all_agree(puzzle: Puzzle) -> None:
    """Counts, and the sets of solutions, so that a duplicate or an omission shows."""
    names = cm.methods(puzzle, every=True)
    counts = {name: cm.count(puzzle, method=name).count for name in names}
    assert len(set(counts.values())) == 1, counts
    able = set(cm.methods(puzzle, "enumerate", every=True))
    sets = {}
    for name in names:
        if name in able:
            solutions = list(cm.enumerate_solutions(puzzle, method=name))
            sets[name] = {puzzle.key(solution) for solution in solutions}
            assert len(sets[name]) == len(solutions), name
    first = next(iter(sets.values()))
    assert all(answers == first for answers in sets.values())
    solved = {name: cm.solve(puzzle, method=name).verdict for name in able}
    assert set(solved.values()) == {cm.Verdict.SOLVED if first else cm.Verdict.NONE}
    unique = cm.is_unique(puzzle)
    assert unique.unique == (len(first) == 1)


@pytest.mark.parametrize("copies", ["any", 0, "0..2"])
def test_an_empty_region_has_one_tiling(copies: object) -> None:
    puzzle = cm.Tiling.of([], "tetrominoes", copies=copies)
    for method in cm.methods(puzzle, every=True):
        assert cm.count(puzzle, method=method).count == 1, method


def test_an_empty_region_cannot_hold_a_piece() -> None:
    puzzle = cm.Tiling.of([], "tetrominoes", copies=1)
    assert cm.compare(puzzle).agree
    assert cm.count(puzzle).count == 0


@settings(max_examples=15)
@given(tilings(most=9))
def test_the_order_of_cells_and_shapes_does_not_matter(puzzle: cm.Tiling) -> None:
    turned = cm.Tiling.of(
        [(*cell[:-1], -cell[-1]) for cell in puzzle.region],
        {name: [(*c[:-1], -c[-1]) for c in cells] for name, cells in
         reversed(puzzle.shapes.items())},
        dict(puzzle.copies),
        puzzle.turning,
    )  # fmt: skip
    assert cm.count(turned).count == cm.count(puzzle).count
