"""Processes that can be killed: what a method does to its own does not happen to ours.

`isolated` answers in one. Experiments, which count and time theirs besides, use the parts.
"""

from __future__ import annotations

import ctypes
import faulthandler
import gc
import os
import pickle
import resource
import select
import signal
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any, BinaryIO, NoReturn, TypeVar

from cpmodels.errors import InputError

__all__ = [
    "Died",
    "adopt_orphans",
    "die_with",
    "isolated",
    "kill_group",
    "kill_orphans",
    "limit_memory",
    "patience",
    "unlimit_memory",
]

Result = TypeVar("Result")
_TEXT = 300  # characters of its last words that are kept
_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_libc = ctypes.CDLL(None, use_errno=True)


class Died(Exception):
    """The process ended without an answer; the text says how."""

    def __init__(self, how: str, *, killed: bool = False) -> None:
        super().__init__(how)
        self.killed = killed


def isolated(work: Callable[[], Result], limit: float | None, memory: int = 0) -> Result:
    """What the function returns, or raises, called in a process of its own.

    Parameters
    ----------
    limit : float or None
        Its limit in seconds; it is killed some time after that.
    memory : int
        Bytes more than the process has now; 0 for no limit.

    Raises
    ------
    Died
        It was killed, crashed, or has something that cannot be handed over.

    Examples
    --------
    >>> isolated(lambda: 6 * 7, 10)
    42
    >>> isolated(lambda: os.abort(), 10)
    Traceback (most recent call last):
    cpmodels.asking.process.Died: crashed (SIGABRT)
    """
    if not hasattr(os, "fork"):
        raise InputError("processes of their own need fork, which this system does not have")
    with TemporaryFile() as replies, TemporaryFile() as errors:
        sys.stdout.flush()
        sys.stderr.flush()
        parent, pid = os.getpid(), os.fork()
        if pid == 0:
            _be_child(work, parent, memory, replies, errors)
        status = _wait(pid, None if limit is None else patience(limit))
        if status is None:
            raise Died(f"did not stop at its limit of {limit:g} s and was killed", killed=True)
        code = os.waitstatus_to_exitcode(status)
        if code != 0:
            raise Died(_last_words(code, errors))
        replies.seek(0)
        message = replies.read()
        if not message:
            raise Died("left without an answer")
        is_error, result = pickle.loads(message)
        if is_error:
            raise result
        answer: Result = result
        return answer


def _be_child(
    work: Callable[[], Any], parent: int, memory: int, replies: BinaryIO, errors: BinaryIO
) -> NoReturn:
    status = 1
    try:
        os.setsid()  # Ctrl-C is for the parent, which kills the group
        die_with(parent)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(errors.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        faulthandler.disable()  # the signal says enough
        gc.freeze()  # the collector leaves the pages alone that are shared
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            limit_memory(memory)
        try:
            reply = False, work()
        except Exception as error:
            reply = True, error
        unlimit_memory()
        replies.write(pickle.dumps(reply))
        replies.flush()
        status = 0
    except BaseException:
        unlimit_memory()
        os.write(2, traceback.format_exc().encode(errors="replace"))
    finally:
        os._exit(status)


def _wait(pid: int, seconds: float | None) -> int | None:
    """The exit status of the child; None where it took too long, and was killed."""
    end = None if seconds is None else time.monotonic() + seconds
    handle = os.pidfd_open(pid) if hasattr(os, "pidfd_open") else None
    try:
        while True:
            done, status = os.waitpid(pid, os.WNOHANG)
            if done:
                return status
            if end is not None and time.monotonic() >= end:
                return None
            left = 1.0 if end is None else max(0.0, min(1.0, end - time.monotonic()))
            if handle is None:
                time.sleep(min(left, 0.01))
            else:
                select.select([handle], [], [], left)
    finally:  # Ctrl-C, too; what it left behind goes with it
        kill_group(pid)
        with suppress(ChildProcessError):
            os.waitpid(pid, 0)
        if handle is not None:
            os.close(handle)


def _last_words(code: int, errors: BinaryIO) -> str:
    errors.seek(0)
    lines = errors.read().decode(errors="replace").split("\n")
    words = " ".join(lines[-2:] if code == 1 else lines).strip()[-_TEXT:]
    how = f"crashed ({signal.Signals(-code).name})" if code < 0 else f"exited with status {code}"
    return f"{how}: {words}" if words else how


def die_with(parent: int) -> None:
    """Be killed when the parent dies, however that happens (Linux)."""
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if os.getppid() != parent:
            os._exit(1)


def limit_memory(more: int) -> None:
    """No more than so many bytes of address space above what there is already."""
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    bound = _address_space() + more
    resource.setrlimit(resource.RLIMIT_AS, (bound if hard < 0 else min(bound, hard), hard))


def unlimit_memory() -> None:
    """Room to say what happened, after memory ran out."""
    with suppress(ValueError, OSError):
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def _address_space() -> int:
    """Bytes of address space that the warm interpreter has already (0 where unknown)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except OSError:
        return 0


def patience(seconds: float) -> float:
    """How long a method may go on after its limit before it is killed."""
    return seconds * 1.1 + 1.0


def kill_group(pid: int) -> None:
    """Kill a process, and its group where it has one."""
    for kill in (os.killpg, os.kill):  # the group may not exist yet, or not any more
        with suppress(ProcessLookupError, PermissionError):
            kill(pid, signal.SIGKILL)


def adopt_orphans() -> None:
    """Become the parent of whatever the children leave behind (Linux), to kill that too."""
    if sys.platform == "linux":
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def kill_orphans() -> None:
    """Kill all children, those left behind by children too (Linux)."""
    children = Path(f"/proc/self/task/{os.getpid()}/children")
    with suppress(OSError):
        while orphans := children.read_text().split():
            for orphan in map(int, orphans):
                with suppress(ProcessLookupError):
                    os.kill(orphan, signal.SIGKILL)
                with suppress(ChildProcessError):
                    os.waitpid(orphan, 0)
