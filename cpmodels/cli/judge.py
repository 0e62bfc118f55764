"""Answer sliding boards a line each, as an online judge does: what ``solve -f judge`` runs."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from io import TextIOWrapper
from typing import TextIO

from cpmodels.cli.command import AGREED, BAD_INPUT, UNKNOWN, worst
from cpmodels.cli.streams import nobody_reads
from cpmodels.cli.terminal import complain
from cpmodels.errors import InputError
from cpmodels.methods.sliding_judge import answer_lines

__all__ = ["judge"]

_LONGEST = 1_000_000  # letters of a line


def judge(source: str) -> int:
    """Print a line of moves, or ``unsolvable``, for each board; bad lines go to stderr.

    The rest of a batch goes on after a bad line, and the status says so.
    """
    status = AGREED
    where = "standard input" if source == "-" else source
    with _lines(source) as lines:
        by_hand = lines.isatty()
        for answer in answer_lines(_short(lines, where), where=where, eager=by_hand):
            if isinstance(answer, InputError):
                complain(answer)
                status = BAD_INPUT
            else:
                print(answer, flush=by_hand)
            if nobody_reads():
                return worst(status, UNKNOWN)
    return status


def _short(lines: TextIO, where: str) -> Iterator[str]:
    """The lines; what has no line ends, such as a device, is refused before memory is full."""
    for line in iter(lambda: lines.readline(_LONGEST), ""):
        if len(line) == _LONGEST:
            raise InputError(f"a line of {_LONGEST:,} letters or more, expected a board", where)
        yield line


@contextlib.contextmanager
def _lines(source: str) -> Iterator[TextIO]:
    if source == "-":
        if isinstance(sys.stdin, TextIOWrapper):
            sys.stdin.reconfigure(encoding="utf-8-sig", errors="replace")
        yield sys.stdin
        return
    try:
        file = open(source, encoding="utf-8-sig", errors="replace")  # noqa: SIM115
    except (OSError, ValueError) as error:  # a NUL in the name
        why = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {why}", source) from None
    with file:
        yield file
