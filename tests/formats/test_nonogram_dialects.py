"""One small puzzle in the dialects that are found: spellings, encodings, line endings, padding."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from cpmodels.formats import parse_puzzles, read_puzzles
from cpmodels.generate.nonogram import domino_chain
from cpmodels.puzzles.nonogram import Nonogram, Saved

# ####
# #..#   the example of Simpson's format page
# #..#
# #.##
# ###.
WELL = Nonogram.of(["4", "1 1", "1 1", "1 2", "3"], ["5", "1 1", "1 2", "4"])
DOTS = Nonogram.of([1, 0, (1, 1)], [(1, 1), 0, 1])
NON = "width 4\nheight 5\n\nrows\n4\n1,1\n1,1\n1,2\n3\n\ncolumns\n5\n1,1\n1,2\n4\n"
CORPUS = Path("cpmodels/corpus/nonograms")
SIZES = {
    "data000": (10, 10),
    "data007": (25, 30),
    "data038": (20, 20),
    "data091": (25, 25),
    "data120": (30, 30),
    "data150": (20, 25),
    "webpbn-00001-dancer": (10, 5),
    "webpbn-00006-cat": (20, 20),
    "webpbn-00016-knot": (34, 34),
    "webpbn-00021-skid": (25, 14),
    "webpbn-00023-edge": (11, 10),
    "webpbn-00027-bucks": (23, 27),
    "webpbn-00065-mum": (40, 34),
    "webpbn-00436-petroglyph": (35, 40),
    "webpbn-00529-swing": (45, 45),
    "webpbn-06574-forever": (25, 25),
    "webpbn-35105-wild": (45, 60),
    "webpbn-36459-moss": (60, 60),
}


@pytest.mark.parametrize("name", SIZES)
def test_the_built_in_files(name):
    [path] = CORPUS.glob(f"{name}.*")
    [puzzle] = read_puzzles(path)
    assert (puzzle.height, puzzle.width) == SIZES[name]
    assert puzzle.notes() == ()
    assert len(SIZES) == len(list(CORPUS.iterdir()))


@pytest.mark.parametrize(
    "text",
    [
        NON,
        NON.replace("width 4\nheight 5\n", "columns 4\nrows 5\n"),
        NON.replace("height 5\n\nrows\n", "rows 5\n"),
        NON.replace("1,1\n1,2\n3", "\n1 1\n1, 2\n\n3\n\n"),
        NON.replace("\n1,1", "\n  1,1 "),
        "maxrule 2\n" + NON,
        NON + "goal 1111100110011011111 0",
    ],
)
def test_non(text):
    [puzzle] = parse_puzzles(text)
    assert puzzle.rows == WELL.rows
    assert puzzle.columns == WELL.columns


@pytest.mark.parametrize("clues", ["1\n0\n1,1\n", "1\n\n1,1\n", "1\n\n1,1\n\n"])
def test_non_empty_clues(clues):
    assert parse_puzzles(f"width 3\nheight 3\nrows\n{clues}columns\n1,1\n0\n1\n") == [DOTS]
    assert parse_puzzles(f"width 3\nheight 3\ncolumns\n1,1\n0\n1\nrows\n{clues}") == [DOTS]


def test_non_fields():
    text = (
        "title \"A &lt;well&gt;\"\nby Some One\ncopyright '&copy; 2004'\nlicense CC-BY-4.0\n"
        f'difficulty "3"\n{NON}goal\n1111\n1001\n1001\n1011\n1110\n\nsaved 1???' + "?" * 16
    )
    [puzzle] = parse_puzzles(text)
    assert (puzzle.title, puzzle.author, puzzle.copyright) == ("A <well>", "Some One", "© 2004")
    assert (puzzle.license, puzzle.extra) == ("CC-BY-4.0", (("difficulty", "3"),))
    puzzle.check(puzzle.goal)
    assert puzzle.saved[0].cells[0] == (2, 3, 3, 3)


@pytest.mark.parametrize(
    "text",
    [
        "color r #ff0000\ncolor b #00f\nwidth 2\nheight 1\nrows\n1r,1b\ncolumns\n1r\n1b\n",
        "width 2\nheight 1\ncolor r red\ncolor b blue\nrows\n1r 1b\ncolumns\n1r\n1b\n",
        "color red #f00\ncolor blue #00f\nwidth 2\nheight 1\nrows\nred 1 blue 1\ncolumns\n"
        "red 1\nblue 1\n",
    ],
)
def test_non_colours(text):
    [puzzle] = parse_puzzles(text)
    assert puzzle.rows == (((1, 1), (1, 2)),)
    assert [colour.hex for colour in puzzle.colours] == ["ffffff", "ff0000", "0000ff"]
    puzzle.check([[1, 2]])


def test_non_colours_undeclared_and_black_beside():
    [puzzle] = parse_puzzles("width 3\nheight 1\nrows\n1,2b\ncolumns\n1\n1b\n1b\n")
    assert puzzle.rows == (((1, 1), (2, 2)),)
    assert puzzle.colours[1].name == "black"


def test_non_bundles():
    first, second = parse_puzzles(f"{NON}\n====\ntitle Two\n{NON}====\n")
    assert first == second == WELL
    assert (first.title, second.title) == ("", "Two")


@pytest.mark.parametrize(
    "encode",
    [
        lambda text: text.encode("utf-8"),
        lambda text: text.encode("utf-8-sig"),
        lambda text: text.encode("latin-1"),
        lambda text: text.replace("\n", "\r\n").encode("utf-8"),
        lambda text: text.replace("\n", "\r").encode("latin-1"),
        lambda text: text.rstrip().encode("utf-8"),
    ],
)
def test_encodings_and_line_endings(encode):
    [puzzle] = parse_puzzles(encode(f'title "Café"\n{NON}'))
    assert puzzle == WELL
    assert puzzle.title == "Café"
    [puzzle] = parse_puzzles(encode(XML.replace("Well", "Café")))
    assert puzzle == WELL
    assert puzzle.title == "Café"


XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset>
<author>Somebody</author>
<puzzle type="grid" defaultcolor="black">
<source>webpbn.com</source><id>#7</id><title>Well</title>
<color name="white" char=".">fff</color>
<color name="black" char="X">000</color>
<clues type="columns">
<line><count>5</count></line>
<line><count>1</count><count color="black">1</count></line>
<line><count>1</count><count>2</count></line>
<line><count>4</count></line>
</clues>
<clues type="rows">
<line><count>4</count></line><line><count>1</count><count>1</count></line>
<line><count>1</count><count>1</count></line><line><count>1</count><count>2</count></line>
<line><count>3</count></line>
</clues>
<solution type="goal"><image>
|XXXX|
|X..X|
|X..X|
|X.XX|
|XXX.|
</image></solution>
<solution type="saved" id="mine"><image>
|X???|
|[X.]..X|
|????|
|????|
|????|
</image></solution>
</puzzle>
</puzzleset>
"""


