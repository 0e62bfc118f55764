"""Files that may be made anew, kept in the user's cache directory: tables, and machine code.

A file is written beside its place and moved there, so it is whole or not there; it begins with a
checksum of the rest. The directory is CPMODELS_CACHE if set, else the platform's own for caches.
"""

from __future__ import annotations

import hashlib
import mmap
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

__all__ = ["clear", "directory", "entries", "load", "save"]

_MAGIC = b"cpmodels cache 1"
_DIGEST = 32
_HEAD = 64  # bytes before the contents, which so begin on a line of the processor's cache
_SUFFIXES = (".table", ".code")
_VERSIONS = 8  # machine code of a function as it was before, or for other types


def directory() -> Path:
    """Return the directory, which need not exist yet; OSError if the user has no home."""
    if folder := os.environ.get("CPMODELS_CACHE"):
        return Path(folder)
    import platformdirs  # not before: it takes longer than what is left of this

    path = Path(platformdirs.user_cache_dir("cpmodels", appauthor=False))
    if not path.is_absolute():  # "~": no HOME, and a user that the system does not know
        raise OSError("no home directory for the cache")
    return path


def load(name: str) -> memoryview | None:
    """Return the contents of a file, mapped; None if it is not there, or not whole.

    They may be written to, which changes neither the file nor what others see of it.
    """
    try:
        with (directory() / name).open("rb") as file:
            whole = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_COPY))
    except (OSError, ValueError):  # an empty file cannot be mapped
        return None
    contents = whole[_HEAD:]
    return contents if whole[:_HEAD] == _head(contents) else None


def save(name: str, contents: Any) -> None:
    """Write a file, given bytes or an array; OSError if that cannot be done.

    ``name`` ends in ``.table`` or ``.code``.
    """
    folder = directory()
    folder.mkdir(parents=True, exist_ok=True)
    _sweep(folder)
    handle, temporary = tempfile.mkstemp(prefix=name, suffix=".part", dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(_head(contents))
            file.write(memoryview(contents).cast("B"))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, folder / name)
    except BaseException:
        with suppress(OSError):
            os.unlink(temporary)
        raise
    if name.endswith(".code"):
        _prune(folder, name.partition("-")[0])


def entries() -> Iterator[tuple[Path, int, float]]:
    """Yield the path, the size in bytes and the time of writing of each file, by name."""
    with suppress(OSError):
        for path in sorted(directory().iterdir()):
            if path.suffix in _SUFFIXES:
                with suppress(FileNotFoundError):
                    yield path, path.stat().st_size, path.stat().st_mtime


def clear() -> int:
    """Remove all files; return how many bytes that frees."""
    total = 0
    for path, size, _ in entries():
        with suppress(FileNotFoundError):
            path.unlink()
            total += size
    return total


def _prune(folder: Path, function: str) -> None:
    """Remove the oldest machine code of a function, which nobody may call any more."""
    with suppress(OSError):
        versions = sorted(folder.glob(f"{function}-*.code"), key=lambda path: path.stat().st_mtime)
        for path in versions[:-_VERSIONS]:
            path.unlink()


def _sweep(folder: Path) -> None:
    """Remove what a process that was killed while it wrote has left, after a day."""
    for part in folder.glob("*.part"):
        with suppress(OSError):
            if part.stat().st_mtime < time.time() - 86_400:
                part.unlink()


def _head(contents: Any) -> bytes:
    digest = hashlib.blake2b(contents, digest_size=_DIGEST).digest()
    return (_MAGIC + digest).ljust(_HEAD, b"\0")
