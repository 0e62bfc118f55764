"""The commands that look: show, methods, cases, schema."""

from __future__ import annotations

import io
from collections.abc import Mapping
from dataclasses import asdict
from importlib.resources import files
from typing import Annotated

import typer
from rich.table import Table

from cpmodels import corpus
from cpmodels.asking.explanation import fits, model_of
from cpmodels.cli import options
from cpmodels.cli.command import AGREED, Command, or_left_out
from cpmodels.cli.output import emit_json, ready, write_out
from cpmodels.cli.presentation import picture_paths, write_pictures
from cpmodels.cli.sources import NamedPuzzle, read_sources
from cpmodels.cli.terminal import out, use_colour
from cpmodels.draw.picture import to_text
from cpmodels.engines.cnf import clauses
from cpmodels.engines.dimacs import write_dimacs, write_opb
from cpmodels.errors import InputError, plain
from cpmodels.formats.toml import to_table

__all__ = ["add_to"]


def show(
    words: Annotated[
        list[str], typer.Argument(metavar="[puzzle|model] SOURCE", help="What to show of what.")
    ],
    method: options.Method = None,
    svg: options.Svg = None,
    png: options.Png = None,
    proto: Annotated[bool, typer.Option("--proto", help="Print the model as CP-SAT text.")] = False,
    cnf: Annotated[
        str | None,
        typer.Option("--cnf", help="Write the model as clauses, in DIMACS; - is stdout."),
    ] = None,
    opb: Annotated[
        str | None, typer.Option("--opb", help="Write the model as sums, in OPB; - is stdout.")
    ] = None,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Show a puzzle as a picture, or its model as a table of constraint groups.

    Example: cpmodels show model "6x6 tetrominoes:IOTS"
    """
    what, source = ("puzzle", words[0]) if len(words) == 1 else (words[0], words[-1])
    if len(words) > 2 or what not in ("puzzle", "model"):
        raise InputError(f"show {' '.join(words)}, expected: show [puzzle|model] SOURCE")
    items = read_sources([source], format)
    texts = {kind: path for kind, path in (("cnf", cnf), ("opb", opb)) if path is not None}
    if texts and (what != "model" or len(items) > 1):
        raise InputError("--cnf and --opb, expected: show model SOURCE, of one puzzle")
    places = picture_paths(items, {"svg": svg, "png": png})
    for item, own in zip(items, places, strict=True):
        with or_left_out(len(items) > 1, item.name):
            if texts:
                _write_model(item, method[0] if method else None, texts)
                continue
            if what == "model":
                _show_model(item, method[0] if method else None, proto, json, quiet)
                continue
            _show_puzzle(item, json, quiet)
            write_pictures(item, None, own)
    return AGREED


def methods(
    sources: options.Sources,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """List the methods that can answer, and why the others cannot; with --quiet, only names.

    Example: cpmodels methods "6x6 tetrominoes:IOTS"
    """
    for item in read_sources(sources, format):
        table = Table(title=plain(item.puzzle.describe()), title_justify="left", title_style="bold")
        for column in ("method", "side", "in compare", "answers", "about"):
            table.add_column(column, overflow="fold")
        for fit in fits(item.puzzle):
            if json:
                emit_json({"puzzle": item.name, **asdict(fit)})
            elif quiet:
                print(fit.method)
            answers = " ".join(fit.answers) or f"no: {fit.refuses}"
            when = "yes" if fit.default else "if named"
            table.add_row(fit.method, fit.side, when, answers, fit.about)
        if not (json or quiet):
            out.print(table)
    return AGREED


def cases(json: options.Json = False, quiet: options.Quiet = False) -> int:
    """List the built-in cases with the answers expected and their sources; --quiet: only names.

    Example: cpmodels cases
    """
    table = Table()
    for column in ("case", "question", "expected", "source"):
        table.add_column(column, overflow="fold")
    for case in corpus.cases():
        expected = "" if case.expected is None else f"{case.expected:,}"
        if json:
            emit_json(
                {"case": case.name, "question": str(case.question), "expected": case.expected,
                 "source": case.source}
            )  # fmt: skip
        elif quiet:
            print(case.name)
        table.add_row(case.name, str(case.question), expected, case.source)
    if not (json or quiet):
        out.print(table)
    return AGREED


def schema() -> int:
    """Print the JSON schema of the records that --json prints.

    Example: cpmodels schema > cpmodels.schema.json
    """
    print(files("cpmodels").joinpath("schema.json").read_text(encoding="utf-8"), end="")
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    for command in (show, methods, cases, schema):
        app.command(cls=Command)(command)


def _show_puzzle(item: NamedPuzzle, json: bool, quiet: bool) -> None:
    if json:
        emit_json(
            {"puzzle": item.name, "description": item.puzzle.describe(),
             "stated": to_table(item.puzzle)}
        )  # fmt: skip
        return
    print(to_text(item.puzzle, colour=use_colour()))
    if not quiet:
        out.print(item.puzzle.describe())


def _write_model(item: NamedPuzzle, name: str | None, places: Mapping[str, str]) -> None:
    """The model as clauses and as sums."""
    ready(*places.values())
    model, of = model_of(item.puzzle, name)
    for kind, place in places.items():
        text = io.StringIO()
        if kind == "cnf":
            title = f"{item.puzzle.describe()}: model {model.name} {of}"
            write_dimacs(clauses(model), text, title=title)
        else:
            write_opb(model, text)
        write_out(place, text.getvalue())


def _show_model(item: NamedPuzzle, name: str | None, proto: bool, json: bool, quiet: bool) -> None:
    model, of = model_of(item.puzzle, name)
    if proto:
        print(model.export())
        return
    groups = [
        {"group": g.name, "constraints": g.size, "implied": g.implied, "about": g.about}
        for g in model.groups
    ]
    variables = len(model.cp.proto.variables)
    if json:
        emit_json(
            {"puzzle": item.name, "model": model.name, "of": of, "variables": variables,
             "primary": len(model.primary), "groups": groups}
        )  # fmt: skip
        return
    if not quiet:
        title = f"{item.puzzle.describe()}: model {model.name} {of}".rstrip()
        out.print(title, style="bold")
    table = Table()
    for column in ("group", "constraints", "kind", "about"):
        table.add_column(column, overflow="fold")
    for group in groups:
        table.add_row(
            str(group["group"]), f"{group['constraints']:,}",
            "implied" if group["implied"] else "defining", str(group["about"]),
        )  # fmt: skip
    out.print(table)
    out.print(f"{variables:,} variables, {len(model.primary):,} of them primary")
