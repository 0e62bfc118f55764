"""Files of other programs and sites, most of them the samples of their own authors."""

from __future__ import annotations

import io
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import cpmodels as cm
from cpmodels.errors import InputError
from cpmodels.formats import find_format, parse_puzzles, write_puzzle
from cpmodels.formats.nonogram import FORMATS
from cpmodels.formats.nonogram_partial import read_partial
from cpmodels.puzzles.nonogram import Nonogram
from tests.formats.nonograms import nonograms

FIVE = ("####", "#...", "####", "...#", "####")  # of the examples of pynogram and nonogrid
FIVE_TOML = (
    '[clues]\ncolumns = "3 1,1 1 1,1 1 1,1 3"  # top\nrows = """\n4\n1 ; \n\n\'4\', "1"\n4"""'
)
FIVE_INI = """[clues]
columns =
  3 1
  1 1 1
  1 1 1
  1 3

rows = 4      ; upper dash
  1,
  4      # middle dash
  # between

  1
  4
"""
NOTES = """# notes of picross-solver
GRID "Two notes" (based on Picross level 0-D)
ROWS
[ 3 ]
[ 1 1 ]
[ 1 1 ]
[ 3 ]
[ 3 ]
[ 3 ]
[ 1 1 ]
[ 1 1 ]
[ 3 ]
[ 3 ]
COLUMNS
[ 2 ]
[ 2 ]
[ 5 ]
[ 1 ]
[ 3 ]
[ 2 ]
[ 2 ]
[ 5 ]
[ 1 ]
[ 3 ]
"""
LETTERS = "C BA CB BB F AE F A B\nAB CA AE GA E C D C\n"
HEN = (".###....", "##.#....", ".###..##", "..##..##", "..######", "#.#####.", "######..",
       "....#...", "...##...")  # fmt: skip
PZPR = "6/6/12g1111h11112j12g11g21j11g3h"
# the sample of pzpr.js with its answer
PZPR_PICTURE = ("##.#..", "#...#.", ".#.##.", "......", "#...#.", ".###..")


def picture(puzzle):
    return tuple("".join(".#"[cell] for cell in row) for row in cm.solve(puzzle).solution)


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        (FIVE_TOML, FIVE),
        (FIVE_INI, FIVE),
        ("4\n1\n4\n1\n4\n\n3 1\n1 1 1\n1 1 1\n1 3\n", FIVE),
        ("number_of_rows: 1\nnumber_of_columns: 2\nrow_1\nnumber_of_tiles: 1\nwidth(s):\n2\n"
         "column_1\nx: 1\ny: 1\ncolumn_2\nx: 1\ny: 1\n", ("##",)),
        (LETTERS, HEN),
        ("task = '3.1/1.1.1/1.1.1/1.3/4/1/4/1/4'", FIVE),
        ("3.1/1.1.1/1.1.1/1.3/4/1/4/1/4", FIVE),
    ],
)  # fmt: skip
def test_samples(text, cells):
    [puzzle] = parse_puzzles(text)
    assert picture(puzzle) == cells
    assert cm.is_unique(puzzle)


@pytest.mark.parametrize(
    "head", ["https://puzz.link/p?", "http://pzv.jp/p.html?", "https://puzz.link/p/", ""]
)
def test_pzpr_sample(head):
    [puzzle] = parse_puzzles(f"{head}nonogram/{PZPR}\n")
    puzzle.check([[int(cell == "#") for cell in row] for row in PZPR_PICTURE])


def test_several_grids():
    first, second = parse_puzzles(NOTES + "\nGRID Dot\nROWS\n[1]\nCOLUMNS\n[ 1 ]\n")
    assert (first.height, first.width, first.why_none()) == (10, 10, None)
    assert second == Nonogram.of([1], [1])
    assert [len(parse_puzzles(LETTERS * n)) for n in (1, 3)] == [1, 3]


