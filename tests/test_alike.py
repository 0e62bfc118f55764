"""Sliding puzzles with tiles that look alike, and with several blanks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.generate.alike import random_alike
from cpmodels.methods.alike import numbers
from cpmodels.models.alike import distance_bound
from cpmodels.puzzles.alike import AlikePuzzle
from reference.sliding import alike

# Boards by depth from a goal with tiles alike: counted by a breadth-first search of its own that
# shares no code with this project.
DEPTHS = {
    (3, (1, 1, 2, 2, 3, 0)): (1, 2, 3, 5, 6, 7, 10, 12, 12, 15, 19, 19, 19, 20, 16, 10, 4),
    (3, (1, 1, 1, 2, 2, 2, 3, 3, 0)): (
        1, 2, 4, 8, 16, 20, 39, 60, 106, 122, 198, 219, 341, 362, 515, 442, 575, 455, 515, 337,
        338, 170, 133, 40, 17, 3, 2,
    ),
}  # fmt: skip


@pytest.mark.parametrize(("case", "layers"), DEPTHS.items(), ids=["2x3", "3x3"])
def test_boards_by_depth(case: tuple[int, tuple[int, ...]], layers: tuple[int, ...]) -> None:
    columns, goal = case
    known = alike.distances(goal, columns)
    assert known is not None
    counts = Counter(known.values())
    assert tuple(counts[depth] for depth in range(len(counts))) == layers


@pytest.mark.parametrize("goal", [(1, 1, 2, 3, 4, 0), (1, 2, 3, 4, 0, 0)])
def test_two_that_look_alike_leave_no_parity(goal: tuple[int, ...]) -> None:
    """Every order of the tiles is met; with all different, only every other one is."""
    known = alike.distances(goal, 3)
    assert known is not None
    assert set(known) == set(permutations(goal))
    assert all(alike.reachable(board, goal, 3) for board in known)
    different = alike.distances((1, 2, 3, 4, 5, 0), 3)
    assert different is not None
    assert len(different) == 360


@given(st.integers(0, 10**6))
def test_the_distance_never_exceeds_the_moves(seed: int) -> None:
    rng = Random(seed)
    goal = tuple(rng.sample([0, 0, 1, 1, 2, 2], 6))
    known = alike.distances(goal, 3)
    assert known is not None
    for board, moves in known.items():
        bound = alike.distance(board, goal, 3)
        assert bound <= moves
        assert (moves - bound) % 2 == 0


@settings(max_examples=8)
@given(st.integers(0, 10**6))
def test_all_methods_agree_on_random_boards(seed: int) -> None:
    puzzle = random_alike(seed)
    assert cm.compare(puzzle).agree is True
    hand = cm.count(puzzle, method="idastar").count
    assert cm.count(puzzle, method="breadth-first").count == hand
    if hand and (cm.solve(puzzle, method="astar").objective or 0) <= 8:
        assert cm.count(puzzle, method="cp-sat").count == hand


def test_which_blank_moves_is_said() -> None:
    puzzle = AlikePuzzle.of("A _ / _ B", "_ A / B _", "2x2")
    puzzle.check("1l2r")
    puzzle.check(puzzle.spell_moves(puzzle.cells_of("1l2r")))
    for wrong in ("lr", "1l1r", "3l", "1r", "1u", "1", "1l", 7):
        with pytest.raises(WrongSolution):
            puzzle.check(wrong)
    blank_into_blank = AlikePuzzle.of("_ _ A", "_ A _", "1x3")
    with pytest.raises(WrongSolution, match="a blank into a blank"):
        blank_into_blank.check("1r2r")


@settings(max_examples=5)
@given(st.integers(0, 10**6), st.integers(0, 5))
def test_walks_of_a_horizon(seed: int, moves: int) -> None:
    """As many as there are, counted board by board."""
    puzzle = replace(random_alike(seed), moves=moves)
    start, goal, columns = numbers(puzzle)
    ways = Counter({start: 1})
    for _ in range(moves):
        after: Counter[tuple[int, ...]] = Counter()
        for board, number in ways.items():
            for _, other in alike.neighbours(board, columns):
                after[other] += number
        ways = after
    for method in ("cp-sat", "walks", "ganak"):
        assert cm.count(puzzle, method=method).count == ways[goal], method
    assert len(list(cm.enumerate_solutions(puzzle, method="walks"))) == ways[goal]


def test_a_walk_of_another_length_is_wrong() -> None:
    puzzle = AlikePuzzle.of("A A / _ B", "A A / _ B", "2x2", moves=4)
    puzzle.check("rlrl")
    with pytest.raises(WrongSolution, match="2 moves, expected exactly 4"):
        puzzle.check("rl")


@pytest.mark.slow
def test_a_letter_puzzle_of_four_by_four() -> None:
    puzzle = AlikePuzzle.of("RATE YOUR MIND PLA_", "RATE YOUR MIND PAL_", "4x4")
    answer = cm.solve(puzzle, method="astar")
    assert answer.objective is not None
    apart = cm.SlidingPuzzle.of("1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 x")
    assert not cm.solve(apart).exists  # the same exchange of two tiles, all told apart
    assert answer.objective >= distance_bound(puzzle)


def test_on_a_line_tiles_never_pass() -> None:
    puzzle = AlikePuzzle.of("A B A _", "B A A _", "1x4")
    for method in cm.methods(puzzle, "solve"):
        assert cm.solve(puzzle, method=method).exists is False


@pytest.mark.parametrize(
    ("start", "goal", "why"),
    [
        ("A A B _", "A B B _", "times, expected"),
        ("A B C _", "B A C _", "no two tiles alike"),
        ("A A B C", "A A C B", "no blanks"),
        ("A A _", "A _ A", "tokens, expected"),
    ],
)
def test_what_is_no_such_puzzle(start: str, goal: str, why: str) -> None:
    with pytest.raises(InputError, match=why):
        AlikePuzzle.of(start, goal)


@given(st.integers(0, 10**6), st.sampled_from(["letters", "toml"]))
def test_files_are_read_as_they_were_written(seed: int, format: str) -> None:
    puzzle = replace(random_alike(seed), moves=seed % 7 or None)
    assert parse_puzzles(write_puzzle(puzzle, format)) == [puzzle]
