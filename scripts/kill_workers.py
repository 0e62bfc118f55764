"""Kill workers at random while they count: counts are right each time, no cube is taken twice.

Starts a Dask scheduler and worker processes on this machine, counts the tilings of 6x10 by the
twelve pentominoes (2,339 in four positions each, Haselgrove 1960) and of 5x8 by tetrominoes, and
kills a worker with SIGKILL now and then, each replaced by a new one.

    python scripts/kill_workers.py --kills 50 --workers 2 --seed 0
"""

from __future__ import annotations

import argparse
import json
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from pathlib import Path

import cpmodels as cm
from cpmodels.counting import count as counting
from cpmodels.counting.count import count_in_cubes
from cpmodels.results.store import records

COUNTS = [
    ("6x10 pentominoes", cm.Tiling.of("6x10", "pentominoes", copies=1), 4 * 2339),
    ("5x8 tetrominoes", cm.Tiling.of("5x8", "tetrominoes"), 800_290),
]
DASK = [sys.executable, "-m"]
QUIET = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}


class Workers:
    """Worker processes, of which a thread kills one now and then while that is wanted."""

    def __init__(self, where: str, number: int, folder: Path, every: float, rng: random.Random):
        self._where, self._folder, self._every, self._rng = where, folder, every, rng
        self.goal, self.kills = 0, 0
        self._processes = [self._start() for _ in range(number)]
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._kill, daemon=True)
        self._thread.start()

    def _start(self) -> subprocess.Popen[bytes]:
        options = [self._where, "--no-dashboard", "--nthreads", "1", "--no-nanny"]
        command = [*DASK, "distributed.cli.dask_worker", *options]
        return subprocess.Popen(command, cwd=self._folder, **QUIET)  # type: ignore[call-overload]

    def _kill(self) -> None:
        while not self._over.wait(self._rng.uniform(0.2, 2 * self._every)):
            if self.kills < self.goal:
                k = self._rng.randrange(len(self._processes))
                self._processes[k].kill()
                self._processes[k].wait()
                self.kills += 1
                self._processes[k] = self._start()

    def close(self) -> None:
        self._over.set()
        self._thread.join()
        for process in self._processes:
            process.kill()
            process.wait()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--kills", type=int, default=50, help="in all")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--every", type=float, default=3.0, help="seconds between two, on average")
    parser.add_argument("--method", default="dlx")
    parser.add_argument("--slice", type=float, default=0.5, help="seconds before a cube is split")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rng, wrong, runs = random.Random(arguments.seed), 0, 0
    counting.SLICE = arguments.slice
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        file = folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", file]
        command = [*DASK, "distributed.cli.dask_scheduler", *map(str, options)]
        scheduler = subprocess.Popen(command, cwd=folder, **QUIET)
        while not (file.exists() and file.read_text().endswith("}")):
            time.sleep(0.05)
        where = json.loads(file.read_text())["address"]
        workers = Workers(where, arguments.workers, folder, arguments.every, rng)
        try:
            while workers.kills < arguments.kills:
                title, puzzle, expected = COUNTS[runs % len(COUNTS)]
                out, before, begin = folder / f"out-{runs}", workers.kills, time.monotonic()
                workers.goal = min(arguments.kills, workers.kills + max(1, arguments.kills // 4))
                counted = count_in_cubes(puzzle, arguments.method, cluster=where, out=out)
                seconds = time.monotonic() - begin
                cubes = Counter(record["cube"] for record in records(out, "cube"))
                twice = sum(times > 1 for times in cubes.values())
                right = counted.answer.count == expected and counted.answer.complete
                wrong += not right or twice > 0 or len(cubes) != counted.standing.done
                print(
                    f"{title}: {counted.answer} {'right' if right else f'WRONG, not {expected:,}'},"
                    f" {len(cubes):,} cubes, {counted.standing.split:,} split, {twice} twice,"
                    f" {workers.kills - before} kills in {seconds:.1f} s",
                    flush=True,
                )
                runs += 1
        finally:
            workers.close()
            scheduler.kill()
            scheduler.wait()
    print(f"{runs} counts, {workers.kills} workers killed, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
