"""Bad files: one line that says where and what was expected; and never another exception."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.formats.nonogram import FORMATS
from tests.formats.nonograms import nonograms

NON = "title t\nwidth 3\nheight 2\nrows\n1,1\n2\ncolumns\n2\n1\n1\n"
XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "http://webpbn.com/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black">
<clues type="rows">
<line><count>1</count><count>1</count></line>
<line><count>2</count></line>
</clues>
<clues type="columns">
<line><count>2</count></line><line><count>1</count></line><line><count>1</count></line>
</clues>
</puzzle></puzzleset>
"""
G = "#d\n r:r red\n: rows\n1r 1r\n: columns\n1r\n\n1r\n: end\n"
DZN = "rows = [|1,1\n|2,0|];\ncols = [|2|1|1|];\n"
JSON = '{"rows": [[1, 1], [2]],\n "columns": [[2], [1], [1]]}'
MK = "2 3\n1 1\n2\n#\n2\n1\n1\n"
NIN = "3 2\n1 1\n2\n2\n1\n1\n"
CWD = "2\n3\n1 1\n2\n\n2\n1\n1\n"

CASES = [
    ("non", NON.replace("1,1\n2\n", "1,1\n3,1\n"), "bad: line 6: row 2: clue 3 1 needs 5 cells"),
    ("non", NON.replace("1,1\n2\n", "1,1\n"), "bad: line 5: 1 rows, expected 2"),
    ("non", NON.replace("1,1\n2\n", "1,1\n\n"), "bad: line 6: 4 clues, expected 5"),
    ("non", NON + "7\n", "bad: line 11: 4 columns, expected 3"),
    ("non", NON.replace("width 3\n", ""), "bad: no width, expected like 'width 5'"),
    ("non", NON.replace("width 3", "width x3"), "bad: line 2: 'x3' is not a number"),
    ("non", NON.replace("3", "100000").replace("2", "100000"), "bad: line 3: 100000 rows"),
    ("non", NON.replace("1,1", "1,0,1"), "bad: line 5: row 1: run of 0, expected 1 or more"),
    ("non", NON.replace("1,1", "1,1;"), "bad: line 5: ';' in a clue, expected numbers"),
    ("non", NON.replace("1,1", "1,x"), "bad: line 5: 'x' in a clue, expected numbers"),
    ("non", NON + 'goal "10110"\n', "bad: line 11: goal of 5 cells, expected 6"),
    ("non", NON + 'goal "10z110"\n', "bad: line 11: goal with 'z', expected 0, 1 or a colour"),
    ("non", "color r #ff0000\n" + NON.replace("1,1", "1r,1b"), "line 6: colour 'b' is not defined"),
    ("non", "color r red-ish\n" + NON, "bad: line 1: not a colour"),
    ("non", NON.replace("columns", "color"), "bad: line 7: not a colour"),
    ("xml", XML[:-40], "bad: line 9: not complete XML"),
    ("xml", XML[:120], "bad: line 3: not complete XML"),
    ("xml", XML.replace("<count>2", "<count>two"), "bad: line 6: 'two' is not a number"),
    ("xml", XML.replace("<count>2", '<count color="puce">2'), "line 6: colour 'puce' is not def"),
    ("xml", XML.replace("<count>2", "<count>4"), "bad: line 6: row 2: clue 4 needs 4 cells"),
    ("xml", XML.replace('"grid"', '"triddler"'), "bad: line 3: triddlers are not supported"),
    ("xml", XML.replace('"rows"', '"row"'), 'bad: line 3: no <clues type="rows">'),
    ("xml", XML.replace('.dtd">', '.dtd" [<!ENTITY a "b">]>'), "bad: declares entities"),
    ("xml", "<puzzleset></puzzleset>", "bad: no <puzzle> in it"),
    ("g", G.replace("1r 1r", "1r 1b"), "bad: line 4: the colour of '1b' is not defined"),
    ("g", G.replace("1r 1r", "1r 9r"), "bad: line 4: row 1: clue 1 9 needs 11 cells"),
    ("g", G.replace(": end", ""), "bad: 2 lines that start with ':'"),
    ("g", G.replace("#d", "#t"), "bad: line 1: only the colours of #d are supported, triddlers"),
    ("g", G.replace("red", "black/red"), "bad: line 2: triangles are not supported"),
    ("g", G.replace("1r 1r", "r 1r"), "bad: line 4: 'r' is no run"),
    ("dzn", DZN.replace("2,0", "2,x"), "bad: line 2: 'x' is not a number"),
    ("dzn", DZN.replace("2,0", "4,0"), "bad: line 2: row 2: clue 4 needs 4 cells"),
    ("dzn", DZN[:-3], "bad: line 3: expected 'name = value;'"),
    ("dzn", "X=100000;Y=100000;" + DZN, "bad: 100000 rows x 100000 columns, expected at most"),
    ("dzn", "X = 4; " + DZN, "bad: line 3: cols: 3 clues, expected 4"),
    ("dzn", "row_rules = array2d(1..999999999, 1..2, []);" + DZN, "expected 999999999 clues"),
    ("json", JSON[:-5], "bad: line 2: not JSON"),
    ("json", JSON.replace("[2]]", '["x"]]'), "bad: 'x', expected the length of a run"),
    ("json", JSON.replace("[2]]", "[7]]"), "bad: row 2: clue 7 needs 7 cells, the line has 3"),
    ("json", JSON.replace("columns", "colum"), "bad: no columns, expected a list of clues"),
    ("json", JSON.replace("[2]]", '[[1, "puce"]]]'), "bad: row 2: colour 'puce' is not defined"),
    ("json", "[" * 100_000, "bad: "),
    ("mk", MK.replace("2 3", "2"), "bad: line 1: '2', expected height and width"),
    ("mk", MK.replace("#\n", ""), "bad: 0 lines with #, expected one"),
    ("mk", MK.replace("1 1\n2\n", "1 1\n\n"), "bad: line 3: 4 clues, expected 5"),
    ("mk", MK.replace("1 1\n2\n", "1 1\n"), "bad: line 2: 1 rows, expected 2"),
    ("nin", NIN.replace("1 1", "1 x"), "bad: line 2: 'x' is not a number, expected lengths"),
    ("nin", NIN.replace("1 1", "3 1"), "bad: line 2: row 1: clue 3 1 needs 5 cells"),
    ("nin", NIN + "1\n", "bad: line 7: 6 clues, expected 5"),
    ("nin", NIN[:-2], "bad: line 5: 4 clues, expected 5"),
    ("nin", "100000 100000\n1\n", "bad: line 1: 100000 rows x 100000 columns, expected at most"),
    ("nin", "9" * 5000 + " 3\n1\n", "bad: line 1: 999999999999... is too large"),
    ("nin", NIN.replace("1 1", "-1 1"), "bad: line 2: '-1' is not a number"),
    ("nin", NIN.replace("1 1", "1 0 1"), "bad: line 2: a run of 0 beside others"),
    ("cwd", CWD.replace("2\n3\n", "2\nx\n", 1), "bad: line 2: 'x' is not a number"),
    ("cwd", CWD[:-2], "bad: line 7: 4 clues, expected 5"),
    ("tatham", "3x2:2/1/1/1.1/0", "bad: line 1: row 2: a 0, expected nothing for an empty line"),
    ("tatham", "3x2:2/1/1/1.1", "bad: line 1: 4 clues, expected 3 columns and then 2 rows"),
    ("tatham", "3x2:3/1/1/1.1/2", "bad: line 1: column 1: clue 3 needs 3 cells, the line has 2"),
    ("tatham", "3x2#12345", "not a game id, expected 5x10:2/2.1/... (a random seed is no puzzle)"),
    ("tatham", "3x2:2/1/1/1.1/2,aB", "squares given beside the clues are not supported"),
    ("tatham", "100000x100000:1", "bad: line 1: 100000 rows x 100000 columns"),
    ("pbm", b"P1 3 2 1 0 1", "bad: 3 pixels, expected 3 x 2"),
    ("pbm", b"P1 3 x", "bad: not a PBM picture"),
    ("pbm", b"P1 3 2 1 0 2 0 0 0", "bad: '2' among the pixels, expected 0 and 1"),
    ("pbm", b"P4 100000 100000\n\0", "bad: 100000 rows x 100000 columns"),
    ("png", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, "bad: damaged or not complete, expected a PNG"),
]


