"""The bytes of a file or of standard input, and the files of a directory."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from cpmodels.errors import InputError

__all__ = ["MAX_BYTES", "files_in", "read_bytes", "refuse_special"]

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


def files_in(directory: str | Path) -> list[Path]:
    """Everything in a directory and its folders that is not a folder, by name.

    Left out is what a system hides: names that begin with a dot. A link to a folder is listed and
    not followed, so that a reader gets an error.

    Raises
    ------
    InputError
        A folder that cannot be read, or nothing in it.
    """

    def refuse(error: OSError) -> None:
        raise InputError(f"cannot be read: {error.strerror or error}", str(error.filename))

    inside: list[Path] = []
    for folder, folders, files in os.walk(directory, onerror=refuse):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        inside += [Path(folder, name) for name in (*files, *links) if not name.startswith(".")]
    if not inside:
        raise InputError("no file in it, expected puzzle files", str(directory))
    return sorted(inside)


def refuse_special(path: str | Path) -> None:
    """Refuse what is not a plain file, such as a pipe, which may never end or never begin.

    Raises
    ------
    InputError
        It is none.
    """
    if not Path(path).is_file():
        what = "a link to a folder" if Path(path).is_dir() else "a pipe, a device or a broken link"
        raise InputError(f"{what}, expected a file", str(path))
