"""The command that writes puzzles in another format: one file, or a folder of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cpmodels.cli import options
from cpmodels.cli.command import AGREED, Command, or_left_out
from cpmodels.cli.output import emit_json, ready_folder, write_out
from cpmodels.cli.presentation import stem
from cpmodels.cli.sources import NamedPuzzle, read_sources
from cpmodels.cli.terminal import err
from cpmodels.errors import InputError
from cpmodels.formats import FORMATS, Format, find_format, write_puzzle

__all__ = ["add_to"]


def convert(
    source: Annotated[
        str, typer.Argument(help="File to read, a folder of them, or - for standard input.")
    ],
    target: Annotated[
        str, typer.Argument(help="File to write, a folder, or - for standard output.")
    ] = "-",
    format: options.Format = None,
    to: Annotated[
        str | None, typer.Option("--to", help="Format to write; else by the target's name.")
    ] = None,
    goal: options.Goal = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Write a puzzle in another format, and say what that format cannot hold.

    A folder is converted file by file into a folder, with a line each; what cannot be read or
    held is named, the rest is done, and the status is 2. So are several puzzles in one file.

    With --json, the text goes into the record unless there is a target.

    Example: cpmodels convert puzzle.xml puzzle.non
    Example: cpmodels convert puzzles/ as-non/ --to non
    """
    if Path(source).is_dir() or target.endswith("/") or Path(target).is_dir():
        return _convert_all(source, target, format, to, goal, json=json, quiet=quiet)
    items = read_sources([source], format, goal)
    if len(items) != 1:
        raise InputError(
            f"{len(items)} puzzles in it, expected one, or a folder to write to", source
        )
    name = to or _format_of(target, items[0].puzzle.kind)
    _convert(items[0], target, find_format(name), json=json, quiet=quiet)
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(convert)


def _convert_all(
    source: str,
    target: str,
    format: str | None,
    to: str | None,
    goal: str | None,
    *,
    json: bool,
    quiet: bool,
) -> int:
    if to is None or target == "-":
        raise InputError("a folder, expected: convert SOURCE FOLDER --to FORMAT", source)
    to_format, folder = find_format(to), Path(target)
    ready_folder(folder)
    targets: dict[Path, str] = {}
    for item in read_sources([source], format, goal):
        within = Path(item.name).parent.relative_to(source) if Path(source).is_dir() else ""
        place = folder / within / (stem(item.name) + (*to_format.suffixes, ".txt")[0])
        with or_left_out(True, item.name):
            if place in targets:
                raise InputError(f"{place} is that of {targets[place]} already")
            place.parent.mkdir(parents=True, exist_ok=True)
            _convert(item, str(place), to_format, json=json, quiet=True)
            targets[place] = item.name
            if not (json or quiet):
                losses = ", ".join(_losses(item, to_format))
                print(f"{item.name} -> {place}" + (f", without {losses}" if losses else ""))
    return AGREED


def _convert(item: NamedPuzzle, target: str, to_format: Format, *, json: bool, quiet: bool) -> None:
    content, losses = write_puzzle(item.puzzle, to_format.name), _losses(item, to_format)
    if not (json or quiet):
        for what in losses:
            err.print(f"note: {to_format.name} cannot hold {what}", style="yellow")
    if target != "-" or not json:
        write_out(target, content)
    if json:
        text = content if target == "-" and isinstance(content, str) else None
        emit_json(
            {"puzzle": item.name, "target": target, "format": to_format.name, "dropped": losses,
             "text": text}
        )  # fmt: skip


def _losses(item: NamedPuzzle, to_format: Format) -> list[str]:
    return list(to_format.dropped(item.puzzle)) if to_format.dropped else []


def _format_of(target: str, kind: str) -> str:
    suffix = "." + target.rpartition(".")[2].lower()
    for known_format in FORMATS:
        able = not known_format.kinds or kind in known_format.kinds
        if suffix in known_format.suffixes and able and known_format.write is not None:
            return known_format.name
    if target == "-":
        return "toml"
    raise InputError(f"no format of a {kind} ends in {suffix}, expected --to FORMAT", target)
