"""An engine in a process of its own, which a limit, too little memory or Ctrl-C ends at once.

CaDiCaL and Ganak, as their packages offer them, cannot be interrupted from Python. So they run in
`worker`, and this side waits, looks at the clock ten times a second, and kills. To start one takes
a tenth of a second: `keeping` keeps it from one small question to the next.
"""

from __future__ import annotations

import contextlib
import importlib.util
import os
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType
from typing import IO, Any, NamedTuple

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.engines.formula import Formula
from cpmodels.errors import InputError

__all__ = ["MEMORY", "Child", "EngineFailure", "keeping", "missing"]

_POLL = 0.1  # seconds between two looks at the clock
_WORKER = Path(__file__).with_name("worker.py")
_PACKAGES = {"pysat": "python-sat", "pyganak": "pyganak", "dratify": "dratify"}


def _memory() -> int:
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") // 2
    except (ValueError, OSError):
        return 0


MEMORY = _memory()
"""Bytes that an engine may use: half of what the machine has; 0 for no limit."""


class EngineFailure(RuntimeError):
    """An engine died of something else than a limit."""


def missing(*modules: str) -> str | None:
    """What to install where one of the modules is not there; None where all are.

    Examples
    --------
    >>> missing("json") is None
    True
    """
    for module in modules:
        if importlib.util.find_spec(module) is None:
            package = _PACKAGES.get(module, module)
            return f'needs {package}: pip install "cpmodels[engines]"'
    return None


class _Process(NamedTuple):
    """A worker, and whose it is: it dies with the thread that started it."""

    popen: subprocess.Popen[bytes]
    errors: IO[bytes]
    memory: int
    owner: tuple[int, int]

    def kill(self) -> None:
        self.popen.kill()
        self.popen.wait()
        for file in (self.popen.stdin, self.popen.stdout, self.errors):
            if file is not None:
                with contextlib.suppress(OSError):  # what is not written has no reader now
                    file.close()


_idle: list[_Process] | None = None


@contextmanager
def keeping() -> Iterator[None]:
    """Processes that have answered in here are kept for the next question, and end with it.

    Examples
    --------
    >>> with keeping():
    ...     pass  # many small questions
    """
    global _idle
    before, _idle = _idle, []
    try:
        yield
    finally:
        for process in _idle:
            if process.owner[0] == os.getpid():  # in a copy of us they are not ours to end
                process.kill()
        _idle = before


def _me() -> tuple[int, int]:
    return os.getpid(), threading.get_ident()


def _start(memory: int) -> _Process:
    """An idle process, or a new one."""
    for process in _idle or ():
        if process.owner == _me() and process.memory == memory and process.popen.poll() is None:
            assert _idle is not None
            _idle.remove(process)
            return process
    errors = tempfile.TemporaryFile()  # noqa: SIM115
    popen = subprocess.Popen(
        [sys.executable, "-P", str(_WORKER), str(os.getpid()), str(memory)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors,
    )  # fmt: skip
    return _Process(popen, errors, memory, _me())


class Child:
    """The process. Use it as a context manager: leaving kills what still runs.

    Parameters
    ----------
    run : Run
        Its limit ends the process, and `stopped_by` says so.
    memory : int
        Bytes for the engine; 0 for no limit.
    """

    def __init__(self, run: Run, memory: int | None = None) -> None:
        why = missing("pysat", "pyganak")
        if why is not None:
            raise InputError(f"this {why}")
        self.run = run
        self._engine = _start(MEMORY if memory is None else memory)
        self._asking = False

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if _idle is None or self._asking or kind is not None:
            self._engine.kill()
        else:
            _idle.append(self._engine)

    def ask(self, question: str, formula: Formula, **about: Any) -> Iterator[dict[str, Any]]:
        """The replies, as they come. The stream ends early where ``run.stopped_by`` is set.

        Raises
        ------
        EngineFailure
            The engine died, not of a limit.
        """
        about |= {"variables": formula.variables, "literals": formula.literals}
        replies: queue.Queue[dict[str, Any]] = queue.Queue(maxsize=64)
        worker = threading.Thread(
            target=self._talk, args=({"ask": question, "about": about}, replies), daemon=True
        )
        worker.start()
        self._asking = True
        while True:
            try:
                reply = replies.get(timeout=_POLL)
            except queue.Empty:
                if self.run.should_stop():
                    return
                continue
            if "end" in reply:
                self._asking = False
                return
            if "failed" in reply:
                self._fail(reply["failed"])
                return
            yield reply
            if self.run.should_stop():
                return

    def _talk(self, request: dict[str, Any], replies: queue.Queue[dict[str, Any]]) -> None:
        """Send the request and hand over what comes, in a thread: pipes know no time limit."""
        assert self._engine.popen.stdin is not None
        assert self._engine.popen.stdout is not None
        try:
            pickle.dump(request, self._engine.popen.stdin, protocol=5)
            self._engine.popen.stdin.flush()
            while True:
                reply = pickle.load(self._engine.popen.stdout)
                replies.put(reply)
                if "end" in reply or "failed" in reply:
                    return
        except (OSError, EOFError, ValueError, pickle.UnpicklingError):
            replies.put({"failed": ""})

    def _fail(self, message: str) -> None:
        """It died, or says that it failed: for want of memory that is a limit, else an error."""
        if self.run.should_stop():
            return
        code = None
        if not message:
            code = self._engine.popen.wait()
            self._engine.errors.seek(0)
            message = self._engine.errors.read().decode(errors="replace").strip()
        if message == "memory" or "bad_alloc" in message or "MemoryError" in message or code == -9:
            self.run.stopped_by = Stop.MEMORY
            return
        raise EngineFailure(f"the engine died ({message[-300:] or f'exit status {code}'})")
