"""Nothing heavy is imported that is not used: told by the modules that a process ends with."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import typer

from cpmodels.cli import app
from cpmodels.cli.group import COMMANDS

CAMPAIGN = "cpmodels.crosschecking.campaign"
HEAVY = {"ortools", "numba", "pandas", "networkx", "matplotlib", CAMPAIGN}
PROGRAM = """
import json, runpy, sys
for words in json.loads(sys.argv[1]):
    sys.argv = ["cpmodels", *words]
    try:
        runpy.run_module("cpmodels", run_name="__main__")
    except SystemExit as end:
        print(json.dumps([words, end.code or 0, sorted(sys.modules)]), file=sys.stderr)
"""


def modules_after(*commands: list[str]) -> dict[str, set[str]]:
    """What is imported after each of the commands, one after another in one process.

    A process each would say no more: what the first import brings in is there for all behind it,
    and a test that looks at each command names the first that has too much.
    """
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, json.dumps(commands)], capture_output=True,
        text=True, check=True, env=os.environ | {"CPMODELS_CACHE": os.devnull},
    )  # fmt: skip
    modules: dict[str, set[str]] = {}
    for line in done.stderr.splitlines():
        words, status, names = json.loads(line)
        assert status == 0, words
        modules[" ".join(words)] = set(names)
    assert len(modules) == len(commands), done.stderr
    return modules


def test_no_solver_no_compiler_no_tables(tmp_path: Path) -> None:
    modules = modules_after(
        ["--help"], ["--version"], ["count", "--help"], ["cases"], ["schema"],
        ["show", "6x6 tetrominoes:IOTS"], ["show", "--json", "4x4 tetrominoes"],
        ["make", "tiling", "4x4", "tetrominoes"], ["make", "sliding", "3x3"],
        ["make", "nonogram", "5x5"],
        ["convert", "6x6 tetrominoes:IOTS", str(tmp_path / "puzzle.toml")],
    )  # fmt: skip
    assert {words: HEAVY & names for words, names in modules.items() if HEAVY & names} == {}


def test_a_small_answer_by_hand_needs_no_solver_and_no_compiler(tmp_path: Path) -> None:
    board = tmp_path / "board.txt"
    board.write_text("1 2 3\n4 x 6\n7 5 8\n")
    modules = modules_after(
        *(["count", "4x4 tetrominoes", "-m", method] for method in ("dlx", "frontier")),
        *(["solve", str(board), "-m", method] for method in ("astar", "idastar", "idastar:4-4")),
    )
    heavy = {"ortools", "numba", "pandas"}
    assert {words: heavy & names for words, names in modules.items() if heavy & names} == {}


def test_cp_sat_needs_no_compiler_and_no_other_engine() -> None:
    [names] = modules_after(["count", "4x4 tetrominoes", "-m", "cp-sat"]).values()
    assert "ortools" in names
    assert not names & {"numba", "networkx", CAMPAIGN, "cpmodels.methods.by_clauses"}


def test_help_says_what_each_command_says_of_itself() -> None:
    group = typer.main.get_command(app)
    for name, (_, help) in COMMANDS.items():
        assert group.commands[name].help.partition("\n")[0] == help  # type: ignore[attr-defined]
