"""What the commands share: options, sources of puzzles, tables, and how errors end."""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from rich.console import Console
from typer.core import TyperCommand

from cpmodels import corpus
from cpmodels.answers import Answer, Interrupted
from cpmodels.errors import InputError
from cpmodels.formats import FORMATS, find_format, read_puzzles, write_puzzle
from cpmodels.formats.toml import to_table
from cpmodels.plugins import load_plugins
from cpmodels.puzzles.puzzle import Puzzle

__all__ = [
    "AGREED",
    "BAD_INPUT",
    "DISAGREED",
    "UNKNOWN",
    "Command",
    "Format",
    "Json",
    "Limit",
    "MaybeSources",
    "Method",
    "Out",
    "Png",
    "Quiet",
    "Seed",
    "Source",
    "Sources",
    "Stated",
    "Svg",
    "Workers",
    "emit_json",
    "emit_puzzle",
    "err",
    "json_line",
    "or_left_out",
    "out",
    "ready",
    "ready_folder",
    "stated",
    "use_colour",
    "worst",
    "write_out",
]

AGREED, DISAGREED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
_WORSE = (AGREED, UNKNOWN, BAD_INPUT, DISAGREED)  # of several puzzles, the worst is the status
SCHEMA = 1  # of the JSON records; counted up when a field changes its meaning

out = Console(soft_wrap=False)
err = Console(stderr=True, soft_wrap=True)  # one line stays one line

Source = Annotated[str, typer.Argument(help="File, - for standard input, or a built-in case.")]
_SOURCES = "Files, directories of files, - for standard input, or built-in cases."
Sources = Annotated[list[str], typer.Argument(metavar="SOURCES...", help=_SOURCES)]
MaybeSources = Annotated[list[str] | None, typer.Argument(metavar="[SOURCES]...", help=_SOURCES)]
Method = Annotated[
    list[str] | None,
    typer.Option("--method", "-m", help="Ask this method; may be given more than once."),
]
Limit = Annotated[
    float | None, typer.Option("--limit", "-t", help="Seconds for each method.", min=0)
]
Workers = Annotated[int, typer.Option("--workers", "-w", help="Threads of a method.", min=1)]
Seed = Annotated[int, typer.Option("--seed", help="Seed of everything random.", min=0)]
Json = Annotated[bool, typer.Option("--json", help="Print JSON records, one a line.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print no more than the answer.")]


def _formats(begun: str) -> list[str]:
    """For the shell's completion."""
    return [known.name for known in FORMATS if known.name.startswith(begun)]


Format = Annotated[
    str | None,
    typer.Option(
        "--format", "-f", help="Format of the file; else by its content.", autocompletion=_formats
    ),
]
Out = Annotated[str, typer.Option("--out", "-o", help="File to write; - for standard output.")]
Svg = Annotated[
    str | None,
    typer.Option("--svg", help="Write the picture as SVG; {} stands for the name, - is stdout."),
]
Png = Annotated[str | None, typer.Option("--png", help="Write the picture as PNG.")]


class Command(TyperCommand):
    """A command whose function returns an exit status and may raise the library's errors."""

    running: ClassVar[str] = ""  # its words, without the program's name: "count", "make tiling"
    refused: ClassVar[int] = 0  # sources that could not be read, of several

    def invoke(self, ctx: Any) -> Any:
        """Turn errors into one line and a status."""
        Command.running, Command.refused = _words(ctx), 0
        load_plugins()
        try:
            status = super().invoke(ctx)
        except InputError as error:
            err.print(f"cpmodels: {error}", style="red", markup=False, highlight=False)
            status = BAD_INPUT
        except Interrupted as stop:
            err.print("cpmodels: interrupted", style="yellow")
            if isinstance(stop.answer, Answer):
                out.print(f"{stop.answer.method}: {stop.answer}", markup=False, highlight=False)
            status = UNKNOWN
        except KeyboardInterrupt:
            err.print("cpmodels: interrupted", style="yellow")
            status = UNKNOWN
        except BrokenPipeError:
            # the reader has left; nothing more can be said, not even at exit
            _to_nowhere()
            status = AGREED
        except OSError as error:  # the disk is full, or the like
            place = error.filename or "standard output"
            err.print(f"cpmodels: {place}: {error.strerror or error}", style="red", markup=False)
            _to_nowhere()
            status = BAD_INPUT
        ctx.exit(worst(status or AGREED, BAD_INPUT if Command.refused else AGREED))


