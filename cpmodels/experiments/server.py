"""The warm fork server: imports and compiles once, then forks a child for each case.

`Slots` is the runner's end. The server process forks one *slot* for each job; a slot has one
thread, takes a case, forks the child, waits, and hands back the row. A slot whose connection
ends kills its case and leaves, so nothing outlives the runner, however that dies.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import Pipe
from multiprocessing.connection import Connection, wait
from typing import Any

from cpmodels.experiments.case_list import Case

__all__ = ["Kernels", "Slots"]

_ATTEMPTS = 3  # for a case whose slot died under it
Kernels = frozenset[tuple[str, str, str]]  # kind, method, question: what to compile beforehand


class Slots:
    """As many cases at once as there are jobs, each in its own killable process.

    Parameters
    ----------
    jobs : int
    kernels : frozenset of (kind, method, question)
        What the server answers once on a tiny puzzle, so that no case pays for compilation.
    imports : sequence of str
        Modules to import first.

    Use it as a context manager: leaving kills what still runs.
    """

    def __init__(self, jobs: int, kernels: Kernels, imports: Sequence[str] = ()) -> None:
        self._kernels, self._imports = kernels, tuple(imports)
        self._warm = True
        self._servers: list[subprocess.Popen[bytes]] = []
        self._busy: dict[Connection, tuple[Case, int]] = {}  # the case, and its attempt
        self._pids: dict[Connection, int] = {}
        self._idle = self._start(jobs)

    def __enter__(self) -> Slots:
        return self

    def __exit__(self, *_: object) -> None:
        for connection in (*self._idle, *self._busy):
            connection.close()
        for server in self._servers:
            server.wait()

    @property
    def idle(self) -> int:
        """How many cases can be handed over now."""
        return len(self._idle)

    @property
    def busy(self) -> int:
        """How many cases are running."""
        return len(self._busy)

    def send(self, case: Case, attempt: int = 1) -> None:
        """Start a case in an idle slot."""
        connection = self._idle.pop()
        self._busy[connection] = (case, attempt)
        with suppress(OSError):  # a slot that died is noticed, and replaced, by `receive`
            connection.send(case)

    def receive(self, timeout: float | None = None) -> list[dict[str, Any]]:
        """The rows of cases that ended; waits until there is one, or the time is up."""
        rows = []
        for connection in wait(list(self._busy), timeout):
            assert isinstance(connection, Connection)
            try:
                message = connection.recv()
            except (EOFError, OSError):
                rows += self._replace(connection)
                continue
            if isinstance(message, int):
                self._pids[connection] = message
            else:
                del self._busy[connection]
                self._idle.append(connection)
                rows.append(message)
        return rows

    def _replace(self, connection: Connection) -> list[dict[str, Any]]:
        """A slot died: kill what it left, start another, and its case again."""
        case, attempt = self._busy.pop(connection)
        connection.close()
        if (pid := self._pids.pop(connection, None)) is not None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(pid, signal.SIGKILL)
        self._warm = attempt < 2
        self._idle += self._start(1)
        if attempt < _ATTEMPTS:
            self.send(case, attempt + 1)
            return []
        return [case.row() | {"termination": "crash (server)", "error": "its server died thrice"}]

    def _start(self, jobs: int) -> list[Connection]:
        pairs = [Pipe() for _ in range(jobs)]
        ends = [theirs.fileno() for _, theirs in pairs]
        path = [os.path.abspath(entry) for entry in sys.path]
        single = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        environment = os.environ | single | {"PYTHONPATH": os.pathsep.join(path)}
        command = [sys.executable, "-P", "-m", "cpmodels.experiments.slot", *map(str, ends)]
        server = subprocess.Popen(
            command, env=environment, pass_fds=ends, stdin=subprocess.DEVNULL,
            start_new_session=True,
        )  # fmt: skip
        self._servers.append(server)
        for ours, theirs in pairs:
            theirs.close()
            with suppress(OSError):
                ours.send((self._imports, self._kernels if self._warm else frozenset()))
        return [ours for ours, _ in pairs]
