"""Files of exact covers: what is read is what was written, and what is wrong is said by place."""

from __future__ import annotations

import pytest
from hypothesis import given

import cpmodels as cm
from cpmodels.formats import parse_puzzles, write_puzzle
from tests.strategies import exact_covers


@given(exact_covers())
def test_what_is_written_is_read_back(puzzle: cm.ExactCover) -> None:
    for name in ("toml", "knuth"):
        try:
            text = write_puzzle(puzzle, name)
        except cm.InputError as error:
            assert "no upper bound" in str(error) or "no primary items" in str(error)  # noqa: PT017
            continue
        assert parse_puzzles(text, "x", name) == [puzzle]


def test_knuth_example_in_colours() -> None:
    # TAOCP 7.2.2.1 (49): the one solution is p r x:A y, q x:A
    text = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
    [puzzle] = parse_puzzles(text)
    assert isinstance(puzzle, cm.ExactCover)
    assert list(cm.enumerate_solutions(puzzle, method="dlx")) == [(1, 3)]
    assert cm.compare(puzzle).agree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a | s\na:red s\n", "line 2: primary item a in colour 'red'"),
        ("a | s\na s:\n", "line 2: colour '' of item s"),
        ("a | s\na t:red\n", "line 2: unknown item 't'"),
        ("a | s\na s:red s:blue\n", "line 2: item s twice"),
    ],
)
def test_bad_colours_are_named_by_place(text: str, message: str) -> None:
    with pytest.raises(cm.InputError, match=message):
        parse_puzzles(text, "x.dlx", "knuth")


@pytest.mark.parametrize(
    ("option", "message"),
    [
        ("a:red", "option 1 gives primary item a the colour 'red'"),
        ("a s:", "option 1 has 's:'"),
        ("a t:red", "option 1 has unknown item 't'"),
        ("a s:red s", "option 1 has item s twice"),
    ],
)
def test_bad_options_are_named_by_number(option: str, message: str) -> None:
    with pytest.raises(cm.InputError, match=message):
        cm.ExactCover.of("a", [option], secondary="s")


@pytest.mark.parametrize(
    ("chosen", "wrong"),
    [([0, 1], None), ([0, 2], "in colour blue and in colour red"),
     ([0, 3], "without a colour and in colour red"), ([3, 4], "covered 2 times")],
)  # fmt: skip
def test_the_checker_knows_colours(chosen: list[int], wrong: str | None) -> None:
    options = ["a s:red", "b s:red", "b s:blue", "b s", "a s"]
    puzzle = cm.ExactCover.of("a b", options, secondary="s")
    if wrong is None:
        puzzle.check(chosen)
    else:
        with pytest.raises(cm.WrongSolution, match=wrong):
            puzzle.check(chosen)