def _to_nowhere() -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def worst(*statuses: int) -> int:
    """The status of several: a disagreement, else bad input, else unknown, else agreed.

    Examples
    --------
    >>> worst(AGREED, UNKNOWN, BAD_INPUT), worst(DISAGREED, UNKNOWN)
    (2, 1)
    """
    return max(statuses, key=_WORSE.index)


def _words(ctx: Any) -> str:
    outer = _words(ctx.parent) if ctx.parent is not None else None
    return "" if outer is None else f"{outer} {ctx.info_name}".strip()


@dataclass
class Stated:
    """A puzzle, where it came from, and what is expected of it where that is known."""

    puzzle: Puzzle
    name: str
    case: corpus.Case | None = None


def stated(sources: Iterable[str], format: str | None = None) -> list[Stated]:
    """The puzzles of files, directories, standard input, and built-in cases.

    Of several sources, one that cannot be read is told and left out; the exit status says so.

    Raises
    ------
    InputError
        Nothing can be read.
    """
    if format is not None:
        find_format(format)
    paths = [path for source in sources for path in _files(source)]
    found: list[Stated] = []
    for path in paths:
        with or_left_out(len(paths) > 1):
            found += _read(path, format)
    for item in found:
        for note in item.puzzle.notes():
            err.print(f"note: {item.name}: {note}", style="yellow", markup=False, highlight=False)
    return found


@contextlib.contextmanager
def or_left_out(several: bool, name: str = "") -> Iterator[None]:
    """Of several puzzles, one that is refused is told and left out; the exit status says so."""
    try:
        yield
    except InputError as error:
        if not several:
            raise
        Command.refused += 1
        told = error.at(name) if name else error
        err.print(f"cpmodels: {told}", style="red", markup=False, highlight=False)


def _files(source: str) -> list[str]:
    """A directory's files of a known suffix, by name, no pictures; anything else is itself."""
    if source == "-" or not Path(source).is_dir():
        return [source]
    suffixes = {suffix for known in FORMATS if not known.binary for suffix in known.suffixes}
    inside = sorted(path for path in Path(source).iterdir() if path.suffix.lower() in suffixes)
    if not inside:
        raise InputError(f"no file in it, expected one of {' '.join(sorted(suffixes))}", source)
    return [str(path) for path in inside]


def _read(source: str, format: str | None) -> list[Stated]:
    if source != "-" and not Path(source).exists():
        if source in corpus.names():
            case = corpus.case(source)
            return [Stated(case.puzzle, source, case)]
        near = get_close_matches(source, corpus.names(), 1)
        hint = f"such as {near[0]!r}" if near else "(cpmodels cases lists them)"
        raise InputError(f"no such file, expected one or a built-in case {hint}", source)
    puzzles = read_puzzles(source, format)
    label = "standard input" if source == "-" else source
    several = len(puzzles) > 1
    return [
        Stated(puzzle, f"{label} #{number}" if several else label)
        for number, puzzle in enumerate(puzzles, 1)
    ]


def emit_json(record: dict[str, Any]) -> None:
    """Print one JSON record on a line of its own."""
    print(json_line(record), flush=True)


def json_line(record: dict[str, Any]) -> str:
    """The record as one line of JSON, as `cpmodels schema` describes it."""
    head = {"schema": SCHEMA, "command": Command.running}
    return json.dumps({**head, **record}, default=_plain, ensure_ascii=False)


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
    """Arrays as lists; anything else that JSON does not know as its text."""
    return value.tolist() if hasattr(value, "tolist") else str(value)


def write_out(path: str, content: str | bytes) -> None:
    """Write a file whole or not at all; ``-`` is standard output.

    A link stays one, and so does what is no file: a pipe, a device.
    """
    data = content.encode() if isinstance(content, str) else content
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


def ready_folder(folder: Path) -> None:
    """The same of a folder that is made once there is something to write."""
    with _writing(str(folder)):
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
def _writing(path: str) -> Iterator[None]:
    """What the system says of a path is bad input."""
    try:
        yield
    except BrokenPipeError:
        raise
    except (OSError, ValueError, RuntimeError) as error:  # a NUL in it, a loop of links
        why = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be written: {why}", path) from None


def _replace(target: Path, data: bytes) -> None:
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)


def use_colour() -> bool:
    """Whether pictures may use colour: a terminal that wants it (see NO_COLOR)."""
    return out.is_terminal and not out.no_color and out.color_system is not None