def test_colours_of_nonogrid():
    [puzzle] = parse_puzzles(
        "[clues]\nrows = '1b 1r 2'\ncolumns = '1b, 1r, 1, 1'\n[colors]\n"
        "defs = ['b = (blue) *', 'r = (FF0000) &', 'g = (0, 255, 0) +']\n"
    )
    assert [(c.name, c.rgb) for c in puzzle.colours] == [
        ("white", (255, 255, 255)), ("black", (0, 0, 0)), ("blue", (0, 0, 255)),
        ("r", (255, 0, 0)), ("g", (0, 255, 0)),
    ]  # fmt: skip
    assert cm.solve(puzzle).solution == ((2, 3, 1, 1),)


def test_ver_and_hor_of_teal():
    """An Aztec code, as a puzzle of 2020 has it: its corners say which side is up."""
    text = """{"ver":[[7,1,1],[3,1,3,2],[4,1,2],[13,1],[2,1,1,2],[1,5,1,1],[1,1,1,4],[4,1,1,1,2,1],
    [2,1,1,2],[4,5,1,2],[1,1,2,1],[1,11],[1,1,1],[2,1,2,2],[5,1,1,4]],"hor":[[3,1,3],[4,1,1,2],
    [4,3,2],[12,1],[1,1,1,1],[1,1,5,2,1],[2,1,1,1,1,1],[1,1,1,1,1,2,1],[4,1,1,1,1],[1,1,5,1,2],
    [1,1,2],[9,1],[4,3,2,1],[2,1,1,1,1,2],[1,5,2,2]]}"""
    [puzzle] = parse_puzzles(text)
    seen = cm.solve(puzzle).solution
    assert (seen[2][12], seen[3][12]) == (1, 1)  # upper right
    assert (seen[12][2], seen[12][3]) == (0, 0)  # lower left


