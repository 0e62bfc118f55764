"""The command that explains a puzzle before anything is searched."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.table import Table

from cpmodels.asking.explanation import Explanation, Fit, ModelSize
from cpmodels.asking.explanation import explain as explain_puzzle
from cpmodels.cli import options
from cpmodels.cli.command import AGREED, Command, worst
from cpmodels.cli.output import emit_json
from cpmodels.cli.sources import read_sources
from cpmodels.cli.steps import tell_steps
from cpmodels.cli.terminal import out

__all__ = ["add_to"]


def explain(
    sources: options.Sources,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
    steps: Annotated[
        bool, typer.Option("--steps", help="Nonograms: solve it as a person would, step by step.")
    ] = False,
    pictures: Annotated[
        bool, typer.Option("--pictures", help="With --steps, the board after each step.")
    ] = False,
    goal: options.Goal = None,
    limit: options.Limit = None,
) -> int:
    """Say what a puzzle is, what is known of it at once, and what can answer it.

    Nothing is searched, but for the steps of a nonogram and its grade. Certificates are proofs that
    there is no solution; with --quiet, they are all that is printed.

    Example: cpmodels explain "4x5 tetrominoes, 1"
    """
    statuses = [AGREED]
    for item in read_sources(sources, format, goal):
        if steps or pictures:
            statuses.append(tell_steps(item, limit, pictures=pictures, json=json))
            continue
        explanation = explain_puzzle(item.puzzle)
        if json:
            emit_json({"puzzle": item.name, **explanation.as_dict()})
        elif quiet:
            for reason in explanation.certificates:
                out.print(reason)
        else:
            _tell(explanation)
    return worst(*statuses)


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(explain)


def _tell(explanation: Explanation) -> None:
    out.print(f"{explanation.description} ({explanation.kind})", style="bold")
    out.print(f"{explanation.rules.rstrip('.')}. Asked by compare: {explanation.question}.")
    for name, value in explanation.facts.items():
        out.print(f"  {name}: {value}")
    for reason in explanation.certificates:
        out.print(f"  no solution: {reason.removeprefix('no solution: ')}", style="yellow")
    if not explanation.certificates:
        out.print("  no certificate known here rules a solution out")
    if explanation.model is not None:
        out.print(_spell_model(explanation.model))
    out.print(_table(explanation.methods))


def _spell_model(model: ModelSize) -> str:
    groups = ", ".join(f"{name} {size:,}" for name, size in model.groups)
    of = f" {model.of}" if model.of else ""
    if not model.variables:
        return f"model {model.name}{of}: nothing is left to decide once it is built"
    return (
        f"model {model.name}{of}: {model.variables:,} variables, {model.primary:,} primary; "
        f"constraints: {groups}"
    )


def _table(methods: tuple[Fit, ...]) -> Table:
    table = Table(box=None, header_style="bold", pad_edge=False)
    for column in ("method", "side", "answers", "why"):
        table.add_column(column, overflow="fold")
    for fit in methods:
        name = fit.method if fit.default else f"({fit.method})"
        about = f"{fit.about} ({fit.cost})" if fit.cost else fit.about
        why = about if fit.answers else f"not: {fit.refuses}"
        table.add_row(name, fit.side, " ".join(fit.answers) or "nothing", why)
    table.caption = "in brackets: asked only when named"
    table.caption_justify = "left"
    return table
