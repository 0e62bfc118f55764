"""What --json prints is as the schema says, for every command; every command has an example."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import typer.main
from typer.testing import CliRunner

from cpmodels.cli import app

TEXT_ONLY = {"schema"}  # prints one thing, which is JSON


def run(*words: str) -> Any:
    return CliRunner().invoke(app, list(words))


@pytest.fixture(scope="module")
def validator() -> jsonschema.Draft202012Validator:
    schema = json.loads(run("schema").stdout)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def commands(group: Any, before: str = "") -> Iterator[tuple[str, Any]]:
    for name, command in group.commands.items():
        if hasattr(command, "commands"):
            yield from commands(command, f"{before}{name} ")
        else:
            yield before + name, command


COMMANDS = dict(commands(typer.main.get_command(app)))
TILING = "4x5 tetrominoes, 1"
RECORDS = [
    ("compare", TILING),
    ("compare", "8-puzzle 1 2 3 4 5 6 8 7 x"),
    ("compare", "6x6 tetrominoes", "--limit", "0", "-m", "cp-sat"),
    ("solve", "4x4 tetrominoes"),
    ("solve", "8-puzzle 2 3 4 1 5 x 7 6 8"),
    ("solve", "board 8 without 0,0"),
    ("solve", "nonogram webpbn-00006-cat"),
    ("count", "4x4 tetrominoes", "-m", "dlx"),
    ("count", "4x4 tetrominoes", "--max", "3"),
    ("count", "4x4 tetrominoes", "-m", "dlx", "--audit", "50%"),
    ("unique", "4x4 tetrominoes"),
    ("enumerate", "4x4 tetrominoes", "--max", "3"),
    ("explain", TILING),
    ("explain", "8-puzzle 2 3 4 1 5 x 7 6 8"),
    ("explain", "--steps", "nonogram webpbn-00006-cat"),
    ("prove", TILING),
    ("show", TILING),
    ("show", "nonogram webpbn-00006-cat"),
    ("show", "model", TILING),
    ("methods", TILING),
    ("cases",),
    ("cache",),
    ("census", "2x2"),
    ("make", "tiling", "4x4", "tetrominoes"),
    ("make", "board", "8", "--missing", "3,5"),
    ("make", "sliding", "3x3"),
    ("make", "nonogram", "4x4"),
]


def validate(validator: jsonschema.Draft202012Validator, text: str, command: str) -> None:
    records = [json.loads(line) for line in text.splitlines()]
    assert records
    for record in records:
        validator.validate(record)
        assert record["command"] == command


@pytest.mark.parametrize("words", RECORDS, ids=" ".join)
def test_records_are_as_the_schema_says(
    words: tuple[str, ...], validator: jsonschema.Draft202012Validator
) -> None:
    command = " ".join(words[:2]) if words[0] == "make" else words[0]
    validate(validator, run(*words, "--json").stdout, command)


def test_convert_and_experiments_too(
    tmp_path: Path, validator: jsonschema.Draft202012Validator
) -> None:
    puzzle = tmp_path / "puzzle.toml"
    puzzle.write_text('kind = "tiling"\nregion = "2x3"\nshapes = "dominoes"\n')
    validate(validator, run("convert", str(puzzle), "--to", "knuth", "--json").stdout, "convert")
    script, out = tmp_path / "e.toml", str(tmp_path / "out")
    script.write_text(
        'methods = ["cp-sat", "dlx"]\n[[puzzles]]\nkind = "tiling"\nregion = "2x3"\n'
        'shapes = "dominoes"\n'
    )
    for words in (
        ("run", str(script), "--out", out, "--jobs", "1"),
        ("status", out),
        ("merge", str(tmp_path / "all"), out),
    ):
        result = run("experiment", *words, "--json")
        validate(validator, result.stdout, f"experiment {words[0]}")


def test_hints_pages_and_verifications_too(
    tmp_path: Path, validator: jsonschema.Draft202012Validator
) -> None:
    puzzle, partial = tmp_path / "my.non", tmp_path / "given.txt"
    puzzle.write_text("width 2\nheight 2\n\nrows\n1\n2\n\ncolumns\n2\n1\n")
    partial.write_text("#?\n??\n")
    result = run("hint", str(puzzle), "--given", str(partial), "--json")
    validate(validator, result.stdout, "hint")
    page, folder = str(tmp_path / "page.html"), str(tmp_path / "proof")
    validate(validator, run("watch", str(puzzle), "--out", page, "--json").stdout, "watch")
    assert run("prove", TILING, "--out", folder).exit_code == 0
    validate(validator, run("verify", folder, "--json").stdout, "verify")


def test_the_schema_refuses_what_is_not_a_record(
    validator: jsonschema.Draft202012Validator,
) -> None:
    record = json.loads(run("count", "4x4 tetrominoes", "--json").stdout)
    for wrong in ({"verdict": "maybe"}, {"count": -1}, {"schema": 2}, {"command": "solved"}):
        assert not validator.is_valid(record | wrong)
    del record["complete"]
    assert not validator.is_valid(record)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_json_quiet_and_an_example(name: str) -> None:
    command = COMMANDS[name]
    options = {option for parameter in command.params for option in parameter.opts}
    if name not in TEXT_ONLY:
        assert "--json" in options
        assert "--quiet" in options or name.startswith("make ")  # which says nothing else
    assert re.search(rf"Example: .*cpmodels {name} ", f"{command.help} ".replace("\n", " "))


def test_version_names_both() -> None:
    assert re.fullmatch(r"cpmodels \S+ \(OR-Tools 9\.15\S*\)\n", run("--version").stdout)


def test_completion_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    # otherwise the shell is the one that started the tests, and there may be none
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    result = run("--show-completion", "bash")
    assert "complete" in result.output
    typed = {
        "_CPMODELS_COMPLETE": "complete_bash",
        "COMP_WORDS": "cpmodels solve -f kn",
        "COMP_CWORD": "3",
    }
    assert CliRunner().invoke(app, [], env=typed, prog_name="cpmodels").stdout.split() == ["knuth"]
