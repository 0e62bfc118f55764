"""The one place that runs CP-SAT: find one solution, enumerate all, count, minimise.

Every search runs with one worker in a thread of its own, so that Ctrl-C reaches Python, the
clock is looked at between solutions, and solutions stream with flat memory. One worker because
`enumerate_all_solutions` with two or more says OPTIMAL and loses solutions in OR-Tools 9.15:
where the limits allow more threads, each takes cubes of the search space (see `cubes`).
"""

from __future__ import annotations

import atexit
import contextlib
import math
import queue
import threading
import weakref
from collections.abc import Callable, Generator, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.engines.cp_sat_solutions import Reader
from cpmodels.engines.cubes import restrict, split
from cpmodels.engines.solver import current_presolve, new_solver
from cpmodels.kinds.splitting import WHOLE, Cube
from cpmodels.lazy import cp_model, lazy
from cpmodels.models.model import Model

if TYPE_CHECKING:
    from cpmodels.engines.callback import Callback

__all__ = [
    "Finding",
    "count",
    "count_cubes",
    "enumerate_all",
    "enumerate_batches",
    "find",
]

_POLL = 0.1  # seconds between two looks at the clock while CP-SAT is silent
_MOST = 2**62  # bounds beyond it say nothing
_BATCH = 1024  # solutions handed over at a time: one by one, the threads' hand-over costs more


_callback = lazy("cpmodels.engines.callback:Callback")


class _Search:
    """A search in threads of its own, a cube at a time each.

    `join` waits for the end, `stop` brings it about, `finish` sums it up.
    """

    def __init__(
        self,
        model: Model,
        run: Run,
        see: Callable[[Callback], bool],
        *,
        every: bool,
        cubes: Sequence[Cube] = (WHOLE,),
        on_end: Callable[[], None] = lambda: None,
        live: bool = False,
    ) -> None:
        self._live = live
        self.model, self.run, self.every = model, run, every
        self.see, self.on_end = see, on_end
        self._presolve = current_presolve()  # that of the thread that asks
        self.cp = _in_order(model) if every else model.cp
        self.solver: cp_model.CpSolver | None = None  # the last one
        self.status: Any = cp_model.OPTIMAL
        self.failure: BaseException | None = None
        self._cubes, self._total, self._done = list(reversed(cubes)), len(cubes), 0
        self._active: set[cp_model.CpSolver] = set()
        self._stopped = False
        self._spent = 0.0
        self._lock = threading.Lock()
        # an event, not Thread.join: Ctrl-C inside of a join marks a running thread as ended
        self.done = threading.Event()
        self._threads = max(1, min(run.limits.workers, len(cubes)))
        _running.add(self)
        for _ in range(self._threads):
            threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        try:
            while (cube := self._next()) is not None:
                self._solve(cube)
        except BaseException as failure:
            self.failure = failure
            self._halt()
        finally:
            with self._lock:
                self._threads -= 1
                last = not self._threads
            if last:
                self.on_end()
                self.done.set()

    def _next(self) -> Cube | None:
        with self._lock:
            if not self._cubes or self.status != cp_model.OPTIMAL:
                return None
            if self._stopped or self.run.should_stop():
                self.status = cp_model.UNKNOWN
                return None
            return self._cubes.pop()

    def _solve(self, cube: Cube) -> None:
        """Search one cube, and keep the worst status of all: one left open leaves all open."""
        solver = new_solver(
            self.model, self.run, every=self.every, spent=self._spent, presolve=self._presolve
        )
        callback = _callback(self.see, cube.weight)
        with self._lock:
            self._active.add(solver)
        if self._live:
            solver.best_bound_callback = self._see_bound
        status = solver.solve(restrict(self.cp, cube), callback)
        if callback.failure is not None:
            raise callback.failure
        with self._lock:
            self._active.discard(solver)
            self.solver = solver
            self._done += 1
            effort = self.run.effort
            if solver.response_proto is not None:
                effort.branches = (effort.branches or 0) + solver.num_branches
                effort.conflicts = (effort.conflicts or 0) + solver.num_conflicts
                self._spent += solver.deterministic_time
            if self._total == 1 or status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                self.status = status

    def _see_bound(self, bound: float) -> None:
        """The bound proved so far, noted in the run."""
        if abs(bound) < _MOST:
            self.run.live = self.run.live[0], _whole_bound(self.model, bound)

    def join(self) -> None:
        """Wait for the end; on Ctrl-C, stop the search and wait, then let Ctrl-C through."""
        try:
            while not self.done.wait(_POLL):
                self.tell()
        except BaseException:  # Ctrl-C, or an error of the progress callback
            self.stop()
            raise

    def tell(self) -> None:
        """Report the share of the cubes that is done, where there are several."""
        if self._total > 1:
            self.run.tell(self._done / self._total)

    def stop(self) -> None:
        """End the search and its threads, for good."""
        while not self.done.wait(0.01):
            self._halt()

    def _halt(self) -> None:
        with self._lock:
            self._stopped = True
            for solver in self._active:
                solver.stop_search()

    def finish(self) -> bool:
        """Whether the search was exhausted; notes why it was not."""
        if self.failure is not None:
            raise self.failure
        if self.status == cp_model.MODEL_INVALID:
            assert self.solver is not None
            raise ValueError(f"CP-SAT refuses the model: {self.solver.solution_info()}")
        exhausted = self.status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
        if exhausted:
            self.tell()
        else:
            self.run.stop(Stop.TIME)
        return exhausted


