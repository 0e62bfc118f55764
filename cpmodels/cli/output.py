"""What a command writes: JSON records, and files whole or not at all."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from cpmodels.cli.command import running
from cpmodels.errors import InputError
from cpmodels.formats import write_puzzle
from cpmodels.formats.toml import to_table
from cpmodels.puzzles.puzzle import Puzzle

__all__ = [
    "emit_json",
    "emit_puzzle",
    "json_line",
    "plain_json",
    "ready",
    "ready_folder",
    "write_out",
    "write_records",
]

SCHEMA = 1  # of the JSON records; counted up when a field changes its meaning


def emit_json(record: dict[str, Any]) -> None:
    """Print one JSON record on a line of its own."""
    print(json_line(record), flush=True)


def json_line(record: dict[str, Any]) -> str:
    """The record as one line of JSON, as `cpmodels schema` describes it."""
    head = {"schema": SCHEMA, "command": running()}
    return plain_json({**head, **record})


def plain_json(value: Any) -> str:
    """A value as JSON, arrays and sequences as lists."""
    return json.dumps(value, default=_plain, ensure_ascii=False)


def write_records(path: str, records: Iterable[dict[str, Any]]) -> None:
    """Write JSON records to a file, one a line."""
    write_out(path, "".join(f"{json_line(record)}\n" for record in records))


def emit_puzzle(puzzle: Puzzle, path: str, format: str, *, json: bool) -> None:
    """Write a puzzle that was made; as a record with its TOML table, with `json`."""
    if path != "-" or not json:
        write_out(path, write_puzzle(puzzle, format))
    if not json:
        return
    emit_json(
        {"description": puzzle.describe(), "target": path, "format": format,
         "stated": to_table(puzzle)}
    )  # fmt: skip


def _plain(value: Any) -> Any:
    """Arrays and sequences as lists; anything else that JSON does not know as its text."""
    if isinstance(value, Sequence):
        return list(value)
    return value.tolist() if hasattr(value, "tolist") else str(value)


def write_out(path: str, content: str | bytes) -> None:
    """Write a file whole or not at all; ``-`` is standard output.

    A link stays one, and so does what is no file: a pipe, a device. Half a surrogate pair, which
    a title may hold and no file can, becomes a question mark.
    """
    data = content.encode(errors="replace") if isinstance(content, str) else content
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    with _writing(path):
        target = _target(path)
        if target.exists() and not target.is_file():
            target.write_bytes(data)
        else:
            _replace(target, data)


def ready(*paths: str | None) -> None:
    """Refuse at once what could not be written once the work is done.

    Raises
    ------
    InputError
        No such folder, or one that may not be written to.
    """
    for path in paths:
        if path is not None and path != "-":
            with _writing(path):
                _target(path)


def ready_folder(folder: Path, expected: str = "") -> None:
    """The same of a folder that is made once there is something to write."""
    with _writing(str(folder), expected):
        there = next(each for each in (folder.absolute(), *folder.absolute().parents)
                     if os.path.lexists(each))  # fmt: skip
        if not there.is_dir():
            raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR))
        if not os.access(there, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


def _target(path: str) -> Path:
    target = Path(path).resolve()
    if not path or target.is_dir():
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
    if not target.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"no folder {target.parent}")
    within = target.parent if target.is_file() or not target.exists() else target
    if not all(os.access(each, os.W_OK) for each in (within, target) if each.exists()):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return target


@contextlib.contextmanager
def _writing(path: str, expected: str = "") -> Iterator[None]:
    """What the system says of a path is bad input."""
    try:
        yield
    except (OSError, ValueError, RuntimeError) as error:  # a NUL in it, a loop of links
        why = getattr(error, "strerror", None) or str(error)
        hint = f", {expected}" if expected else ""
        raise InputError(f"cannot be written: {why}{hint}", path) from None


def _replace(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
