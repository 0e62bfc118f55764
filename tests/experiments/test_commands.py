"""The commands, as one types them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from cpmodels.cli import app
from cpmodels.experiments import Experiment, expand
from cpmodels.experiments.case_list import in_shard
from tests.experiments.helpers import toml
from tests.experiments.test_report import store


def cpmodels(*words: object) -> Result:
    return CliRunner().invoke(app, ["experiment", *map(str, words)])


@pytest.fixture
def two_tilings(tmp_path: Path) -> Path:
    path = tmp_path / "two.toml"
    path.write_text(
        'methods = ["cp-sat", "dlx"]\n[[puzzles]]\nkind = "tiling"\nregion = "2x{n}"\n'
        'shapes = "dominoes"\nrange.n = "3..4"\n'
    )
    return path


def test_from_run_to_report(two_tilings: Path, tmp_path: Path) -> None:
    one, all_ = tmp_path / "one", tmp_path / "all"
    ran = cpmodels("run", two_tilings, "--out", one, "--jobs", 2)
    assert ran.exit_code == 0, ran.output
    assert "4 cases: 4 agree" in ran.output
    again = cpmodels("run", two_tilings, "--out", one)
    assert "0 cases done, 4 were there, of 4" in again.output
    result = cpmodels("status", one, "--json")
    record = json.loads(result.output)
    assert [record[name] for name in ("cases", "done", "running")] == [4, 4, False]
    assert cpmodels("merge", all_, one).output.startswith("4 cases new in ")
    reported = cpmodels("report", all_)
    assert reported.exit_code == 0
    assert Path(reported.stdout.replace("\n", "")).is_file()


def test_disagreement_is_status_1_and_shown(tmp_path: Path) -> None:
    file = toml(tmp_path / "e.toml", ["honest", "miscounting"], "1..2", tmp_path / "traces")
    ran = cpmodels("run", file, "--out", tmp_path / "out", "--jobs", 1)
    assert ran.exit_code == 1
    assert "disagrees: number 1: miscounting: all found 2" in ran.output


def test_a_report_without_pictures_says_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    reported = cpmodels("report", store(tmp_path, 8))
    assert reported.exit_code == 0
    assert reported.stderr == "note: pictures need matplotlib: pip install 'cpmodels[plot]'\n"
    text = (tmp_path / "report/index.html").read_text()
    assert "pictures need matplotlib: pip install &#x27;cpmodels[plot]&#x27;" in text
    assert not list((tmp_path / "report").glob("*.svg"))


def test_a_shard_without_cases_is_not_done(two_tilings: Path, tmp_path: Path) -> None:
    cases = expand(Experiment.read(two_tilings)).cases
    empty = next(i for i in range(1, 98) if not any(in_shard(case, (i, 97)) for case in cases))
    ran = cpmodels("run", two_tilings, "--out", tmp_path / "out", "--shard", f"{empty}/97")
    assert ran.exit_code == 3
    result = cpmodels("status", tmp_path / "out")
    assert (result.exit_code, result.output.splitlines()[0]) == (
        3,
        "0 of 4 cases done, not running",
    )
    assert cpmodels("report", tmp_path / "out").exit_code == 2


@pytest.mark.parametrize("words", [
    ["run", "none.toml", "--out", "x"],
    ["run", "FILE", "--out", "OUT", "--shard", "3/2"],
    ["status", "nowhere"],
    ["report", "nowhere"],
    ["merge", "OUT", "nowhere"],
])  # fmt: skip
def test_bad_input_is_status_2(words: list[str], two_tilings: Path, tmp_path: Path) -> None:
    named = {"FILE": str(two_tilings), "OUT": str(tmp_path / "out")}
    result = cpmodels(*(named.get(word, word) for word in words))
    assert result.exit_code == 2
    assert result.output.startswith("cpmodels: ")
