"""What was tried to break the command line, and what it says since: statuses, folders, streams."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cpmodels.cli import app
from cpmodels.experiments import Experiment, expand
from cpmodels.formats import write_puzzle
from cpmodels.puzzles.nonogram import Nonogram

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
