"""Run the cases of an experiment here, as many at once as there are jobs."""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from cpmodels.errors import ClusterLost, InputError
from cpmodels.experiments.case_list import Case, expand, in_shard
from cpmodels.experiments.case_store import settled
from cpmodels.experiments.cluster import run_there
from cpmodels.experiments.experiment import Experiment
from cpmodels.experiments.server import Slots
from cpmodels.formats import toml
from cpmodels.results.store import Store, records

__all__ = ["Outcome", "Progress", "run", "run_here"]

_LONGEST = 20_000  # characters of a puzzle that are kept, for a report


class Progress(Protocol):
    """Told how a run goes."""

    def __call__(self, done: int, total: int, row: dict[str, Any] | None) -> None: ...


@dataclass
class Outcome:
    """What a run did.

    Attributes
    ----------
    total, skipped, done : int
        Cases of the experiment (of this shard), those that a former run settled, those done now.
    left_out : dict of str to int
        Why a method was not asked, and how often.
    interrupted : bool
        Ctrl-C ended it; the cases in flight were not kept.
    lost : str
        Why the cluster could not be asked further; empty when it could.
    """

    total: int
    skipped: int
    done: int = 0
    left_out: dict[str, int] = field(default_factory=dict)
    interrupted: bool = False
    lost: str = ""


def run(
    experiment: Experiment,
    out: str | Path,
    *,
    jobs: int | None = None,
    shard: tuple[int, int] | None = None,
    cluster: str | None = None,
    retry_errors: bool = False,
    progress: Progress | None = None,
    show_link: Callable[[str], None] = lambda address: None,
) -> Outcome:
    """Run what is not done yet; every result is in the store before the next case starts.

    Parameters
    ----------
    out : path
        Directory of the result store.
    jobs : int, optional
        Cases at once; as many as there are cores by default.
    shard : (int, int), optional
        Only shard i of n, i from 1.
    cluster : str, optional
        Address of a Dask scheduler whose workers answer instead (extra ``cluster``), or
        ``local:4`` for processes of this machine.
    retry_errors : bool
        Ask again where the last time ended in an error or a crash.
    progress : callable, optional
        Called with (done, total, row) at the start, with no row, and after each case.
    show_link : callable
        Called with the address of Dask's dashboard, where there is a cluster.

    Raises
    ------
    InputError
        An invalid experiment, or another run in the directory.
    """
    if jobs is not None and jobs < 1:
        raise InputError(f"{jobs} jobs, expected 1 or more")
    expansion = expand(experiment)
    cases = [case for case in expansion.cases if shard is None or in_shard(case, shard)]
    with Store(out, shard) as store:
        old = settled(out, cases, retry_errors=retry_errors)
        todo = [case for case in cases if case.id not in old]
        outcome = Outcome(len(cases), len(old), left_out=dict(expansion.left_out))
        store.write("run", _run_record(experiment, len(expansion.cases), shard))
        if progress is not None:
            progress(len(old), len(cases), None)
        there = {record["puzzle"] for record in records(out, "puzzle")}
        puzzles = _PuzzleRecords(case for case in todo if case.puzzle_id not in there)
        if cluster is not None and todo:
            rows = run_there(todo, cluster, experiment.imports, show_link)
        else:
            rows = _rows(todo, jobs or os.cpu_count() or 1, experiment.imports)
        try:
            with closing(rows):
                for row in rows:
                    puzzle = puzzles.pop(row["puzzle"])
                    if puzzle is not None:
                        store.write("puzzle", puzzle)
                    store.write_result("case", row)
                    outcome.done += 1
                    if progress is not None:
                        progress(len(old) + outcome.done, len(cases), row)
                    store.sync()
        except KeyboardInterrupt:
            outcome.interrupted = True
        except ClusterLost as error:
            outcome.lost = str(error)
    return outcome


def _rows(
    todo: Sequence[Case], jobs: int, imports: Sequence[str]
) -> Generator[dict[str, Any], None, None]:
    if todo:
        yield from run_here(todo, min(jobs, len(todo)), imports)


def run_here(
    todo: Sequence[Case], jobs: int, imports: Sequence[str] = ()
) -> Generator[dict[str, Any], None, None]:
    """The rows of the cases as they end; leaving the iterator kills what still runs."""
    kernels = frozenset((c.puzzle.kind, c.method, c.question) for c in todo)
    waiting = deque(todo)
    with Slots(jobs, kernels, imports) as slots:
        ready: deque[dict[str, Any]] = deque()
        while waiting or slots.busy or ready:
            while waiting and slots.idle:
                slots.send(waiting.popleft())
            if ready:
                yield ready.popleft()
                ready.extend(slots.receive(0) if slots.busy else ())
            else:
                ready.extend(slots.receive())


class _PuzzleRecords:
    """The puzzles of cases as TOML, once each."""

    def __init__(self, cases: Iterable[Case]) -> None:
        self._puzzles = {case.puzzle_id: case.puzzle for case in cases}

    def pop(self, name: str) -> dict[str, str] | None:
        """The record of a puzzle when it is first asked for, unless it is large or has no TOML."""
        puzzle = self._puzzles.pop(name, None)
        with suppress(InputError):
            text = "" if puzzle is None else toml.write(puzzle)
            return {"puzzle": name, "toml": text} if 0 < len(text) <= _LONGEST else None
        return None


def _run_record(
    experiment: Experiment, total: int, shard: tuple[int, int] | None
) -> dict[str, Any]:
    return {
        "experiment": experiment.name,
        "about": experiment.about,
        "x": experiment.x,
        "cases": total,
        "shard": list(shard) if shard else None,
        "command": shlex.join([Path(sys.argv[0]).name, *sys.argv[1:]]),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()),
    }
