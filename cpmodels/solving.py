"""The one place that runs CP-SAT: find one solution, enumerate all, count, minimise.

Every search runs with one worker in a thread of its own, so that Ctrl-C reaches Python, the
clock is looked at between solutions, and solutions stream with flat memory. One worker because
`enumerate_all_solutions` with two or more says OPTIMAL and loses solutions in OR-Tools 9.15.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.answers import Stop
from cpmodels.models.model import Model
from cpmodels.run import Run

__all__ = ["count", "enumerate_all", "find"]

_POLL = 0.1  # seconds between two looks at the clock while CP-SAT is silent
_BATCH = 256  # solutions handed over at a time: one by one, the threads' hand-over costs more


class _Callback(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Told of each solution inside of CP-SAT's thread; stops the search when told so."""

    def __init__(self, see: Callable[[_Callback], bool]) -> None:
        super().__init__()
        self._see = see
        self.failure: BaseException | None = None

    def on_solution_callback(self) -> None:
        try:
            going_on = self._see(self)
        except BaseException as failure:  # an exception cannot cross the C++ frames
            self.failure, going_on = failure, False
        if not going_on:
            self.stop_search()


class _Search:
    """One solve in a thread; `wait` returns its status, or stops it when the run says so."""

    def __init__(
        self,
        model: Model,
        run: Run,
        *,
        every: bool,
        see: Callable[[_Callback], bool],
        ended: Callable[[], object] = bool,
    ):
        self.run = run
        self.ended = ended
        self.solver = cp_model.CpSolver()
        parameters = self.solver.parameters
        parameters.num_workers = 1
        parameters.random_seed = run.seed
        parameters.catch_sigint_signal = False
        parameters.enumerate_all_solutions = every
        if run.deterministic is not None:
            parameters.max_deterministic_time = run.deterministic
        for name, value in (model.parameters | (model.enumeration if every else {})).items():
            setattr(parameters, name, value)
        if run.left is not None:
            parameters.max_time_in_seconds = run.left
        self.callback = _Callback(see)
        self.status: Any = cp_model.UNKNOWN
        self.failure: BaseException | None = None
        self.thread = threading.Thread(target=self._solve, args=(model,), daemon=True)
        self.thread.start()

    def _solve(self, model: Model) -> None:
        try:
            self.status = self.solver.solve(model.cp, self.callback)
        except BaseException as failure:
            self.failure = failure
        finally:
            self.ended()

    def join(self) -> None:
        """Wait for the end; on Ctrl-C, stop the search and wait, then let Ctrl-C through."""
        try:
            while self.thread.is_alive():
                self.thread.join(_POLL)
        except KeyboardInterrupt:
            self.stop()
            raise

    def stop(self) -> None:
        """End the search and its thread."""
        while self.thread.is_alive():
            self.solver.stop_search()
            self.thread.join(0.01)

    def finish(self) -> bool:
        """Whether the search was exhausted; notes the effort, and why it was not."""
        for failure in (self.failure, self.callback.failure):
            if failure is not None:
                raise failure
        if self.status == cp_model.MODEL_INVALID:
            raise ValueError(f"CP-SAT refuses the model: {self.solver.solution_info()}")
        if self.solver.response_proto is not None:
            effort = self.run.effort
            effort.branches = (effort.branches or 0) + self.solver.num_branches
            effort.conflicts = (effort.conflicts or 0) + self.solver.num_conflicts
        exhausted = self.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if not exhausted and self.run.stopped_by is None:
            self.run.stopped_by = Stop.TIME
        return exhausted


def find(model: Model, run: Run) -> Any | None:
    """One solution of the model, the best one when it has an objective; or None.

    None means "none exists" exactly when `run.stopped_by` stays None. With an objective, the
    solution is proved best exactly when `run.stopped_by` stays None, and `run.objective` is set.
    """
    search = _Search(model, run, every=False, see=lambda callback: True)
    search.join()
    if search.status == cp_model.FEASIBLE and not model.cp.has_objective():
        search.status = cp_model.OPTIMAL
    search.finish()
    if search.status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None  # values read after UNKNOWN or INFEASIBLE are garbage
    if model.cp.has_objective():
        run.objective = round(search.solver.objective_value)
    return model.read(_values(search.solver.response_proto.solution, model))


def enumerate_all(model: Model, run: Run) -> Iterator[Any]:
    """Every solution of the model, as a stream; exhausted when `run.stopped_by` stays None."""
    ready: queue.Queue[list[list[int]]] = queue.Queue(maxsize=4)
    closed = threading.Event()
    batch: list[list[int]] = []

    def see(callback: _Callback) -> bool:
        batch.append(_values(callback.response_proto.solution, model))
        full = len(batch) >= _BATCH or (len(batch) == 1 and ready.empty())
        if full and not _hand_over(ready, batch, closed):
            return False
        return not closed.is_set() and not run.should_stop()

    def ended() -> None:
        _hand_over(ready, batch, closed)
        _hand_over(ready, [], closed)  # nothing follows; without it the reader waits for the clock

    search = _Search(model, run, every=True, see=see, ended=ended)
    try:
        while values := _take(ready):
            yield from map(model.read, values)
        search.finish()
    finally:
        closed.set()
        search.stop()


def count(model: Model, run: Run, *, seen: Callable[[int], None] | None = None) -> int:
    """Number of solutions; exact when `run.stopped_by` stays None, else at least so many."""
    total = 0

    def see(callback: _Callback) -> bool:
        nonlocal total
        total += 1
        if seen is not None:
            seen(total)
        return not run.should_stop()

    search = _Search(model, run, every=True, see=see)
    try:
        search.join()
    except KeyboardInterrupt:
        run.stopped_by = Stop.INTERRUPT
    search.finish()
    return total


def _take(ready: queue.Queue[list[list[int]]]) -> list[list[int]]:
    while True:  # with a timeout, so that Ctrl-C gets through
        with contextlib.suppress(queue.Empty):
            return ready.get(timeout=_POLL)


def _hand_over(
    ready: queue.Queue[list[list[int]]], batch: list[list[int]], closed: threading.Event
) -> bool:
    while not closed.is_set():
        try:
            ready.put(batch[:], timeout=_POLL)
        except queue.Full:
            continue
        batch.clear()
        return True
    return False


def _values(solution: Sequence[int], model: Model) -> list[int]:
    return [solution[variable.index] for variable in model.primary]
