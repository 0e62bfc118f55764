"""On a Dask scheduler: the same rows, each once, also when a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from cpmodels.errors import InputError
from cpmodels.experiments import load, run
from tests.experiments.helpers import alive, environment, trouble, wait_for

pytest.importorskip("distributed")


@contextmanager
def cluster(tmp_path: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler and workers of one thread each, as processes on this machine."""
    file = tmp_path / "scheduler.json"
    common = ["--scheduler-file", str(file), "--no-dashboard", "--host", "127.0.0.1"]
    parts = [["scheduler", *common, "--port", "0"]]
    parts += [["worker", *common, "--nthreads", "1", "--no-nanny"]] * workers
    started = [
        subprocess.Popen(
            [sys.executable, "-m", "distributed.cli.dask_" + words[0], *words[1:]],
            cwd=tmp_path, env=environment(), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        for words in parts
    ]  # fmt: skip
    try:
        wait_for(file.exists)
        yield address(file), started[1:]
    finally:
        for process in started[::-1]:
            process.kill()
            process.wait()


def address(path: Path) -> str:
    """Of the scheduler that wrote the file."""
    return str(wait_for(lambda: json.loads(path.read_text() or "{}").get("address")))


@pytest.mark.slow
def test_kill_9_of_a_worker(tmp_path: Path) -> None:
    numbers = list(range(1, 81))
    traces = tmp_path / "traces"
    with cluster(tmp_path, 2) as (where, workers):

        def kill_one() -> None:
            wait_for(lambda: traces.exists() and len(traces.read_text().splitlines()) >= 10)
            os.kill(workers[0].pid, signal.SIGKILL)

        killer = threading.Thread(target=kill_one, daemon=True)
        killer.start()
        experiment = trouble(["slow"], numbers, str(traces))
        outcome = run(experiment, tmp_path / "out", cluster=where)
        killer.join()
        assert (outcome.done, workers[0].poll()) == (80, -signal.SIGKILL)
        table = load(tmp_path / "out")
        assert sorted(table["puzzle.number"]) == numbers
        assert set(table["termination"]) == {"finished"}
        lines = (tmp_path / "out" / "cases.jsonl").read_text().count('"type":"case"')
        assert lines == 80
        again = run(experiment, tmp_path / "out", cluster=where)
        assert (again.skipped, again.done) == (80, 0)


@pytest.mark.slow
def test_limits_hold_on_workers_and_nothing_outlives_them(tmp_path: Path) -> None:
    traces = tmp_path / "traces"
    with cluster(tmp_path, 1) as (where, _):
        experiment = trouble(
            ["deaf", "segfault", "breeder", "honest"], 1, str(traces), limits={"seconds": 0.5}
        )
        run(experiment, tmp_path / "out", cluster=where)
    table = load(tmp_path / "out").set_index("method")
    assert dict(table["termination"]) == {
        "deaf": "time limit",
        "segfault": "crash (signal 11)",
        "breeder": "time limit",
        "honest": "finished",
    }
    [pid] = map(int, traces.read_text().split())
    wait_for(lambda: not alive(pid), 10)


def test_no_scheduler(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no Dask scheduler answers"):
        run(trouble(["honest"]), tmp_path, cluster="nonsense://nowhere")
