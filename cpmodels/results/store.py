"""A store: a directory of append-only JSON lines, which survive a kill and reveal errors of a disk.

Types of line: of an experiment ``run`` (the command), ``environment`` (versions and machine, once
each), ``puzzle`` (as TOML, before its first result) and ``case`` (a result, which names both); of a count in cubes those of
`cpmodels.counting.ledger`. A line is complete once it ends in a line feed; what follows the last
one was torn by a kill and is dropped. Each line ends in the CRC-32 of what is before it
(``"sum"``), so that a disk's errors are noticed; lines of older stores have none, and none may
follow one that has.
"""

from __future__ import annotations

import json
import os
import re
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any, NamedTuple

from cpmodels.errors import InputError
from cpmodels.results.canonical import digest

__all__ = [
    "SCHEMA",
    "Damage",
    "Store",
    "damages",
    "is_running",
    "records",
    "repair",
]

SCHEMA = 1  # of the records; counted up when a field changes its meaning

_FIELDS = {
    "run": ("cases", "started"),
    "environment": ("environment",),
    "puzzle": ("puzzle", "toml"),
    "case": ("case", "puzzle", "question", "method", "termination", "limits", "environment"),
}


class Store:
    """The file that one run appends to; a context manager that holds its locks.

    Parameters
    ----------
    directory : path
        Made when it is not there.
    shard : (int, int), optional
        Shard i of n: several may run in one directory at once, each its own.
    name : str
        Of the file, where there are no shards.

    Raises
    ------
    InputError
        Another run holds the directory or the shard.
    """

    def __init__(
        self,
        directory: str | Path,
        shard: tuple[int, int] | None = None,
        *,
        name: str = "cases",
    ) -> None:
        self.directory = Path(directory)
        try:
            self.directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError(error.strerror or "cannot be made", str(directory)) from None
        self.path = self.directory / (f"shard-{shard[0]}-of-{shard[1]}" if shard else name)
        self.path = self.path.with_suffix(".jsonl")
        self._locks = [_lock(self.directory / "lock", shared=shard is not None)]
        if shard is not None:
            self._locks.append(_lock(self.path.with_suffix(".lock"), shared=False))
        self._file = open(self.path, "ab+")  # noqa: SIM115
        _drop_torn_line(self._file)
        self._environments: set[str] = set()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.sync()
        self._file.close()
        for lock in self._locks:
            lock.close()

    def write(self, kind: str, record: Mapping[str, Any]) -> None:
        """Append a line and hand it to the operating system: it survives a kill from then on."""
        line = json.dumps({"type": kind, "schema": SCHEMA, **record}, separators=(",", ":"))
        with self._with_advice():
            self._file.write(_seal(line.encode()))
            self._file.flush()

    def write_result(self, kind: str, row: Mapping[str, Any]) -> None:
        """Append a result, and its environment when that is new."""
        environment = row.get("environment", {})
        name = digest(environment)
        if name not in self._environments:
            self._environments.add(name)
            self.write("environment", {"environment": name, **environment})
        self.write(kind, {**row, "environment": name})

    def sync(self) -> None:
        """Have it on the disk: it survives a power cut from then on."""
        with self._with_advice():
            os.fsync(self._file.fileno())

    @contextmanager
    def _with_advice(self) -> Iterator[None]:
        """What the system says, with the name of the file: the disk is full, or the like."""
        try:
            yield
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(self.path)) from None


def _lock(path: Path, *, shared: bool) -> IO[str]:
    try:
        import fcntl
    except ImportError:  # results can be read everywhere, but written only where they can be locked
        raise InputError("experiments run on Linux and macOS only") from None
    try:
        file = open(path, "a+")  # noqa: SIM115
    except OSError as error:
        raise InputError(error.strerror or "cannot be written", str(path)) from None
    try:
        fcntl.flock(file, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | fcntl.LOCK_NB)
    except OSError:
        file.close()
        what = "this shard" if path.suffix == ".lock" else "this directory"
        raise InputError(f"another run is at work in {what}", str(path.parent)) from None
    return file


def is_running(directory: str | Path) -> bool:
    """Whether a run holds the directory now."""
    path = Path(directory) / "lock"
    if not os.access(path, os.W_OK):
        return False
    try:
        with _lock(path, shared=False):
            return False
    except InputError:
        return True


