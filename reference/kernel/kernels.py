"""Kernels: searches that run interpreted first, and compiled when it pays.

A *kernel* is a function that Python calls again and again, each time for a slice of the work, with
all state in arrays: it takes a budget of steps and can go on in the next call. A *part* is what
kernels call. Both are plain functions, so a debugger, coverage and ``NUMBA_DISABLE_JIT=1`` see them
as they are written:

>>> @part
... def double(n):
...     return n + n
>>> @kernel("example")
... def powers(state, budget):
...     for _ in range(budget):
...         state[0] = double(state[0])
>>> state = np.ones(1, np.int64)
>>> powers(state, 10), state[0]
(None, np.int64(1024))

Kernels of one name share a clock. When their slices have taken 0.2 s in this process, machine code
kept from an earlier one is loaded if there is some. When they have taken a second, they are
compiled, in a thread: slices go on interpreted, so that limits are honoured, and the compiled
function takes over between two slices. The answer is the same, and so are the counts, whichever way
the slices ran; tests switch at random, by `choosing`.

What a kernel must do for that:

* Take its budget from `reference.kernel.budget.adapt`, a thousand steps or fewer at first:
  interpreted, a step takes a hundred times as long.
* Call parts, never another kernel, and by their names: not by way of a module or an object.
* Take arguments whose types never change: numbers, arrays of one dtype and number of dimensions,
  flat named tuples of these. For records, take the columns of an array: a row of numpy's structured
  arrays has no attributes when it is interpreted.
* Allocate nothing: give it arrays as room for what it needs.
* Do arithmetic that means the same both ways. Numbers of numpy wrap as machine words do, but
  ``int64`` with ``uint64`` makes a float, and numba takes a literal for an ``int64``: write
  ``np.uint64(n)`` and constants like ``ONE = np.uint64(1)``. An element of a small type keeps that
  type with Python's numbers, and overflows: take ``int(array[i])`` before you shift or multiply.
* Compile in 3 seconds or less: a part costs some 0.2 s, more if it takes many arrays, and as much
  again for each combination of types (``np.uint32`` plus ``1`` is an ``int64``). Element ``[i, j]``
  costs a multiplication: flat arrays, or one for each column, are faster.

Nothing in here imports numba before something is compiled or loaded.
"""

from __future__ import annotations

import os
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock, Thread, local
from typing import Any, Generic, ParamSpec, TypeVar

import numpy as np

from reference.kernel import machine_code

__all__ = ["Kernel", "choosing", "compiling", "kernel", "part"]

LOOK, COMPILE = 0.2, 1.0
"""Seconds of slices after which kept machine code is looked for, and the compiler is called."""

P = ParamSpec("P")
R = TypeVar("R")
F = TypeVar("F", bound=Callable[..., Any])

_spent: dict[str, float] = defaultdict(float)  # by name, in interpreted slices
_at_work: dict[int, str] = {}  # what is being compiled
_choice = local()


def part(function: F) -> F:
    """Mark a function that kernels call: it is compiled with them, and stays as it is."""
    machine_code.parts.add(function)
    return function


def kernel(name: str) -> Callable[[Callable[P, R]], Kernel[P, R]]:
    """Make a function a kernel of the method of this name."""
    return lambda function: Kernel(name, function)


