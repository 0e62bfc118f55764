"""One case in a process of its own, from outside: fork, wait, kill, and say how it ended.

The parent is a slot of the warm server, which has one thread. What the child has to say it
writes into an unlinked file, so that no pipe can fill or be held open by others.
"""

from __future__ import annotations

import json
import math
import os
import re
import resource
import select
import signal
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from tempfile import TemporaryFile
from typing import Any, BinaryIO

from cpmodels.asking.process import kill_group, kill_orphans, patience
from cpmodels.experiments.case_list import Case
from cpmodels.experiments.child import TEXT, be_child
from cpmodels.experiments.experiment import CaseLimits

__all__ = ["Abandoned", "attempt"]

_OUT_OF_MEMORY = re.compile(rb"bad_alloc|[Oo]ut of memory|MemoryError|[Cc]annot allocate memory")


class Abandoned(Exception):
    """Nobody waits for the case any more; it was killed."""


def attempt(case: Case, control: int, started: Callable[[int], None]) -> dict[str, Any]:
    """Answer the case in a child; its row: what the case is, how it ended, what it cost.

    Parameters
    ----------
    control : int
        A file descriptor; the case is killed when something comes there, its end too.
    started : callable
        Told the child's process id, which is its process group too.

    Raises
    ------
    Abandoned
        Something came on `control`.
    """
    row = case.row() | {"started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime())}
    with TemporaryFile() as pipe, TemporaryFile() as errors:
        begin = time.monotonic()
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            os.close(control)
            be_child(case, parent, pipe, errors)
        exit = _wait(pid, case.limits, control, started)
        row["wall_seconds"] = round(time.monotonic() - begin, 6)
        usage = exit.usage
        row["cpu_seconds"] = round(usage.ru_utime + usage.ru_stime, 6)
        row["peak_memory"] = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        message = _read(pipe)
        return row | (json.loads(message) if message.endswith(b"}") else _death(case, exit, errors))


@dataclass(frozen=True)
class _Exit:
    status: int
    usage: resource.struct_rusage
    timed_out: bool


def _wait(pid: int, limits: CaseLimits, control: int, started: Callable[[int], None]) -> _Exit:
    """Wait for the child, but not longer than its wall-clock limit and some grace."""
    end = math.inf if limits.seconds is None else time.monotonic() + patience(limits.seconds)
    timed_out = False
    awake, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    signal.set_wakeup_fd(wake, warn_on_full_buffer=False)
    try:
        started(pid)
        while True:
            done, status, usage = os.wait4(pid, os.WNOHANG)
            if done:
                return _Exit(status, usage, timed_out)
            if time.monotonic() >= end:
                timed_out, end = True, math.inf
                kill_group(pid)
            ready, _, _ = select.select([control, awake], [], [], min(end - time.monotonic(), 3600))
            if awake in ready:
                os.read(awake, 4096)
            if control in ready:
                kill_group(pid)
                os.wait4(pid, 0)
                raise Abandoned
    finally:
        signal.set_wakeup_fd(-1)
        os.close(awake)
        os.close(wake)
        kill_group(pid)
        kill_orphans()


def _death(case: Case, exit: _Exit, errors: BinaryIO) -> dict[str, Any]:
    """How a child ended that left no answer."""
    text = _read(errors)
    code = os.waitstatus_to_exitcode(exit.status)
    text_of = text.decode(errors="replace").strip()[-TEXT:]
    return {"termination": _termination(case.limits, exit, code, text), "error": text_of}


def _termination(limits: CaseLimits, exit: _Exit, code: int, text: bytes) -> str:
    if exit.timed_out:
        return "time limit"
    cpu = exit.usage.ru_utime + exit.usage.ru_stime
    if limits.cpu_seconds and (
        code == -signal.SIGXCPU or (code == -signal.SIGKILL and cpu >= limits.cpu_seconds)
    ):
        return "cpu limit"
    if limits.memory and code not in (0, -signal.SIGKILL) and _OUT_OF_MEMORY.search(text):
        return "memory limit"
    return f"crash (signal {-code})" if code < 0 else f"crash (exit status {code})"


def _read(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()
