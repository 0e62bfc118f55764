"""Work handed out to the workers of a cluster, a few tasks ahead, and what comes back."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from concurrent.futures import CancelledError
from typing import Any, Generic, TypeVar

from cpmodels.cluster.client import PATIENCE
from cpmodels.errors import ClusterLost

__all__ = ["Tasks"]

Item = TypeVar("Item")

AHEAD = 3  # tasks handed out for each thread of the cluster: no worker waits for the client
ATTEMPTS = 5  # for a task whose workers die; Dask makes four of each
_POLL = 0.01  # seconds between two looks at what came


class Tasks(Generic[Item]):
    """Calls of one function on the workers of a cluster.

    A task of a worker that dies goes to another one, by Dask; one that takes worker after worker
    with it comes back as a failure in the end.

    Parameters
    ----------
    client : distributed.Client
    work : callable
        What is called, with the arguments that `submit` is given.
    """

    def __init__(self, client: Any, work: Callable[..., Any]) -> None:
        from distributed import as_completed

        self._client, self._work = client, work
        self._numbers = itertools.count()
        self._flying: dict[str, tuple[Item, tuple[Any, ...], int]] = {}
        self._came = as_completed(loop=client.loop)
        self._looked, self._threads, self._alone = 0.0, 0, 0.0
        self._look()

    @property
    def threads(self) -> int:
        """How many tasks the workers do at once; as of a second ago."""
        self._look()
        return self._threads

    @property
    def flying(self) -> int:
        """How many tasks are out."""
        return len(self._flying)

    @property
    def room(self) -> int:
        """How many more tasks are worth handing out now."""
        return max(0, AHEAD * max(1, self.threads) - len(self._flying))

    def submit(self, item: Item, *arguments: Any) -> None:
        """Hand out one task, which `receive` gives back with the item."""
        self._submit(item, arguments, 1)

    def _submit(self, item: Item, arguments: tuple[Any, ...], attempt: int) -> None:
        key = f"{getattr(self._work, '__name__', 'task')}-{id(self)}-{next(self._numbers)}"
        self._flying[key] = (item, arguments, attempt)
        self._came.add(self._client.submit(self._work, *arguments, key=key, pure=False))

    def receive(self, timeout: float) -> list[tuple[Item, Any]]:
        """The items whose tasks ended, each with its result, or the exception that it ended in.

        Raises
        ------
        ClusterLost
            The scheduler is gone, or all workers are, for long.
        """
        end = time.monotonic() + timeout
        while True:
            results = [each for each in map(self._result, self._batch()) if each is not None]
            if results or time.monotonic() >= end:
                return results
            self._look()
            time.sleep(_POLL)

    def _batch(self) -> list[Any]:
        return list(self._came.next_batch(block=False)) if self._came.has_ready() else []

    def _result(self, future: Any) -> tuple[Item, Any] | None:
        """What came of a task; None where it was handed out again.

        `as_completed` could fetch results itself, but it loses a task whose result is lost with
        its worker, and which then takes too many workers with it when it is done again.
        """
        from distributed.scheduler import KilledWorker

        item, arguments, attempt = self._flying.pop(future.key)
        try:
            return item, future.result(timeout=PATIENCE)
        except CancelledError:
            raise ClusterLost("the scheduler is gone") from None
        except Exception as error:  # of the task, or of workers that took its result with them
            killed = isinstance(error, KilledWorker) or future.status != "error"
            if attempt >= ATTEMPTS or not killed:
                return item, error
        self._submit(item, arguments, attempt + 1)
        return None

    def _look(self) -> None:
        """Count the threads now and then; give up when there are none for long."""
        now = time.monotonic()
        if now < self._looked + 1.0:
            return
        self._looked = now
        try:
            self._threads = sum(self._client.nthreads().values())
        except (OSError, ValueError, TimeoutError) as error:  # a closed connection is an OSError
            why = f": {error}" if str(error) else ""
            raise ClusterLost(f"the scheduler is gone{why}") from None
        self._alone = 0.0 if self._threads else self._alone or now
        if self._alone and now > self._alone + PATIENCE:
            raise ClusterLost(f"no worker is left, for {PATIENCE:.0f} s")

    def close(self) -> None:
        """Take back what is still out."""
        for future in list(self._came.futures):
            future.cancel()
        self._flying.clear()
