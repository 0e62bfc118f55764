"""Audit: tamper with every model, and see whether the cases would have told.

A *defining* group left out must be noticed by some case; an *implied* one by none. A mutant must
be noticed, or be shown to have the same solutions on every case, by enumeration.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from cpmodels.auditing.cluster import audit_there
from cpmodels.auditing.known_solutions import Known, known_cases
from cpmodels.auditing.mutants import Mutant, mutate, possible, random_mutants
from cpmodels.auditing.proved_cases import prove_cases
from cpmodels.auditing.results import (
    BY_CORPUS,
    EQUIVALENT,
    NEW_CASE,
    UNKNOWN,
    Audit,
    CaseProofs,
    GroupAudit,
    MutantAudit,
    WrongModel,
)
from cpmodels.auditing.subjects import Subject, Trial, subjects
from cpmodels.engines.child import missing
from cpmodels.errors import InputError, MethodFailed
from cpmodels.models.model import Model

__all__ = ["audit"]


@dataclass(frozen=True)
class _Plan:
    methods: Collection[str] | None
    cases: int
    mutants: int
    seed: int
    limit: float
    max_solutions: int
    prove: bool
    progress: Callable[[str], None]


def audit(
    kinds: Iterable[str],
    *,
    methods: Collection[str] | None = None,
    cases: int = 40,
    mutants: int = 20,
    seed: int = 0,
    limit: float = 2.0,
    max_solutions: int = 200,
    prove: bool = False,
    progress: Callable[[str], None] = lambda text: None,
    cluster: Any = None,
    show_link: Callable[[str], None] = lambda address: None,
) -> Audit:
    """Leave out each group of each model, and mutate each model, on small cases.

    Parameters
    ----------
    kinds : iterable of str
        Kinds of puzzle, some of `registry.random_kinds()`.
    methods : collection of str, optional
        Only the models of these methods; of all methods if left out.
    cases : int
        Random cases of each kind, on top of those of the corpus that are small enough.
    mutants : int
        For each model.
    limit : float
        For one model of one case, in CP-SAT's deterministic time: about seconds, but the same on
        every machine. Seconds for an algorithm by hand that lists the solutions of a case.
    max_solutions : int
        Only cases with at most so many solutions.
    prove : bool
        Whether it must be proved that the cases have the solutions that are known, and no others.
    progress : callable
        Called with a line of progress.
    cluster : str or distributed.Client, optional
        Whose workers audit the models, each method's on one of them: see
        `cpmodels.cluster.client.connected`.
    show_link : callable
        Called with the address of Dask's dashboard, where there is a cluster.

    Raises
    ------
    InputError
        A method that has no model of these kinds: nothing would be audited. Proofs without the
        extra "engines".

    Examples
    --------
    >>> result = audit(["exact-cover"], cases=15, mutants=3)
    >>> [(group.group, group.fine) for group in result.groups]
    [('colours', True), ('primary', True), ('secondary', True)]
    """
    if cases < 1 or mutants < 0:
        raise InputError(f"{cases} cases and {mutants} mutants, expected 1 and 0 or more")
    why = missing("pysat", "pyganak", "dratify") if prove else None
    if why is not None:
        raise InputError(f"a proof {why}")
    kinds = list(kinds)
    _refuse_unknown(methods, kinds)
    plan = _Plan(methods, cases, mutants, seed, limit, max_solutions, prove, progress)
    if cluster is not None:
        result = audit_there(
            _audit_one, kinds, methods, cluster, progress=progress, show_link=show_link,
            cases=cases, mutants=mutants, seed=seed, limit=limit, max_solutions=max_solutions,
        )  # fmt: skip
        task = _prove_kind
        kinds = kinds if prove and not result.interrupted else []
    else:
        result, task = Audit(), _audit_kind
    try:
        for kind in kinds:
            task(kind, plan, result)
    except KeyboardInterrupt:
        result.interrupted = True
    return result


def _audit_one(kinds: list[str], methods: list[str], options: dict[str, Any]) -> Audit:
    """What is asked of a worker."""
    return audit(kinds, methods=methods, **options)


def _refuse_unknown(methods: Collection[str] | None, kinds: Sequence[str]) -> None:
    everything = [subject for kind in kinds for subject in subjects(kind)[0]]
    names = dict.fromkeys(name for subject in everything for name in (subject.name, *subject.also))
    for method in methods or ():
        if method not in names:
            raise InputError(f"no model {method!r} of {', '.join(kinds)}, expected one of "
                             f"{', '.join(names)}")  # fmt: skip


def _prove_kind(kind: str, plan: _Plan, result: Audit) -> None:
    """Where a cluster audits the models, proofs are made here: the cases come of the seed."""
    usual, _ = _cases(kind, range(plan.seed, plan.seed + plan.cases), plan)
    _prove(kind, usual, plan, result)


def _prove(kind: str, usual: list[Known], plan: _Plan, result: Audit) -> None:
    proofs = CaseProofs(kind)
    result.proofs.append(proofs)
    plan.progress(f"{kind}: proofs")
    prove_cases(usual, plan.limit, proofs)


def _audit_kind(kind: str, plan: _Plan, result: Audit) -> None:
    targets, closed = subjects(kind)
    skipped = result.skipped.setdefault(kind, [])
    skipped += [f"{name}: its model cannot be had" for name in closed]
    first = plan.seed + plan.cases
    usual, refusals = _cases(kind, range(plan.seed, first), plan)
    further = cache(lambda: _cases(kind, range(first, first + 2 * plan.cases), plan, False)[0])
    skipped += [f"a case: {why}" for why in refusals]
    result.cases[kind] = len(usual)
    if plan.prove:
        _prove(kind, usual, plan, result)
    for subject in targets:
        if plan.methods is not None and not {subject.name, *subject.also} & {*plan.methods}:
            continue
        try:
            _audit_subject(subject, usual, further, plan, result)
        except MethodFailed as failure:
            result.errors.append(f"{kind}: {failure}")


def _audit_subject(
    subject: Subject,
    usual: list[Known],
    further: Callable[[], list[Known]],
    plan: _Plan,
    result: Audit,
) -> None:
    kind = subject.kind
    plan.progress(f"{kind}, {subject.name}: groups")
    quick, models = _baseline(subject, usual, plan, result)
    for group in _groups(subject, models):
        result.groups.append(group)  # before it is done: Ctrl-C leaves what is known
        _leave_out(group, quick, plan)
    plan.progress(f"{kind}, {subject.name}: mutants")
    places = sorted(set().union(*map(possible, models)))
    rng = Random(f"{plan.seed} {kind} {subject.name}")
    for mutant in random_mutants(plan.mutants, places, rng):
        result.mutants.append(_put_in(subject, mutant, quick, further, plan))


def _cases(
    kind: str, seeds: range, plan: _Plan, corpus: bool = True
) -> tuple[list[Known], list[str]]:
    """Those with known solutions, the smallest first; and why the others cannot be used."""
    cases = list(
        known_cases(kind, seeds, max_solutions=plan.max_solutions, limit=plan.limit, corpus=corpus)
    )
    known = sorted((case for case in cases if isinstance(case, Known)), key=lambda c: c.size)
    return known, [case for case in cases if isinstance(case, str)]


def _baseline(
    subject: Subject, cases: list[Known], plan: _Plan, result: Audit
) -> tuple[list[Known], list[Model]]:
    """The cases that the model as it is answers in a tenth of the time, and its models.

    So a model that lacks a part has some slack before its answer is left open. Nothing when it
    has other solutions than one of the cases: then the smallest such case is reported.
    """
    quick, models, skipped = [], [], []
    for case in cases:
        refusal = subject.refuses(case)
        trial = None if refusal else subject.trial(case, plan.limit / 10)
        if trial is not None and trial.differs:
            result.wrong.append(WrongModel(subject, case))
            return [], []
        if trial is None or trial.differs is None:
            skipped.append(f"{subject.name}: {refusal or 'too slow for a case'}")
        else:
            quick.append(case)
            models += trial.models
    result.skipped[subject.kind] += skipped
    if not quick:
        result.untried.append(subject)
    return quick, models


def _groups(subject: Subject, models: list[Model]) -> list[GroupAudit]:
    groups: dict[str, GroupAudit] = {}
    for model in models:
        for group in model.groups:
            entry = GroupAudit(subject, group.name, group.implied, group.about)
            groups.setdefault(group.name, entry)
    return list(groups.values())


def _leave_out(group: GroupAudit, cases: list[Known], plan: _Plan) -> None:
    """A defining group until a case notices; an implied one on every case."""
    subject, name = group.subject, group.group
    for case in cases:
        less, without_it = _time(subject, case, plan, name)
        whole, with_it = _time(subject, case, plan)
        if _same(less.models, whole.models, name):
            continue  # the group has nothing to say about this case
        group.cases += 1
        group.unknown += less.differs is None
        group.seconds = (group.seconds[0] + with_it, group.seconds[1] + without_it)
        if less.differs:
            group.noticed_by = case
            return


def _time(subject: Subject, case: Known, plan: _Plan, *without: str) -> tuple[Trial, float]:
    start = time.perf_counter()
    trial = subject.trial(case, plan.limit, without)
    return trial, time.perf_counter() - start


def _same(less: list[Model], whole: list[Model], name: str) -> bool:
    """Whether the group has no constraint, and no say in which variables there are."""
    size = sum(group.size for model in less for group in model.groups if group.name == name)
    variables = [sum(len(model.cp.proto.variables) for model in models) for models in (less, whole)]
    return not size and variables[0] == variables[1]


def _in_turn(
    subject: Subject, cases: list[Known], further: Callable[[], list[Known]]
) -> Iterator[Known]:
    """The usual cases; and twice as many random ones, made once a mutant survives the usual."""
    yield from cases
    yield from (case for case in further() if subject.refuses(case) is None)


def _put_in(
    subject: Subject,
    mutant: Mutant,
    cases: list[Known],
    further: Callable[[], list[Known]],
    plan: _Plan,
) -> MutantAudit:
    """The mutant in one case after the other until its solutions change."""
    trials = unknown = 0
    example = ""
    for case in _in_turn(subject, cases, further):
        texts: list[str | None] = []

        def alter(model: Model, to: list[str | None] = texts) -> None:
            to.append(mutate(model, mutant))

        trial = subject.trial(case, plan.limit, alter=alter)
        text = next((text for text in texts if text is not None), None)
        if text is None:
            continue
        example = example or text
        trials += 1
        if trial.differs:
            outcome = BY_CORPUS if case in cases else NEW_CASE
            return MutantAudit(subject, mutant, outcome, case, trials, text)
        unknown += trial.differs is None
    return MutantAudit(subject, mutant, UNKNOWN if unknown else EQUIVALENT, None, trials, example)
