"""The one place that runs CP-SAT: find one solution, enumerate all, count, minimise.

Every search runs with one worker in a thread of its own, so that Ctrl-C reaches Python, the
clock is looked at between solutions, and solutions stream with flat memory. One worker because
`enumerate_all_solutions` with two or more says OPTIMAL and loses solutions in OR-Tools 9.15.
"""

from __future__ import annotations

import atexit
import contextlib
import queue
import threading
import weakref
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
    """One solve in a thread; `join` waits for it, `stop` ends it, `finish` sums it up."""

    def __init__(
        self,
        model: Model,
        run: Run,
        *,
        every: bool,
        see: Callable[[_Callback], bool],
        ended: Callable[[], object] = bool,
    ) -> None:
        self.run = run
        self.ended = ended
        self.solver = _solver(model, run, every)
        self.callback = _Callback(see)
        self.status: Any = cp_model.UNKNOWN
        self.failure: BaseException | None = None
        # an event, not Thread.join: Ctrl-C inside of a join marks a running thread as ended
        self.done = threading.Event()
        _running.add(self)
        threading.Thread(target=self._solve, args=(model,), daemon=True).start()

    def _solve(self, model: Model) -> None:
        try:
            self.status = self.solver.solve(model.cp, self.callback)
        except BaseException as failure:
            self.failure = failure
        finally:
            self.ended()
            self.done.set()

    def join(self) -> None:
        """Wait for the end; on Ctrl-C, stop the search and wait, then let Ctrl-C through."""
        try:
            while not self.done.wait(_POLL):
                pass
        except KeyboardInterrupt:
            self.stop()
            raise

    def stop(self) -> None:
        """End the search and its thread, for good."""
        while not self.done.wait(0.01):
            self.solver.stop_search()

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


_running: weakref.WeakSet[_Search] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """A search that outlives the interpreter would call back into nothing."""
    for search in list(_running):
        search.stop()


def _solver(model: Model, run: Run, every: bool) -> cp_model.CpSolver:
    solver = cp_model.CpSolver()
    parameters = solver.parameters
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
    return solver


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
    stream = _Stream()

    def see(callback: _Callback) -> bool:
        return stream.put(_values(callback.response_proto.solution, model)) and not (
            run.should_stop()
        )

    search = _Search(model, run, every=True, see=see, ended=stream.end)
    try:
        for batch in stream:
            yield from map(model.read, batch)
        search.finish()
    finally:
        stream.closed.set()
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


class _Stream:
    """Solutions on their way from CP-SAT's thread to the reader's, in batches, a few at a time."""

    def __init__(self) -> None:
        self.closed = threading.Event()  # set by a reader that wants no more
        self._ready: queue.Queue[list[list[int]]] = queue.Queue(maxsize=4)
        self._batch: list[list[int]] = []

    def put(self, values: list[int]) -> bool:
        """Take one solution; whether more are wanted."""
        self._batch.append(values)
        if len(self._batch) >= _BATCH or (len(self._batch) == 1 and self._ready.empty()):
            self._hand_over()
        return not self.closed.is_set()

    def end(self) -> None:
        """Nothing follows."""
        if self._batch:
            self._hand_over()
        self._hand_over()  # an empty batch is the end

    def _hand_over(self) -> None:
        batch, self._batch = self._batch, []
        while not self.closed.is_set():
            with contextlib.suppress(queue.Full):
                self._ready.put(batch, timeout=_POLL)
                return

    def __iter__(self) -> Iterator[list[list[int]]]:
        while True:
            with contextlib.suppress(queue.Empty):  # with a timeout, so that Ctrl-C gets through
                batch = self._ready.get(timeout=_POLL)
                if not batch:
                    return
                yield batch


def _values(solution: Sequence[int], model: Model) -> list[int]:
    return [solution[variable.index] for variable in model.primary]
