"""A campaign on the workers of a cluster: a puzzle is made, checked and shrunk on one of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from typing import Any

from cpmodels.cluster.client import connected, dashboard
from cpmodels.cluster.tasks import Tasks
from cpmodels.crosschecking.check import Check, Disagreement, Terms
from cpmodels.crosschecking.examination import Source, as_item, examine
from cpmodels.errors import InputError

__all__ = ["examine_there"]

_POLL = 0.5  # seconds


def examine_there(
    sources: Iterable[Source],
    terms: Terms,
    shrink_seconds: float,
    cluster: Any,
    show_link: Callable[[str], None] = lambda address: None,
) -> Generator[tuple[int, Check], None, None]:
    """The number of each puzzle, from 1, and its check, as they come.

    A puzzle that takes its workers with it, again and again, is an error of its methods.

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
        tasks = Tasks[tuple[int, Source]](client, examine)
        with closing(tasks):
            more = True
            while more or tasks.flying:
                while more and tasks.room:
                    following = next(waiting, None)
                    more = following is not None
                    if following is not None:
                        number, source = following
                        name = f"puzzle {number}"
                        tasks.submit(following, source, name, terms, shrink_seconds)
                for (number, source), outcome in tasks.receive(_POLL):
                    if isinstance(outcome, InputError):
                        raise outcome
                    if isinstance(outcome, BaseException):
                        outcome = _error(source, f"puzzle {number}", outcome)
                    yield number, outcome


def _error(source: Source, name: str, error: BaseException) -> Check:
    reason = f"on its workers: {type(error).__name__}: {' '.join(str(error).split())}"[:500]
    return Check(as_item(source, name), disagreement=Disagreement((), (), reason, error=True))
