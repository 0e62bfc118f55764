"""The command line. Exit status: 0 agreed, 1 disagreement, 2 bad input, 3 unknown, 4 an error."""

from __future__ import annotations

import os
import sys
from typing import Annotated

import typer

from cpmodels.cli.group import Group
from cpmodels.cli.interrupts import listen
from cpmodels.cli.streams import open_streams
from cpmodels.cli.terminal import complain

__all__ = ["app", "main"]

app = typer.Typer(
    name="cpmodels",
    cls=Group,
    help="Puzzles as CP-SAT models and as algorithms written by hand: solve, count, compare.",
    epilog=(
        "Exit status: 0 all agreed, 1 a disagreement or a failed expectation, "
        "2 bad input or usage, 3 unknown (a limit was hit), 4 a method ended in an error. "
        "SOURCE is a file, - for standard input, or the name of a built-in case."
    ),
    no_args_is_help=True,
    pretty_exceptions_enable=False,
)


def _print_versions(value: bool) -> None:
    if value:
        from importlib import metadata  # takes as long as typer does

        mine, theirs = metadata.version("cpmodels"), metadata.version("ortools")
        typer.echo(f"cpmodels {mine} (OR-Tools {theirs})")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option(
            "--version", is_eager=True, callback=_print_versions, help="Print the versions."
        ),
    ] = False,
) -> None:
    """Puzzles as CP-SAT models and as algorithms written by hand: solve, count, compare."""


def main() -> None:
    """Run the command line."""
    listen()
    if not os.environ.get("COLUMNS", "80").strip("0"):
        del os.environ["COLUMNS"]  # no width: nothing would be printed
    open_streams()
    try:
        try:
            app()
        finally:
            sys.stdout.flush()
    except OSError as error:  # outside of any command: help, or the last words
        complain(f"{error.filename or 'the system'}: {error.strerror or error}")
        sys.exit(2)  # bad input; see cpmodels.cli.command, which takes longer to import
