"""CP-SAT watched at work: what presolve leaves, each solution, bounds, conflicts and branches."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from typing import Any

from ortools.sat.python import cp_model

from cpmodels.answers.run import Run
from cpmodels.engines.solver import new_solver
from cpmodels.models.model import Model

__all__ = ["watch_search"]

Tell = Callable[..., None]
_POLL = 0.1  # seconds
_VARIABLES = re.compile(r"^#Variables: ([0-9']+)", re.MULTILINE)


class _Watcher(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
    """Tells of each solution from inside of CP-SAT."""

    def __init__(self, model: Model, run: Run, tell: Tell) -> None:
        super().__init__()
        self._model, self._run, self._tell = model, run, tell
        self.number = 0
        self.failure: BaseException | None = None

    def on_solution_callback(self) -> None:
        self.number += 1
        try:
            values = [self.value(variable) for variable in self._model.primary]
            worth = {"objective": self.objective_value} if self._model.cp.has_objective() else {}
            self._tell(
                "solution",
                number=self.number,
                values=values,
                conflicts=self.num_conflicts,
                branches=self.num_branches,
                **worth,
            )
        except BaseException as failure:  # an exception cannot cross the C++ frames
            self.failure = failure
        if self.failure is not None or self._run.should_stop():
            self.stop_search()


def watch_search(model: Model, run: Run, tell: Tell, *, every: bool) -> bool:
    """Run CP-SAT with one worker, and report its steps; whether it came to its end.

    Parameters
    ----------
    tell : callable
        Called with an event and its data: ``group`` (name, size, implied, about), ``presolve``
        (variables before and after), ``solution`` (number, values of the primary variables,
        conflicts, branches), ``bound`` (value) and ``end`` (status, conflicts, branches).
    every : bool
        Whether all solutions are wanted.

    Examples
    --------
    >>> model = Model("one of two")
    >>> bits = [model.boolean(), model.boolean()]
    >>> with model.group("one"):
    ...     _ = model.cp.add_exactly_one(bits)
    >>> names = []
    >>> watch_search(model, Run(), lambda event, **about: names.append(event), every=True)
    True
    >>> names
    ['group', 'presolve', 'solution', 'solution', 'end']
    """
    for group in model.groups:
        tell("group", name=group.name, size=group.size, implied=group.implied, about=group.about)
    solver = new_solver(model, run, every=every)
    solver.parameters.log_search_progress, solver.parameters.log_to_stdout = True, False
    log: list[str] = []
    started = False

    def look(text: str) -> None:
        nonlocal started
        log.append(text)
        if not started and "Starting search" in text:
            started = True
            counts = _VARIABLES.findall("\n".join(log)) or ["0"]
            tell("presolve", before=_number(counts[0]), after=_number(counts[-1]))

    solver.log_callback = look
    solver.best_bound_callback = lambda bound: tell("bound", value=bound)
    watcher = _Watcher(model, run, tell)
    done = threading.Event()
    status: Any = cp_model.UNKNOWN

    def solve() -> None:
        nonlocal status
        try:
            status = solver.solve(model.cp, watcher)
        finally:
            done.set()

    threading.Thread(target=solve, daemon=True).start()
    try:
        while not done.wait(_POLL):
            if run.should_stop():
                solver.stop_search()
    except BaseException:
        solver.stop_search()
        done.wait()
        raise
    if watcher.failure is not None:
        raise watcher.failure
    tell(
        "end",
        status=solver.status_name(status),
        conflicts=solver.num_conflicts,
        branches=solver.num_branches,
    )
    return bool(status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)) or (
        not every and status == cp_model.FEASIBLE
    )


def _number(text: str) -> int:
    return int(text.replace("'", ""))
