"""On a Dask scheduler: the same rows, each once, also when a worker is killed."""

from __future__ import annotations

import os
import signal
import threading
from pathlib import Path

import pytest

from cpmodels.errors import InputError
from cpmodels.experiments import load, run
from cpmodels.results.store import records
from tests.clusters import cluster, worker
from tests.experiments.helpers import alive, read, trouble, wait_for
from tests.experiments.trouble import gate

pytest.importorskip("distributed")


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


@pytest.mark.slow
def test_a_case_has_no_more_memory_than_its_worker(tmp_path: Path) -> None:
    with cluster(tmp_path, 0) as (where, _):
        small = worker(where, tmp_path, "--memory-limit", "600MB")
        try:
            experiment = trouble(["eater", "honest"], 1)
            run(experiment, tmp_path / "out", cluster=where)
        finally:
            small.kill()
            small.wait()
    table = load(tmp_path / "out").set_index("method")
    assert dict(table["termination"]) == {"eater": "memory limit", "honest": "finished"}
    assert set(table["limit_memory"]) == {600_000_000}


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
    monkeypatch.setattr("cpmodels.cluster.client.PATIENCE", 2.0)
    with cluster(tmp_path, 0) as (where, _):
        outcome = run(trouble(["honest"]), tmp_path / "out", cluster=where)
    assert "no worker within 2" in outcome.lost