@settings(max_examples=20)
@given(nonograms(2, fields=True), st.lists(st.integers(0, 90), min_size=8, max_size=8))
def test_pictures_of_nonograms_org(puzzle, keys):
    """The cipher undone is the picture: enciphered here by what the site's script undoes."""
    goal = puzzle.goal
    key, offsets = keys[:4], keys[4:]
    stretches = [
        (x + 1, 1, colour, y + 1)
        for y, row in enumerate(goal)
        for x, colour in enumerate(row)
        if colour
    ]
    numbers = [[n + 100, 107, 7, 100] for n in (puzzle.width, puzzle.height, 2)]
    colours = [[r + key[1], g + key[0], b + key[3], 0] for r, g, b in ((255, 0, 0), (0, 0, 255))]
    root = int(len(stretches) ** 0.5)
    rest = len(stretches) - root * root
    count = [root, rest // 2, rest % 2, 1000]
    shifted_stretches = [[n + off for n, off in zip(s, offsets, strict=True)] for s in stretches]
    entries = [[1, 2, 3, 4], *numbers, key, *colours, count, offsets, *shifted_stretches]
    [read] = parse_puzzles(f"<script>\nvar d={json.dumps(entries)};</script>")
    assert read.goal == goal
    assert [colour.hex for colour in read.colours[1:]] == ["ff0000", "0000ff"]


def test_what_others_add_is_kept():
    text = """<puzzle><color name="black">000</color>
    <clues type="rows"><line><count>1</count></line></clues>
    <clues type="columns"><line><count>1</count></line></clues>
    <solution type="goal"><image>|X|</image><note>drawn at sea</note></solution>
    <solution type="saved"><image>|?|</image><note>my start</note></solution></puzzle>"""
    [puzzle] = parse_puzzles(text)
    assert puzzle.extra == (("note", "drawn at sea"),)
    for name in ("xml", "json", "toml"):
        [again] = parse_puzzles(write_puzzle(puzzle, name))
        assert (again.extra, again.saved[0].note) == (puzzle.extra, "my start")
    assert find_format("non").dropped(puzzle) == ["note of a saved state"]
    [read] = parse_puzzles('{"rows": [[1]], "cols": [[1]], "level": 3, "tags": ["a"]}')
    assert read.extra == (("level", "3"), ("tags", '["a"]'))


def test_a_picture_with_grey_is_partly_known():
    puzzle = Nonogram.of(
        [[(1, "red"), (1, "black")]],
        [[(1, "red")], [], [(1, "black")]],
        ["white", "red", "black"],
    )
    image = Image.new("RGBA", (3, 1), (140, 140, 140, 255))
    for column, rgb in ((0, (255, 0, 0, 255)), (1, (255, 255, 255, 255))):
        image.putpixel((column, 0), rgb)

    def data():
        file = io.BytesIO()
        image.save(file, "PNG")
        return file.getvalue()

    assert read_partial(puzzle, data(), "x.png") == ((2, 1, 7),)
    image.putpixel((2, 0), (0, 0, 0, 255))
    assert read_partial(puzzle, data(), "x.png") == ((2, 1, 4),)
    image.putpixel((2, 0), (0, 0, 200, 255))
    with pytest.raises(InputError, match="row 1, column 3: a pixel #0000c8, expected"):
        read_partial(puzzle, data(), "x.png")
    with pytest.raises(InputError, match="3 x 1 pixels, expected 1 x 1"):
        read_partial(Nonogram.of([1], [1]), data(), "x.png")
    with pytest.raises(InputError, match="damaged or not complete"):
        read_partial(puzzle, data()[:40], "x.png")


def test_a_goal_that_is_partly_known_is_a_saved_state():
    text = 'width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal "?0"\n'
    [puzzle] = parse_puzzles(text)
    assert puzzle.goal is None
    assert read_partial(puzzle, text.encode(), "x.non") == ((3, 1),)


def test_sums_tell_bare_lists_from_sizes():
    assert parse_puzzles("3\n1\n1\n\n1\n1\n3\n", "x.txt") == [Nonogram.of([3, 1, 1], [1, 1, 3])]
    assert parse_puzzles("1\n1\n\n2\n") == [Nonogram.of([1, 1], [2])]
    assert parse_puzzles("2\n1\n1\n1\n\n2\n") == [Nonogram.of([1, 1], [2])]


def test_what_is_sniffed_as_what():
    known = {"nonogrid": FIVE_TOML, "pynogram": FIVE_INI, "picross": NOTES, "rosetta": LETTERS}
    for name, text in known.items():
        assert [f.name for f in FORMATS if not f.binary and f.sniff(text)] == [name]
    assert parse_puzzles("A B\nA B\n")[0].kind == "exact-cover"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FIVE_TOML.replace("rows", "lines"), "no rows, expected clues as a text"),
        (
            FIVE_TOML.replace("3 1", "3x 1"),
            "bad: column 1: colour 'x' is not defined; colours: none",
        ),
        (FIVE_INI.replace("3 1", "3. 1"), "bad: column 1: '3.' is no run"),
        (FIVE_INI + "[colors]\nr = red\n", "'red' is no colour, expected like 'r = (red) %'"),
        (NOTES.replace("COLUMNS", "COLUMN"), "'COLUMN', expected GRID, ROWS, COLUMNS"),
        (NOTES.replace("[ 3 ]\nCOL", "[ 11 ]\nCOL"), "bad: line 13: row 10: clue 11 needs 11"),
        (f"nonogram/{PZPR}zz", "bad: line 1: 76 places for numbers, expected 36"),
        (f"nonogram/{PZPR[:-1]}.", "'.' among the clues (a number that is not told)"),
        ("number_of_rows: 1\nnumber_of_columns: 1\nrow_1\nx: 1\ny: 1\n", "no column_1"),
        ("number_of_rows: 1\nrow_1", "line 2: 'row_1', expected number_of_columns:"),
        ("AB C\nA B\nC\nAA B B\nC A\n", "of no known format"),
        ("https://www.puzzle-nonograms.com/?e=MDo5MDMsMDA3", "an address without clues"),
        ("task = '1/1/1'", "3 clues of which no sizes fit the sums"),
        ("var d=[[1,2],[3]];", "bad: line 1: damaged array, expected entries of four numbers"),
        ("var d=[[1,1,1,1],[2,1,1,0],[1,1,1,1]];", "the array ends too early, or divides by 0"),
    ],
)
def test_what_is_wrong_is_said(text, message):
    with pytest.raises(InputError) as error:
        parse_puzzles(text, "bad")
    assert message in str(error.value)
