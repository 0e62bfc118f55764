"""Files of exact covers: what is read is what was written, and what is wrong is said by place."""

from __future__ import annotations

import pytest
from hypothesis import given

import cpmodels as cm
from cpmodels.formats import parse_puzzles, write_puzzle
from tests.strategies import exact_covers


@given(exact_covers(priced=True))
def test_what_is_written_is_read_back(puzzle: cm.ExactCover) -> None:
    for name in ("toml", "knuth", "miniexact"):
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


@given(exact_covers(priced=True))
def test_numbers_are_read_back_as_the_same_cover(puzzle: cm.ExactCover) -> None:
    for name in ("or-library", "matrix"):
        try:
            text = write_puzzle(puzzle, name)
        except cm.InputError as error:
            assert "in format" in str(error)  # noqa: PT017
            continue
        if not puzzle.items and name == "or-library":
            continue
        [again] = parse_puzzles(text, "x", name)
        assert isinstance(again, cm.ExactCover)
        number = dict(zip([*again.items, *again.secondary], [*puzzle.items, *puzzle.secondary],
                          strict=True))  # fmt: skip
        assert [{number[item] for item in option} for option in again.options] == [
            set(option) for option in puzzle.options
        ]
        assert again.costs == (puzzle.costs or (0,) * len(puzzle.options) * (name != "matrix"))


@pytest.mark.parametrize(
    ("text", "name", "count"),
    [
        ("0010110\n1001001\n0110010\n1001000\n0100001\n0001101\n", "matrix", 1),
        ("7 0\n0 0 1 0 1 1 0\n1 0 0 1 0 0 1\n0 1 1 0 0 1 0\n1 0 0 1 0 0 0\n0 1 0 0 0 0 1\n"
         "0 0 0 1 1 0 1\n", "matrix", 1),
        ("< p q r >\n[ x y ]\np q x y:A; p r x:A y; p x:B;\nq x:A; r y:B;", "miniexact", 1),
        ("2 3\n5 1 1\n4 1 2\n9 2 1 2\n", "or-library", 2),
    ],
)  # fmt: skip
def test_formats_are_recognised(text: str, name: str, count: int) -> None:
    [puzzle] = parse_puzzles(text)
    assert parse_puzzles(text, "x", name) == [puzzle]
    assert cm.count(puzzle).count == count


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("101\n01\n", "matrix", "line 2: a row of 2 digits, expected 3"),
        ("3 4\n101\n", "matrix", "line 1: 4 of 3 columns"),
        ("101\n000\n", "matrix", "line 2: a row of zeros"),
        ("101\n0x0\n", "matrix", "line 2: 'x' in a row"),
        ("1 2\n5 1 1\n", "or-library", "no cost of column 2"),
        ("1 1\n5.5 1 1\n", "or-library", "line 2: cost of column 1 '5.5'"),
        ("1 1\n5 1 2\n", "or-library", "line 2: row of column 1 '2'"),
        ("1 1\n5 1 1 7\n", "or-library", "line 2: '7' behind the last column"),
        ("< a > [ s ]\na:red;", "miniexact", "line 2: primary item a in colour 'red'"),
        ("< a >\nb;", "miniexact", "line 2: unknown item 'b'"),
        ("< a >\na $x;", "miniexact", "line 2: 'x', expected a cost"),
        ("< a >\na", "miniexact", None),
        ("< a a > a;", "miniexact", "line 1: item a appears twice"),
        ("< a", "miniexact", "line 1: the end, expected the name of an item"),
    ],
)
def test_bad_files_are_named_by_place(text: str, name: str, message: str | None) -> None:
    if message is None:
        assert parse_puzzles(text, "x", name)
    else:
        with pytest.raises(cm.InputError, match=message):
            parse_puzzles(text, "x", name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\na |x\n", "line 2: cost '\\|x', expected"),
        ("a\na |-1\n", "line 2: cost"),
        ("a\na |1.5\n", "line 2: cost"),
        ("a\na |1 |2\n", "line 2: two costs"),
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
