"""Run: the limits of one question to one method, and what the method did under them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from numbers import Integral, Real

from cpmodels.answers.answer import Effort, Stop
from cpmodels.answers.clock import seconds
from cpmodels.errors import InputError

__all__ = ["OutOfTime", "Run", "check_time"]

MAX_WORKERS = 256  # threads

_building: ContextVar[Run | None] = ContextVar("building", default=None)


class OutOfTime(Exception):
    """The time was up before a model was built; the run's `stopped_by` says so."""


def check_time() -> None:
    """Raise `OutOfTime` when the question whose model is being built has no time left.

    Builders call it in their loops: a large model must not be built beyond the limit.
    """
    run = _building.get()
    if run is not None:
        run.check_time()


@dataclass
class Run:
    """Handed to a method: when to stop; and taken back from it: effort, times, reasons.

    Parameters
    ----------
    limit : float or None
        Wall-clock seconds, building included and compiling not; None for no limit.
    workers : int
        Threads that a method may use; answers never depend on it.
    seed : int
        Seed of everything random.
    deterministic : float or None
        CP-SAT's deterministic time, for limits that must be the same on every machine.
    up_to_symmetry : bool
        Whether tilings that a symmetry maps to each other are one.
    progress : callable or None
        Told the share done (0 to 1) now and then, by methods that know it.
    """

    limit: float | None = None
    workers: int = 1
    seed: int = 0
    deterministic: float | None = None
    progress: Callable[[float], None] | None = None
    up_to_symmetry: bool = False
    effort: Effort = field(default_factory=Effort)
    build_seconds: float = 0.0
    stopped_by: Stop | None = None
    note: str = ""
    objective: int | None = None
    started: float = field(default_factory=seconds)

    def __post_init__(self) -> None:
        for name, value in (("workers", self.workers), ("seed", self.seed)):
            if not isinstance(value, Integral):
                raise InputError(f"{name} {value!r}, expected an integer")
        if self.limit is not None and not (isinstance(self.limit, Real) and self.limit >= 0):
            raise InputError(f"limit {self.limit!r}, expected seconds of 0 or more")
        if not 1 <= self.workers <= MAX_WORKERS:
            raise InputError(f"workers {self.workers}, expected 1 to {MAX_WORKERS}")
        if not 0 <= self.seed < 2**31:
            raise InputError(f"seed {self.seed}, expected 0 to 2147483647")

    @property
    def elapsed(self) -> float:
        """Seconds since the question was asked."""
        return seconds() - self.started

    @property
    def left(self) -> float | None:
        """Seconds left, or None for no limit."""
        return None if self.limit is None else max(0.0, self.limit - self.elapsed)

    def should_stop(self) -> bool:
        """Whether the time is up; remembered in `stopped_by`. Methods ask this often."""
        if self.limit is not None and self.stopped_by is None and self.elapsed >= self.limit:
            self.stopped_by = Stop.TIME
        return self.stopped_by is not None

    def check_time(self) -> None:
        """Raise `OutOfTime` when the time is up."""
        if self.should_stop():
            raise OutOfTime

    @contextmanager
    def building(self) -> Iterator[None]:
        """Time spent in here is building, not solving."""
        start = seconds()
        token = _building.set(self)
        try:
            yield
        finally:
            _building.reset(token)
            self.build_seconds += seconds() - start
