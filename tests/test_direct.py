"""Puzzles that are built directly, past `of`: refused or right, never changed, equal by content."""

from __future__ import annotations

import pickle
from dataclasses import fields, replace
from typing import Any

import pytest

from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.nonogram import Nonogram, Saved
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling

PUZZLES: list[Puzzle] = [
    Tiling.of("2x2", "dominoes + monomino", {"M": 0, "D": "0..2"}),
    ExactCover.of("a b", ["a", "b"], bounds={"a": (0, 2)}),
    DefectiveBoard(2, (0, 0)),
    SlidingPuzzle.of("1 2 x 3"),
    Nonogram.of([1, 1], [1, 1]),
]
JUNK: list[Any] = [
    None, 0, 1.5, -3, True, "sideways", (), [None], ((1,),), (("a", "a"),), {"a": (3, 1)},
    {"D": (2, 1)}, object(), float("nan"), [[[]]], 10**30, [0, 1], [(0, 0), (0,)],
]  # fmt: skip


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.kind)
def test_a_field_is_of_the_right_type_or_bad_input(puzzle: Puzzle) -> None:
    for field in fields(puzzle):  # type: ignore[arg-type]
        for junk in JUNK:
            try:
                other = replace(puzzle, **{field.name: junk})  # type: ignore[type-var]
            except InputError:
                continue
            hash(other)
            value = getattr(other, field.name)
            assert isinstance(value, (type(getattr(puzzle, field.name)), type(None), tuple, int))


@pytest.mark.parametrize("build", [
    lambda: Tiling(((0, 0),), {"M": ((0, 0),)}, {}),
    lambda: Tiling(((0, 0),), {"M": ((0, 0),)}, {"M": (0, 1)}, "sideways"),
    lambda: Tiling(((0, 0), (0, 0)), {"M": ((0, 0),)}, {"M": (0, 1)}),
    lambda: Tiling(((0, 0),), {"A": ((0, 0),), "B": ((1, 1),)}, {"A": (0, 1), "B": (0, 1)}),
    lambda: ExactCover(("a", "a"), (("a",),)),
    lambda: ExactCover(("a",), (("a", "a"),)),
    lambda: ExactCover(("a",), (("b",),)),
    lambda: ExactCover(("a",), (("a",),), bounds={"a": (2, 1)}),
    lambda: Nonogram(((),), ((),), saved=(Saved("saved", "", 5),)),  # type: ignore[arg-type]
])  # fmt: skip
def test_what_cannot_be_meant_is_refused(build: Any) -> None:
    with pytest.raises(InputError):
        build()


def test_lists_become_what_of_makes_of_them() -> None:
    direct = Tiling([(1, 0), (0, 0)], {"M": [(5, 5)]}, {"M": (0, None)})  # type: ignore[arg-type, dict-item]
    assert direct == Tiling.of("2x1", {"M": "#"})
    assert hash(direct) == hash(Tiling.of("2x1", {"M": "#"}))


def test_equal_puzzles_have_equal_hashes_whatever_the_order_of_names() -> None:
    one = Tiling.of("2x3", {"A": "#", "B": "##"}, {"A": 1, "B": "any"})
    other = Tiling.of("2x3", {"B": "##", "A": "#"}, {"B": "any", "A": 1})
    assert one == other
    assert hash(one) == hash(other)
    words = ["a b", "a", "b"]
    bounds = {"a": (0, 2), "b": (0, 3)}
    first = ExactCover.of("a b", words, bounds=bounds)
    second = ExactCover.of("a b", words, bounds=dict(reversed(bounds.items())))
    assert first == second
    assert hash(first) == hash(second)


def test_a_frozen_puzzle_cannot_be_changed_and_can_be_sent() -> None:
    puzzle = Tiling.of("2x2", "dominoes")
    for change in (
        lambda: puzzle.copies.__setitem__("D", (1, 1)),  # type: ignore[attr-defined]
        lambda: puzzle.shapes.clear(),  # type: ignore[attr-defined]
        lambda: puzzle.copies.update(D=(1, 1)),  # type: ignore[attr-defined]
    ):
        with pytest.raises(TypeError, match="cannot be changed"):
            change()
    copy = pickle.loads(pickle.dumps(puzzle))
    assert copy == puzzle
    assert hash(copy) == hash(puzzle)