def _in_order(model: Model) -> cp_model.CpModel:
    """The model with the order in which all its solutions are to be sought."""
    if not model.order or len(model.cp.proto.search_strategy):
        return model.cp
    cp = model.cp.clone()
    variables = [cp.get_bool_var_from_proto_index(variable.index) for variable in model.order]
    cp.add_decision_strategy(variables, cp_model.CHOOSE_FIRST, cp_model.SELECT_MAX_VALUE)
    return cp


_running: weakref.WeakSet[_Search] = weakref.WeakSet()


@atexit.register
def _stop_all() -> None:
    """A search that outlives the interpreter would call back into nothing."""
    for search in list(_running):
        search.stop()


def find(model: Model, run: Run, *, live: bool = False) -> Any | None:
    """One solution of the model, the best one when it has an objective; or None.

    None means "none exists" exactly when `run.stopped_by` stays None. With an objective, the
    solution is proved best exactly when `run.stopped_by` stays None.

    Parameters
    ----------
    live : bool
        Whether the objective is what the puzzle measures, and bounds go to `run.live` meanwhile.
    """

    def see(callback: Callback) -> bool:
        if live:
            run.live = round(callback.objective_value), run.live[1]
        return True

    search = _Search(model, run, see, every=False, live=live)
    search.join()
    return _solution(search)


class Finding:
    """A search for one solution that goes on beside others.

    Parameters
    ----------
    model : Model
        Without an objective.
    run : Run
        Its own, of no other search.
    """

    def __init__(self, model: Model, run: Run) -> None:
        self.run = run
        self._search = _Search(model, run, lambda _: True, every=False)
        self.stop = self._search.stop

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether the search has ended."""
        return self._search.done.wait(seconds)

    def solution(self) -> Any | None:
        """What `find` returns, once the search has ended."""
        return _solution(self._search)


def _solution(search: _Search) -> Any | None:
    model, run = search.model, search.run
    if search.status == cp_model.FEASIBLE and not model.cp.has_objective():
        search.status = cp_model.OPTIMAL
    search.finish()
    if (
        model.cp.has_objective()
        and search.solver is not None
        and search.status in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.UNKNOWN)
    ):
        run.bound = _whole_bound(model, search.solver.best_objective_bound)
    if search.status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None  # values read after UNKNOWN or INFEASIBLE are garbage
    assert search.solver is not None
    return Reader(model).one(str(search.solver.response_proto.solution))


def _whole_bound(model: Model, bound: float) -> int:
    """What is proved of the objective, which is a whole number."""
    if model.cp.proto.objective.scaling_factor < 0:  # it is maximised
        return math.floor(bound + 1e-6)
    return math.ceil(bound - 1e-6)


def enumerate_all(model: Model, run: Run) -> Iterator[Any]:
    """Every solution of the model, as a stream; exhausted when `run.stopped_by` stays None."""
    with contextlib.closing(enumerate_batches(model, run)) as batches:
        for batch in batches:
            yield from batch


def enumerate_batches(model: Model, run: Run) -> Generator[Sequence[Any], None, None]:
    """The same, some solutions at a time."""
    stream, reader = _Stream(), Reader(model)

    def see(callback: Callback) -> bool:
        return stream.put(str(callback.response_proto.solution)) and not run.should_stop()

    with run.building():
        cubes = split(model, run.limits.workers)
    search = _Search(model, run, see, every=True, cubes=cubes, on_end=stream.end)
    try:
        for batch in stream:
            search.tell()
            yield reader.batch(batch)
        search.finish()
    finally:
        stream.closed.set()
        search.stop()


def count(model: Model, run: Run, *, classes: bool = True) -> int:
    """Number of solutions; exact when `run.stopped_by` stays None, else at least so many.

    Parameters
    ----------
    classes : bool
        Whether one cube may be searched for all that a symmetry of the model maps it to.
    """
    with run.building():
        cubes = split(model, run.limits.workers, classes=classes)
    return count_cubes(model, cubes, run)


def count_cubes(model: Model, cubes: Sequence[Cube], run: Run) -> int:
    """The same of some cubes, each solution as often as its cube weighs."""
    lock = threading.Lock()

    def see(callback: Callback) -> bool:
        with lock:
            run.at_least += callback.weight
        return not run.should_stop()

    before = run.at_least
    search = _Search(model, run, see, every=True, cubes=cubes)
    search.join()
    search.finish()
    return run.at_least - before


class _Stream:
    """Solutions on their way from CP-SAT's thread to the reader's, in batches, a few at a time."""

    def __init__(self) -> None:
        self.closed = threading.Event()  # set by a reader that wants no more
        self._ready: queue.Queue[list[str]] = queue.Queue(maxsize=4)
        self._batch: list[str] = []
        self._lock = threading.Lock()  # there may be several writers

    def put(self, solution: str) -> bool:
        """Take one solution; whether more are wanted."""
        with self._lock:
            self._batch.append(solution)
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

    def __iter__(self) -> Iterator[list[str]]:
        while True:
            with contextlib.suppress(queue.Empty):  # with a timeout, so that Ctrl-C gets through
                batch = self._ready.get(timeout=_POLL)
                if not batch:
                    return
                yield batch
