"""The nonogram as stated: clues in many forms, its checker, and reasons that none is possible."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpmodels.draw.nonogram import canvas, text
from cpmodels.errors import InputError, WrongSolution
from cpmodels.formats import parse_puzzles
from cpmodels.generate.nonogram import domino_chain, random_nonogram, unique_nonogram
from cpmodels.puzzles.clues import Run, runs, shortest
from cpmodels.puzzles.colours import Colour
from cpmodels.puzzles.nonogram import Nonogram
from reference.nonograms.line_search import count, solutions


@st.composite
def pictures(draw, colours=3):
    width = draw(st.integers(1, 6))
    row = st.lists(st.integers(0, colours), min_size=width, max_size=width).map(tuple)
    return tuple(draw(st.lists(row, min_size=1, max_size=6)))


def test_a_clue_may_be_written_in_many_ways():
    forms = [3, [3], (3,), "3", [(3, 1)], [(3, "black")], [Run(3, 1)], np.int64(3), np.array([3])]
    for form in forms:
        assert Nonogram.of([form], [1, 1, 1]).rows == ((Run(3, 1),),)
    for empty in (0, [0], (), "", "0", None, [], np.array([])):
        assert Nonogram.of([empty], [1]).rows == ((),)


def test_colours_by_name_and_by_number():
    puzzle = Nonogram.of([[(1, "red"), (2, 1)]], [[(1, 2)], 1, 1], ["white", "black", "red"])
    assert puzzle.rows == ((Run(1, 2), Run(2, 1)),)
    assert puzzle.spell(puzzle.rows[0]) == "1 red 2 black"
    assert len(Nonogram.of([[(1, 4)]], [[(1, 4)]]).colours) == 5


@pytest.mark.parametrize(
    ("rows", "columns", "message"),
    [
        ([[2, 2]], [1, 1, 1, 1], "row 1: clue 2 2 needs 5 cells, the line has 4"),
        ([1], [2], "column 1: clue 2 needs 2 cells, the line has 1"),
        ([[1, 0]], [1, 1], "row 1: run of 0, expected 1 or more"),
        ([[-1]], [1], "row 1: run of -1, expected 1 or more"),
        ([["x"]], [1], "row 1: 'x', expected a length or (length, colour)"),
        ([1.5], [1], "row 1: 1.5, expected a length or (length, colour)"),
        ([[(1, "mauve")]], [1], "row 1: colour 'mauve' is not defined"),
        ([[(1, 9)]], [[(1, 2)]], "expected 1 to 2"),
        ([0] * 1001, [0] * 1001, "1001 rows x 1001 columns, expected at most 1,000,000 cells"),
    ],
)
def test_what_cannot_be_a_puzzle_is_refused(rows, columns, message):
    colours = ["white", "black", "red"] if "expected 1 to 2" in message else None
    with pytest.raises(InputError) as error:
        Nonogram.of(rows, columns, colours)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


def test_runs_of_different_colours_need_no_gap():
    assert shortest((Run(2, 1), Run(1, 2), Run(1, 2))) == 5
    assert Nonogram.of([[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)]]).height == 1
    with pytest.raises(InputError, match="needs 3 cells"):
        Nonogram.of([[(1, 2), (1, 2)]], [[(1, 2)], [(1, 2)]])


@given(pictures())
def test_a_picture_solves_its_own_puzzle(picture):
    puzzle = Nonogram.from_picture(picture)
    puzzle.check(picture)
    puzzle.check(np.array(picture))
    assert puzzle.notes() == ()
    assert puzzle.key(np.array(picture)) == puzzle.key(picture) == picture
    assert Nonogram.from_picture(np.array(picture)) == puzzle


@given(pictures(), pictures())
def test_a_picture_with_other_clues_is_refused(picture, other):
    puzzle = Nonogram.from_picture(picture)
    theirs = [runs(row) for row in other], [runs(column) for column in zip(*other, strict=True)]
    same = (tuple(theirs[0]), tuple(theirs[1])) == (puzzle.rows, puzzle.columns)
    if same:
        puzzle.check(other)
    else:
        with pytest.raises(WrongSolution):
            puzzle.check(other)


def test_the_checker_names_the_line():
    puzzle = Nonogram.of(["1 1", 0], [1, 0, 1])
    with pytest.raises(WrongSolution, match="row 1 reads 2, expected 1 1"):
        puzzle.check([[1, 1, 0], [0, 0, 0]])
    with pytest.raises(WrongSolution, match="row 2 reads 1, expected 0"):
        puzzle.check([[1, 0, 1], [0, 1, 0]])
    with pytest.raises(WrongSolution, match="column 1 reads 0, expected 1"):
        Nonogram.of([1], [1, 0]).check([[0, 1]])
    with pytest.raises(WrongSolution, match="2 is none of the puzzle's colours"):
        puzzle.check([[2, 0, 1], [0, 0, 0]])
    for bad in ([[1, 0, 1]], [[1, 0], [0, 0]], 3, None, [["a"]]):
        with pytest.raises(WrongSolution):
            puzzle.check(bad)


@given(pictures(colours=2), st.randoms(use_true_random=False))
def test_sums_that_differ_are_said_and_mean_that_there_is_none(rows, random):
    columns = [[cell if random.random() < 0.9 else 2 - cell for cell in row] for row in rows]
    puzzle = Nonogram(
        Nonogram.from_picture(rows, 3).rows,
        Nonogram.from_picture(columns, 3).columns,
        Nonogram.from_picture(rows, 3).colours,
    )
    reason = puzzle.why_none()
    if reason is not None:
        assert reason in puzzle.notes()
        assert count(puzzle.rows, puzzle.columns).count == 0


def test_the_two_sums_are_told():
    puzzle = Nonogram.of([3, 1], [1, 1, 1])
    assert puzzle.why_none() == "no solution: the rows have 4 black cells, the columns 3"


def test_a_stored_goal_that_is_wrong_is_noted():
    puzzle = Nonogram.of([1, 1], [1, 1], goal=[[1, 0], [1, 0]])
    assert "does not solve it: column 1 reads 2, expected 1" in puzzle.notes()[0]
    with pytest.raises(InputError, match="goal: not 2 rows of 2 cells"):
        Nonogram.of([1, 1], [1, 1], goal=[[1, 0]])


def test_metadata_is_no_part_of_equality():
    one = Nonogram.of([1], [1], title="a", goal=[[1]])
    assert one == Nonogram.of([1], [1])
    assert hash(one) == hash(Nonogram.of([1], [1]))
    assert one != Nonogram.of([1], [1], ["white", "red"])
    assert Colour("red", (255, 0, 0), "r") == Colour("red", (255, 0, 0), "x")


def test_random_ones_depend_on_the_seed_alone():
    one = random_nonogram(20, 30, density=0.4, colours=3, seed=5)
    assert one == random_nonogram(20, 30, density=0.4, colours=3, seed=5)
    assert one != random_nonogram(20, 30, density=0.4, colours=3, seed=6)
    filled = sum(cell > 0 for row in one.goal for cell in row)
    assert 180 < filled < 300
    assert {cell for row in one.goal for cell in row} == {0, 1, 2, 3}
    for wrong in ({"density": 1.5}, {"colours": 0}, {"colours": 1000}):
        with pytest.raises(InputError):
            random_nonogram(3, 3, **wrong)


class Oracle:
    """What a solver says of uniqueness, made by hand."""

    def __init__(self, puzzle):
        stream = solutions(puzzle.rows, puzzle.columns)
        self.solution, self.second = next(stream, None), next(stream, None)

    def __bool__(self):
        return self.second is None


@settings(max_examples=15)
@given(st.integers(3, 9), st.integers(3, 9), st.integers(1, 2), st.integers(0, 99))
def test_unique_ones_are_unique(height, width, colours, seed):
    def make(oracle):
        return unique_nonogram(height, width, is_unique=oracle, colours=colours, seed=seed)

    puzzle = make(Oracle)
    assert count(puzzle.rows, puzzle.columns).count == 1
    assert puzzle == make(Oracle)
    assert (puzzle.height, puzzle.width) == (height, width)


def test_unique_ones_give_up():
    with pytest.raises(InputError, match="in 5 tries"):
        unique_nonogram(3, 3, is_unique=lambda puzzle: False, tries=5)


@pytest.mark.parametrize("number", [1, 3, 6])
def test_domino_chains_have_one_solution(number):
    chain = domino_chain(number)
    assert chain.height == chain.width == 2 * number + 1
    assert count(chain.rows, chain.columns).count == 1


@given(pictures())
def test_the_text_shows_every_cell(picture):
    puzzle = Nonogram.from_picture(picture, 4)
    letters = [colour.character for colour in puzzle.colours]
    lines = text(puzzle, picture).splitlines()
    assert lines == ["".join(letters[cell] * 2 for cell in row) for row in picture]
    coloured = text(puzzle, picture, colour=True)
    assert coloured.count("▀") == puzzle.width * ((puzzle.height + 1) // 2)


@given(pictures(colours=1))
def test_half_blocks_read_back(picture):
    puzzle = Nonogram.from_picture(picture, 2)
    halves = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}
    rows = []
    for line in text(puzzle, picture).split("\n"):
        rows += [tuple(halves[c][half] for c in line) for half in (0, 1)]
    assert tuple(rows[: puzzle.height]) == picture


def test_pictures_with_clues():
    puzzle = Nonogram.of([[1, 1]], [1, 0, 1], title="<&>")
    svg = canvas(puzzle, [[1, 0, 1]]).svg()
    assert svg.count("<text") == 5
    assert svg.count('fill="#000000"/>') == 2
    assert "<title>&lt;&amp;&gt;</title>" in svg
    assert canvas(puzzle).png() != canvas(puzzle, [[1, 0, 1]]).png()
    assert text(puzzle).splitlines()[-1] == "1 1  · · ·"
    assert "too large" in text(random_nonogram(99, 99))


def test_a_picture_file_becomes_its_puzzle():
    [puzzle] = parse_puzzles(b"P1\n# a comment\n3 2\n1 0 1 11\n0\n")
    assert puzzle == Nonogram.of([[1, 1], 2], [2, 1, 1])
