"""A real Dask scheduler with real worker processes, on the loopback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from tests.experiments.helpers import environment, wait_for

__all__ = ["cluster", "nanny", "worker"]


@contextmanager
def cluster(tmp_path: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """A scheduler, the last process, and workers of one thread each, on this machine."""
    tmp_path.mkdir(exist_ok=True)
    file = tmp_path / "scheduler.json"
    options = ["--scheduler-file", str(file), "--no-dashboard", "--host", "127.0.0.1"]
    scheduler = _start("scheduler", [*options, "--port", "0"], tmp_path)
    started = [scheduler]
    try:
        where = address(file)
        started += [worker(where, tmp_path) for _ in range(workers)]
        yield where, [*started[1:], scheduler]
    finally:
        for process in started[::-1]:
            process.kill()
            process.wait()


def worker(where: str, folder: Path, *more: str, **environ: str) -> subprocess.Popen[bytes]:
    """A worker of one thread, without a nanny that would start it again."""
    options = [where, "--no-dashboard", "--host", "127.0.0.1", "--nthreads", "1", "--no-nanny"]
    return _start("worker", [*options, "--death-timeout", "30", *more], folder, **environ)


@contextmanager
def nanny(where: str, folder: Path, *more: str, **environ: str) -> Iterator[None]:
    """A worker of one thread, and what starts it again when it takes too much memory."""
    options = [where, "--no-dashboard", "--host", "127.0.0.1", "--nthreads", "1", *more]
    process = _start("worker", [*options, "--death-timeout", "30"], folder, **environ)
    try:
        yield
    finally:
        process.terminate()  # so that it ends its worker
        process.wait()


def _start(what: str, options: list[str], folder: Path, **environ: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", f"distributed.cli.dask_{what}", *options], cwd=folder,
        env=environment() | environ, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip


def address(path: Path) -> str:
    """Of the scheduler that writes the file."""

    def written() -> Any:
        with suppress(json.JSONDecodeError):  # half of it
            return path.exists() and json.loads(path.read_text())["address"]

    return str(wait_for(written))
