"""How many tilings there are with which pieces."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import cpmodels as cm
from cpmodels.generate import random_puzzle
from cpmodels.methods.frontier import FrontierMethod
from tests.planting import planted

MATCHINGS = [1, 24, 224, 1044, 2593, 3388, 2150, 552, 36]
"""Of the 4x4 grid, by the number of edges; 10,012 in all (OEIS A028420)."""


@pytest.mark.parametrize("method", ["frontier", "dlx"])
def test_matchings_of_a_grid_by_their_size(method: str) -> None:
    answer = cm.count(cm.Tiling.of("4x4", "monomino + dominoes"), method=method, by="copies")
    assert answer.by_copies is not None
    assert [answer.by_copies[_pieces(k)] for k in range(9)] == MATCHINGS
    assert answer.count == 10012


def _pieces(dominoes: int) -> tuple[tuple[str, int], ...]:
    pairs = (("M", 16 - 2 * dominoes), ("D", dominoes))
    return tuple((name, number) for name, number in pairs if number)


@pytest.mark.parametrize("seed", range(25))
def test_methods_agree_on_random_tilings_and_the_parts_sum_to_the_whole(seed: int) -> None:
    puzzle = random_puzzle("tiling", seed)
    tally = Counter(
        tuple((name, k) for name in puzzle.shapes if (k := sum(p.shape == name for p in tiling)))
        for tiling in cm.enumerate_solutions(puzzle, method="dlx:first")
    )
    for method in ("frontier", "cp-sat", "dlx"):
        answer = cm.count(puzzle, method=method, by="copies")
        assert answer.by_copies == tally
        assert answer.count == tally.total()


def test_a_method_that_mistakes_the_pieces_is_caught() -> None:
    class Swapped(FrontierMethod):
        name = "frontier:swapped"

        def count_by_copies(self, puzzle: Any, run: Any) -> Any:
            parts = super().count_by_copies(puzzle, run)
            return dict(zip(parts, reversed(parts.values()), strict=True))

    class Impossible(FrontierMethod):
        name = "frontier:impossible"

        def count_by_copies(self, puzzle: Any, run: Any) -> Any:
            return {(1, 1, 1): 12}

    puzzle = cm.Tiling.of("3x4", "tetrominoes:ILO")
    with planted(Swapped(), Impossible()):
        compared = cm.compare(puzzle, by="copies", methods=["dlx", "frontier:swapped"])
        assert compared.agree is False
        assert "differ in the tilings with" in str(compared.reason)
        wrong = cm.compare(
            cm.Tiling.of("4x4", "tetrominoes:ILO"), by="copies", methods=["frontier:impossible"]
        )
        assert wrong.agree is False
    assert cm.compare(puzzle, by="copies").agree is True


def test_packings_by_copies() -> None:
    puzzle = cm.Tiling.of("2x2", "monomino + dominoes", leave=1)
    answer = cm.count(puzzle, by="copies")
    assert answer.by_copies == {(("M", 3),): 4, (("M", 1), ("D", 1)): 8}
    assert cm.compare(puzzle, by="copies").agree is True


@pytest.mark.parametrize(
    ("puzzle", "options", "message"),
    [
        (cm.Tiling.of("2x2", "dominoes"), {"by": "shape"}, "count by 'shape', expected copies"),
        (cm.Tiling.of("2x2", "dominoes"), {"by": "copies", "max_solutions": 1}, "max solutions"),
        (cm.ExactCover.of("a", ["a"]), {"by": "copies"}, "exact-cover by copies, expected a til"),
        (cm.Tiling.of("2x2", "dominoes"), {"by": "copies", "method": "cp-sat-strips"}, "cannot"),
    ],
)
def test_bad_counts_by_copies(puzzle: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(cm.InputError, match=message):
        cm.count(puzzle, **options)