def _drop_torn_line(file: IO[bytes]) -> None:
    """Truncate after the last line feed."""
    position = size = file.seek(0, os.SEEK_END)
    while position > 0:
        start = max(0, position - 65536)
        file.seek(start)
        newline = file.read(position - start).rfind(b"\n")
        if newline >= 0:
            position = start + newline + 1
            break
        position = start
    if position < size:
        file.truncate(position)
    file.seek(0, os.SEEK_END)


class Damage(NamedTuple):
    """A line that is not a record, where it is, and what is wrong with it."""

    path: Path
    number: int
    line: bytes
    why: str

    def __str__(self) -> str:
        return f"{self.path}:{self.number}: {self.why}"


def records(directory: str | Path, kind: str | None = None) -> Iterator[dict[str, Any]]:
    """Every complete record of a store (or those of one kind), file by file.

    Raises
    ------
    InputError
        No store there, or a line that is not a record (file and line).
    """
    begin = f'{{"type":"{kind}",'.encode()
    for path in _paths(directory):
        for number, line, why in _lines(path):
            if why:
                hint = "`cpmodels experiment repair` sets such lines aside"
                raise InputError(f"{why}; {hint}", f"{path}:{number}")
            if kind is not None and line.startswith(b'{"type":"') and not line.startswith(begin):
                continue  # not parsed: a store may be long
            record = json.loads(line)
            if kind in (None, record["type"]):
                if record["schema"] != SCHEMA:
                    message = f"schema {record['schema']!r}, expected {SCHEMA}"
                    raise InputError(message, f"{path}:{number}")
                record.pop("sum", None)
                yield record


def damages(directory: str | Path) -> list[Damage]:
    """The lines of a store that are no records."""
    return [
        Damage(path, number, line, why)
        for path in _paths(directory)
        for number, line, why in _lines(path)
        if why
    ]


def repair(directory: str | Path) -> list[Damage]:
    """Set damaged lines aside, in a file ``.damaged`` beside each; their cases are asked again.

    Raises
    ------
    InputError
        No store there, or a run at work in it.
    """
    bad = damages(directory)
    with _lock(Path(directory) / "lock", shared=False):
        for path in dict.fromkeys(damage.path for damage in bad):
            lines = [(line, why) for _, line, why in _lines(path)]
            with open(path.with_name(f"{path.name}.damaged"), "ab") as aside:
                aside.writelines(line for line, why in lines if why)
                aside.flush()
                os.fsync(aside.fileno())
            beside = path.with_name(f".{path.name}.tmp")
            with open(beside, "wb") as file:
                file.writelines(line for line, why in lines if not why)
                file.flush()
                os.fsync(file.fileno())
            beside.replace(path)
    return bad


def _paths(directory: str | Path) -> list[Path]:
    paths = sorted(Path(directory).glob("*.jsonl"))
    if not paths:
        raise InputError("no results here, expected the --out of an experiment", str(directory))
    return paths


def _lines(path: Path) -> Iterator[tuple[int, bytes, str]]:
    """The number of each complete line, the line, and what is wrong with it, if anything is."""
    sealed_before = False
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            if not line.endswith(b"\n"):
                break
            seal = _SEAL.search(line)
            if seal is None:
                why = "damaged: no checksum" if sealed_before else _flaw(line)
            elif int(seal[1], 16) != zlib.crc32(line[: seal.start()]):
                why = "damaged: its checksum differs"
            else:
                sealed_before, why = True, ""
            yield number, line, why


_SEAL = re.compile(rb',"sum":"([0-9a-f]{8})"\}\n\Z')
_BROKEN_SEAL = re.compile(rb',"[^"]{1,6}":"[^"]{8}"\}\n\Z')  # with a byte changed


def _seal(line: bytes) -> bytes:
    """The line of a JSON object with its checksum."""
    body = line[:-1]
    return body + b',"sum":"%08x"}\n' % zlib.crc32(body)


def _flaw(line: bytes) -> str:
    """What is wrong with a line that has no checksum; empty when nothing is."""
    if _BROKEN_SEAL.search(line):
        return "damaged: no checksum"
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        return "no JSON, expected a record of an experiment"
    if not isinstance(record, dict) or not isinstance(record.get("type"), str):
        return "no record of an experiment"
    if record["type"] not in _FIELDS:
        return "no record of an experiment"
    if record.get("schema") != SCHEMA:
        return "" if "schema" in record else "a record without schema"
    lacking = [field for field in _FIELDS[record["type"]] if field not in record]
    return f"a record without {lacking[0]}" if lacking else ""
