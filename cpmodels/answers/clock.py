"""The clock of all times shown and of all limits: it stands while numba compiles."""

from __future__ import annotations

from time import perf_counter

from numba.core import event

__all__ = ["seconds"]

_compiling = event.TimingListener()
event.register("numba:compile", _compiling)


def seconds() -> float:
    """Seconds since some moment, without those in which hand-written searches were compiled.

    A search is compiled when it is first used on a machine; that takes seconds, and says nothing
    about the search.
    """
    return perf_counter() - (_compiling.duration if _compiling.done else 0.0)
