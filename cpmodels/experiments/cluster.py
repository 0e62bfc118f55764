"""Run the cases on the workers of a Dask scheduler (extra ``cluster``).

A task starts the same killable child, from a warm server that its worker keeps for each of its
threads. The client alone writes the store. Dask gives the tasks of a dead worker to others.
"""

from __future__ import annotations

import itertools
import threading
from collections.abc import Generator, Sequence
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any

from cpmodels.errors import InputError
from cpmodels.experiments.case_list import Case
from cpmodels.experiments.server import Kernels, Slots

__all__ = ["ClusterLost", "answer_on_worker", "run_there"]

_AHEAD = 3  # tasks handed out for each thread of the cluster: no worker waits for the client
_ATTEMPTS = 5  # for a case whose workers die
_PATIENCE = 30.0  # seconds for a scheduler to answer, and for a first worker
_here = threading.local()


class ClusterLost(RuntimeError):
    """The scheduler is gone; what was answered before is in the store."""


def answer_on_worker(case: Case, kernels: Kernels, imports: Sequence[str]) -> dict[str, Any]:
    """One case, on a worker, in a child of the warm server of this thread."""
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


def run_there(
    todo: Sequence[Case], address: str, imports: Sequence[str] = ()
) -> Generator[dict[str, Any], None, None]:
    """The rows of the cases as they end, each once.

    Parameters
    ----------
    address : str
        Of the scheduler, ``tcp://host:8786``.

    Raises
    ------
    InputError
        No `distributed`, or no scheduler at this address.
    """
    try:
        from distributed import Client
    except ImportError:
        raise InputError("a cluster needs Dask: pip install 'cpmodels[cluster]'") from None
    try:
        client = Client(address, timeout=_PATIENCE, set_as_default=False)
    except (OSError, ValueError, TypeError) as error:
        raise InputError(f"no Dask scheduler answers: {error}", address) from None
    try:
        _wait_for_a_worker(client, address)
        yield from _answers(client, todo, imports)
    except (OSError, CancelledError) as error:  # a closed connection is an OSError
        why = f": {error}" if str(error) else ""
        raise ClusterLost(f"the scheduler is gone{why}") from None
    finally:
        with suppress(Exception):  # of a scheduler that is gone
            client.close(timeout=5)


def _wait_for_a_worker(client: Any, address: str) -> None:
    try:
        client.wait_for_workers(1, timeout=_PATIENCE)
    except TimeoutError:
        message = f"no worker within {_PATIENCE:.0f} s, expected `dask worker {address}` somewhere"
        raise InputError(message, address) from None


def _answers(
    client: Any, todo: Sequence[Case], imports: Sequence[str]
) -> Generator[dict[str, Any], None, None]:
    from distributed import as_completed
    from distributed.scheduler import KilledWorker

    kernels = frozenset((c.puzzle.kind, c.method, c.question) for c in todo)
    numbers = itertools.count()

    def submit(case: Case, attempt: int = 1) -> Any:
        future = client.submit(
            answer_on_worker, case, kernels, imports,
            key=f"{case.id}-{next(numbers)}", pure=False,
        )  # fmt: skip
        cases[future.key] = (case, attempt)
        return future

    cases: dict[str, tuple[Case, int]] = {}
    waiting = iter(todo)
    width = _AHEAD * max(1, sum(client.nthreads().values()))
    first = [submit(case) for case in itertools.islice(waiting, width)]
    flying = as_completed(first, loop=client.loop)
    for future in flying:
        case, attempt = cases.pop(future.key)
        failure = future.exception()
        if isinstance(failure, CancelledError):
            raise failure
        if isinstance(failure, KilledWorker) and attempt < _ATTEMPTS:
            flying.add(submit(case, attempt + 1))
            continue
        for following in itertools.islice(waiting, 1):
            flying.add(submit(following))
        if failure is None:
            yield future.result()
        else:
            text = f"{type(failure).__name__}: {failure}"
            yield case.row() | {"termination": "error", "error": text[:2000]}
