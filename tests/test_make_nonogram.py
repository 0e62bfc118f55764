"""``cpmodels make nonogram``: random, with one solution, or from a picture."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from cpmodels.cli import app
from cpmodels.formats import parse_puzzles
from cpmodels.formats.nonogram import FORMATS
from cpmodels.generate.nonogram import random_nonogram
from reference.nonograms.line_search import count


def make(*words):
    return CliRunner().invoke(app, ["make", "nonogram", *map(str, words)])


def test_random():
    result = make("4x6", "--seed", 3, "--density", 0.4)
    assert result.exit_code == 0
    [puzzle] = parse_puzzles(result.stdout)
    assert puzzle == random_nonogram(4, 6, seed=3, density=0.4)


@pytest.mark.parametrize("colours", [1, 2])
def test_unique(colours):
    result = make("8x8", "--unique", "--colours", colours, "--seed", 1, "-f", "json")
    [puzzle] = parse_puzzles(result.stdout)
    assert count(puzzle.rows, puzzle.columns).count == 1


@pytest.mark.parametrize("name", [known.name for known in FORMATS if known.write])
def test_every_format_writes_it(name, tmp_path):
    target = tmp_path / f"made.{name}"
    assert make("4x6", "-f", name, "--out", target).exit_code == 0
    [puzzle] = parse_puzzles(target.read_bytes(), str(target))
    assert (puzzle.rows, puzzle.columns) == (
        random_nonogram(4, 6).rows,
        random_nonogram(4, 6).columns,
    )


def test_of_a_picture(tmp_path):
    path = tmp_path / "bar.pbm"
    path.write_bytes(b"P1 3 1 1 1 0")
    [puzzle] = parse_puzzles(make("--image", path).stdout)
    assert puzzle.goal == ((1, 1, 0),)
    path.write_bytes(b"P1 2 2 1 0 0 1")
    assert make("--image", path).exit_code == 0
    assert make("--image", path, "--unique").exit_code == 2


@pytest.mark.parametrize(
    "words",
    [
        ("4y4",),
        ("0x4",),
        ("99999x99999",),
        ("4x4", "--density", "2"),
        ("4x4", "--colours", "0"),
        ("4x4", "--colours", "2", "-f", "nin"),
        ("4x4", "-f", "doc"),
        ("--image", "/nonexistent.png"),
    ],
)
def test_bad_words(words):
    result = make(*words)
    assert result.exit_code == 2
    assert "expected" in result.stderr or "cannot" in result.stderr or "holds" in result.stderr
