"""A command of the command line: its exit status, and how errors end it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any, ClassVar

from typer.core import TyperCommand

from cpmodels.answers.answer import Answer, Interrupted
from cpmodels.cli.terminal import complain, err, out
from cpmodels.errors import InputError

__all__ = [
    "AGREED",
    "BAD_INPUT",
    "DISAGREED",
    "UNKNOWN",
    "Command",
    "or_left_out",
    "status_of",
    "worst",
]

AGREED, DISAGREED, BAD_INPUT, UNKNOWN = 0, 1, 2, 3
_WORSE = (AGREED, UNKNOWN, BAD_INPUT, DISAGREED)  # of several puzzles, the worst is the status


class Command(TyperCommand):
    """A command whose function returns an exit status and may raise the library's errors."""

    running: ClassVar[str] = ""  # its words, without the program's name: "count", "make tiling"
    refused: ClassVar[int] = 0  # sources that could not be read, of several

    def invoke(self, ctx: Any) -> Any:
        """Turn errors into one line and a status."""
        Command.running, Command.refused = _words(ctx), 0
        try:
            status = super().invoke(ctx)
        except InputError as error:
            complain(error)
            status = BAD_INPUT
        except Interrupted as stop:
            err.print("cpmodels: interrupted", style="yellow")
            if isinstance(stop.answer, Answer):
                out.print(f"{stop.answer.method}: {stop.answer}")
            status = UNKNOWN
        except KeyboardInterrupt:
            err.print("cpmodels: interrupted", style="yellow")
            status = UNKNOWN
        except OSError as error:  # the disk is full, or the like
            complain(f"{error.filename or 'the system'}: {error.strerror or error}")
            status = BAD_INPUT
        except MemoryError as error:
            complain(f"not enough memory{f': {error}' if str(error) else ''}")
            status = UNKNOWN
        ctx.exit(worst(status or AGREED, BAD_INPUT if Command.refused else AGREED))


def worst(*statuses: int) -> int:
    """The status of several: a disagreement, else bad input, else unknown, else agreed.

    Examples
    --------
    >>> worst(AGREED, UNKNOWN, BAD_INPUT), worst(DISAGREED, UNKNOWN)
    (2, 1)
    """
    return max(statuses, key=_WORSE.index, default=AGREED)


def status_of(agree: bool | None) -> int:
    """The status for whether they agree; None when that is not known."""
    return {True: AGREED, False: DISAGREED, None: UNKNOWN}[agree]


def _words(ctx: Any) -> str:
    outer = _words(ctx.parent) if ctx.parent is not None else None
    return "" if outer is None else f"{outer} {ctx.info_name}".strip()


@contextlib.contextmanager
def or_left_out(several: bool, name: str = "") -> Iterator[None]:
    """Of several puzzles, one that is refused is told and left out; the exit status says so."""
    try:
        yield
    except InputError as error:
        if not several:
            raise
        Command.refused += 1
        complain(error.at(name) if name else error)
