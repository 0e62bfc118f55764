"""The threads of this process as workers: what `cpmodels.cluster.tasks` is for a cluster."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Limits, Run

__all__ = ["Threads"]

Item = TypeVar("Item")


class Threads(Generic[Item]):
    """Calls of one function, a few at once, each with a `Run` that `close` stops.

    Parameters
    ----------
    threads : int
    work : callable
        Called with the arguments that `submit` is given, of which the last is seconds or None,
        and a run with that limit.
    """

    def __init__(self, threads: int, work: Callable[..., Any]) -> None:
        self.threads, self._work = threads, work
        self._todo: queue.SimpleQueue[tuple[Item, tuple[Any, ...]] | None] = queue.SimpleQueue()
        self._came: queue.SimpleQueue[tuple[Item, Any]] = queue.SimpleQueue()
        self._runs: dict[int, Run] = {}
        self._closed = False
        self.flying = 0
        for _ in range(threads):  # no pool: one would be waited for when the interpreter ends
            threading.Thread(target=self._serve, daemon=True).start()

    @property
    def room(self) -> int:
        """How many more tasks are worth handing out now."""
        return max(0, self.threads - self.flying)

    def submit(self, item: Item, *arguments: Any) -> None:
        """Hand out one task, which `receive` gives back with the item."""
        self.flying += 1
        self._todo.put((item, arguments))

    def receive(self, timeout: float) -> list[tuple[Item, Any]]:
        """The items whose tasks ended, each with its result, or the exception that it ended in."""
        try:
            results = [self._came.get(timeout=timeout)]
            while not self._came.empty():
                results.append(self._came.get())
        except queue.Empty:
            return []
        self.flying -= len(results)
        return results

    def close(self) -> None:
        """Stop what is at work."""
        self._closed = True
        for run in list(self._runs.values()):
            run.stop(Stop.INTERRUPT)
        for _ in range(self.threads):
            self._todo.put(None)

    def _serve(self) -> None:
        while (task := self._todo.get()) is not None and not self._closed:
            item, arguments = task
            run = Run(Limits(arguments[-1]))
            self._runs[id(run)] = run
            try:
                result: Any = self._work(*arguments, run)
            except BaseException as error:
                result = error
            del self._runs[id(run)]
            self._came.put((item, result))
