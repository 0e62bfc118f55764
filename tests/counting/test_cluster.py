"""A real scheduler and real workers on this machine, which are killed."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from typer.testing import CliRunner

import cpmodels as cm
from cpmodels.cli import app
from cpmodels.cluster.client import identity, refuse_others
from cpmodels.counting import count as module
from cpmodels.counting.count import count_in_cubes
from cpmodels.errors import ClusterLost, InputError
from cpmodels.results.store import records
from tests.clusters import cluster, worker
from tests.experiments.helpers import read, wait_for

pytest.importorskip("distributed")

PUZZLE = cm.Tiling.of("6x6", "tetrominoes:IOTS")
TOTAL = 1409


def once_each(out: Path) -> int:
    """The cubes in a directory, none of them twice."""
    names = Counter(record["cube"] for record in records(out, "cube"))
    assert set(names.values()) == {1}
    return len(names)


def test_a_count_on_two_workers_of_which_one_is_killed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "PARTS", 20)
    with cluster(tmp_path, 2) as (where, workers):
        calls = 0

        def kill_one(standing: Any) -> None:
            nonlocal calls
            calls += 1
            if calls == 1 and standing.share < 1:
                os.kill(workers[0].pid, signal.SIGKILL)

        counted = count_in_cubes(
            PUZZLE, "dlx", cluster=where, out=tmp_path / "out", audit=0.05, report=kill_one
        )
        assert (counted.answer.count, counted.audit.agree) == (TOTAL, True)
        assert once_each(tmp_path / "out") == counted.standing.done > 20
        assert cm.count(PUZZLE, method="dlx", cluster=where, out=tmp_path / "out").count == TOTAL


@pytest.mark.slow
def test_a_worker_with_other_code_is_refused(tmp_path: Path) -> None:
    with cluster(tmp_path, 1) as (where, _):
        assert cm.count(PUZZLE, method="dlx", cluster=where).count == TOTAL
        other = worker(where, tmp_path, PYTHONPATH=str(_other_code(tmp_path)))
        try:
            with pytest.raises(InputError, match=r"code of cpmodels .* expected the same"):
                _until_refused(where)
        finally:
            other.kill()
            other.wait()


def _until_refused(where: str) -> None:
    while True:
        cm.count(PUZZLE, method="dlx", cluster=where)


def _other_code(tmp_path: Path) -> Path:
    """A copy of this package in which one comment more stands."""
    root = Path(cm.__file__).parents[1]
    for name in ("cpmodels", "reference"):
        ignored = shutil.ignore_patterns("__pycache__")
        shutil.copytree(root / name, tmp_path / "other" / name, ignore=ignored)
    with open(tmp_path / "other" / "reference" / "exact_cover" / "dlx.py", "a") as file:
        file.write("# another comment\n")
    return tmp_path / "other"


@pytest.mark.slow
def test_kill_9_of_the_scheduler_keeps_what_is_done(tmp_path: Path) -> None:
    puzzle = cm.Tiling.of("5x8", "tetrominoes")
    out = tmp_path / "out"
    with cluster(tmp_path, 1) as (where, processes):

        def kill_it(standing: Any) -> None:
            if 0 < standing.done < standing.cubes:
                processes[-1].kill()
                processes[-1].wait()

        with pytest.raises(ClusterLost, match=r"gone.*\d+ cubes are counted and are in"):
            count_in_cubes(puzzle, "dlx", cluster=where, out=out, report=kill_it)
    before = once_each(out)
    assert before > 0
    counted = count_in_cubes(puzzle, "dlx", out=out)
    assert (counted.answer.count, counted.earlier) == (800_290, before)
    assert once_each(out) == counted.standing.done


@pytest.mark.slow
def test_kill_9_of_the_client_and_on_by_another_cluster(tmp_path: Path) -> None:
    out = tmp_path / "out"
    words = ["count", "6x10 pentominoes, 1", "-m", "dlx", "--out", str(out), "--cluster"]
    expected = 4 * 2339  # Haselgrove 1960
    with cluster(tmp_path / "one", 1) as (where, _):
        client = subprocess.Popen([sys.executable, "-m", "cpmodels", *words, where])
        wait_for(lambda: '"type":"cube"' in read(out / "cubes.jsonl"))
        client.kill()
        client.wait()
    before = once_each(out)
    with cluster(tmp_path / "two", 2) as (where, _):
        result = CliRunner().invoke(app, [*words, where, "--expect", str(expected)])
    assert result.exit_code == 0, result.output
    assert f"{before:,} were there" in result.output
    assert once_each(out) > before


@pytest.mark.slow
def test_the_command_without_workers_and_without_a_scheduler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpmodels.cluster.client.PATIENCE", 2.0)

    def run(where: str) -> Result:
        words = ["count", "6x6 tetrominoes:IOTS", "-m", "dlx", "--cluster", where]
        return CliRunner().invoke(app, words)

    with cluster(tmp_path, 0) as (where, _):
        result = run(where)
        assert result.exit_code == 3
        assert f"no worker within 2 s, expected `dask worker {where}`" in result.output
    assert run(where).exit_code == 2
    assert "no Dask scheduler answers" in run("nonsense://nowhere").output


@pytest.mark.slow
def test_processes_of_this_machine() -> None:
    assert cm.count(PUZZLE, method="cp-sat", cluster="local:2").count == TOTAL
    with pytest.raises(InputError, match="local:0, expected 1 to"):
        cm.count(PUZZLE, cluster="local:0")


@pytest.mark.parametrize("name", ["cpmodels", "ortools", "numpy", "numba", "python", "code"])
def test_workers_that_differ_are_refused(name: str) -> None:
    refuse_others({"tcp://one": identity()})
    other = identity() | {name: "0.0"}
    with pytest.raises(InputError, match=f"tcp://two: .*{name}.* 0.0 there and .* here"):
        refuse_others({"tcp://one": identity(), "tcp://two": other})


def test_workers_without_cpmodels_are_refused() -> None:
    missing = ModuleNotFoundError("No module named 'cpmodels'")
    with pytest.raises(InputError, match="tcp://two: a worker without this cpmodels: Module"):
        refuse_others({"tcp://two": missing})
