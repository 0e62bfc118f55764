"""The group of all commands, each imported when it is called: help needs none of them."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, MutableMapping
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_group

__all__ = ["COMMANDS", "Group"]

COMMANDS: dict[str, tuple[str, str]] = {
    "compare": ("compare", "Ask every method that can answer, and say whether they agree."),
    "solve": (
        "questions",
        "Show one solution (a best one, where solutions have a measure), or prove that none exists.",  # noqa: E501
    ),
    "count": (
        "questions",
        'Count the solutions: an exact number, or "at least" one when a limit was hit.',
    ),
    "unique": (
        "questions",
        "Say whether there is exactly one solution, and show two when there are more.",
    ),
    "enumerate": ("questions", "Show every solution, or so many as are wanted, as they come."),
    "explain": (
        "explain",
        "Say what a puzzle is, what is known of it at once, and what can answer it.",
    ),
    "census": (
        "census",
        "Count all sliding boards of a size by their distance from a goal, and show the hardest.",
    ),
    "crosscheck": (
        "crosscheck",
        "Ask all methods all questions, check every solution, shrink what differs.",
    ),
    "audit": (
        "audit",
        "Check that every constraint group is needed, or harmless, as it says, and count mutants.",
    ),
    "prove": (
        "prove",
        "Prove none, exactly so many solutions, or no shorter path; the refutation is checked.",
    ),
    "verify": (
        "prove",
        "Check what prove wrote, trusting nothing in it: formula, witness and refutation.",
    ),
    "show": ("look", "Show a puzzle as a picture, or its model as a table of constraint groups."),
    "methods": (
        "look",
        "List the methods that can answer, and why the others cannot; with --quiet, only names.",
    ),
    "cases": (
        "look",
        "List the built-in cases with the answers expected and their sources; --quiet: only names.",
    ),
    "schema": ("look", "Print the JSON schema of the records that --json prints."),
    "watch": (
        "watch",
        "Write a page that shows a model and an algorithm by hand at work on one puzzle.",
    ),
    "convert": (
        "convert",
        "Write a puzzle in another format, and say what that format cannot hold.",
    ),
    "hint": (
        "steps",
        "The next step from a board that is partly filled, with its reason; or which cell is wrong.",  # noqa: E501
    ),
    "make": ("make", "Make a puzzle and print it."),
    "experiment": ("experiment", "Run scripted experiments: sweep, survive, resume, report."),
    "cache": ("cache", "List what is kept on disk, tables and machine code; or clear it."),
}
"""By name: the module in this package whose `add_to` adds it, and the first line of its help."""


class _Commands(MutableMapping[str, Any]):
    """The commands by name, imported when one is looked up."""

    def __init__(self) -> None:
        self._loaded: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self._loaded:
            module, _ = COMMANDS[name]
            app = typer.Typer()
            importlib.import_module(f"cpmodels.cli.{module}").add_to(app)
            self._loaded[name] = get_group(app).commands[name]
        return self._loaded[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._loaded[name] = command

    def __delitem__(self, name: str) -> None:
        del self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(COMMANDS)

    def __len__(self) -> int:
        return len(COMMANDS)


class Group(TyperGroup):
    """The group; a list of its commands is written without importing them."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands = _Commands()
        self._listing = False

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or while all are listed, its name and what it does."""
        if cmd_name not in COMMANDS:
            return None
        if self._listing:
            return TyperCommand(cmd_name, help=COMMANDS[cmd_name][1])
        return self.commands[cmd_name]

    def list_commands(self, ctx: Any) -> list[str]:
        """The names, in the order in which help shows them."""
        return list(COMMANDS)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help, with a line for each command."""
        self._listing = True
        try:
            super().format_help(ctx, formatter)
        finally:
            self._listing = False
