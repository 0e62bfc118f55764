"""The command watch: a page that plays what methods did on a puzzle."""

from __future__ import annotations

from typing import Annotated

import typer

from cpmodels.cli import options
from cpmodels.cli.command import AGREED, Command
from cpmodels.cli.output import emit_json, ready, write_out
from cpmodels.cli.sources import read_sources
from cpmodels.cli.terminal import remark
from cpmodels.errors import InputError
from cpmodels.watch.watching import watch as watch_methods

__all__ = ["add_to"]


def watch(
    source: Annotated[str, typer.Argument(help="A file, - for standard input, or a case.")],
    out: options.Out = "watch.html",
    method: options.Method = None,
    limit: options.Limit = 10.0,
    steps: Annotated[
        int, typer.Option(help="Steps of each method that the page shows.", min=1, max=50_000)
    ] = 5_000,
    trace: Annotated[
        str | None, typer.Option(help="File for the steps as JSON, one a line.")
    ] = None,
    format: options.Format = None,
    seed: options.Seed = 0,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Write a page that shows a model and an algorithm by hand at work on one puzzle.

    The page is one file that loads nothing: open it, mail it, put it beside a lecture. What is
    shown are the textbook forms of the algorithms.

    Example: cpmodels watch "6x6 tetrominoes:IOTS" --out watch.html
    """
    ready(out, trace)
    items = read_sources([source], format)
    if len(items) != 1:
        raise InputError(f"{len(items)} puzzles, expected one", source)
    seen = watch_methods(items[0].puzzle, methods=method, limit=limit, steps=steps, seed=seed)
    write_out(out, seen.html())
    if trace is not None:
        write_out(trace, "".join(f"{line}\n" for line in seen.lines()))
    for each in seen.traces:
        if json:
            emit_json(
                {"puzzle": items[0].name, "method": each.method, "steps": each.total,
                 "kept": len(each.events), "complete": each.complete, "target": out}
            )  # fmt: skip
        elif not quiet:
            remark(f"{each.method}: {each.cut or f'{each.total:,} steps'}")
    if not quiet and not json and out != "-":
        remark(f"wrote {out}")
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(watch)
