"""An engine in a process of its own, which a limit, too little memory or Ctrl-C ends at once.

CaDiCaL and Ganak, as their packages offer them, cannot be interrupted from Python. So they run in
`worker`, and this side waits, looks at the clock ten times a second, and kills.
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
from pathlib import Path
from types import TracebackType
from typing import Any

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.engines.formula import Formula
from cpmodels.errors import InputError

__all__ = ["MEMORY", "Child", "EngineFailure", "missing"]

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
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        allowed = MEMORY if memory is None else memory
        self._process = subprocess.Popen(
            [sys.executable, "-P", str(_WORKER), str(os.getpid()), str(allowed)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors,
        )  # fmt: skip

    def __enter__(self) -> Child:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.kill()
        self._process.wait()
        for file in (self._process.stdin, self._process.stdout, self._errors):
            if file is not None:
                with contextlib.suppress(OSError):  # what is not written has no reader now
                    file.close()

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
        while True:
            try:
                reply = replies.get(timeout=_POLL)
            except queue.Empty:
                if self.run.should_stop():
                    return
                continue
            if "end" in reply:
                return
            if "failed" in reply:
                self._fail(reply["failed"])
                return
            yield reply
            if self.run.should_stop():
                return

    def _talk(self, request: dict[str, Any], replies: queue.Queue[dict[str, Any]]) -> None:
        """Send the request and hand over what comes, in a thread: pipes know no time limit."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        try:
            pickle.dump(request, self._process.stdin, protocol=5)
            self._process.stdin.flush()
            while True:
                reply = pickle.load(self._process.stdout)
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
            code = self._process.wait()
            self._errors.seek(0)
            message = self._errors.read().decode(errors="replace").strip()
        if message == "memory" or "bad_alloc" in message or "MemoryError" in message or code == -9:
            self.run.stopped_by = Stop.MEMORY
            return
        raise EngineFailure(f"the engine died ({message[-300:] or f'exit status {code}'})")
