"""Large tables on disk: written whole or not at all, and read back only if their checksum holds.

The directory is CPMODELS_CACHE if set, else the platform's own place for caches.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
import numpy.typing as npt

__all__ = ["cache_directory", "load", "load_or_build", "save"]

_MAGIC = b"cpmodels table 1\n"
_DIGEST = 32


def cache_directory() -> Path:
    """Return the directory for tables, which need not exist yet; OSError if there is no home."""
    if chosen := os.environ.get("CPMODELS_CACHE"):
        return Path(chosen)
    if sys.platform == "win32":
        base = os.environ.get("LOCALAPPDATA") or _home() / "AppData" / "Local"
    elif sys.platform == "darwin":
        base = _home() / "Library" / "Caches"
    else:
        base = os.environ.get("XDG_CACHE_HOME") or _home() / ".cache"
    return Path(base) / "cpmodels"


def _home() -> Path:
    try:
        return Path.home()
    except RuntimeError as error:  # no HOME, and a user that the system does not know
        raise OSError(str(error)) from None


def load(name: str, entries: int) -> npt.NDArray[np.uint8] | None:
    """Return the table `name` if it is there, of this size, and whole; else None."""
    try:
        with (cache_directory() / f"{name}.table").open("rb") as file:
            magic, digest = file.read(len(_MAGIC)), file.read(_DIGEST)
            table = np.fromfile(file, np.uint8, entries + 1)  # one more, to see that it is longer
    except OSError:
        return None
    if magic != _MAGIC or len(table) != entries or digest != _checksum(table):
        return None
    return table


def save(name: str, table: npt.NDArray[np.uint8]) -> None:
    """Write the table beside its place and move it there; OSError if that cannot be done."""
    directory = cache_directory()
    directory.mkdir(parents=True, exist_ok=True)
    _sweep(directory)
    handle, temporary = tempfile.mkstemp(prefix=name, suffix=".part", dir=directory)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_MAGIC + _checksum(table))
            file.write(table.data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, directory / f"{name}.table")
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise


def _sweep(directory: Path) -> None:
    """Remove what a process that was killed while it wrote has left, after a day."""
    for part in directory.glob("*.part"):
        with suppress(OSError):
            if part.stat().st_mtime < time.time() - 86_400:
                part.unlink()


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


def _checksum(table: npt.NDArray[np.uint8]) -> bytes:
    return hashlib.blake2b(table.data, digest_size=_DIGEST).digest()
