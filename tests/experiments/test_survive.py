"""Killed in the middle and started again: every case exactly once, and nothing goes on alone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from cpmodels.experiments import load
from cpmodels.experiments.store import records
from tests.experiments.helpers import ROOT, alive, environment, toml, wait_for

CASES = 60


class Running:
    """The command line on sixty slow cases, two at a time."""

    def __init__(self, tmp_path: Path) -> None:
        self.traces = tmp_path / "traces"
        self.out = tmp_path / "out"
        self.file = toml(tmp_path / "e.toml", ["slow"], f"1..{CASES}", self.traces)

    def start(self, *more: str) -> subprocess.Popen[bytes]:
        code = "from cpmodels.cli import main; main()"
        words = ["experiment", "run", str(self.file), "--out", str(self.out), "--jobs", "2", *more]
        return subprocess.Popen(
            [sys.executable, "-c", code, *words], cwd=ROOT, env=environment(),
            stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def lines(self) -> list[str]:
        """The complete lines of results so far."""
        text = read(self.out / "cases.jsonl")
        return [line for line in text.split("\n")[:-1] if '"type":"case"' in line]

    def asked(self) -> list[tuple[int, int]]:
        """Number and process of each case that ran to its end."""
        text = read(self.traces)
        return [(int(a), int(b)) for a, b in map(str.split, text.splitlines())]

    def check_all_once(self) -> None:
        table = load(self.out)
        assert sorted(table["puzzle.number"]) == list(range(1, CASES + 1))
        assert set(table["termination"]) == {"finished"}

    def in_the_middle(self) -> None:
        wait_for(lambda: len(self.lines()) >= 10)
        assert len(self.lines()) < CASES


def read(path: Path) -> str:
    """The text so far of a file that another process is about to make."""
    return path.read_text() if path.exists() else ""


def processes_below(pid: int) -> list[int]:
    """All descendants of a process."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return []
    return [d for child in map(int, children) for d in (child, *processes_below(child))]


@pytest.fixture
def running(tmp_path: Path) -> Running:
    return Running(tmp_path)


def test_kill_9_of_the_runner(running: Running) -> None:
    runner = running.start()
    running.in_the_middle()
    below = processes_below(runner.pid)
    assert len(below) >= 3  # the server and two slots
    runner.kill()
    runner.wait()
    wait_for(lambda: not any(alive(pid) for pid in below), 10)
    kept = len(running.lines())
    assert kept < CASES
    with open(running.out / "cases.jsonl", "a") as file:
        file.write('{"type":"case","torn')
    assert running.start().wait() == 3  # one method alone: nothing to agree with
    running.check_all_once()
    assert len(running.lines()) == CASES  # nothing was done twice but what was in flight
    assert len(running.asked()) <= CASES + 2


@pytest.mark.slow
def test_kill_9_of_a_child_and_of_the_servers(running: Running) -> None:
    runner = running.start()
    running.in_the_middle()
    server, *slots = processes_below(runner.pid)[:2]
    child = wait_for(lambda: processes_below(slots[0]))[0]
    os.kill(child, signal.SIGKILL)
    wait_for(lambda: any("crash (signal 9)" in line for line in running.lines()))
    os.kill(server, signal.SIGKILL)
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
    assert 10 <= len(running.lines()) < CASES
    assert running.start().wait() == 3
    running.check_all_once()


@pytest.mark.slow
def test_shards_together_are_the_whole(running: Running) -> None:
    runners = [running.start("--shard", f"{i}/3") for i in (1, 2, 3)]
    assert [runner.wait() for runner in runners] == [3, 3, 3]
    running.check_all_once()
    assert len(running.asked()) == CASES
    files = [p.name for p in sorted(running.out.glob("*.jsonl"))]
    assert files == ["shard-1-of-3.jsonl", "shard-2-of-3.jsonl", "shard-3-of-3.jsonl"]
    assert sum(1 for _ in records(running.out, "case")) == CASES