@pytest.mark.parametrize(("name", "content", "wording"), CASES)
def test_the_message(name, content, wording):
    with pytest.raises(InputError) as error:
        parse_puzzles(content, "bad", name)
    message = str(error.value)
    assert wording in message
    assert "\n" not in message
    assert len(message) < 300


@pytest.mark.parametrize(
    ("name", "content"),
    [
        *(("non", NON), ("xml", XML), ("dzn", DZN), ("json", JSON), ("mk", MK), ("nin", NIN)),
        *(("cwd", CWD), ("g", G), ("tatham", "3x2:2/1/1/1.1/2")),
    ],
)
def test_the_good_ones_are_good(name, content):
    [puzzle] = parse_puzzles(content, "good")
    assert (puzzle.height, puzzle.width) == ((1, 3) if name == "g" else (2, 3))


@pytest.mark.parametrize(
    "content", [b"", b"  \n\n ", b"\xef\xbb\xbf", b"\0" * 100, b"\xff\xfe\x00"]
)
def test_no_puzzle_at_all(content):
    with pytest.raises(InputError):
        parse_puzzles(content)


def refused(data, where, name=None):
    """Whether the data is refused; with one line, if it is."""
    try:
        parse_puzzles(data, where, name)
    except InputError as error:
        message = str(error)
    else:
        return False
    assert "\n" not in message
    return True


def prefixes(data, most=200):
    """Every start of a short file, and some of a long one."""
    return (data[:end] for end in range(0, len(data), max(1, len(data) // most)))


@pytest.mark.parametrize("name", [known.name for known in FORMATS if known.write])
@settings(max_examples=3)
@given(puzzle=nonograms(fields=True))
def test_torn_files(name, puzzle):
    written = write_puzzle(puzzle, name)
    for part in prefixes(written.encode() if isinstance(written, str) else written):
        refused(part, "torn", name)
        refused(part, "torn")


@pytest.mark.parametrize("path", sorted(Path("cpmodels/corpus/nonograms").iterdir()), ids=str)
def test_torn_real_files(path):
    data = path.read_bytes()
    results = [refused(part, str(path)) for part in prefixes(data, 40)]
    assert results.count(True) > 20


@pytest.mark.parametrize("name", [known.name for known in FORMATS if known.write])
@settings(max_examples=15)
@given(puzzle=nonograms(fields=True), data=st.data())
def test_damaged_files(name, puzzle, data):
    written = write_puzzle(puzzle, name)
    raw = bytearray(written.encode() if isinstance(written, str) else written)
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 2))] = data.draw(
            st.sampled_from([b"", b"9", b"-", b'"', b"\n", b"\0", b"]", b"<", b"\xff", b" ", b"e"])
        )
    refused(bytes(raw), "damaged", name)
    refused(bytes(raw), "damaged")


@given(st.binary(max_size=60), st.sampled_from([known.name for known in FORMATS]))
def test_garbage(data, name):
    refused(data, "garbage", name)
    refused(data, "garbage")
