"""The bytes of a file or of standard input: not more than a puzzle may have."""

from __future__ import annotations

import sys
from pathlib import Path

from cpmodels.errors import InputError

__all__ = ["MAX_BYTES", "read_bytes"]

MAX_BYTES = 64 * 2**20


def read_bytes(path: str | Path) -> bytes:
    """What is in a file; ``-`` is standard input.

    Raises
    ------
    InputError
        It cannot be read, or is too large.
    """
    try:
        if str(path) == "-":
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a NUL in the name
        why = getattr(error, "strerror", None) or error
        where = "standard input" if str(path) == "-" else str(path)
        raise InputError(f"cannot be read: {why}", where) from None
    if len(data) > MAX_BYTES:
        raise InputError(f"more than {MAX_BYTES // 2**20} MiB, expected a puzzle file", str(path))
    return data
