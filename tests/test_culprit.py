"""Who is wrong: a fault planted in each place is named rightly."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.crosschecking.brute import brute_force
from cpmodels.crosschecking.campaign import crosscheck
from cpmodels.crosschecking.check import Item
from cpmodels.crosschecking.culprit import who_is_wrong
from cpmodels.engines.formula import Formula
from cpmodels.methods import cadical as by_cadical
from cpmodels.models.tiling import tiling_model
from tests.planting import Planted, drop_cover_of, planted, tampered

pytest.importorskip("pysat", reason="the extra engines")
pytest.importorskip("pyganak")

PUZZLE = cm.Tiling.of("2x3", "dominoes + monomino")  # 22 tilings, OEIS A030186


@pytest.mark.parametrize(
    ("puzzle", "solutions"),
    [
        (PUZZLE, (22, None)),
        (cm.Tiling.of([], "dominoes"), (1, None)),
        (cm.DefectiveBoard(4, (1, 2)), None),
        (cm.DefectiveBoard(2, (0, 0)), (1, None)),
        (cm.ExactCover.of("a b", ["a", "b", "a b"]), (2, None)),
        (cm.Nonogram.of([1, 1], [1, 1]), (2, None)),
        (cm.SlidingPuzzle.of("1 2 3 x 4 6 7 5 8"), (1, 3)),
        (cm.SlidingPuzzle.of("1 2 3 4 5 6 7 8 x", moves=2), (2, None)),
    ],
)
def test_brute_force(puzzle: cm.Puzzle, solutions: Any) -> None:
    assert brute_force(puzzle) == solutions


def named(*methods: str) -> set[tuple[str, str, bool]]:
    return {(c.part, c.method, c.sure) for c in who_is_wrong(PUZZLE, methods)}


def test_nobody() -> None:
    assert named("cp-sat", "dlx", "cadical", "ganak") == set()


def test_a_wrong_model() -> None:
    with planted(tampered(drop_cover_of(2))):
        assert named("cp-sat:tampered", "dlx") == {("model", "cp-sat:tampered", True)}
        assert named("cadical:tampered", "dlx") == {("model", "cp-sat:tampered", True)}


class Forgetful(cm.CpSat):
    """CP-SAT as it would be if it lost a solution."""

    def solutions(self, puzzle: Any, run: cm.Run) -> Iterator[Any]:
        return islice(super().solutions(puzzle, run), 1, None)

    def count(self, puzzle: Any, run: cm.Run) -> int:
        return super().count(puzzle, run) - 1


def test_a_wrong_engine() -> None:
    with planted(Forgetful(cm.Tiling, tiling_model, variant="forgetful")):
        assert named("cp-sat:forgetful", "dlx") == {("engine", "cp-sat:forgetful", True)}


def test_a_wrong_method_by_hand() -> None:
    def all_but_one(puzzle: cm.Tiling, run: cm.Run) -> Iterator[Any]:
        return islice(cm.enumerate_solutions(puzzle, method="dlx"), 1, None)

    with planted(Planted(cm.Tiling, all_but_one)):
        assert named("cp-sat", "planted") == {("method", "planted", True)}


def test_wrong_clauses(monkeypatch: pytest.MonkeyPatch) -> None:
    real = by_cadical.clauses

    def too_many(model: cm.Model) -> Formula:
        formula = real(model)
        formula.add([-1])
        return formula

    monkeypatch.setattr(by_cadical, "clauses", too_many)
    assert named("cp-sat", "cadical") == {("clauses", "cp-sat", True)}


def test_another_wrong_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    real = by_cadical.cadical.enumerate_all
    monkeypatch.setattr(
        by_cadical.cadical, "enumerate_all", lambda *arguments: islice(real(*arguments), 1, None)
    )
    assert named("cp-sat", "cadical") == {("engine", "cadical", True)}


def test_a_large_case_leaves_the_model_and_the_method() -> None:
    puzzle = cm.Tiling.of("4x6", "dominoes")
    assert brute_force(puzzle, 1000) is None

    def all_but_one(puzzle: cm.Tiling, run: cm.Run) -> Iterator[Any]:
        return islice(cm.enumerate_solutions(puzzle, method="dlx"), 1, None)

    with planted(Planted(cm.Tiling, all_but_one)):
        verdict = who_is_wrong(puzzle, ["cp-sat", "planted"])
    assert {(c.part, c.sure) for c in verdict} == {("model", False), ("method", False)}


def test_crosscheck_names_it() -> None:
    with planted(tampered(drop_cover_of(0))):
        item = Item(PUZZLE, "planted", cm.Question.COUNT)
        result = crosscheck([item], methods=["cp-sat:tampered", "dlx"], shrink_seconds=5)
    assert [c.part for c in result.checks[0].culprits] == ["model"]