class Kernel(Generic[P, R]):
    """A function that runs interpreted or compiled; call it as what it is.

    ``function`` is what was written, which always runs interpreted. An argument may be None: with
    and without it are two compilations.
    """

    def __init__(self, name: str, function: Callable[P, R]) -> None:
        self.name, self.function = name, function
        self.__doc__, self.__module__ = function.__doc__, function.__module__
        self.__name__, self.__wrapped__ = function.__name__, function
        self._codes: dict[tuple[bool, ...], _Code] = {}

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        if kwargs:
            raise TypeError(f"{self.__name__}: expected positional arguments only")
        choose: Callable[[], bool] | None = getattr(_choice, "compiled", None)
        if choose is not None:
            return self.compile(*args)(*args) if choose() else self._interpret(*args)
        code = self._code(args)
        if code.compiled is None and _spent[self.name] > LOOK and not _disabled():
            code.prepare(args, _spent[self.name] > COMPILE)
        if code.compiled is not None:
            result: R = code.compiled(*args)
            return result
        began = time.perf_counter()
        try:
            return self._interpret(*args)
        finally:
            _spent[self.name] += time.perf_counter() - began

    def _interpret(self, *args: Any) -> R:
        function: Any = self.function
        with np.errstate(over="ignore"):  # numbers wrap, as in machine code
            result: R = _plain(function(*args))
        return result

    def compile(self, *args: Any) -> Callable[..., R]:
        """Return the function compiled for arguments like these, from the cache or now.

        As it is written where NUMBA_DISABLE_JIT says that nothing is to be compiled.
        """
        if _disabled():
            return self._interpret
        code = self._code(args)
        if code.thread is not None:
            code.thread.join()
        if code.compiled is None:
            code.build(args)
        compiled: Callable[..., R] = code.compiled
        return compiled

    def ready(self, *args: Any) -> bool:
        """Load or compile now, in a thread; say after a tenth of a second whether that is done.

        For large work whose least slice would take too long interpreted: ask again until it is.
        """
        if _disabled() or hasattr(_choice, "compiled"):
            return True
        code = self._code(args)
        if code.compiled is None:
            code.start(args)
        return code.compiled is not None

    def _code(self, args: tuple[Any, ...]) -> _Code:
        key = tuple(each is None for each in args)
        if key not in self._codes:
            self._codes[key] = _Code(self.name, self.function)
        return self._codes[key]


class _Code:
    """A function's machine code for arguments of one type each: what was done to have it."""

    def __init__(self, name: str, function: Any) -> None:
        self.name, self.function = name, function
        self.compiled: Any = None
        self.thread: Thread | None = None
        self._looked = self._ordered = False
        self._deciding = Lock()  # more than one thread may run slices of it

    def prepare(self, args: tuple[Any, ...], pays: bool) -> None:
        """Load what was kept; if there is none and it pays, have it made: meanwhile, both."""
        with self._deciding:
            if self.thread is not None and self.thread.is_alive():
                pass
            elif not self._looked:
                self._looked = True
                if machine_code.cached_files(self.function):
                    self._begin(self._load, args)
            elif pays and not self._ordered:
                self._ordered = True
                self._begin(self.build, args)
        self._give_time()

    def start(self, args: tuple[Any, ...]) -> None:
        """Compile in a thread, and give that most of the processor's time."""
        with self._deciding:
            if not self._ordered:
                self._ordered = True
                self._begin(self.build, args)
        self._give_time()

    def _begin(self, work: Callable[[Any], None], args: tuple[Any, ...]) -> None:
        thread = Thread(target=work, args=(args,), name=f"compiling {self.name}")
        thread.start()
        self.thread = thread

    def _give_time(self) -> None:
        if self.thread is not None:
            self.thread.join(0.1)

    def _load(self, args: tuple[Any, ...]) -> None:
        self.compiled = machine_code.load(self.function, args)

    def build(self, args: tuple[Any, ...]) -> None:
        """Compile, or load what was kept."""
        _at_work[id(self)] = self.name
        try:
            self.compiled = machine_code.build(self.function, args)
        finally:
            del _at_work[id(self)]


def _plain(result: Any) -> Any:
    """Return Python's own numbers for numpy's, as compiled functions do."""
    if isinstance(result, tuple):
        return tuple(map(_plain, result))
    return result.item() if isinstance(result, np.generic) else result


def compiling() -> list[str]:
    """Return the names of the kernels that are being compiled just now."""
    return sorted(set(_at_work.copy().values()))


@contextmanager
def choosing(compiled: Callable[[], bool]) -> Iterator[None]:
    """Ask before each slice of any kernel in this thread whether it is to run compiled.

    >>> with choosing(lambda: False):
    ...     pass  # everything in here runs interpreted, however long it takes
    """
    before = vars(_choice).copy()
    _choice.compiled = compiled
    try:
        yield
    finally:
        vars(_choice).clear()
        vars(_choice).update(before)


def _disabled() -> bool:
    return os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
