"""Large tables on disk: built once, then mapped.

They lie in `reference.kernel.cache`, whole or not at all, and are believed if their checksum holds.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

import numpy as np
import numpy.typing as npt

from reference.kernel import cache

__all__ = ["cache_directory", "exists", "load", "load_or_build", "save"]

cache_directory = cache.directory


def exists(name: str) -> bool:
    """Say whether there is a file for the table, whole or not."""
    try:
        return (cache.directory() / f"{name}.table").exists()
    except OSError:
        return False


def load(name: str, entries: int) -> npt.NDArray[np.uint8] | None:
    """Return the table `name`, mapped, if it is there, of this size, and whole; else None."""
    contents = cache.load(f"{name}.table")
    if contents is None or len(contents) != entries:
        return None
    return np.frombuffer(contents, np.uint8)


def save(name: str, table: npt.NDArray[np.uint8]) -> None:
    """Write the table beside its place and move it there; OSError if that cannot be done."""
    cache.save(f"{name}.table", table)


def load_or_build(
    name: str, entries: int, build: Callable[[], npt.NDArray[np.uint8] | None]
) -> npt.NDArray[np.uint8] | None:
    """Return the table from disk, or built and then saved; None if `build` was stopped.

    A directory that cannot be written to costs the saving, not the answer.
    """
    table = load(name, entries)
    if table is None and (table := build()) is not None:
        with suppress(OSError):
            save(name, table)
    return table
