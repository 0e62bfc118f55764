"""A package beside this one adds a kind of puzzle and a variant: installed, found, compared."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLE = Path(__file__).parent / "plugin_example"
QUEENS = {1: 1, 2: 0, 3: 0, 4: 2, 5: 10, 6: 4, 7: 40, 8: 92}  # OEIS A000170


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The example, installed into a directory of its own (no network, no dependencies)."""
    target = tmp_path_factory.mktemp("site")
    source = tmp_path_factory.mktemp("source")
    for file in EXAMPLE.glob("*.*"):
        (source / file.name).write_bytes(file.read_bytes())  # building leaves files beside it
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-build-isolation", "--no-deps",
         "--no-index", "--disable-pip-version-check", "--target", target, source],
        check=True,
    )  # fmt: skip
    return target


def run(site: Path, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cpmodels", *words],
        input=stdin, capture_output=True, text=True,
        env=os.environ | {"PYTHONPATH": str(site), "NO_COLOR": "1"},
    )  # fmt: skip


def test_its_kind_is_read_compared_and_counted_as_others_found(site: Path) -> None:
    puzzles = "".join(f'[[puzzle]]\nkind = "queens"\nn = {n}\n' for n in QUEENS)
    done = run(site, "compare", "-", "--json", stdin=puzzles)
    assert done.returncode == 0, done.stderr
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [record["agree"] for record in records] == [True] * len(QUEENS)
    for record, count in zip(records, QUEENS.values(), strict=True):
        answers = {answer["method"]: answer["count"] for answer in record["answers"]}
        assert answers == {"cp-sat": count, "backtracking": count}


def test_its_kind_is_drawn_and_refused_like_ours(site: Path, tmp_path: Path) -> None:
    file, picture = tmp_path / "queens.toml", tmp_path / "queens.svg"
    file.write_text('kind = "queens"\nn = 6\n')
    done = run(site, "solve", str(file), "--svg", str(picture))
    assert done.stdout.count("Q") == 6
    assert picture.read_text().count(">Q<") == 6
    assert run(site, "convert", str(file)).stdout == 'kind = "queens"\nn = 6\n'
    file.write_text('kind = "queens"\nn = 0\n')
    refused = run(site, "solve", str(file))
    assert refused.returncode == 2
    assert "n 0, expected 1 or more" in refused.stderr


def test_its_facts_are_explained_and_its_size_is_kept(site: Path, tmp_path: Path) -> None:
    file = tmp_path / "queens.toml"
    file.write_text('kind = "queens"\nn = 3\n')
    [record] = map(json.loads, run(site, "explain", str(file), "--json").stdout.splitlines())
    assert record["facts"] == {"squares": "9"}
    assert record["certificates"] == []
    count = "from cpmodels.kinds.registry import registry; from cpmodels_queens import Queens;"
    count += "q = Queens(3); kind = registry.kind_of(q);"
    count += "print(kind.size(q), [p.n for p in kind.smaller(q, None)])"
    done = subprocess.run(
        [sys.executable, "-c", count], capture_output=True, text=True, timeout=120,
        env=os.environ | {"PYTHONPATH": f"{site}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"},
    )  # fmt: skip
    assert done.stdout == "9 [1, 2]\n", done.stderr


def test_its_variant_of_our_model_agrees_with_dlx(site: Path) -> None:
    words = ("compare", "6x6 tetrominoes:IOTS", "-m", "cp-sat:sums", "-m", "dlx", "--json")
    [record] = map(json.loads, run(site, *words).stdout.splitlines())
    assert record["agree"] is True
    assert {answer["method"] for answer in record["answers"]} == {"cp-sat:sums", "dlx"}


@pytest.mark.slow
def test_crosscheck_and_audit_make_puzzles_of_its_kind(site: Path) -> None:
    done = run(site, "crosscheck", "--random", "queens", "--cases", "6", "--quiet")
    assert done.returncode == 0, done.stderr
    assert "6 of 6 puzzles agree" in done.stderr
    audited = run(site, "audit", "queens", "--cases", "6", "--mutants", "0", "--quiet")
    assert audited.returncode == 0, audited.stdout + audited.stderr


def test_a_plugin_that_fails_is_named_and_left_out(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[cpmodels.methods]\nbroken = broken_module\n")
    (tmp_path / "broken_module.py").write_text("raise RuntimeError('no such thing')\n")
    done = run(tmp_path, "count", "4x4 tetrominoes", "-q")
    assert done.stdout == "117\n"
    assert "broken_module is left out: RuntimeError: no such thing" in done.stderr
