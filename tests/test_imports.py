"""Nothing heavy is imported that is not used: told by the modules that a process ends with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from cpmodels.cli import app
from cpmodels.cli.group import COMMANDS

CAMPAIGN = "cpmodels.crosschecking.campaign"
HEAVY = {"ortools", "numba", "pandas", "networkx", "matplotlib", CAMPAIGN}
PROGRAM = """
import json, runpy, sys
sys.argv = ["cpmodels", *json.loads(sys.argv[1])]
try:
    runpy.run_module("cpmodels", run_name="__main__")
except SystemExit as end:
    print(json.dumps([end.code or 0, sorted(sys.modules)]), file=sys.stderr)
"""


def heavy_after(*words: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(words)], capture_output=True,
        text=True, check=True, env=os.environ | {"CPMODELS_CACHE": os.devnull},
    )  # fmt: skip
    status, modules = json.loads(done.stderr.splitlines()[-1])
    assert status == 0, done.stderr.splitlines()[0]
    return HEAVY.intersection(modules)


@pytest.mark.parametrize(
    "words",
    [
        ["--help"], ["--version"], ["count", "--help"], ["cases"], ["schema"],
        ["show", "6x6 tetrominoes:IOTS"], ["show", "--json", "4x4 tetrominoes"],
        ["make", "tiling", "4x4", "tetrominoes"], ["make", "sliding", "3x3"],
        ["make", "nonogram", "5x5"],
    ],
    ids=" ".join,
)  # fmt: skip
def test_no_solver_no_compiler_no_tables(words: list[str]) -> None:
    assert heavy_after(*words) == set()


def test_convert(tmp_path: Path) -> None:
    assert heavy_after("convert", "6x6 tetrominoes:IOTS", str(tmp_path / "puzzle.toml")) == set()


@pytest.mark.parametrize(
    ("puzzle", "method"),
    [
        ("4x4 tetrominoes", "dlx"),
        ("4x4 tetrominoes", "frontier"),
    ],
)
def test_a_small_answer_by_hand_needs_no_solver_and_no_compiler(puzzle: str, method: str) -> None:
    assert not heavy_after("count", puzzle, "-m", method) & {"ortools", "numba", "pandas"}


@pytest.mark.parametrize("method", ["astar", "idastar", "idastar:4-4"])
def test_nor_does_a_shortest_path(tmp_path: Path, method: str) -> None:
    (tmp_path / "board.txt").write_text("1 2 3\n4 x 6\n7 5 8\n")
    heavy = heavy_after("solve", str(tmp_path / "board.txt"), "-m", method)
    assert not heavy & {"ortools", "numba", "pandas"}


def test_cp_sat_needs_no_compiler() -> None:
    heavy = heavy_after("count", "4x4 tetrominoes", "-m", "cp-sat")
    assert not heavy & {"numba", "networkx", CAMPAIGN}


def test_help_says_what_each_command_says_of_itself() -> None:
    group = typer.main.get_command(app)
    for name, (_, help) in COMMANDS.items():
        assert group.commands[name].help.partition("\n")[0] == help  # type: ignore[attr-defined]
