"""A campaign on the workers of a cluster: a puzzle is made, checked and shrunk on one of them."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from itertools import islice
from typing import Any, TypeAlias

from cpmodels.cluster.client import connected, dashboard
from cpmodels.cluster.tasks import Tasks
from cpmodels.crosschecking.check import Check, Disagreement, Terms
from cpmodels.crosschecking.examination import Source, as_item, examine
from cpmodels.errors import InputError

__all__ = ["examine_there"]

Numbered: TypeAlias = tuple[int, Source]

SECONDS = 1.0  # for a task, about: of puzzles that take less it has several
MOST = 100  # puzzles of a task
_POLL = 0.5  # seconds


def examine_there(
    sources: Iterable[Source],
    terms: Terms,
    shrink_seconds: float,
    cluster: Any,
    show_link: Callable[[str], None] = lambda address: None,
) -> Generator[tuple[int, Check], None, None]:
    """The number of each puzzle, from 1, and its check, as they come.

    Those that are quick go out several at once. A puzzle that takes its workers with it, again and
    again, is an error of its methods.

    Raises
    ------
    InputError
        No such cluster, or a method that a kind of puzzle does not have.
    ClusterLost
        It is gone.
    """
    waiting = enumerate(sources, 1)
    with connected(cluster) as client:
        show_link(dashboard(client))
        tasks = Tasks[list[Numbered]](client, _examine_batch)
        size = 1

        def hand_out(batch: list[Numbered]) -> None:
            tasks.submit(batch, batch, terms, shrink_seconds)

        with closing(tasks):
            more = True
            while more or tasks.flying:
                while more and tasks.room:
                    batch = list(islice(waiting, size))
                    more = len(batch) == size
                    if batch:
                        hand_out(batch)
                for batch, outcome in tasks.receive(_POLL):
                    if isinstance(outcome, InputError):
                        raise outcome
                    if not isinstance(outcome, BaseException):
                        checks, seconds = outcome
                        size = max(1, min(MOST, 2 * size, round(SECONDS * len(batch) / seconds)))
                        yield from zip((number for number, _ in batch), checks, strict=True)
                    elif len(batch) > 1:  # one of them may be to blame: which?
                        for each in batch:
                            hand_out([each])
                    else:
                        [(number, source)] = batch
                        yield number, _error(source, f"puzzle {number}", outcome)


def _examine_batch(
    batch: Sequence[Numbered], terms: Terms, shrink_seconds: float
) -> tuple[list[Check], float]:
    """The checks of some puzzles, and the seconds that they took."""
    begin = time.perf_counter()
    checks = [examine(each, f"puzzle {number}", terms, shrink_seconds) for number, each in batch]
    return checks, time.perf_counter() - begin


def _error(source: Source, name: str, error: BaseException) -> Check:
    reason = f"on its workers: {type(error).__name__}: {' '.join(str(error).split())}"[:500]
    return Check(as_item(source, name), disagreement=Disagreement((), (), reason, error=True))
