"""Counting by strips, and sequences with their recurrences."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

import cpmodels as cm
from cpmodels.strips.recurrences import berlekamp_massey, find_recurrence
from tests.strategies import tilings

STRIPS = "cp-sat-strips"
# OEIS: the tilings of 2xn to 6xn boxes by dominoes, 4xn by tetrominoes, by L, 5xn by pentominoes
KNOWN = [
    ("2xn", "dominoes", 0, (1, 1, 2, 3, 5, 8, 13, 21)),  # A000045
    ("4xn", "dominoes", 0, (1, 1, 5, 11, 36, 95, 281, 781, 2245)),  # A005178
    ("4xn", "tetrominoes", 1, (1, 4, 23, 117, 454, 2003, 9157, 40899, 179399, 796558, 3546996)),
    ("4xn", "tetrominoes:L", 1, (0, 2, 0, 10, 0, 42, 0, 182, 0, 790, 0, 3432)),  # A084480
    ("6xn", "trominoes:L", 2, (4, 8, 18, 72, 162, 520, 1514, 4312)),  # A351322
    ("2x2xn", "dominoes", 0, (1, 2, 9, 32, 121, 450, 1681)),  # A006253
]


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_what_no_enumeration_counts() -> None:
    puzzle = cm.Tiling.of("8x8", "tetrominoes")
    assert cm.count(puzzle, method=STRIPS, workers=2).count == 19_077_209_438


@settings(max_examples=60)
@given(tilings(most=16))
def test_strips_count_what_dancing_links_count(puzzle: cm.Tiling) -> None:
    assert cm.count(puzzle, method=STRIPS).count == cm.count(puzzle, method="dlx").count


def test_counts_beyond_64_bits() -> None:
    # Kasteleyn 1961, by the product formula: OEIS A028470 for 8xn
    wide = cm.count(cm.Tiling.of("8x40", "dominoes"), method=STRIPS).count
    assert wide == cm.count(cm.Tiling.of("8x40", "dominoes"), method="frontier").count
    assert wide is not None
    assert wide > 2**64


def test_a_stopped_product_says_nothing() -> None:
    answer = cm.count(cm.Tiling.of("8x8", "tetrominoes"), method=STRIPS, limit=0.3)
    assert (answer.complete, answer.count, str(answer)) == (False, 0, "unknown (time limit)")


@pytest.mark.parametrize(("region", "message"), [("12x12", "fillings"), ("24x24", "bits")])
def test_wide_regions_are_refused(region: str, message: str) -> None:
    with pytest.raises(cm.InputError, match=message):
        cm.count(cm.Tiling.of(region, "tetrominoes"), method=STRIPS)


@pytest.mark.parametrize(("region", "shapes", "first", "values"), KNOWN)
def test_known_sequences(region: str, shapes: str, first: int, values: tuple[int, ...]) -> None:
    sequence = cm.sequence(region, shapes, range(first, first + len(values)))
    assert sequence.values == values
    assert sequence.recurrence is not None
    assert sequence.recurrence.proved


def test_a_recurrence_foretells_what_is_counted_otherwise() -> None:
    sequence = cm.sequence("4xn", "tetrominoes", range(60))
    assert sequence.recurrence is not None
    later = sequence.recurrence.extend(list(sequence.values[: sequence.recurrence.order]), 91)[90]
    assert later == cm.count(cm.Tiling.of("4x90", "tetrominoes"), method="frontier").count


def test_copies_end_a_sequence() -> None:
    sequence = cm.sequence("2xn", "dominoes", range(8), copies="at most 3")
    assert sequence.values == (1, 1, 2, 3, 0, 0, 0, 0)
    least = cm.sequence("2xn", "dominoes", range(8), copies="at least 4")
    assert least.values == (0, 0, 0, 0, 5, 8, 13, 21)


def test_a_recurrence_needs_more_terms_than_it_has_coefficients() -> None:
    assert find_recurrence([1, 7, 3, 11, 5, 2, 90, 4, 8, 77, 12, 41]) is None
    assert berlekamp_massey([0, 0, 0, 5, 0, 0, 0, 0], 101) == [0, 0, 0, 0]


@pytest.mark.parametrize("region", ["6x6", "nxn", "n", "0xn", "ax n"])
def test_what_is_no_sequence_of_regions_is_refused(region: str) -> None:
    with pytest.raises(cm.InputError):
        cm.sequence(region, "dominoes")


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_tetrominoes_on_6xn() -> None:
    sequence = cm.sequence("6xn", "tetrominoes", range(1, 1001))
    assert (sequence[6], sequence[8]) == (178_939, 22_483_347)
    assert sequence.recurrence is not None
    assert sequence.recurrence.order == 1056
    assert sequence[30] == cm.count(cm.Tiling.of("6x30", "tetrominoes"), method="frontier").count
