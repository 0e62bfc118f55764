"""What was tried to break the command line, and what it says since: statuses, folders, streams."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from cpmodels.cli import app
from cpmodels.draw.picture import to_svg
from cpmodels.errors import InputError, plain
from cpmodels.experiments import Experiment, expand
from cpmodels.experiments.report import _cell
from cpmodels.formats import parse_puzzles, write_puzzle
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.sliding import SlidingPuzzle

DOT = Nonogram.of([1], [1], goal=[[1]])
GRID = "4x4 tetrominoes"  # 117 tilings


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """What the command of `cpmodels` gives; `$?` is its own status, not that of its reader."""
    line = f"{sys.executable} -m cpmodels {command}; exit ${{PIPESTATUS[0]}}"
    return subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_a_reader_that_leaves_changes_no_status() -> None:
    assert shell(f"compare '{GRID}' --expect 118 | head -c1").returncode == 1
    assert shell(f"compare '{GRID}' --expect 117 | head -c1").returncode == 0
    endless = shell("enumerate '8x8 dominoes' | head -n1")
    assert endless.returncode == 3
    assert "Traceback" not in endless.stderr


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no full device here")
def test_help_on_a_full_disk_is_one_line() -> None:
    done = shell("--help > /dev/full")
    assert done.returncode == 2
    assert done.stderr == "cpmodels: standard output: No space left on device\n"


@pytest.mark.slow
def test_no_columns_are_eighty() -> None:
    line = f"COLUMNS=0 {sys.executable} -m cpmodels"
    for command in (f"compare '{GRID}'", "--help"):
        done = subprocess.run(
            ["bash", "-c", f"{line} {command}"], capture_output=True, text=True, check=True
        )
        assert len(done.stdout.split()) > 20


@pytest.mark.parametrize(("most", "expected", "status"), [
    (5, 3, 1), (5, 4, 1), (5, 5, 3), (5, 117, 3), (200, 117, 0), (200, 118, 1),
])  # fmt: skip
def test_an_expectation_is_met_refuted_or_open(most: int, expected: int, status: int) -> None:
    """117 tilings; five seen refute three of them and say nothing about more."""
    done = run("count", GRID, "--max", str(most), "--expect", str(expected))
    assert done.exit_code == status


def test_moves_expected_where_nothing_can_be_solved_are_refuted(tmp_path: Path) -> None:
    path = tmp_path / "odd.txt"
    path.write_text("1 2 3\n4 5 6\n8 7 x\n")
    assert run("compare", str(path), "--expect", "0").exit_code == 1


def folder(place: Path) -> list[str]:
    """One puzzle in each format that can hold it, under names that say nothing."""
    deep = place / "deep" / "er"
    deep.mkdir(parents=True)
    names = []
    for number, format in enumerate(("non", "mk", "cwd", "pbm", "json", "toml", "png", "dzn")):
        content = write_puzzle(DOT, format)
        path = (place if number % 2 else deep) / f"{number}.txt"
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        names.append(str(path))
    return names


def test_a_folder_is_read_by_content_to_its_depth(tmp_path: Path) -> None:
    names = folder(tmp_path)
    done = run("count", str(tmp_path), "-q", "-m", "line-search")
    assert done.exit_code == 0
    assert sorted(done.stdout.split()[::2]) == sorted(f"{name}:" for name in names)
    table = {"files": str(tmp_path)}
    cases = expand(Experiment.of({"methods": ["line-search"], "puzzles": [table]})).cases
    assert len(cases) == 1  # the same puzzle in each
    assert run("convert", str(tmp_path), str(tmp_path / "out"), "--to", "non").exit_code == 0
    assert (tmp_path / "out" / "deep" / "er" / "0.non").exists()


def test_what_a_folder_holds_that_is_no_puzzle_is_named(tmp_path: Path) -> None:
    folder(tmp_path)
    (tmp_path / "README.md").write_text("hello")
    (tmp_path / "link").symlink_to(tmp_path / "deep")
    (tmp_path / "pipe.non").unlink(missing_ok=True)
    subprocess.run(["mkfifo", str(tmp_path / "pipe.non")], check=True)
    done = run("count", str(tmp_path), "-q", "-m", "line-search")
    assert done.exit_code == 2
    named = [line.split(": ")[1] for line in done.stderr.splitlines()]
    assert named == [str(tmp_path / name) for name in ("README.md", "link", "pipe.non")]


def test_an_empty_name_is_no_directory() -> None:
    assert run("count", "").exit_code == 2


@pytest.mark.parametrize("format", ["pbm", "png"])
def test_a_goal_that_does_not_fit_the_clues_is_no_picture(format: str) -> None:
    """Read back, the picture would be another puzzle: here one with a solution."""
    wrong = Nonogram.of([2, 0], [1, 1], goal=[[1, 0], [0, 1]])
    with pytest.raises(InputError, match="what is read back has other clues"):
        write_puzzle(wrong, format)


def test_what_a_picture_cannot_tell_apart_is_refused() -> None:
    red = Colour("red", (255, 0, 0), "r")
    puzzle = Nonogram.of(
        [[(1, 1), (1, 2)]], [[(1, 1)], [(1, 2)]],
        [BLACK_AND_WHITE[0], red, Colour("also red", (255, 0, 0), "R")], goal=[[1, 2]],
    )  # fmt: skip
    with pytest.raises(InputError, match="cannot hold it"):
        write_puzzle(puzzle, "png")


def test_a_picture_is_xml_whatever_the_title_holds() -> None:
    title = "a\x00\x1b[31m\u202e\ufffe<b>&"
    for puzzle in (Nonogram.of([1], [1], title=title), SlidingPuzzle.of("1 2 x 3", title=title)):
        ElementTree.fromstring(to_svg(puzzle, None))


def test_a_turned_line_does_not_reach_the_terminal() -> None:
    assert plain("safe\u202etxt.exe") == r"safe\u202etxt.exe"


def test_a_strange_clue_behind_a_blank_line_is_named() -> None:
    text = "width 1\nheight 2\nrows\n1\n\n#\n\ncolumns\n1\n"
    with pytest.raises(InputError, match="line 6: '#', expected a word"):
        parse_puzzles(text, "a.non")


@pytest.mark.parametrize("text", [
    'rows = ["a"]\ncols = ["b"]\n[tool]\nx = "a; b"\n',  # settings of another program
    "5\n3\n8\n9\n5\n4\n7\n2\n11\n13\n17\n",  # a list of numbers
])  # fmt: skip
def test_a_file_of_something_else_is_of_no_known_format(text: str) -> None:
    with pytest.raises(InputError, match="of no known format"):
        parse_puzzles(text, "file")


def test_a_cell_of_a_table_is_no_formula() -> None:
    assert _cell("=cmd|' /C calc'!A0") == "'=cmd|' /C calc'!A0"
    assert _cell("6x6\x1b[31m") == r"6x6\x1b[31m"
