"""How many random puzzles a second a campaign on a cluster checks, and whether its memory grows.

A scheduler and worker processes are started on this machine. For each kind the rate of the second
half of the time is printed, and what a million puzzles would take with so many workers; for one
kind the memory of client, scheduler and workers, from the begin to the end.

    python scripts/campaign_rate.py --seconds 20
    python scripts/campaign_rate.py --kinds exact-cover --methods dlx dlx:first --cases 20000
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

import psutil
from distributed import Client

import cpmodels as cm
from cpmodels.crosschecking.check import Check
from cpmodels.crosschecking.examination import draws
from cpmodels.kinds.registry import registry

QUIETLY = {"DASK_DISTRIBUTED__WORKER__PROFILE__ENABLED": "False"}
MEBIBYTE = 1 << 20


class Enough(Exception):
    """The time is up."""


@contextmanager
def cluster(workers: int) -> Iterator[tuple[Client, dict[str, psutil.Process]]]:
    """A client, and the processes of the scheduler and the workers by their names."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        here = ["--scheduler-file", str(file), "--no-dashboard"]
        commands = [("scheduler", [*here, "--host", "127.0.0.1", "--port", "0"])]
        commands += [("worker", [*here, "--nthreads", "1", "--no-nanny"])] * workers
        started = []
        try:
            for what, options in commands:
                command = [sys.executable, "-m", f"distributed.cli.dask_{what}", *options]
                process = psutil.Popen(
                    command,
                    cwd=folder,
                    env=os.environ | QUIETLY,
                    stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL,
                )
                started.append(process)
                while not file.exists():
                    time.sleep(0.05)
            with Client(scheduler_file=str(file)) as client:
                client.wait_for_workers(workers)
                names = ["scheduler", *(f"worker {k}" for k in range(1, workers + 1))]
                yield client, {"client": psutil.Process(), **dict(zip(names, started, strict=True))}
        finally:
            for process in started[::-1]:
                process.terminate()
                with suppress(psutil.TimeoutExpired):
                    process.wait(5)


class Watch:
    """Times of the checks as they come; memory now and then."""

    def __init__(self, processes: dict[str, psutil.Process], seconds: float, every: int) -> None:
        self._processes, self._seconds, self._every = processes, seconds, every
        self.times: list[float] = []
        self._begin = time.perf_counter()

    def __call__(self, check: Check) -> None:
        self.times.append(time.perf_counter() - self._begin)
        number = len(self.times)
        if self._every and (number % self._every == 0 or number == 100):
            memory = ", ".join(
                f"{name} {process.memory_info().rss / MEBIBYTE:.0f}"
                for name, process in self._processes.items()
            )
            print(f"  {number:7,} puzzles, MiB: {memory}", flush=True)
        if self._seconds and self.times[-1] > self._seconds:
            raise Enough

    @property
    def rate(self) -> float:
        """Puzzles a second in the second half: what is first imported and compiled is over."""
        half = self.times[-1] / 2
        return sum(each > half for each in self.times) / half


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--kinds", nargs="*", default=registry.random_kinds())
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=20.0, help="for each kind")
    parser.add_argument("--methods", nargs="*", help="only these")
    parser.add_argument("--cases", type=int, help="so many of each, and the memory on the way")
    options = parser.parse_args()
    with cluster(options.workers) as (client, processes):
        for kind in options.kinds:
            numbers = count() if options.cases is None else range(options.cases)
            seconds = options.seconds if options.cases is None else 0.0
            watch = Watch(processes, seconds, 0 if options.cases is None else options.cases // 8)
            with suppress(Enough):
                cm.crosscheck(
                    draws([kind], numbers), methods=options.methods, cluster=client, progress=watch
                )
            hours = 1e6 / watch.rate / 3600
            print(
                f"{kind}: {watch.rate:,.1f} puzzles a second with {options.workers} workers;"
                f" a million in {hours:,.1f} hours",
                flush=True,
            )


if __name__ == "__main__":
    main()