def test_xml():
    [puzzle] = parse_puzzles(XML)
    assert puzzle == WELL
    assert (puzzle.title, puzzle.author, puzzle.catalogue) == ("Well", "Somebody", "webpbn.com #7")
    puzzle.check(puzzle.goal)
    [saved] = puzzle.saved
    assert (saved.kind, saved.name) == ("saved", "mine")
    assert saved.cells[:2] == ((2, 3, 3, 3), (3, 1, 1, 2))


def test_xml_dialects():
    bare = XML[XML.index("<puzzle type") : XML.index("</puzzleset>")]
    assert parse_puzzles(bare) == [WELL]
    assert parse_puzzles(XML.replace("<puzzleset>", "<!-- <line> -->\n<PuzzleSet>").replace(
        "</puzzleset>", "</PuzzleSet>")) == [WELL]  # fmt: skip
    clues = XML[XML.index("<clues") : XML.index("<solution")]
    assert parse_puzzles(XML.replace(clues, "")) == [WELL]
    assert parse_puzzles(XML.replace("<title>Well", "<title>&copy; Well"))[0].title == "© Well"
    second = XML.index("<puzzle type")
    assert len(parse_puzzles(XML[:second] + bare + XML[second:])) == 2


def test_xml_empty_lines_and_colours():
    [puzzle] = parse_puzzles(
        '<puzzleset><puzzle defaultcolor="red" backgroundcolor="sky">'
        '<color name="red" char="r">f00</color><color name="blue">00f</color>'
        '<color name="sky" char="~">aaf</color><clues type="rows"><line/><line><count>1</count>'
        '<count color="blue">1</count></line></clues><clues type="columns"><line>'
        '<count>1</count></line><line><count color="blue">1</count></line></clues>'
        '<solution type="solution"><image>|~~||rb|</image></solution></puzzle></puzzleset>'
    )
    assert [colour.name for colour in puzzle.colours] == ["sky", "red", "blue"]
    assert puzzle.rows == ((), ((1, 1), (1, 2)))
    assert puzzle.saved == (Saved("solution", "", ((1, 1), (2, 4))),)


def test_g():
    text = (
        "A comment with : and # inside\n\n#D colours\n   m:%  blue   modra\n   0:   white  bila\n"
        "   1:*  black\n: rows\n1 1m\n\n  1m\t1\n:columns\n1 1m\n1m 1\n:end\nanything\n"
    )
    [puzzle] = parse_puzzles(text)
    assert [colour.name for colour in puzzle.colours] == ["white", "blue", "black"]
    assert puzzle.rows == (((1, 2), (1, 1)), (), ((1, 1), (1, 2)))
    assert parse_puzzles("plain\n:\n1\n\n1 1\n:\n1 1\n\n1\n:\n") == [DOTS]


MICRO = "|1, 1, 1\n\t |1, 0, 1\n\t |1, 1, 1\n\t |];\n"
CHAIN = """X = 5; Y = 5; maxlen = 5;
rows = [|1, 1, 1, -1, -1 |1, -1, -1, -1, -1 |1, 1, 1, 0, 1 |1, -1, -1, -1, -1 |1, -1, -1, -1, -1|];
cols = [|1, -1, -1, -1, -1 |1, -1, -1, -1, -1 |1, 0, 1, 1, 1 |1, -1, -1, -1, -1 |1, 1, 1, -1, -1|];
"""


