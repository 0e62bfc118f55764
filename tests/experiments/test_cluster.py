"""On a Dask scheduler: the same rows, each once, also when a worker is killed."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest

from cpmodels.errors import InputError
from cpmodels.experiments import load, run
from cpmodels.results.store import records
from tests.experiments.helpers import alive, environment, read, trouble, wait_for
from tests.experiments.trouble import gate

pytest.importorskip("distributed")


@contextmanager
def cluster(tmp_path: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler, the last process, and workers of one thread each, on this machine."""
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
        yield address(file), [*started[1:], started[0]]
    finally:
        for process in started[::-1]:
            process.kill()
            process.wait()


def address(path: Path) -> str:
    """Of the scheduler that writes the file."""

    def written() -> Any:
        with suppress(json.JSONDecodeError):  # half of it
            return json.loads(path.read_text())["address"]

    return str(wait_for(written))


@pytest.mark.slow
def test_kill_9_of_a_worker(tmp_path: Path) -> None:
    numbers = list(range(1, 81))
    traces = tmp_path / "traces"
    with cluster(tmp_path, 2) as (where, workers):

        def kill_one() -> None:
            wait_for(lambda: len(read(traces).splitlines()) >= 10)
            os.kill(workers[0].pid, signal.SIGKILL)
            workers[0].wait()
            gate(traces).touch()

        killer = threading.Thread(target=kill_one, daemon=True)
        killer.start()
        experiment = trouble(["gated"], numbers, str(traces))
        outcome = run(experiment, tmp_path / "out", cluster=where)
        killer.join()
        assert (outcome.done, workers[0].returncode) == (80, -signal.SIGKILL)
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
        for methods, limits in (
            (["deaf"], {"seconds": 0.5}),
            (["segfault", "breeder", "honest"], {}),
        ):
            experiment = trouble(methods, 1, str(traces), limits=limits)
            run(experiment, tmp_path / "out", cluster=where)
    table = load(tmp_path / "out").set_index("method")
    assert dict(table["termination"]) == {
        "deaf": "time limit",
        "segfault": "crash (signal 11)",
        "breeder": "crash (signal 9)",
        "honest": "finished",
    }
    [pid] = map(int, traces.read_text().split())
    wait_for(lambda: not alive(pid))


def test_no_scheduler(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no Dask scheduler answers"):
        run(trouble(["honest"]), tmp_path, cluster="nonsense://nowhere")


@pytest.mark.slow
def test_kill_9_of_the_scheduler_is_told_and_what_was_done_is_kept(tmp_path: Path) -> None:
    traces = tmp_path / "traces"
    with cluster(tmp_path, 1) as (where, processes):

        def kill_it() -> None:
            wait_for(lambda: len(read(traces).splitlines()) >= 10)
            processes[-1].kill()
            processes[-1].wait()
            gate(traces).touch()

        killer = threading.Thread(target=kill_it, daemon=True)
        killer.start()
        experiment = trouble(["gated"], list(range(1, 81)), str(traces))
        outcome = run(experiment, tmp_path / "out", cluster=where)
        killer.join()
    assert "the scheduler is gone" in outcome.lost
    assert outcome.done < 80
    assert sum(1 for _ in records(tmp_path / "out", "case")) == outcome.done


@pytest.mark.slow
def test_a_scheduler_without_workers_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cpmodels.experiments.cluster._PATIENCE", 2.0)
    with cluster(tmp_path, 0) as (where, _), pytest.raises(InputError, match="no worker within 2"):
        run(trouble(["honest"]), tmp_path / "out", cluster=where)
