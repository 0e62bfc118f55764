"""What the commands share: options, sources of puzzles, tables, and how errors end."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

import typer
from rich.console import Console
from typer.core import TyperCommand

from cpmodels import corpus
from cpmodels.answers import Answer, Interrupted
from cpmodels.errors import InputError
from cpmodels.formats import find_format, read_puzzles, write_puzzle
from cpmodels.formats.toml import to_table
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
    "Method",
    "Quiet",
    "Seed",
    "Source",
    "Sources",
    "Stated",
    "Workers",
    "emit_json",
    "emit_puzzle",
    "err",
    "json_line",
    "out",
    "stated",
    "use_colour",
    "write_out",
]

AGREED, DISAGREED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
SCHEMA = 1  # of the JSON records; counted up when a field changes its meaning

out = Console(soft_wrap=False)
err = Console(stderr=True, soft_wrap=True)  # one line stays one line

Source = Annotated[str, typer.Argument(help="File, - for standard input, or a built-in case.")]
Sources = Annotated[
    list[str] | None, typer.Argument(help="Files, - for standard input, or built-in cases.")
]
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
Format = Annotated[
    str | None, typer.Option("--format", "-f", help="Format of the file; else by its content.")
]


class Command(TyperCommand):
    """A command whose function returns an exit status and may raise the library's errors."""

    running: ClassVar[str] = ""  # its words, without the program's name: "count", "make tiling"

    def invoke(self, ctx: Any) -> Any:
        """Turn errors into one line and a status."""
        Command.running = _words(ctx)
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
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            status = AGREED
        ctx.exit(status or AGREED)


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
    """The puzzles of files, standard input, and built-in cases."""
    if format is not None:
        find_format(format)
    found: list[Stated] = []
    for source in sources:
        if source != "-" and not Path(source).exists() and source in corpus.names():
            case = corpus.case(source)
            found.append(Stated(case.puzzle, source, case))
            continue
        puzzles = read_puzzles(source, format)
        label = "standard input" if source == "-" else source
        several = len(puzzles) > 1
        found += [
            Stated(puzzle, f"{label} #{number}" if several else label)
            for number, puzzle in enumerate(puzzles, 1)
        ]
    for item in found:
        for note in item.puzzle.notes():
            err.print(f"note: {item.name}: {note}", style="yellow", markup=False, highlight=False)
    return found


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
    """Write a file whole or not at all; ``-`` is standard output."""
    data = content.encode() if isinstance(content, str) else content
    if path == "-":
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise InputError(f"cannot be written: {error.strerror or error}", path) from None


def use_colour() -> bool:
    """Whether pictures may use colour: a terminal that wants it (see NO_COLOR)."""
    return out.is_terminal and not out.no_color and out.color_system is not None
