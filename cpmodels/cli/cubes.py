"""A count in cubes: on a cluster, in a directory, with an audit."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from cpmodels.answers.run import Limits
from cpmodels.cli.command import UNKNOWN, status_of, worst
from cpmodels.cli.presentation import print_answer, status_of_answer
from cpmodels.cli.sources import NamedPuzzle
from cpmodels.cli.terminal import complain, err, remark, working
from cpmodels.counting.count import count_in_cubes
from cpmodels.counting.tree import Standing
from cpmodels.errors import InputError
from cpmodels.kinds.registry import classes_of

__all__ = ["count_cubes", "share", "show_link"]

_EVERY = 30.0  # seconds between two lines of progress in a log


class _Progress:
    """The line of a terminal; in a log, a line now and then."""

    def __init__(self, name: str, tell: Callable[[str], None], *, silent: bool) -> None:
        self._name, self._tell, self._silent = name, tell, silent or err.is_terminal
        self._next = time.monotonic() + _EVERY

    def __call__(self, standing: Standing) -> None:
        self._tell(f"count {self._name}: {standing}")
        if not self._silent and time.monotonic() > self._next:
            self._next = time.monotonic() + _EVERY
            err.print(f"{self._name}: {standing}")


def count_cubes(
    item: NamedPuzzle,
    method: str | None,
    cluster: str | None,
    to: Path | None,
    audit: str | None,
    limits: Limits,
    *,
    symmetry: bool,
    expect: int | None,
    json: bool,
    quiet: bool,
) -> int:
    """Count a puzzle cube by cube, and show what came of it."""
    silent = quiet or json
    puzzle = classes_of(item.puzzle) if symmetry else item.puzzle
    with working(f"count {item.name}", silent=silent) as tell:
        counted = count_in_cubes(
            puzzle, method, cluster=cluster, out=to, audit=share(audit), limits=limits,
            report=_Progress(item.name, tell, silent=silent),
            show_link=lambda address: show_link(address, silent=silent),
        )  # fmt: skip
    answer, check, standing = counted.answer, counted.audit, counted.standing
    if counted.earlier:
        note = f"{answer.note}, {counted.earlier:,} were there"
        answer = replace(answer, note=note)
    print_answer(item, answer, json=json, quiet=quiet, more=_record(counted))
    if not answer.complete and not silent:
        err.print(str(standing))
    for wrong in check.wrong:
        complain(wrong)
    if check.method and not silent:
        err.print(str(check))
    audit_status = UNKNOWN if check.method and check.agree is None else 0
    check_status = status_of(check.agree) if check.agree is False else 0
    return worst(status_of_answer(item, answer, expect), audit_status, check_status)


def _record(counted: Any) -> dict[str, Any]:
    standing, audit = counted.standing, counted.audit
    cubes = {"done": standing.done, "cubes": standing.cubes, "split": standing.split,
             "share": standing.share, "there": counted.earlier}  # fmt: skip
    record: dict[str, Any] = {"cubes": cubes}
    if audit.method:
        record["audit"] = {
            "method": audit.method, "cubes": audit.cubes, "agreed": audit.agreed,
            "splits": audit.splits, "whole": audit.whole,
            "wrong": audit.wrong, "unknown": audit.unknown,
        }  # fmt: skip
    return record


def share(text: str | None) -> float:
    """A share from 0 to 1 of its text, such as ``1%``.

    Examples
    --------
    >>> share("1%"), share("0.5"), share(None)
    (0.01, 0.5, 0.0)
    """
    if text is None:
        return 0.0
    match = re.fullmatch(r"(\d{1,9}(?:\.\d{1,9})?)(%?)", text.strip())
    value = float(match[1]) / (100 if match[2] else 1) if match else -1.0
    if not 0 < value <= 1:
        raise InputError(f"audit {text!r}, expected a share such as 1%")
    return value


def show_link(address: str, *, silent: bool) -> None:
    """Say where Dask shows what its workers do."""
    if address and not silent:
        remark(f"Dask's dashboard: {address}")
