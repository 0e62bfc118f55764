"""Killed in the middle and started again: every case exactly once, and nothing goes on alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from cpmodels.experiments import load
from cpmodels.results.store import records
from tests.experiments.helpers import ROOT, alive, environment, read, toml, wait_for
from tests.experiments.trouble import FREE, gate

CASES = 60


class Running:
    """The command line on sixty cases, two at a time; those after the twentieth wait for a gate."""

    def __init__(self, tmp_path: Path) -> None:
        self.traces = tmp_path / "traces"
        self.out = tmp_path / "out"
        self.started: list[subprocess.Popen[bytes]] = []
        self.file = toml(tmp_path / "e.toml", ["gated"], f"1..{CASES}", self.traces)

    def start(self, *more: str) -> subprocess.Popen[bytes]:
        code = "from cpmodels.cli import main; main()"
        words = ["experiment", "run", str(self.file), "--out", str(self.out), "--jobs", "2", *more]
        runner = subprocess.Popen(
            [sys.executable, "-c", code, *words], cwd=ROOT, env=environment(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip
        self.started.append(runner)
        return runner

    def lines(self) -> list[str]:
        """The complete lines of results so far."""
        text = read(self.out / "cases.jsonl")
        return [line for line in text.split("\n")[:-1] if '"type":"case"' in line]

    def starts(self) -> list[tuple[int, int]]:
        """Number and process of each case that ran to its end."""
        text = read(self.traces)
        return [(int(a), int(b)) for a, b in map(str.split, text.splitlines())]

    def check_all_once(self) -> None:
        table = load(self.out)
        assert sorted(table["puzzle.number"]) == list(range(1, CASES + 1))
        assert set(table["termination"]) == {"finished"}

    def in_the_middle(self) -> None:
        """Twenty are done and written, and two wait (or are about to)."""
        wait_for(lambda: len(self.lines()) == FREE)

    def open_gate(self) -> None:
        gate(self.traces).touch()


def processes_below(pid: int) -> list[int]:
    """All descendants of a process."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [d for child in map(int, children) for d in (child, *processes_below(child))]


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    running = Running(tmp_path)
    yield running
    for runner in running.started:  # of a test that failed half way
        runner.kill()


def test_kill_9_of_the_runner(running: Running) -> None:
    runner = running.start()
    running.in_the_middle()
    below = processes_below(runner.pid)
    assert len(below) >= 3  # the server and two slots
    runner.kill()
    runner.wait()
    wait_for(lambda: not any(alive(pid) for pid in below))
    assert len(running.lines()) == FREE
    with open(running.out / "cases.jsonl", "a") as file:
        file.write('{"type":"case","torn')
    running.open_gate()
    assert running.start().wait() == 3  # one method alone: nothing to agree with
    running.check_all_once()
    assert len(running.lines()) == len(running.starts()) == CASES  # nothing was done twice


@pytest.mark.slow
def test_kill_9_of_a_child_and_of_the_servers(running: Running) -> None:
    runner = running.start()
    running.in_the_middle()
    server, *slots = processes_below(runner.pid)[:2]
    child = wait_for(lambda: processes_below(slots[0]))[0]
    os.kill(child, signal.SIGKILL)
    wait_for(lambda: any("crash (signal 9)" in line for line in running.lines()))
    os.kill(server, signal.SIGKILL)
    running.open_gate()
    assert runner.wait() == 3
    ends = Counter(json.loads(line)["termination"] for line in running.lines())
    assert ends == {"finished": CASES - 1, "crash (signal 9)": 1}
    assert len(load(running.out)) == CASES
    assert running.start().wait() == 3
    assert len(running.lines()) == CASES  # errors are not repeated unless that is asked for
    assert running.start("--retry-errors").wait() == 3
    running.check_all_once()
    assert len(running.lines()) == CASES + 1


@pytest.mark.slow
def test_ctrl_c_keeps_what_is_done(running: Running) -> None:
    runner = running.start()
    running.in_the_middle()
    below = processes_below(runner.pid)
    runner.send_signal(signal.SIGINT)
    output, _ = runner.communicate()
    assert runner.returncode == 3
    assert b"(interrupted)" in output
    assert not any(alive(pid) for pid in below)
    assert len(running.lines()) == FREE
    running.open_gate()
    assert running.start().wait() == 3
    running.check_all_once()


@pytest.mark.slow
def test_shards_together_are_the_whole(running: Running) -> None:
    running.open_gate()
    runners = [running.start("--shard", f"{i}/3") for i in (1, 2, 3)]
    assert [runner.wait() for runner in runners] == [3, 3, 3]
    running.check_all_once()
    assert len(running.starts()) == CASES
    files = [p.name for p in sorted(running.out.glob("*.jsonl"))]
    assert files == ["shard-1-of-3.jsonl", "shard-2-of-3.jsonl", "shard-3-of-3.jsonl"]
    assert sum(1 for _ in records(running.out, "case")) == CASES
