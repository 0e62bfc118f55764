"""Counts of nonograms as users ask for them."""

from __future__ import annotations

from typing import Any

import cpmodels as cm
from cpmodels.methods.nonogram_counts import Counts
from reference.nonograms.counting import PartCount, count_by_parts
from tests.planting import planted

PERMUTATIONS = cm.Nonogram.of([1] * 5, [1] * 5)


def test_a_count_asks_for_parts_and_the_rest_is_as_it_was() -> None:
    assert cm.count(PERMUTATIONS).method == "parts"
    assert cm.solve(PERMUTATIONS).method == "cp-sat"
    assert cm.enumerate_solutions(PERMUTATIONS).answer.method == "cp-sat"
    assert cm.count(PERMUTATIONS, max_solutions=7).count == 7


def test_both_sides_count_the_same() -> None:
    comparison = cm.compare(PERMUTATIONS, question="count")
    assert comparison.agree
    assert {answer.method for answer in comparison.answers} >= {"cp-sat", "line-search", "parts"}
    assert {answer.count for answer in comparison.answers} == {120}


def test_a_large_count_is_exact() -> None:
    one = cm.Nonogram.of([1] * 14, [1] * 14)
    assert str(cm.count(one)) == "87,178,291,200"  # 14!


def test_a_count_that_stops_for_want_of_room_is_no_count() -> None:
    answer = cm.count(cm.Nonogram.of([1] * 30, [1] * 30), method="sweep", limit=0.5)
    assert not answer.complete


def test_a_count_that_is_off_by_one_is_seen() -> None:
    def wrong(*clues: Any) -> PartCount:
        seen = count_by_parts(*clues)
        seen.count -= 1
        return seen

    with planted(Counts("parts", wrong, default=True, about="")):
        comparison = cm.compare(PERMUTATIONS, question="count")
    assert comparison.agree is False
