"""Steps to a nonogram's picture on the terminal, and the command that gives a hint."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from cpmodels.asking.steps import Steps, partial_text, steps
from cpmodels.asking.steps import hint as give_hint
from cpmodels.cli import options
from cpmodels.cli.command import AGREED, DISAGREED, UNKNOWN, Command
from cpmodels.cli.output import emit_json
from cpmodels.cli.sources import NamedPuzzle, read_sources
from cpmodels.cli.terminal import out
from cpmodels.errors import InputError
from cpmodels.formats.nonogram_partial import read_partial
from cpmodels.formats.reading import read_bytes
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["add_to", "tell_steps"]


def tell_steps(item: NamedPuzzle, limit: float | None, *, pictures: bool, json: bool) -> int:
    """Print the steps of one puzzle, its grade, and with `pictures` the board after each."""
    chain = steps(_nonogram(item), limit=limit)
    if json:
        emit_json({"puzzle": item.name, **chain.as_dict()})
    else:
        _tell(chain, pictures)
    return AGREED if chain.complete else UNKNOWN


def _tell(chain: Steps, pictures: bool) -> None:
    for step in chain.steps:
        out.print(f"{step.number}. {step.rule}: {step.words}", highlight=False, markup=False)
        if pictures:
            print(partial_text(chain.puzzle, step.board))
    if chain.steps and not pictures:
        print(partial_text(chain.puzzle, chain.steps[-1].board))
    out.print(str(chain.grade or "no grade: time limit"), markup=False)


def hint(
    source: Annotated[str, typer.Argument(metavar="SOURCE", help="A nonogram.")],
    given: Annotated[
        Path,
        typer.Option(
            "--given",
            help="How far you are: rows of # . ? (or a colour's letter), or a nonogram file "
            "with a saved solution.",
        ),
    ],
    limit: options.Limit = None,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """The next step from a board that is partly filled, with its reason; or which cell is wrong.

    Exit status 1 if what is given cannot become a picture.

    Example: cpmodels hint my.non --given my.txt
    """
    items = read_sources([source], format)
    if len(items) != 1:
        raise InputError(f"{len(items)} puzzles, expected one", source)
    puzzle = _nonogram(items[0])
    answer = give_hint(puzzle, read_partial(puzzle, read_bytes(given), str(given)), limit=limit)
    if json:
        record: dict[str, Any] = {"puzzle": source, "hint": answer.words, "wrong": answer.wrong}
        emit_json(record | {"rule": answer.step.rule if answer.step else None})
    elif not quiet or answer.step is None:
        out.print(answer.words, highlight=False, markup=False)
    else:
        out.print(answer.step.rule, highlight=False, markup=False)
    if answer.words.startswith(("wrong", "the clues have no")):
        return DISAGREED
    return UNKNOWN if answer.words.startswith("unknown") else AGREED


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(hint)


def _nonogram(item: NamedPuzzle) -> Nonogram:
    if not isinstance(item.puzzle, Nonogram):
        raise InputError(f"a {item.puzzle.kind}, expected a nonogram", item.name)
    return item.puzzle