def test_dzn():
    ring = Nonogram.of([3, (1, 1), 3], [3, (1, 1), 3])
    assert parse_puzzles(f"X = 3;\nY = 3;\nmaxlen = 3;\nrows = [{MICRO}cols = [{MICRO}") == [ring]
    assert parse_puzzles(CHAIN) == [domino_chain(2)]
    padded = (
        "%% a comment\nrows = 3;\nrow_rule_len = 2;\nrow_rules = array2d(1..rows, 1..row_rule_len,"
        "\n [\n 0,1,\n 0,0,\n 1,1\n ]);\ncols = 3;\ncol_rule_len = 2;\n"
        "col_rules = array2d(1..cols, 1..col_rule_len, [1,1, 0,0, 0,1]);\n"
    )
    assert parse_puzzles(padded) == [DOTS]
    assert parse_puzzles("rows = [|1,0|0,0|1,1|];\n/* cols = 7 */ cols = [|1,1|0,0|1,0|];") == [
        DOTS
    ]


@pytest.mark.parametrize(
    "text",
    [
        '{"rows": [[1], [], [1, 1]], "columns": [[1, 1], [], [1]]}',
        '{"row_clues": ["1", "0", "1 1"], "colClues": ["1,1", "", 1]}',
        '{"ver": [[0, 1], [0, 0], [1, 1]], "hor": [[1, 1], [0, 0], [0, 1]]}',
        '{"width": 3, "height": 3, "clues": {"rows": [1, 0, [1, 1]], "cols": [[1, 1], 0, 1]}}',
        '[{"rowPatterns": [[1], [], [1, 1]], "colPatterns": [[1, 1], [], [1]]}]',
        '{"rows": [[[1, 1]], [], [[1, "black"], {"count": 1}]], "columns": [[1, 1], [], [1]]}',
        '{"grid": [[1, 0, 0], [0, 0, 0], [1, 0, 1]]}',
        '{"goal": ["#..", "...", "#.#"], "title": "dots"}',
    ],
)
def test_json(text):
    assert parse_puzzles(text) == [DOTS]


def test_json_colours():
    [puzzle] = parse_puzzles(
        '{"name": "two", "colors": ["white", "#ff0000", {"name": "sea", "rgb": [0, 0, 200]}],'
        '"rows": [[{"length": 1, "color": "sea"}, [1, 1]]], "cols": [[[1, 2]], [[1, 1]]]}'
    )
    assert puzzle.title == "two"
    assert puzzle.rows == (((1, 2), (1, 1)),)
    assert puzzle.colours[2].rgb == (0, 0, 200)


def test_plain_dialects():
    assert parse_puzzles("3 3\n1\n0\n1 1\n1 1\n0\n1\n") == [DOTS]
    assert parse_puzzles("3 3\n1\n\n1 1\n1 1\n\n1\n", format="nin") == [DOTS]
    assert parse_puzzles("3 3\n1\n\n1 1\n#\n1 1\n\n1\n") == [DOTS]
    assert parse_puzzles("3\n3\n1\n\n1 1\n\n1 1\n\n1\n") == [DOTS]
    assert parse_puzzles("3\n3\n1\n0\n1 1\n\n1 1\n0\n1\n") == [DOTS]


def test_width_and_height_stand_as_each_format_says():
    tall = Nonogram.of([1, 0, 1], [(1, 1), 0])
    assert parse_puzzles("2 3\n1\n0\n1\n1 1\n0\n") == [tall]
    assert parse_puzzles("3 2\n1\n0\n1\n#\n1 1\n0\n") == [tall]
    assert parse_puzzles("3\n2\n1\n0\n1\n\n1 1\n0\n") == [tall]
    assert parse_puzzles("2x3:1.1//1//1") == [tall]


def test_game_ids():
    assert parse_puzzles("3x3:1.1//1/1//1.1") == [DOTS]
    assert parse_puzzles("3:1.1//1/1//1.1\n\n4x5:5/1.1/1.2/4/4/1.1/1.1/1.2/3\n") == [DOTS, WELL]


def png(image):
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def test_png_kinds():
    cells = np.array([[1, 0, 0], [0, 0, 0], [1, 0, 1]])
    white = Image.fromarray(((1 - cells) * 255).astype(np.uint8))
    clear = np.zeros((3, 3, 4), dtype=np.uint8)
    clear[..., 3] = cells * 255
    for image in (white, white.convert("1"), white.convert("P"), Image.fromarray(clear)):
        assert parse_puzzles(png(image)) == [DOTS]


def test_png_background_is_white_or_the_most_frequent():
    image = Image.new("RGB", (3, 1), (0, 0, 255))
    image.putpixel((1, 0), (255, 0, 0))
    [puzzle] = parse_puzzles(png(image))
    assert [colour.name for colour in puzzle.colours] == ["blue", "red"]
    assert puzzle.rows == (((1, 1),),)
