"""The report: complete in itself, its pictures there, its table sortable, at any size."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cpmodels.cli import app
from cpmodels.experiments import Experiment, load, merge, report, run
from cpmodels.results.store import Store
from tests.experiments.helpers import trouble


def rows(number: int, seed: int = 1) -> Iterator[dict[str, Any]]:
    """Plausible results, a disagreement and some limits among them."""
    chance = random.Random(seed)
    for index in range(number):
        puzzle, method = divmod(index, 4)
        name = ("cp-sat", "cp-sat:lines", "dlx", "frontier")[method]
        seconds = chance.lognormvariate(method - 3, 1.5)
        done = seconds < 10
        count = 10**17 * puzzle + 7 + (index == 5)
        yield {
            "case": f"{index:020x}", "puzzle": f"{puzzle}", "kind": "tiling",
            "title": f"puzzle <{puzzle}>", "origin": "generated", "size": 10 + puzzle % 40,
            "at": {"m": puzzle % 40}, "question": "count", "method": name,
            "side": "model" if method < 2 else "hand", "parameters": {}, "seed": 0,
            "repetition": 1, "code": "c", "limits": {"seconds": 10.0},
            "started": "2026-01-01T00:00:00Z", "wall_seconds": seconds, "cpu_seconds": seconds,
            "peak_memory": 10**8, "verdict": "all found" if done else "unknown",
            "complete": done, "count": count if done else 0, "objective": None,
            "effort": {"nodes": index}, "build_seconds": 0.001,
            "solve_seconds": min(seconds, 10.0), "note": "", "environment": {"python": "3"},
            "termination": "finished" if done else "time limit",
        }  # fmt: skip


def store(path: Path, number: int) -> Path:
    with Store(path) as target:
        target.write("run", {
            "experiment": "a <b>", "about": "", "x": "m", "cases": number, "shard": None,
            "command": "cpmodels experiment run 'e & f.toml'", "started": "2026-01-01T00:00:00Z",
        })  # fmt: skip
        for row in rows(number):
            target.write_result("case", row)
    return path


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    pytest.importorskip("matplotlib")
    return report(store(tmp_path_factory.mktemp("report"), 1000))


def test_page_says_what_matters_and_needs_no_network(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert "<title>a &lt;b&gt;</title>" in text
    assert "cpmodels experiment run &#x27;e &amp; f.toml&#x27;" in text
    assert not re.search(r"(src|href)\s*=\s*[\"']?(?!data:)\w", text)
    number = (load(page.parents[1])["category"] == "disagrees").sum()
    assert number >= 2
    assert f"{number} rows disagree" in text
    assert text.index("rows disagree") < text.index("<h2>Methods") < text.index("<h2>Cases")
    assert {p.name for p in page.parent.iterdir()} == {
        "index.html", "results.csv",
        *(f"{name}.{kind}" for name in ("cactus", "scatter", "scaling") for kind in ("svg", "png")),
    }  # fmt: skip


def test_a_reader_without_script_has_the_pictures_and_the_first_rows(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    fallback = "".join(re.findall(r"<noscript>(.*?)</noscript>", text, re.DOTALL))
    assert fallback.count("<img") == 2
    assert fallback.count("<tr>") == 201
    assert "800 more cases are in results.csv" in fallback
    assert "puzzle &lt;0&gt;" in fallback


def test_nothing_in_a_store_can_run(tmp_path: Path) -> None:
    evil = "</script><script>alert(1)</script><!--"
    with Store(tmp_path) as target:
        target.write("run", {
            "experiment": evil, "about": evil, "x": "m", "cases": 1, "shard": None,
            "command": evil, "started": "2026-01-01T00:00:00Z",
        })  # fmt: skip
        target.write("puzzle", {"puzzle": "0", "toml": evil})
        for row in rows(4):
            target.write_result("case", row | {"title": evil, "origin": evil, "note": evil})
    text = report(tmp_path).read_text(encoding="utf-8")
    assert text.count("<script") == 2
    assert "alert(1)</script>" not in text
    assert "default-src 'none'" in text
    assert "unsafe" not in text


def test_the_answers_are_drawn_and_the_command_asks_again(tmp_path: Path) -> None:
    puzzles = [{"kind": "sliding", "start": "1 2 3 4 5 6 x 7 8"}]
    run(Experiment.of({"puzzles": puzzles, "methods": ["astar", "idastar"]}), tmp_path, jobs=1)
    report(tmp_path)
    data = data_of(tmp_path / "report" / "index.html")
    assert data["picture"] == [0, 0]  # both have the same path, and there is one picture of it
    assert data["pictures"][0].startswith("<svg")
    command = [data["commands"]["words"][k] for k in data["commands"]["values"]]
    assert sorted(command) == ["cpmodels solve - -m astar", "cpmodels solve - -m idastar"]
    [toml] = data["toml"]
    result = CliRunner().invoke(app, [*command[0].split()[1:], "--json"], input=toml)
    assert result.exit_code == 0, result.output
    assert json.loads(result.output)["objective"] == 2
    merge(tmp_path / "both", [tmp_path])  # a merged store knows the puzzles, too
    report(tmp_path / "both")
    assert data_of(tmp_path / "both" / "report" / "index.html")["picture"] == [0, 0]


def data_of(page: Path) -> dict[str, Any]:
    [text] = re.findall(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"))
    data: dict[str, Any] = json.loads(text)
    return data


def test_small_experiments_have_a_report_too(tmp_path: Path) -> None:
    run(trouble(["raiser"]), tmp_path, jobs=1)
    text = report(tmp_path).read_text(encoding="utf-8")
    assert "1 cases: 1 in error" in text
    assert "ZeroDivisionError: on purpose" in text


@pytest.mark.slow
def test_a_hundred_thousand_rows(tmp_path: Path) -> None:
    page = report(store(tmp_path, 100_000))
    data = data_of(page)
    assert data["rows"] == 100_000
    assert {len(column["values"]) for column in data["columns"]} == {100_000}
