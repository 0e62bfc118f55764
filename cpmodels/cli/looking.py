"""The commands that look: show, methods, convert, cases."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from cpmodels import corpus
from cpmodels.answers import Question
from cpmodels.cli import common
from cpmodels.cli.common import AGREED, Command, err, out, stated
from cpmodels.draw import to_svg, to_text
from cpmodels.errors import InputError
from cpmodels.formats import FORMATS, find_format, write_puzzle
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.method import find_method, known

__all__ = ["add_to"]


def show(
    words: Annotated[
        list[str], typer.Argument(metavar="[puzzle|model] SOURCE", help="What to show of what.")
    ],
    method: common.Method = None,
    svg: Annotated[str | None, typer.Option("--svg", help="Write the picture as SVG.")] = None,
    proto: Annotated[bool, typer.Option("--proto", help="Print the model as CP-SAT text.")] = False,
    format: common.Format = None,
    json: common.Json = False,
) -> int:
    """Show a puzzle as a picture, or its model as a table of constraint groups.

    Example: cpmodels show model "6x6 tetrominoes:IOTS"
    """
    what, source = ("puzzle", words[0]) if len(words) == 1 else (words[0], words[-1])
    if len(words) > 2 or what not in ("puzzle", "model"):
        raise InputError(f"show {' '.join(words)}, expected: show [puzzle|model] SOURCE")
    for item in stated([source], format):
        if what == "puzzle":
            print(to_text(item.puzzle, colour=common.use_colour()))
            out.print(item.puzzle.describe(), markup=False, highlight=False)
            if svg is not None:
                common.write_out(svg, to_svg(item.puzzle))
        else:
            _show_model(item, method[0] if method else None, proto, json)
    return AGREED


def methods(source: common.Source, format: common.Format = None) -> int:
    """List the methods that can answer, and why the others cannot.

    Example: cpmodels methods "6x6 tetrominoes:IOTS"
    """
    for item in stated([source], format):
        table = Table(title=item.puzzle.describe(), title_justify="left", title_style="bold")
        for column in ("method", "side", "in compare", "answers", "about"):
            table.add_column(column)
        for method in known(type(item.puzzle)):
            reasons = {q: method.refuses(item.puzzle, q) for q in Question}
            able = [str(q) for q, reason in reasons.items() if reason is None]
            said = " ".join(able) or f"no: {next(iter(reasons.values()))}"
            table.add_row(
                method.name,
                method.side,
                "yes" if method.default else "if named",
                said,
                method.about,
            )
        out.print(table)
    return AGREED


def convert(
    source: Annotated[str, typer.Argument(help="File to read; - for standard input.")],
    target: Annotated[str, typer.Argument(help="File to write; - for standard output.")] = "-",
    format: common.Format = None,
    to: Annotated[
        str | None, typer.Option("--to", help="Format to write; else by the target's name.")
    ] = None,
) -> int:
    """Write a puzzle in another format, and say what that format cannot hold.

    Example: cpmodels convert puzzle.xml puzzle.non
    """
    [*items] = stated([source], format)
    if len(items) != 1:
        raise InputError(f"{len(items)} puzzles in it, expected one to convert", source)
    puzzle = items[0].puzzle
    name = to or _format_of(target, puzzle.kind)
    chosen = find_format(name)
    content = write_puzzle(puzzle, name)
    for dropped in chosen.dropped(puzzle) if chosen.dropped else ():
        err.print(f"note: {name} cannot hold {dropped}", style="yellow", highlight=False)
    common.write_out(target, content)
    return AGREED


def cases(json: common.Json = False) -> int:
    """List the built-in cases with the answers expected and their sources.

    Example: cpmodels cases
    """
    table = Table()
    for column in ("case", "question", "expected", "source"):
        table.add_column(column)
    for case in corpus.cases():
        expected = "" if case.expected is None else f"{case.expected:,}"
        if json:
            common.emit_json(
                {"case": case.name, "question": str(case.question), "expected": case.expected,
                 "source": case.source}
            )  # fmt: skip
        table.add_row(case.name, str(case.question), expected, case.source)
    if not json:
        out.print(table)
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    for command in (show, methods, convert, cases):
        app.command(cls=Command)(command)


def _show_model(item: common.Stated, name: str | None, proto: bool, json: bool) -> None:
    method = find_method(item.puzzle, name, Question.SOLVE)
    if not isinstance(method, CpSat):
        raise InputError(f"{method.name} is no CP-SAT model, expected a cp-sat method")
    model = method.build(item.puzzle)
    if proto:
        print(model.export())
        return
    groups = [
        {"group": g.name, "constraints": g.size, "implied": g.implied, "about": g.about}
        for g in model.groups
    ]
    variables = len(model.cp.proto.variables)
    if json:
        common.emit_json(
            {"puzzle": item.name, "model": model.name, "variables": variables,
             "primary": len(model.primary), "groups": groups}
        )  # fmt: skip
        return
    table = Table(title=f"{item.puzzle.describe()}: model {model.name}", title_justify="left")
    for column in ("group", "constraints", "kind", "about"):
        table.add_column(column)
    for group in groups:
        table.add_row(
            str(group["group"]), f"{group['constraints']:,}",
            "implied" if group["implied"] else "defining", str(group["about"]),
        )  # fmt: skip
    out.print(table)
    out.print(f"{variables:,} variables, {len(model.primary):,} of them primary", highlight=False)


def _format_of(target: str, kind: str) -> str:
    suffix = "." + target.rpartition(".")[2].lower()
    for known_format in FORMATS:
        able = not known_format.kinds or kind in known_format.kinds
        if suffix in known_format.suffixes and able and known_format.write is not None:
            return known_format.name
    if target == "-":
        return "toml"
    raise InputError(f"no format of a {kind} ends in {suffix}, expected --to FORMAT", target)
