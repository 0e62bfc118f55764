"""A scheduler that is killed ends a command with one line and status 3; another one goes on."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from cpmodels.results.store import records
from tests.clusters import cluster
from tests.experiments.helpers import environment, read, wait_for

pytest.importorskip("distributed")

LINE = r"cpmodels: (?:tcp://[\d.:]+: )?the scheduler is gone[^\n]*"


def start(words: Iterable[object], folder: Path) -> subprocess.Popen[bytes]:
    """The command, whose stderr goes to a file."""
    command = [sys.executable, "-m", "cpmodels", *map(str, words)]
    with open(folder / "out", "w") as out, open(folder / "err", "w") as err:
        return subprocess.Popen(command, cwd=folder, env=environment(), stdout=out, stderr=err)


def kill_its_scheduler(
    words: list[object], folder: Path, begun: Callable[[], object]
) -> tuple[int, list[str], str]:
    """Once it has begun: its status, the lines that are no progress, and what it printed."""
    with cluster(folder, 1) as (where, processes):
        process = start([*words, "--cluster", where], folder)
        wait_for(lambda: begun() or process.poll() is not None)
        assert process.poll() is None, read(folder / "err")
        processes[-1].kill()
        status = process.wait()
    lines = read(folder / "err").splitlines()
    return (
        status,
        [line for line in lines if not re.match(r"\d+/\d+ |note: Dask", line)],
        read(folder / "out"),
    )


@pytest.mark.slow
def test_of_a_count(tmp_path: Path) -> None:
    out = tmp_path / "cubes"
    words: list[object] = ["count", "6x8 tetrominoes", "-m", "dlx", "--out", out]
    status, lines, printed = kill_its_scheduler(
        words, tmp_path, lambda: '"type":"cube"' in read(out / "cubes.jsonl")
    )
    assert (status, printed) == (3, "")
    [line] = lines
    assert re.fullmatch(
        rf"{LINE}; [\d,]+ cubes are counted and are in .*: the same command .*", line
    )


@pytest.mark.slow
def test_of_a_campaign_which_goes_on_by_its_seed(tmp_path: Path) -> None:
    words: list[object] = ["crosscheck", "--random", "board", "-m", "dlx,dlx:first",
                           "--out", "folder", "--no-isolate"]  # fmt: skip
    status, lines, printed = kill_its_scheduler(
        [*words, "--cases", 20_000, "--seed", 100],
        tmp_path,
        lambda: "\n20/20000 " in read(tmp_path / "err"),
    )
    assert status == 3
    line, more = lines
    number = re.fullmatch(rf"{LINE}; ([\d,]+) of 20,000 puzzles agree so far", line)
    seed, cases = map(int, re.findall(r"\d+", more))
    assert more == f"note: go on with --seed {seed} --cases {cases}"
    assert 100 < seed == 20_100 - cases
    assert number is not None
    assert "not all are known" in printed
    with cluster(tmp_path / "again", 1) as (where, _):
        go_on = [*words, "--seed", seed, "--cases", 5, "--cluster", where]
        assert start(go_on, tmp_path).wait() == 0, read(tmp_path / "err")


@pytest.mark.slow
def test_of_an_experiment(tmp_path: Path) -> None:
    (tmp_path / "many.toml").write_text(
        'methods = ["dlx", "dlx:first"]\nquestions = ["count"]\n'
        '[[puzzles]]\nkind = "tiling"\nregion = "1x{n}"\nshapes = "dominoes"\nrange.n = "1..50"\n'
    )
    out = tmp_path / "results"
    words: list[object] = ["experiment", "run", "many.toml", "--out", out]
    status, lines, _ = kill_its_scheduler(
        words, tmp_path, lambda: read(out / "cases.jsonl").count('"type":"case"') > 5
    )
    assert status == 3, lines
    [line] = lines
    assert re.fullmatch(rf"{LINE}; the same command goes on from here", line)
    done = sum(1 for _ in records(out, "case"))
    assert 5 < done < 100
    with cluster(tmp_path / "again", 1) as (where, _):
        assert start([*words, "--cluster", where], tmp_path).wait() == 0, read(tmp_path / "err")
    assert sum(1 for _ in records(out, "case")) == 100
