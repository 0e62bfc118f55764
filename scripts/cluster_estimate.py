"""How the wall time of large counts falls with more workers, on paper, and where it stops falling.

Trees of cubes are sampled as Knuth does (Estimating the efficiency of backtrack programs, 1975):
walk down to a random part each time until a cube is counted within the slice of seconds that a task
has. A cube met with probability p stands for 1/p of them; so do the slices spent on cubes above it.
What a task costs the scheduler and the client is measured on processes of this machine. Then tasks
are dealt to workers as they come free, none sooner than the scheduler has handed out those before.
Longer slices make as many times fewer tasks of as many times the length; of those that a count may
use, the best is taken for each number of workers.

    python scripts/cluster_estimate.py --walks 12 --slice 1
"""

from __future__ import annotations

import argparse
import heapq
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import sqrt
from random import Random

import cpmodels as cm
from cpmodels.answers.run import Limits, Run
from cpmodels.cluster import tasks as cluster_tasks
from cpmodels.cluster.client import connected
from cpmodels.cluster.tasks import Tasks
from cpmodels.counting.task import Request, count_cube
from cpmodels.kinds.splitting import WHOLE, Splitting

WORKERS = [2, 10, 100, 1000, 10_000]
METHOD = "image-lists"
SCALES = [1, 2, 5, 10, 20, 50, 100, 200, 500]
START = 5.0  # seconds until the workers of a cluster have imported and compiled
MOST = 200_000  # tasks that are dealt one by one


@dataclass
class Sample:
    """Cubes met on walks: the seconds of each, and how many it stands for in the mean."""

    walks: int = 0
    seconds: list[float] = field(default_factory=list)
    stands_for: list[float] = field(default_factory=list)
    totals: list[float] = field(default_factory=list)

    @property
    def tasks(self) -> float:
        return sum(self.stands_for) / self.walks

    @property
    def total(self) -> float:
        return sum(self.totals) / self.walks

    @property
    def error(self) -> float:
        spread = sum((each - self.total) ** 2 for each in self.totals)
        return sqrt(spread / max(1, self.walks - 1) / self.walks)

    def draw(self, number: int, rng: Random) -> list[float]:
        return rng.choices(self.seconds, self.stands_for, k=number)


def walk(splitting: Splitting, slice_: float, sample: Sample, rng: Random) -> None:
    """From the whole down to a cube that is counted in time.

    Below the whole, cubes are split until there are a thousand or so.
    """
    cube, stands_for, total = WHOLE, 1.0, 0.0
    while True:
        parts = splitting.parts(cube)
        if cube == WHOLE or stands_for >= 1000 or parts is None:
            run = Run(Limits(None if parts is None else slice_))
            begin = time.thread_time()
            splitting.count(cube, run)
            seconds = time.thread_time() - begin
            sample.seconds.append(seconds)
            sample.stands_for.append(stands_for)
            total += stands_for * seconds
            if run.complete:
                break
        if not parts:
            break
        stands_for *= len(parts)
        cube = rng.choice(parts)
    sample.walks += 1
    sample.totals.append(total)


def per_task() -> float:
    """Seconds of client and scheduler for a task that does next to nothing, measured."""
    request = Request(cm.Tiling.of("2x2", "dominoes"), "dlx")
    cluster_tasks.AHEAD = 50  # so that it is not the client's pause that is measured
    with connected("local:2") as client:
        tasks = Tasks[int](client, count_cube)
        for number in (20, 400):  # the first ones import and compile
            begin, left = time.perf_counter(), number
            while left or tasks.flying:
                while left and tasks.room:
                    tasks.submit(left, request, "all", None)
                    left -= 1
                tasks.receive(1)
        tasks.close()
    return (time.perf_counter() - begin) / 400


@dataclass(frozen=True)
class Wall:
    """When the last of the tasks ends, with such a slice, and what holds it up."""

    seconds: float
    slice: float
    tasks: int
    why: str


