"""Run the cases on the workers of a Dask scheduler (extra ``cluster``).

A task starts the same killable child, from a warm server that its worker keeps for each of its
threads. The client alone writes the store. Dask gives the tasks of a dead worker to others.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import Any

from cpmodels.cluster.client import connected, dashboard
from cpmodels.cluster.tasks import Tasks
from cpmodels.experiments.case_list import Case
from cpmodels.experiments.experiment import CaseLimits
from cpmodels.experiments.server import Kernels, Slots

__all__ = ["answer_on_worker", "run_there"]

_POLL = 1.0  # seconds
_here = threading.local()


def answer_on_worker(case: Case, kernels: Kernels, imports: Sequence[str]) -> dict[str, Any]:
    """One case, on a worker, in a child of the warm server of this thread.

    The child may add no more memory than its worker's limit leaves to a thread: the nanny, which
    holds a worker to that limit, does not see its children.
    """
    case = replace(case, limits=_within(case.limits, _memory_of_a_thread()))
    setup = (kernels, tuple(imports))
    if getattr(_here, "setup", None) != setup:
        _here.setup, _here.slots = setup, Slots(1, *setup)
    slots: Slots = _here.slots
    try:
        slots.send(case)
        while True:
            for row in slots.receive():
                return row
    except BaseException:
        del _here.setup
        slots.__exit__()
        raise


def _memory_of_a_thread() -> int | None:
    from distributed import get_worker

    try:
        worker = get_worker()
    except ValueError:  # called outside of a task
        return None
    limit = worker.memory_manager.memory_limit
    return int(limit) // max(1, worker.state.nthreads) if limit else None


def _within(limits: CaseLimits, memory: int | None) -> CaseLimits:
    """The limits, with no more memory than this.

    Examples
    --------
    >>> _within(CaseLimits(seconds=5, memory=300), 200).memory, _within(CaseLimits(), None).memory
    (200, None)
    """
    if memory is None or (limits.memory is not None and limits.memory <= memory):
        return limits
    return replace(limits, memory=memory)


def run_there(
    todo: Sequence[Case],
    address: str,
    imports: Sequence[str] = (),
    show_link: Callable[[str], None] = lambda address: None,
) -> Generator[dict[str, Any], None, None]:
    """The rows of the cases as they end, each once.

    Parameters
    ----------
    address : str
        See `cpmodels.cluster.client.connected`.
    show_link : callable
        Called with the address of Dask's dashboard.

    Raises
    ------
    InputError
        No `distributed`, no scheduler at this address, or workers with another code.
    ClusterLost
        No worker, or the scheduler is gone; what was answered before is in the store.
    """
    kernels = frozenset((c.puzzle.kind, c.method, c.question) for c in todo)
    with connected(address) as client:
        show_link(dashboard(client))
        tasks = Tasks[Case](client, answer_on_worker)
        waiting = list(reversed(todo))
        with closing(tasks):
            while waiting or tasks.flying:
                while waiting and tasks.room:
                    case = waiting.pop()
                    tasks.submit(case, case, kernels, imports)
                for case, came in tasks.receive(_POLL):
                    if isinstance(came, BaseException):
                        text = f"{type(came).__name__}: {came}"
                        yield case.row() | {"termination": "error", "error": text[:2000]}
                    else:
                        yield came
