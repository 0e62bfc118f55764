"""The clock of all times shown and of all limits: it stands while numba compiles."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import Any

__all__ = ["seconds"]

_listeners: list[Any] = []  # one, once numba is there to be listened to


def seconds() -> float:
    """Seconds since some moment, without those in which hand-written searches were compiled.

    A search is compiled when it is first used on a machine; that takes seconds, and says nothing
    about the search. Where nothing has imported numba, nothing was compiled.
    """
    if not _listeners:
        _listen()
    compiling: float = sum(each.duration for each in _listeners if each.done)
    return perf_counter() - compiling


def _listen() -> None:
    event = sys.modules.get("numba.core.event")
    if event is not None and hasattr(event, "register"):  # another thread may just import it
        _listeners.append(event.TimingListener())
        event.register("numba:compile", _listeners[0])
