"""Sliding boards in files: round trips, errors with their lines, and the judge's stream."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cpmodels import InputError, SlidingPuzzle
from cpmodels.corpus import korf_boards
from cpmodels.draw.picture import to_svg, to_text
from cpmodels.draw.sliding import animated
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.generate.sliding import random_board
from cpmodels.methods.sliding_judge import answer_lines
from reference.sliding import idastar


@st.composite
def boards(draw: st.DrawFn) -> SlidingPuzzle:
    sizes = [(1, 2), (2, 2), (2, 3), (3, 3), (4, 4), (5, 5), (1, 4), (4, 1), (1, 9)]
    rows, columns = draw(st.sampled_from(sizes))
    puzzle = random_board(rows, columns, seed=draw(st.integers(0, 999)))
    if draw(st.booleans()):
        puzzle = replace(puzzle, goal=puzzle.start[::-1])
    horizon: dict[str, Any] = draw(
        st.sampled_from([{}, {"moves": 3}, {"at_most": 4, "undo": False}])
    )
    return replace(puzzle, **horizon)


@given(boards(), st.sampled_from(["grid", "toml"]))
def test_round_trip_by_content_alone(puzzle: SlidingPuzzle, format: str) -> None:
    written = write_puzzle(puzzle, format)
    assert parse_puzzles(written) == [puzzle]


EIGHT = "8 1 2 x 4 3 7 6 5"


@pytest.mark.parametrize(
    "text",
    [
        "[[8,1,2],[0,4,3],[7,6,5]]",
        "[[8, 1, 2],\n [0, 4, 3],\n [7, 6, 5]]\n",
        "(8,1,2,0,4,3,7,6,5)",
        "8,1,2,_,4,3,7,6,5",
        "812043765",
        "812*43765",
        "8 1 2\n- 4 3\n7 6 5\n",
        "8;1;2\n.;4;3\n7;6;5\n",
        "| 8 | 1 | 2 |\n| x | 4 | 3 |\n| 7 | 6 | 5 |\n",
        "# made by a generator\n3\n8 1 2\n0 4 3\n7 6 5\n",
        "start\n8 1 2\nx 4 3\n7 6 5\n\ngoal\n1 2 3\n4 5 6\n7 8 x\n",
    ],
)
def test_boards_as_people_write_them(text: str) -> None:
    assert parse_puzzles(text) == [SlidingPuzzle.of(EIGHT)]


@pytest.mark.parametrize(
    ("text", "goal"),
    [
        ("8 1 2\n0 4 3\n7 6 5\ngoal snail\n", (1, 2, 3, 8, 0, 4, 7, 6, 5)),
        ("8 1 2\n0 4 3\n7 6 5\ngoal: spiral\n", (1, 2, 3, 8, 0, 4, 7, 6, 5)),
        ("8 1 2\n0 4 3\n7 6 5\ngoal = blank-first\n", (0, 1, 2, 3, 4, 5, 6, 7, 8)),
        ("812043765\ngoal\n012345678\n", (0, 1, 2, 3, 4, 5, 6, 7, 8)),
    ],
)
def test_goals_by_name_and_in_the_same_form(text: str, goal: tuple[int, ...]) -> None:
    [puzzle] = parse_puzzles(text)
    assert puzzle.goal == goal
    assert puzzle.start == SlidingPuzzle.of(EIGHT).start


def test_the_largest_tile_is_the_blank_where_none_is_written_and_that_is_said() -> None:
    [puzzle] = parse_puzzles("1 2 3 4\n5 6 7 8\n9 10 11 12\n13 14 16 15\n")
    assert puzzle.start == (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 0, 15)
    assert puzzle.notes() == ("tile 16 of the start taken as the blank",)


def test_a_board_a_line_in_any_form() -> None:
    text = "812043765\n(8,1,2,0,4,3,7,6,5)\n8 1 2 x 4 3 7 6 5\n"
    assert parse_puzzles(text) == [SlidingPuzzle.of(EIGHT)] * 3


def test_a_title_is_a_text() -> None:
    [puzzle] = parse_puzzles('kind = "sliding"\nstart = "1 2 3 x"\ntitle = 1979-05-27\n')
    assert puzzle.title == "1979-05-27"


def test_judge_lines_round_trip() -> None:
    puzzles = [random_board(side, side, seed=side) for side in (2, 3, 4)]
    lines = "".join(str(write_puzzle(puzzle, "judge")) for puzzle in puzzles)
    assert parse_puzzles(lines) == puzzles
    with pytest.raises(InputError, match="board of 2x3, expected a square one"):
        write_puzzle(random_board(2, 3), "judge")


@pytest.mark.parametrize(
    ("content", "format", "message"),
    [
        ("1 2 3 x\n1 2 2 x\n", "judge", "f: line 2: start has tile 2 twice and tile 3 nowhere"),
        ("1 2 3 x\n\n1 2 3 3\n", "judge", "f: line 3: start has no blanks, expected one"),
        ("1 2 3\n4 x\n", "grid", "f: line 2: row of 2 tokens, expected 3 as in line 1"),
        ("1 2\n3 q\n", "grid", "f: line 2: token 'q', expected a tile's number or x"),
        ("1 2\n3 x\ngoal\n1 2 3 x\n", "grid", "f: line 4: goal of 1x4, expected 2x2"),
        ("1 2\n3 x\ngoal\n", "grid", "f: line 1: no rows of the goal, expected a board"),
        ("1 2\n3 x\nat most -1 moves", "grid", "f: line 1: at most -1, expected a number of 0"),
        ("id,optimal_moves,board\n1,1\n", "korf", "f: line 2: '1,1', expected a number, moves"),
        ('kind = "sliding"\nstart = "1 2 3 x"\nmoves = "2"', "toml", "f: moves '2', expected"),
        ('kind = "sliding"\nstrat = "1 2 3 x"', "toml", "f: unknown key 'strat', expected title"),
    ],
)
def test_bad_files_name_the_line(content: str, format: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        parse_puzzles(content, "f", format)
    assert str(error.value).startswith(message)


def test_korf_table() -> None:
    """As published, the optimal lengths are 53.05 moves on average."""
    assert sum(length for _, length, _ in korf_boards()) == 5305
    assert {puzzle.goal for _, _, puzzle in korf_boards()} == {tuple(range(16))}


def test_judge_goes_on_after_bad_lines() -> None:
    lines = ["1 2 3 x 4 6 7 5 8\n", "\n", "1 2 3\n", "1 2 3 4 5 6 8 7 x\n", "1 1 2 x", "1 2 3 x"]
    answers = list(answer_lines(lines, where="boards.txt"))
    assert [a for a in answers if isinstance(a, str)] == ["rdr", "unsolvable", ""]
    assert [str(a) for a in answers if isinstance(a, InputError)] == [
        "boards.txt: line 3: start of 3 tokens, expected a square number of them, or a size",
        "boards.txt: line 5: start has tile 1 twice and tile 3 nowhere",
    ]


@given(st.integers(0, 999), st.sampled_from([(2, 2), (2, 3), (3, 3)]))
def test_judge_answers_are_shortest(seed: int, size: tuple[int, int]) -> None:
    puzzle = random_board(*size, seed=seed)
    line = puzzle.spell(puzzle.start, "\t")
    [answer] = answer_lines([line], size=puzzle.extent())
    assert isinstance(answer, str)
    puzzle.check(answer)
    assert len(answer) == idastar.Search(puzzle.start, *size, puzzle.goal).shortest().length


def test_judge_streams() -> None:
    """Eager, an answer comes before the next line is read."""
    read: list[int] = []

    def lines() -> object:
        for number in range(3):
            read.append(number)
            yield "1 2 x 3"

    answers = answer_lines(lines(), eager=True)  # type: ignore[arg-type]
    assert (next(answers), read) == ("r", [0])


def test_pictures_show_every_board_of_the_path() -> None:
    puzzle = SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")
    picture = to_text(puzzle, "rdr")
    assert picture.count("┌") == 4
    assert "7 8   │" in picture.splitlines()[-2]
    assert to_svg(puzzle, "rdr").count("<text") == 4 * (8 + 1)  # each board has its number
    assert animated(puzzle, "rdr").count("<animateTransform") == 3
