"""An audit on the workers of a cluster: the models of each method are audited on one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

from cpmodels.auditing.results import Audit
from cpmodels.auditing.subjects import Subject, subjects
from cpmodels.cluster.client import connected, dashboard
from cpmodels.cluster.tasks import Tasks
from cpmodels.errors import ClusterLost, InputError

__all__ = ["audit_there"]

_POLL = 0.5  # seconds


def audit_there(
    audit: Callable[..., Audit],
    kinds: Iterable[str],
    methods: Iterable[str] | None,
    cluster: Any,
    *,
    progress: Callable[[str], None],
    show_link: Callable[[str], None] = lambda address: None,
    **options: Any,
) -> Audit:
    """What `audit` says of the models of each method alone, together.

    Each is what ``audit(kind, methods=[method])`` says here: cases and mutants come of the seed.
    """
    todo = list(reversed([*_subjects(kinds, methods)]))
    order = {subject: number for number, subject in enumerate(reversed(todo))}
    parts: dict[Subject, Audit] = {}
    result = Audit()
    try:
        with connected(cluster) as client:
            show_link(dashboard(client))
            tasks = Tasks[Subject](client, audit)
            with closing(tasks):
                while todo or tasks.flying:
                    while todo and tasks.room:
                        each = todo.pop()
                        tasks.submit(each, [each.kind], [each.name], options)
                    for each, outcome in tasks.receive(_POLL):
                        if isinstance(outcome, InputError):
                            raise outcome
                        if isinstance(outcome, BaseException):
                            error = f"{each.kind}: {each.name}: {type(outcome).__name__}: {outcome}"
                            outcome = Audit(errors=[error])
                        parts[each] = outcome
                        progress(f"{len(parts)} of {len(order)} models, {each.kind} {each.name}")
    except ClusterLost as error:
        result.lost = str(error)
    except KeyboardInterrupt:
        result.interrupted = True
    for each in sorted(parts, key=order.__getitem__):
        _add(result, parts[each])
    return result


def _subjects(kinds: Iterable[str], methods: Iterable[str] | None) -> Iterator[Subject]:
    names = None if methods is None else {*methods}
    for kind in kinds:
        for subject in subjects(kind)[0]:
            if names is None or {subject.name, *subject.also} & names:
                yield subject


def _add(result: Audit, part: Audit) -> None:
    """Take over a part; what it says of cases of a kind is the same in each."""
    result.wrong += part.wrong
    result.groups += part.groups
    result.mutants += part.mutants
    result.untried += part.untried
    result.errors += part.errors
    result.interrupted |= part.interrupted
    result.cases |= part.cases
    for kind, reasons in part.skipped.items():
        known = result.skipped.setdefault(kind, [])
        before = {*known}
        known += [reason for reason in reasons if reason not in before]
