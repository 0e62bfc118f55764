"""Through every format and back: nothing changes but what the format says it drops."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from cpmodels.errors import InputError
from cpmodels.formats import find_format, parse_puzzles, read_puzzles, write_puzzle
from cpmodels.formats.nonogram import FORMATS
from cpmodels.puzzles.colours import BLACK_AND_WHITE
from cpmodels.puzzles.nonogram import Nonogram
from tests.formats.nonograms import TEXTS, nonograms

CLUES = [known.name for known in FORMATS if known.write and known.name not in ("pbm", "png")]
COLOURED = ["non", "xml", "json", "g", "nonogrid", "pynogram", "toml"]
FULL = ["non", "xml", "json", "toml"]
FILES = sorted(Path("cpmodels/corpus/nonograms").iterdir())


@pytest.mark.parametrize("name", [*CLUES, "toml"])
@settings(max_examples=20)
@given(nonograms())
def test_black_and_white(name, puzzle):
    format = "bare" if name == "bare" else None  # without sizes, empty clues are those of others
    assert parse_puzzles(write_puzzle(puzzle, name), f"file.{name}", format) == [puzzle]


@pytest.mark.parametrize("name", COLOURED)
@settings(max_examples=20)
@given(st.integers(2, 4).flatmap(lambda colours: nonograms(colours)))
def test_colours(name, puzzle):
    [read] = parse_puzzles(write_puzzle(puzzle, name))
    assert (read.rows, read.columns) == (puzzle.rows, puzzle.columns)
    first = int(name in ("nonogrid", "pynogram"))  # their background is white
    shades = ([colour.rgb for colour in each.colours][first:] for each in (read, puzzle))
    assert next(shades) == next(shades)
    if name not in ("g", "nonogrid", "pynogram"):
        assert [colour.name for colour in read.colours] == [c.name for c in puzzle.colours]


@pytest.mark.parametrize("name", FULL)
@settings(max_examples=20)
@given(st.integers(1, 3).flatmap(lambda colours: nonograms(colours, fields=True)))
def test_every_field(name, puzzle):
    [read] = parse_puzzles(write_puzzle(puzzle, name))
    dropped = find_format(name).dropped
    assert not (dropped and dropped(puzzle))
    for field in (*TEXTS, "extra", "goal", "saved"):
        assert getattr(read, field) == getattr(puzzle, field), field
    assert read == puzzle


@pytest.mark.parametrize("name", CLUES)
@settings(max_examples=20)
@given(nonograms(2))
def test_formats_without_colours_refuse_them(name, puzzle):
    runs = {run.colour for clue in puzzle.rows for run in clue}
    if name in COLOURED or not runs - {1}:
        write_puzzle(puzzle, name)
    else:
        with pytest.raises(InputError, match="one colour on a background"):
            write_puzzle(puzzle, name)


def test_what_is_dropped_is_said():
    puzzle = Nonogram.of(
        [1], [1], ["white", "red"], title="t", author="a", goal=[[1]], extra=(("note", "n"),)
    )
    losses = {known.name: known.dropped(puzzle) for known in FORMATS if known.dropped}
    assert losses["nin"] == ["title", "author", "note", "colours", "goal"]
    assert losses["g"] == ["title", "author", "note", "goal"]
    assert losses["png"] == ["title", "author", "note"]
    assert losses["non"] == losses["xml"] == losses["json"] == []


@settings(max_examples=20)
@given(st.integers(1, 4).flatmap(lambda colours: nonograms(colours, fields=True)))
def test_png_keeps_the_picture(puzzle):
    try:
        [read] = parse_puzzles(write_puzzle(puzzle, "png"))
    except InputError:  # two colours look alike, or the background is none to a reader
        reject()
    assert read.goal is not None

    def shades(one):
        white = one.colours[0].rgb
        return [[one.colours[cell].rgb if cell else white for cell in row] for row in one.goal]

    assert shades(read) == shades(puzzle)


@settings(max_examples=20)
@given(nonograms(fields=True, most=20))
def test_pbm_plain_and_raw(puzzle):
    assert parse_puzzles(write_puzzle(puzzle, "pbm")) == [puzzle]
    raw = f"P4 {puzzle.width} {puzzle.height}\n".encode()
    for row in puzzle.goal:
        bits = "".join(map(str, row))
        bits += "0" * (-len(bits) % 8)
        raw += int(bits, 2).to_bytes(len(bits) // 8, "big")
    assert parse_puzzles(raw) == [puzzle]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_real_files_through_every_format(path):
    [puzzle] = read_puzzles(path)
    for name in CLUES:
        assert parse_puzzles(write_puzzle(puzzle, name), "stdin") == [puzzle], name
    if puzzle.goal is not None:
        puzzle.check(puzzle.goal)
        assert parse_puzzles(write_puzzle(puzzle, "pbm")) == [puzzle]
    assert puzzle.colours == BLACK_AND_WHITE


# but for "bare": without a size, the smallest boards are files of other formats, too
@given(nonograms(), st.sampled_from([name for name in CLUES if name != "bare"]))
def test_each_format_is_recognised_by_its_content(puzzle, name):
    written = write_puzzle(puzzle, name)
    fits = [known.name for known in FORMATS if not known.binary and known.sniff(written)]
    assert name in fits
    assert set(fits) <= {name, "bare", "cwd"}  # the sums tell these two apart
    assert parse_puzzles(written) == [puzzle]
