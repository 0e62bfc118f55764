"""Certificates are proofs: none where a tiling exists; and the known ones are found."""

from __future__ import annotations

import pytest
from hypothesis import given

import cpmodels as cm
from cpmodels.puzzles.certificates import why_no_tiling
from tests.strategies import tilings

KNOWN = {
    "mutilated chessboard": (
        ".#######/" + "########/" * 6 + "#######.", "dominoes", "any", "checkerboard",
    ),
    "five tetrominoes": ("4x5", "tetrominoes", 1, "checkerboard"),
    "T on 6x6": ("6x6", "tetrominoes:T", "any", "checkerboard"),
    "L on 6x6": ("6x6", "tetrominoes:L", "any", "stripes"),
    "I on 6x6": ("6x6", "tetrominoes:I", "any", "diagonals in 4"),
    "I on 10x10": ("10x10", "tetrominoes:I", "any", "diagonals in 4"),
    "trominoes on 5x5": ("#.###/#####/#####/#####/#####", "tromino:L", "any", "marked cells"),
    "area": ("3x3", "dominoes", "any", "area"),
    "too many copies": ("2x2", "dominoes", 3, "area"),
    "coins": ("1x7", {"A": "###", "B": "#####"}, "any", "area"),
}  # fmt: skip


@pytest.mark.parametrize("name", KNOWN)
def test_known_impossible_tilings_have_their_textbook_reason(name: str) -> None:
    region, shapes, copies, reason = KNOWN[name]
    puzzle = cm.Tiling.of(region, shapes, copies)
    assert any(why.startswith(reason) for why in why_no_tiling(puzzle)), why_no_tiling(puzzle)


@given(tilings())
def test_a_certificate_never_forbids_what_exists(puzzle: cm.Tiling) -> None:
    if why_no_tiling(puzzle):
        assert cm.count(puzzle, method="dlx").count == 0


@pytest.mark.parametrize(
    "words",
    [("6x10", "pentominoes", 1), ("8x8", "tetrominoes:T", "any"), ("3x4x5", "pentominoes", 1)],
    ids=str,
)
def test_tilings_that_exist_are_not_forbidden(words: tuple[str, str, object]) -> None:
    assert why_no_tiling(cm.Tiling.of(*words)) == []
