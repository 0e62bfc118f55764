"""The command line: what it prints, and its exit status."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cpmodels.cli import app

EASY = 'kind = "tiling"\nregion = "4x4"\nshapes = "tetrominoes"\n'


def run(*words: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(app, list(words), input=stdin)


@pytest.fixture
def easy(tmp_path: Path) -> str:
    path = tmp_path / "easy.toml"
    path.write_text(EASY)
    return str(path)


def test_make_prints_what_every_command_reads() -> None:
    output = run("make", "tiling", "6x6", "tetrominoes:IOTS", "--copies", "any")
    assert output.exit_code == 0
    assert "1,409" in run("count", "-", stdin=output.stdout).stdout
    assert run("count", "-", "-q", "-m", "dlx", stdin=output.stdout).stdout == "1409\n"


def test_compare_a_file(easy: str) -> None:
    result = run("compare", easy)
    assert result.exit_code == 0
    assert result.stdout.count("117") >= 4
    assert "all agree" in result.stdout


def test_an_expectation_that_fails_is_status_1(easy: str) -> None:
    assert run("count", easy, "--expect", "117").exit_code == 0
    assert run("count", easy, "--expect", "118").exit_code == 1
    assert run("compare", easy, "--expect", "118").exit_code == 1


def test_a_limit_that_was_hit_is_status_3() -> None:
    result = run("count", "8x8 dominoes", "-m", "cp-sat", "--limit", "0.3")
    assert result.exit_code == 3
    assert "at least" in result.stdout or "unknown" in result.stdout  # a slow machine found none
    assert "time limit" in result.stdout


def test_a_solution_limit_says_at_least(easy: str) -> None:
    result = run("count", easy, "--max", "5")
    assert result.exit_code == 3
    assert "at least 5" in result.stdout


def test_json_records_are_one_a_line(easy: str) -> None:
    [line] = run("compare", easy, "--json").stdout.splitlines()
    record = json.loads(line)
    assert record["agree"] is True
    assert {answer["count"] for answer in record["answers"]} == {117}
    [line] = run("count", easy, "--json").stdout.splitlines()
    assert json.loads(line)["verdict"] == "all found"


def test_solve_draws_and_writes_svg(easy: str, tmp_path: Path) -> None:
    picture = tmp_path / "out.svg"
    result = run("solve", easy, "--svg", str(picture))
    assert "┌" in result.stdout
    assert picture.read_text().startswith("<svg")


def test_unique_shows_two() -> None:
    result = run("unique", "6x6 tetrominoes:IOTS")
    assert "several" in result.stdout
    assert result.stdout.count("└") >= 2


def test_show_model_lists_groups(easy: str) -> None:
    result = run("show", "model", easy)
    assert "cover" in result.stdout
    assert "16" in result.stdout


def test_enumerate_shows_each(easy: str) -> None:
    result = run("enumerate", easy, "--max", "3")
    assert result.stdout.count("4:\n") == 0
    assert "3:\n" in result.stdout
    assert result.exit_code == 0  # no more were asked for
    assert "at least 3 (solution limit)" in result.stderr
    assert run("enumerate", easy, "--max", "300").stderr.endswith(": 117\n")


def test_convert_to_knuth_keeps_the_count(easy: str) -> None:
    text = run("convert", easy, "--to", "knuth").stdout
    assert run("count", "-", "-q", stdin=text).stdout == "117\n"


def test_a_folder_is_converted_file_by_file_and_a_bad_file_does_not_stop_it(tmp_path: Path) -> None:
    source, target = tmp_path / "in", tmp_path / "new" / "out"
    source.mkdir()
    (source / "a.toml").write_text(EASY)
    (source / "b.non").write_text("riddle")
    (source / "c.id").write_text("2x1:1/1/2\n1x1:1/1\n")
    (source / "d.non").write_text('title "dot"\nwidth 1\nheight 1\nrows\n1\ncolumns\n1\n')
    (source / "d.toml").write_text('kind = "nonogram"\nrows = ["1"]\ncolumns = ["1"]\n')
    result = run("convert", str(source), str(target), "--to", "nin")
    assert result.stdout.splitlines() == [
        f"{source}/c.id #1 -> {target}/c-1.nin",
        f"{source}/c.id #2 -> {target}/c-2.nin",
        f"{source}/d.non -> {target}/d.nin, without title",
    ]
    assert [line.split(": ")[1] for line in result.stderr.splitlines()] == [
        f"{source}/b.non", f"{source}/a.toml", f"{source}/d.toml"
    ]  # fmt: skip
    assert result.exit_code == 2
    assert run("count", str(target), "-q", "-m", "line-search").exit_code == 0
    assert run("convert", str(source), str(target)).exit_code == 2
    assert run("convert", str(source), "--to", "nin").exit_code == 2


BAD = {
    "empty": ("", "empty"),
    "torn": ('kind = "tiling"\nregion = "4x', "not TOML"),
    "no kind": ("region = '4x4'", "no known format"),
    "unknown kind": ("kind = 'riddle'", "kind 'riddle'"),
    "unknown key": (EASY + "color = 1\n", "unknown key 'color'"),
    "no region": ('kind = "tiling"\nshapes = "dominoes"\n', "no region"),
    "no cells": ('kind = "tiling"\nregion = "0x5"\nshapes = "dominoes"\n', "0x5 has no cells"),
    "too large": (
        'kind = "tiling"\nregion = "100000x10000"\nshapes = "dominoes"\n',
        "expected at most 1,000,000",
    ),
    "wrong type": ('kind = "tiling"\nregion = "2x2"\nshapes = [1]\n', "names of sets"),
    "copies": (EASY + 'copies = "3..1"\n', "3..1"),
    "unknown item": ("a b\na c\n", "no known format"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_and_status_2(name: str, tmp_path: Path) -> None:
    text, message = BAD[name]
    path = tmp_path / "bad"
    path.write_text(text)
    for command in ("count", "compare", "solve", "show"):
        result = run(command, str(path))
        assert result.exit_code == 2
        [flat] = result.stderr.splitlines()
        assert message in flat
        assert "Traceback" not in flat
        assert result.stdout == ""


def test_the_format_by_name_points_at_the_line(tmp_path: Path) -> None:
    path = tmp_path / "cover.dlx"
    path.write_text("a b | s\na\nb:red\n")
    result = run("count", str(path))
    assert result.exit_code == 2
    assert "line 3" in " ".join(result.stderr.split())


@pytest.mark.parametrize(
    "words",
    [
        ["count", "no-such-file"],
        ["count", "6x6 tetrominoes", "-m", "magic"],
        ["count", "6x6 tetrominoes", "--limit", "-1"],
        ["count", "6x6 tetrominoes:IOTS", "--format", "morse"],
        ["make", "tiling", "6x6", "tetrominoes", "--copies", "3..1"],
        ["make", "tiling", "6x6", "tetrominoes:Q"],
        ["solve", "6x6 tetrominoes", "-m", "frontier"],
        ["show", "some", "thing", "else"],
        ["crosscheck", "--random", "exact-cover", "--size", "1000000000000"],
        ["crosscheck", "--random", "exact-cover", "--cases", "1000000000000"],
        ["audit", "exact-cover", "--mutants", "1000000000000"],
        ["riddle"],
    ],
    ids=" ".join,
)
def test_bad_usage_is_status_2(words: list[str]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert result.stderr
    assert "Traceback" not in result.stderr


def test_ctrl_c_stops_with_what_it_has() -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "cpmodels", "enumerate", "8x8 dominoes", "-m", "cp-sat"],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, errors="replace",
    )  # fmt: skip
    assert child.stdout is not None
    assert child.stdout.readline() == "1:\n"  # it is at work
    child.send_signal(signal.SIGINT)
    _, err = child.communicate()
    assert child.returncode == 3
    assert "interrupted" in err
    assert "at least" in err
    assert "Traceback" not in err


def test_the_judge_answers_line_by_line_and_goes_on_after_a_bad_one() -> None:
    boards = "2 3 4 1 5 x 7 6 8\n1 2 2 3\n1 2 3 4 5 6 8 7 x\n1 2 3 4 5 6 7 8 x\n"
    result = run("solve", "-", "--format", "judge", stdin=boards)
    moves, unsolvable, solved = result.stdout.split("\n")[:3]
    assert (len(moves), unsolvable, solved) == (19, "unsolvable", "")
    assert result.exit_code == 2
    assert "line 2" in result.stderr


def test_make_sliding_is_answered_by_every_method() -> None:
    output = run("make", "sliding", "3x3", "--steps", "14", "--seed", "5")
    assert run("compare", "-", stdin=output.stdout).exit_code == 0
    never = run("make", "sliding", "2x3", "--unsolvable")
    assert "none" in run("solve", "-", stdin=never.stdout).stdout


def test_building_a_large_model_stops_at_the_limit() -> None:
    output = run("make", "tiling", "400x400", "pentominoes")
    result = run("solve", "-", "--limit", "1", stdin=output.stdout)
    assert result.exit_code == 3
    assert "unknown (time limit)" in result.stdout


def test_a_directory_is_asked_file_by_file_and_a_bad_file_does_not_stop_it(tmp_path: Path) -> None:
    for name, region in (("a", "2x2"), ("b", "2x3")):
        text = f'kind = "tiling"\nregion = "{region}"\nshapes = "dominoes"\n'
        (tmp_path / f"{name}.toml").write_text(text)
    a, b = tmp_path / "a.toml", tmp_path / "b.toml"
    assert run("count", str(tmp_path), "-q").stdout == f"{a}: 2\n{b}: 3\n"
    output = run("solve", str(tmp_path), "-q").stdout
    assert output.startswith(f"{a}:\n┌")
    assert f"\n{b}:\n┌" in output
    pictures = str(tmp_path / "{}.svg")
    assert run("solve", str(tmp_path), "--svg", pictures).exit_code == 0
    assert (tmp_path / "b.svg").read_text().startswith("<svg")
    assert run("solve", str(tmp_path), "--svg", str(tmp_path / "one.svg")).exit_code == 2
    (tmp_path / "c.toml").write_text("kind = 'riddle'")
    for command in ("count", "compare", "solve", "unique", "enumerate", "explain", "methods"):
        result = run(command, str(tmp_path))
        assert result.exit_code == 2
        assert "kind 'riddle'" in result.stderr
        assert result.stdout


@pytest.mark.parametrize("command", ["show", "solve"])
def test_each_puzzle_of_a_file_has_its_own_picture(command: str, tmp_path: Path) -> None:
    (tmp_path / "two.id").write_text("2x1:1/1/2\n1x1:1/1\n")
    source, pictures = str(tmp_path / "two.id"), str(tmp_path / "{}.svg")
    assert run(command, source, "--svg", pictures).exit_code == 0
    assert {path.name for path in tmp_path.glob("*.svg")} == {"two-1.svg", "two-2.svg"}
    assert run(command, source, "--svg", str(tmp_path / "one.svg")).exit_code == 2


def test_pictures_that_cannot_be_written_are_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "two.id").write_text("2x1:1/1/2\n1x1:1/1\n")
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "two.id").write_text("2x1:1/1/2\n1x1:1/1\n")
    here, source = str(tmp_path), str(tmp_path / "two.id")
    for words, message in {
        (source, "--png", f"{here}/pics/{{}}.png"): "no folder",
        (source, "--png", f"{source}/{{}}.png"): "no folder",
        (source, "--svg", f"{here}/one.svg"): "expected {}",
        (source, "--svg", f"{here}/{{}}", "--png", f"{here}/{{}}"): "goes there too",
        (source, f"{here}/two/two.id", "--svg", f"{here}/{{}}"): "goes there too",
        (source, "--animation", f"{here}/{{}}.svg"): "nothing that moves",
    }.items():
        result = run("solve", *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert message in result.stderr
    for words in (
        ("crosscheck", source, "--junit", f"{here}/no/junit.xml"),
        ("crosscheck", source, "--json", here),
        ("crosscheck", source, "--out", source),
        ("audit", "--json", f"{here}/no/audit.json"),
        ("audit", "--out", f"{source}/audit"),
        ("make", "nonogram", "30x30", "--unique", "--out", f"{here}/no/puzzle.non"),
    ):
        result = run(*words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert "cannot be written" in result.stderr


def test_a_puzzle_that_is_refused_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(EASY)
    (tmp_path / "b.non").write_text("width 1\nheight 1\nrows\n1\ncolumns\n1\n")
    for command in ("solve", "count", "enumerate", "compare"):
        result = run(command, str(tmp_path), "-m", "frontier" if command == "compare" else "dlx")
        assert result.exit_code == 2
        assert result.stdout
        assert result.stderr


def test_a_disagreement_outweighs_a_bad_file_and_a_limit(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(EASY)
    (tmp_path / "b.toml").write_text("kind = 'riddle'")
    assert run("count", str(tmp_path), "--expect", "118").exit_code == 1


def test_a_name_that_is_nearly_one_is_pointed_at() -> None:
    result = run("count", "6x10 pentominoes")
    assert result.exit_code == 2
    assert "a built-in case such as '6x10 pentominoes, 1'" in " ".join(result.stderr.split())


def test_up_to_symmetry_counts_classes() -> None:
    words = ("count", "6x6 tetrominoes:IOTS", "-m", "dlx", "-q")
    assert int(run(*words, "--up-to-symmetry").stdout) < int(run(*words).stdout)


def test_a_narrow_table_folds_names_and_cuts_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "50")
    for words in (
        ("methods", "6x6 tetrominoes:IOTS"),
        ("explain", "6x6 tetrominoes:IOTS"),
        ("cases",),
        ("show", "model", "6x6 tetrominoes:IOTS"),
        ("audit", "exact-cover", "-n", "1", "--mutants", "1", "--out", str(tmp_path)),
    ):
        output = run(*words).stdout
        assert output
        assert "…" not in output


def test_standard_input_can_be_read_once(easy: str) -> None:
    result = run("count", "-", easy, "-", stdin=EASY)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == "cpmodels: standard input: given more than once, expected once\n"


def test_what_the_system_refuses_leaves_the_others(easy: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    result = run("count", "x" * 300, easy, str(tmp_path / "empty"), "-q")
    assert (result.exit_code, result.stdout) == (2, "117\n")
    first, second = result.stderr.splitlines()
    assert "x: cannot be read: File name too long" in first + second
    assert "no file in it" in first + second


def test_names_and_titles_are_shown_as_they_are_and_cannot_steer_a_terminal(tmp_path: Path) -> None:
    path = tmp_path / "a\nb \x1b[31m[red]ä☃.toml"
    path.write_text(EASY + 'title = "\\u001b[31m [bold]t"\n', encoding="utf-8")
    result = run("compare", str(path), "-m", "dlx")
    assert "a\\nb \\x1b[31m[red]ä☃.toml: count\n" in result.stdout
    for command in ("count", "solve", "show", "methods", "explain", "compare"):
        output = run(command, str(path)).stdout
        assert "\x1b" not in output
        assert command == "compare" or "\\x1b[31m [bold]t, I O T S L" in output
    path.write_text("riddle")
    [line] = run("count", str(path)).stderr.splitlines()
    assert "a\\nb \\x1b[31m[red]ä☃.toml: " in line
