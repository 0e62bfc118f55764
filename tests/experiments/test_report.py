"""The report: complete in itself, its pictures there, its table sortable, at any size."""

from __future__ import annotations

import html
import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cpmodels.experiments import load, report, run
from cpmodels.results.store import Store
from tests.experiments.helpers import trouble

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-component-update", "--disable-background-networking", "--disable-sync",
    "--virtual-time-budget=10000", "--dump-dom",
)  # fmt: skip
PROBE = """
<script>
onload = () => {
  const head = name => [...document.querySelectorAll("#cases th")]
    .find(th => th.textContent === name);
  const column = name => [...document.querySelectorAll("#cases tbody tr")]
    .map(tr => tr.cells[head(name).cellIndex].textContent);
  const click = name => { head(name).firstChild.click(); return column(name); };
  const found = {
    images: [...document.images]
      .map(i => [i.alt, i.naturalWidth, i.getAttribute("src").slice(0, 5)]),
    first: column("count"), up: click("count"), down: click("count"), seconds: click("seconds"),
    where: document.getElementById("where").textContent,
  };
  const filter = document.getElementById("filter");
  filter.value = "DLX";
  filter.oninput();
  found.filtered = column("method");
  document.getElementById("on").click();
  found.on = document.getElementById("where").textContent;
  const pre = document.createElement("pre");
  pre.id = "probe";
  pre.textContent = JSON.stringify(found);
  document.body.append(pre);
};
</script>
"""


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


@pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium")
def test_page_in_a_browser(page: Path, tmp_path: Path) -> None:
    probed = tmp_path / "probed.html"
    probed.write_text(page.read_text(encoding="utf-8").replace("</html>", PROBE), encoding="utf-8")
    dom = subprocess.run(
        [str(CHROMIUM), *FLAGS, f"--user-data-dir={tmp_path / 'profile'}", probed.as_uri()],
        capture_output=True, text=True,
    ).stdout  # fmt: skip
    [said] = re.findall(r'<pre id="probe">(.*?)</pre>', dom, re.DOTALL)
    found = json.loads(html.unescape(said))
    assert [kind for _, _, kind in found["images"]] == ["data:"] * 3
    assert all(width > 100 for _, width, _ in found["images"])
    assert found["where"] == "1 to 200 of 1000"
    table = load(page.parents[1])
    counts = sorted(int(n) for n in table["count"])
    assert found["first"] == [str(n) for n in table["count"][:200]]
    assert found["up"] == [str(n) for n in counts[:200]]
    assert found["down"] == [str(n) for n in counts[::-1][:200]]
    seconds = [float(text) for text in found["seconds"]]
    assert seconds == sorted(round(s, 4) for s in table["seconds"])[:200]
    assert found["filtered"] == ["dlx"] * 200
    assert found["on"] == "201 to 250 of 250"


def test_small_experiments_have_a_report_too(tmp_path: Path) -> None:
    run(trouble(["raiser"]), tmp_path, jobs=1)
    text = report(tmp_path).read_text(encoding="utf-8")
    assert "1 cases: 1 in error" in text
    assert "ZeroDivisionError: on purpose" in text


@pytest.mark.slow
def test_a_hundred_thousand_rows(tmp_path: Path) -> None:
    page = report(store(tmp_path, 100_000))
    data = json.loads(re.findall(r'id="data">(.*?)</script>', page.read_text(encoding="utf-8"))[0])
    assert data["rows"] == 100_000
    assert {len(column["values"]) for column in data["columns"]} == {100_000}
