"""Limits: what a question allows a method. Run: the limits, and what came of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from numbers import Integral, Real

from cpmodels.answers.answer import Effort, Stop
from cpmodels.answers.clock import seconds
from cpmodels.errors import InputError

__all__ = ["Limits", "OutOfTime", "Run", "check_time"]

MAX_WORKERS = 256  # threads

_building: ContextVar[Run | None] = ContextVar("building", default=None)


class OutOfTime(TimeoutError):
    """The time was up during a build, and a part of it is of no use."""


def check_time() -> None:
    """Raise `OutOfTime` when the question whose model is being built has no time left.

    Builders call it in their loops: a large model must not be built beyond the limit.
    """
    run = _building.get()
    if run is not None:
        run.check_time()


@dataclass(frozen=True)
class Limits:
    """What a method is allowed.

    Parameters
    ----------
    seconds : float or None
        Wall-clock time, building included and compiling not; None for no limit.
    workers : int
        Threads that a method may use; answers never depend on it.
    seed : int
        Seed of everything random.
    within : float or None
        How many times the best one a solution may measure: 1.1, or infinite for any; None for a
        best one. Methods may do better.
    deterministic : float or None
        CP-SAT's deterministic time, for limits that must be the same on every machine.
    progress : callable or None
        Called now and then with the share of the work that is done, 0 to 1, by methods that
        know it.

    Raises
    ------
    InputError
        A number of the wrong kind, or out of range.
    """

    seconds: float | None = None
    workers: int = 1
    seed: int = 0
    within: float | None = None
    deterministic: float | None = None
    progress: Callable[[float], None] | None = None

    def __post_init__(self) -> None:
        for name, value in (("workers", self.workers), ("seed", self.seed)):
            if not isinstance(value, Integral):
                raise InputError(f"{name} {value!r}, expected an integer")
        if self.seconds is not None and not (isinstance(self.seconds, Real) and self.seconds >= 0):
            raise InputError(f"limit {self.seconds!r}, expected seconds of 0 or more")
        if self.within is not None and not (isinstance(self.within, Real) and self.within >= 1):
            raise InputError(f"within {self.within!r}, expected a factor of 1 or more")
        if not 1 <= self.workers <= MAX_WORKERS:
            raise InputError(f"workers {self.workers}, expected 1 to {MAX_WORKERS}")
        if not 0 <= self.seed < 2**31:
            raise InputError(f"seed {self.seed}, expected 0 to 2147483647")


@dataclass
class Run:
    """Handed to a method with its limits, and taken back with what came of them.

    Being stopped has two rules. What builds raises `OutOfTime`: a part of a model or a table is of
    no use. What searches sees ``should_stop()``, and returns what it has; `stopped_by` says that it
    is not all. Both, and Ctrl-C, become the answer in one place, `cpmodels.asking.gate`.

    Attributes
    ----------
    limits : Limits
    effort : Effort
        What the search did; methods fill it in.
    at_least : int
        Solutions counted so far: what is known should the count end in Ctrl-C.
    bound : int or None
        What is proved of the best solution, where the puzzle measures: none measures less (or more,
        where most is wanted).
    live : (int or None, int or None)
        To be shown while it searches: what the best solution measures that is known so far, and
        what is proved meanwhile. No part of the answer.
    build_seconds : float
        Time spent inside of `building`.
    stopped_by : Stop or None
        What ended the search before it was exhausted.
    note : str
        A remark for people: a certificate, a reason.
    progress_error : BaseException or None
        What ``limits.progress`` raised: no error of the method.
    """

    limits: Limits = field(default_factory=Limits)
    effort: Effort = field(default_factory=Effort)
    at_least: int = 0
    bound: int | None = None
    live: tuple[int | None, int | None] = (None, None)
    build_seconds: float = 0.0
    stopped_by: Stop | None = None
    note: str = ""
    progress_error: BaseException | None = field(default=None, repr=False)
    started: float = field(default_factory=seconds)

    @property
    def complete(self) -> bool:
        """Whether nothing has stopped it."""
        return self.stopped_by is None

    @property
    def elapsed(self) -> float:
        """Seconds since the question was asked."""
        return seconds() - self.started

    @property
    def left(self) -> float | None:
        """Seconds left, or None for no limit."""
        limit = self.limits.seconds
        return None if limit is None else max(0.0, limit - self.elapsed)

    def stop(self, why: Stop) -> None:
        """Note what ends the search; the first reason stays, but for Ctrl-C, which always shows."""
        if self.stopped_by is None or why is Stop.INTERRUPT:
            self.stopped_by = why

    def should_stop(self) -> bool:
        """Whether the time is up; remembered in `stopped_by`. Methods ask this often."""
        limit = self.limits.seconds
        if limit is not None and self.stopped_by is None and self.elapsed >= limit:
            self.stopped_by = Stop.TIME
        return self.stopped_by is not None

    def check_time(self) -> None:
        """Raise `OutOfTime` when the time is up."""
        if self.should_stop():
            raise OutOfTime

    def tell(self, share: float) -> None:
        """Report how much is done, from 0 to 1."""
        if self.limits.progress is None:
            return
        try:
            self.limits.progress(share)
        except BaseException as error:
            self.progress_error = error
            raise

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
