"""Ctrl-C at the command line, at any moment of it.

While a command is at work, SIGINT and SIGTERM raise `KeyboardInterrupt`, and what is known by then
is shown. Before and after that they end the process, silently: the libraries that parse the command
line would make a traceback, or status 1, of the exception.
"""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from cpmodels.answers import interruption

__all__ = ["interruptible", "listen"]


class _Listener:
    """Which signals are ours to handle."""

    def __init__(self) -> None:
        self.signals: list[signal.Signals] = []

    def __call__(self, number: int, frame: FrameType | None) -> None:
        interruption.note(number)
        raise KeyboardInterrupt


_listener = _Listener()


def listen() -> None:
    """From now on SIGINT, unless it is ignored, and SIGTERM interrupt commands."""
    ours = signal.getsignal(signal.SIGINT) in (signal.SIG_DFL, signal.default_int_handler)
    _listener.signals = [*([signal.SIGINT] if ours else []), signal.SIGTERM]
    _handle(signal.SIG_DFL)
    sys.unraisablehook = _again


@contextmanager
def interruptible() -> Iterator[None]:
    """Inside of this, where `listen` was called, the signals raise `KeyboardInterrupt`."""
    try:
        _handle(_listener)
        yield
    finally:
        _handle(signal.SIG_DFL)


def _handle(handler: Any) -> None:
    for number in _listener.signals:
        signal.signal(number, handler)


def _again(lost: Any) -> None:
    """Where Python can raise nothing, as in a finalizer, the signal is sent once more."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        where = threading.main_thread().ident
        threading.Timer(0.01, signal.pthread_kill, [where, signal.SIGINT]).start()
    else:
        sys.__unraisablehook__(lost)
