"""Answer sliding boards a line each, as an online judge does: what ``solve -f judge`` runs."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from typing import TextIO

from cpmodels.cli.command import AGREED, BAD_INPUT
from cpmodels.cli.terminal import complain
from cpmodels.errors import InputError
from cpmodels.methods.judge import answer_lines

__all__ = ["judge"]


def judge(source: str) -> int:
    """Print a line of moves, or ``unsolvable``, for each board; bad lines go to stderr.

    The rest of a batch goes on after a bad line, and the status says so.
    """
    status = AGREED
    where = "standard input" if source == "-" else source
    with _lines(source) as lines:
        typed = lines.isatty()
        for answer in answer_lines(lines, where=where, eager=typed):
            if isinstance(answer, InputError):
                complain(answer)
                status = BAD_INPUT
            else:
                print(answer, flush=typed)
    return status


@contextlib.contextmanager
def _lines(source: str) -> Iterator[TextIO]:
    if source == "-":
        yield sys.stdin
        return
    try:
        with open(source, encoding="utf-8-sig", errors="replace") as file:
            yield file
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source) from None