def wall(sample: Sample, scale: float, workers: int, overhead: float, rng: Random) -> Wall:
    """With tasks so many times as long as those of the sample."""
    number = max(1, round(sample.tasks / scale))
    longest = scale * max(sample.seconds)
    bounds = {
        "the work": sample.total / workers,
        "the scheduler": number * overhead,
        "the longest task": longest,
        "the start": START,
    }
    why = max(bounds, key=bounds.__getitem__)
    if number > MOST:
        last = max(bounds["the work"], bounds["the scheduler"]) + longest
        return Wall(START + last, scale, number, why)
    times = sample.draw(number, rng)
    factor = sample.total / (sum(times) or 1.0)
    free, last = [0.0] * min(workers, number), 0.0
    for place, seconds in enumerate(times):
        end = max(heapq.heappop(free), place * overhead) + factor * seconds
        last = max(last, end)
        heapq.heappush(free, end)
    return Wall(START + last, scale, number, why)


def holed() -> cm.Tiling:
    """8x8 without the four cells in its middle: 65 tilings by the pentominoes (Scott 1958)."""
    board = [(r, c) for r in range(8) for c in range(8) if not {r, c} <= {3, 4}]
    return cm.Tiling.of(board, "pentominoes", copies=1)


def one_sided() -> cm.Tiling:
    """9x10 by the pentominoes and the mirror images of those that turning does not give."""
    free = cm.Tiling.of("9x10", "pentominoes", copies=1)
    shapes = dict(free.shapes)
    for name, shape in free.shapes.items():
        turned = free.lattice.orientations(shape, "one-sided")
        mirrored = free.lattice.orientations([(r, -c) for r, c in shape], "one-sided")
        if {*map(tuple, turned)}.isdisjoint(map(tuple, mirrored)):
            shapes[f"{name}'"] = [(r, -c) for r, c in shape]
    assert len(shapes) == 18
    return cm.Tiling.of("9x10", shapes, copies=1, turning="one-sided")


def questions() -> Iterator[tuple[str, cm.Tiling]]:
    """A title, and what is counted."""
    yield "pentominoes on 8x8 without its centre", holed()
    yield "18 one-sided pentominoes on 9x10", one_sided()
    both = cm.Tiling.of("8x10", "tetrominoes + pentominoes", copies=1)
    yield "5 tetrominoes and 12 pentominoes on 8x10", both


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--walks", type=int, default=12, help="down each tree")
    parser.add_argument("--slice", type=float, default=1.0, help="seconds that a task has")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each question, about")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    rng = Random(options.seed)
    overhead = per_task()
    print(f"a task costs client and scheduler {1000 * overhead:.2f} ms", flush=True)
    for title, puzzle in questions():
        sample, end = Sample(), time.perf_counter() + options.seconds
        cm.count(cm.Tiling.of("2x2", "dominoes"), method=METHOD)  # which compiles
        method = cm.kinds.registry.registry.find_method(puzzle, METHOD, cm.Question.COUNT)
        splitting = method.splitting(puzzle, Run())
        while sample.walks < options.walks and (sample.walks < 3 or time.perf_counter() < end):
            walk(splitting, options.slice, sample, rng)
        print(
            f"{title}: {sample.total:,.0f} ± {sample.error:,.0f} s of one core;"
            f" {sample.tasks:,.0f} tasks of {options.slice:g} s at most; {sample.walks} walks"
        )
        before = None
        for workers in WORKERS:
            best = min(
                (wall(sample, scale, workers, overhead, rng) for scale in SCALES),
                key=lambda each: each.seconds,
            )
            gain = "" if before is None else f", {before / best.seconds:.1f} times faster"
            print(
                f"  {workers:6,} workers: {best.seconds:11,.0f} s{gain};"
                f" {best.tasks:,} tasks of {options.slice * best.slice:g} s at most;"
                f" longest: {best.why}"
            )
            before = best.seconds
        print(flush=True)


if __name__ == "__main__":
    main()
