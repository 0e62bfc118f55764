"""Solutions handed over by the thousand: each is checked, and each fault is seen."""

from __future__ import annotations

import itertools
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.asking.stream import Solutions
from cpmodels.errors import WrongSolution
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.tiling import Placement
from tests.planting import planted
from tests.strategies import exact_covers, tilings

SQUARE = cm.Tiling.of("2x3", "dominoes")
PIECES = (
    Placement("D", ((0, 0), (0, 1))),
    Placement("D", ((0, 0), (1, 0))),
    Placement("D", ((0, 1), (1, 1))),
    Placement("D", ((0, 2), (1, 2))),
    Placement("D", ((1, 0), (1, 1))),
    Placement("D", ((0, 2), (0, 3))),  # leaves the region
    Placement("D", ((0, 0), (1, 1))),  # no domino
    Placement("E", ((1, 0), (1, 1))),  # no shape of the puzzle
    Placement("D", ((1, 0), (1, 0))),
)
RIGHT = [1, 2, 3]


class Batched(cm.Method):
    """Hands over what it is given."""

    name, puzzle = "batched", cm.Puzzle

    def __init__(self, batches: list[Choices]) -> None:
        self._batches = batches

    def solutions(self, puzzle: Any, run: Run) -> Any:
        return itertools.chain.from_iterable(self._batches)

    def batches(self, puzzle: Any, run: Run) -> Any:
        return iter(self._batches)


def handed_over(puzzle: cm.Puzzle, pieces: tuple[Any, ...], *rows: Any) -> list[Any]:
    """What gets through of batches, each given by its rows."""
    batches = [Choices(pieces, np.array(batch)) for batch in rows]
    return list(Solutions(puzzle, Batched(batches), Run()))


def test_what_is_right_gets_through() -> None:
    listed = handed_over(SQUARE, PIECES, [RIGHT, [0, 3, 4]])
    assert [tuple(one) for one in listed] == [tuple(PIECES[k] for k in row)
                                              for row in (RIGHT, [0, 3, 4])]  # fmt: skip


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ([-1, 1, 2], "is not covered"),
        ([1, 2, 4], "is covered twice"),
        ([1, 2, 2], "is covered twice"),
        ([0, 4, 5], "leaves the region"),
        ([2, 3, 6], "turned as allowed"),
        ([0, 3, 7], "no shape here"),
        ([0, 3, 8], "turned as allowed"),
        ([-1, -1, -1], "is not covered"),
        ([1, 2, 99], "a piece that does not exist"),
        ([1, 2, -2], "a piece that does not exist"),
    ],
)
def test_each_fault_is_seen_wherever_it_stands(row: list[int], message: str) -> None:
    for batches in ([[row]], [[RIGHT], [row]], [[RIGHT, row]], [[[0, 3, 4], RIGHT], [row]]):
        with pytest.raises(WrongSolution, match=message):
            handed_over(SQUARE, PIECES, *batches)


def test_a_solution_that_comes_twice_is_seen() -> None:
    for batches in ([[RIGHT, RIGHT]], [[RIGHT], [[0, 3, 4], [3, 2, 1]]]):
        with pytest.raises(WrongSolution, match="comes twice"):
            handed_over(SQUARE, PIECES, *batches)


@pytest.mark.parametrize("copies", ["0..2", "4", {"D": (4, None)}])
def test_copies_are_counted(copies: Any) -> None:
    with pytest.raises(WrongSolution, match="shape D is used 3 times"):
        handed_over(cm.Tiling.of("2x3", "dominoes", copies), PIECES, [RIGHT])


def test_other_pieces_under_the_same_numbers_are_looked_at() -> None:
    others = (*PIECES[:3], PIECES[6], *PIECES[4:])
    batches = [Choices(PIECES, np.array([RIGHT])), Choices(others, np.array([RIGHT]))]
    with pytest.raises(WrongSolution, match="turned as allowed"):
        list(Solutions(SQUARE, Batched(batches), Run()))


@settings(max_examples=60, deadline=None)
@given(st.one_of(tilings(), exact_covers()), st.data())
def test_masks_and_rules_agree(puzzle: cm.Puzzle, data: st.DataObject) -> None:
    """Rows at random, and solutions with a number changed."""
    method = registry.find_method(puzzle, "dlx", Question.ENUMERATE)
    batches: Any = list(itertools.islice(method.batches(puzzle, Run()), 1))
    pieces = batches[0].pieces if batches else ()
    if not pieces or not batches[0].rows.size:
        return
    rows = batches[0].rows[:5].copy()
    row = data.draw(st.integers(0, len(rows) - 1))
    place = st.integers(0, rows.shape[1] - 1)
    rows[row, data.draw(place)] = data.draw(st.integers(-1, len(pieces) - 1))
    if data.draw(st.booleans()):
        rows[row, data.draw(place)] = data.draw(st.integers(-1, len(pieces) - 1))
    batch = Choices(pieces, rows)
    try:
        for solution in batch:
            puzzle.check(solution)
    except WrongSolution:
        with pytest.raises(WrongSolution):
            puzzle.checker().check(batch)
    else:
        puzzle.checker().check(batch)


@pytest.mark.parametrize("method", ["dlx", "image-lists", "cp-sat"])
def test_limits_of_numbers_are_kept(method: str) -> None:
    puzzle = cm.Tiling.of("4x4", "dominoes")
    for most, complete in ((1, False), (35, False), (36, True), (40, True)):
        stream = cm.enumerate_solutions(puzzle, method=method, max_solutions=most)
        assert len(list(stream)) == min(most, 36) == stream.answer.count
        assert stream.answer.complete is complete


def test_a_choice_is_its_tuple() -> None:
    solution = next(cm.enumerate_solutions(SQUARE, method="dlx"))
    assert solution == tuple(solution)
    assert hash(solution) == hash(tuple(solution))
    assert pickle.loads(pickle.dumps(solution)) == tuple(solution)
    assert (solution[0], len(solution)) == (next(iter(solution)), 3)


def test_planted_batches_are_wrong_for_compare_too() -> None:
    with planted(Batched([Choices(PIECES, np.array([[1, 2, 4]]))])):
        with pytest.raises(WrongSolution, match="batched gave a wrong solution"):
            list(cm.enumerate_solutions(SQUARE, method="batched"))
        assert cm.crosscheck(SQUARE, methods=["batched", "dlx"], shrink_seconds=0).agree is False


def test_a_class_that_lists_otherwise_hands_that_over() -> None:
    class First(type(registry.find_method(SQUARE, "dlx", Question.ENUMERATE))):  # type: ignore[misc]
        def solutions(self, puzzle: Any, run: Run) -> Any:
            yield from itertools.islice(super().solutions(puzzle, run), 1)

    method = registry.find_method(SQUARE, "dlx", Question.ENUMERATE)
    first = First.__new__(First)
    vars(first).update(vars(method))
    assert len(list(Solutions(SQUARE, first, Run()))) == 1


@pytest.mark.parametrize("method", ["dlx", "image-lists", "cp-sat"])
def test_nothing_to_choose_from_is_one_solution_or_none(method: str) -> None:
    empty, none = cm.Tiling.of([], {"M": [(0, 0)]}), cm.Tiling.of("1x1", "dominoes")
    assert [len(list(cm.enumerate_solutions(p, method=method))) for p in (empty, none)] == [1, 0]
