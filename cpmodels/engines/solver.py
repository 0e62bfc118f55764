"""CP-SAT's solver: its parameters, and whether it presolves."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass

from cpmodels.answers.run import Run
from cpmodels.lazy import cp_model
from cpmodels.models.model import Model

__all__ = ["Presolve", "current_presolve", "new_solver", "presolving"]


@dataclass
class Presolve:
    """Whether CP-SAT may presolve models, and whether it did."""

    allowed: bool = True
    used: bool = False


_presolve: ContextVar[Presolve | None] = ContextVar("presolve", default=None)


@contextlib.contextmanager
def presolving(*, allowed: bool = True) -> Iterator[Presolve]:
    """Searches that begin inside of this note there whether they presolve, if they may."""
    note = Presolve(allowed)
    token = _presolve.set(note)
    try:
        yield note
    finally:
        _presolve.reset(token)


def current_presolve() -> Presolve:
    """That of `presolving`, or a new one; of the thread that asks, not of those that search."""
    return _presolve.get() or Presolve()


def new_solver(
    model: Model, run: Run, *, every: bool, spent: float = 0.0, presolve: Presolve | None = None
) -> cp_model.CpSolver:
    """CP-SAT with one worker, set up for a model within what is left of the limits of a run.

    Parameters
    ----------
    every : bool
        Whether all solutions are wanted.
    spent : float
        Deterministic time of earlier solves, which counts against the limit.
    presolve : Presolve, optional
        By default that of `presolving`, where this is called.
    """
    presolve = presolve or current_presolve()
    solver = cp_model.CpSolver()
    parameters = solver.parameters
    parameters.num_workers = 1
    parameters.random_seed = run.limits.seed
    parameters.catch_sigint_signal = False
    parameters.enumerate_all_solutions = every
    if every:
        parameters.solution_pool_size = 1  # it would be sorted again with each solution
    if run.limits.deterministic is not None:
        parameters.max_deterministic_time = max(0.0, run.limits.deterministic - spent)
    for name, value in (model.parameters | (model.enumeration if every else {})).items():
        setattr(parameters, name, value)
    parameters.cp_model_presolve &= presolve.allowed
    presolve.used |= parameters.cp_model_presolve
    if run.left is not None:
        parameters.max_time_in_seconds = run.left
    return solver
