"""The clock of all times shown and of all limits."""

from __future__ import annotations

from time import perf_counter

__all__ = ["seconds"]


def seconds() -> float:
    """Seconds since some moment."""
    return perf_counter()
