"""A command of the command line: its exit status, and how errors end it."""

from __future__ import annotations

import contextlib
import traceback
from collections.abc import Iterator
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any

import typer
from typer.core import TyperCommand

from cpmodels.answers.answer import Answer, Interrupted
from cpmodels.answers.interruption import pending
from cpmodels.cli.interrupts import interruptible
from cpmodels.cli.terminal import complain, err, out
from cpmodels.errors import ClusterLost, InputError, MethodFailed, WrongSolution

__all__ = [
    "AGREED",
    "BAD_INPUT",
    "DISAGREED",
    "FAILED",
    "UNKNOWN",
    "Command",
    "or_left_out",
    "running",
    "status_of",
    "worst",
]

AGREED, DISAGREED, BAD_INPUT, UNKNOWN, FAILED = 0, 1, 2, 3, 4
_WORSE = (AGREED, UNKNOWN, BAD_INPUT, FAILED, DISAGREED)  # of several, the worst is the status


@dataclass
class _Work:
    """The words of the command at work, and the statuses of the puzzles that it left out."""

    words: str = ""
    left_out: list[int] = field(default_factory=list)


_at_work: ContextVar[_Work] = ContextVar("at_work")


class Command(TyperCommand):
    """A command whose function returns an exit status and may raise the library's errors."""

    def invoke(self, ctx: Any) -> Any:
        """Turn errors into one line and a status."""
        work = _Work(_words(ctx))
        token = _at_work.set(work)
        try:
            with interruptible():
                status = self._status(ctx)
        except KeyboardInterrupt:  # it came while something else was being reported
            status = UNKNOWN
        finally:
            _at_work.reset(token)
        ctx.exit(worst(status, *work.left_out))

    def _status(self, ctx: Any) -> int:
        try:
            return super().invoke(ctx) or AGREED
        except (InputError, WrongSolution, MethodFailed) as error:
            if pending() and not isinstance(error, WrongSolution):
                return _interrupted()
            complain(error)
            return _status_for(error)
        except ClusterLost as error:
            complain(error)
            return UNKNOWN
        except Interrupted as stop:
            return _interrupted(stop.answer)
        except KeyboardInterrupt:
            return _interrupted()
        except OSError as error:  # the disk is full, or the like
            complain(f"{error.filename or 'the system'}: {error.strerror or error}")
            return BAD_INPUT
        except MemoryError as error:
            complain(f"not enough memory{f': {error}' if str(error) else ''}")
            return UNKNOWN
        except (typer.Exit, typer.Abort, typer.BadParameter):
            raise
        except (Exception, SystemExit):  # a defect, in here or in a plugin: no disagreement
            if pending():
                return _interrupted()
            traceback.print_exc()
            return FAILED


def _interrupted(answer: object = None) -> int:
    err.print("cpmodels: interrupted", style="yellow")
    if isinstance(answer, Answer):
        out.print(f"{answer.method}: {answer}")
    return UNKNOWN


def running() -> str:
    """The command at work, in the words that follow the program's name: "count", "make tiling"."""
    return _at_work.get(_Work()).words


def worst(*statuses: int) -> int:
    """The status of several: a disagreement, else an error, bad input, unknown, agreed.

    Examples
    --------
    >>> worst(AGREED, UNKNOWN, BAD_INPUT), worst(DISAGREED, UNKNOWN)
    (2, 1)
    """
    return max(statuses, key=_WORSE.index, default=AGREED)


def status_of(agree: bool | None) -> int:
    """The status for whether they agree; None when that is not known."""
    return {True: AGREED, False: DISAGREED, None: UNKNOWN}[agree]


def _status_for(error: InputError | WrongSolution | MethodFailed) -> int:
    if isinstance(error, InputError):
        return BAD_INPUT
    return DISAGREED if isinstance(error, WrongSolution) else FAILED


def _words(ctx: Any) -> str:
    outer = _words(ctx.parent) if ctx.parent is not None else None
    return "" if outer is None else f"{outer} {ctx.info_name}".strip()


@contextlib.contextmanager
def or_left_out(several: bool, name: str = "") -> Iterator[None]:
    """Of several puzzles, one that is refused or that a method fails on is reported and left out.

    The exit status says so.
    """
    try:
        yield
    except (InputError, WrongSolution, MethodFailed) as error:
        if not several:
            raise
        _at_work.get().left_out.append(_status_for(error))
        complain(f"{name}: {error}" if name else error)
