"""Count a puzzle cube by cube: in threads here or on a cluster, kept on the way, audited after."""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, Protocol

from cpmodels.answers.answer import Answer, Interrupted, Question, Stop, Verdict
from cpmodels.answers.run import Limits, OutOfTime, Run
from cpmodels.asking.gate import answer_of
from cpmodels.cluster.client import connected, dashboard, identity
from cpmodels.cluster.tasks import Tasks
from cpmodels.counting.auditing import SECONDS, Audit, Auditing, auditor
from cpmodels.counting.ledger import Ledger
from cpmodels.counting.task import Request, count_cube, counts_in_cubes, unseal
from cpmodels.counting.threads import Threads
from cpmodels.counting.tree import Standing, Tree
from cpmodels.errors import ClusterLost, InputError, MethodFailed
from cpmodels.kinds.registry import refusal, registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Outcome", "count_in_cubes"]

PARTS = 8  # cubes for each thread to begin with
SLICE = 2.0  # seconds for a cube at first, and when threads run dry; then it is split
LONGEST = 600.0  # seconds for a cube of a long count
MOST_BAD = 3  # results of one cube that may come torn, or from elsewhere
_POLL, _TELL = 0.1, 1.0  # seconds
_LONG = 200  # letters of the name of a cube in a message


@dataclass
class Outcome:
    """What came of a count in cubes.

    Attributes
    ----------
    answer : Answer
    standing : Standing
        How far it came.
    audit : Audit
        What another method says of some cubes; empty where none was made.
    earlier : int
        Cubes that were there already.
    """

    answer: Answer
    standing: Standing
    audit: Audit = field(default_factory=Audit)
    earlier: int = 0


class _Workers(Protocol):
    """Threads here, or the tasks of a cluster."""

    @property
    def threads(self) -> int: ...
    @property
    def flying(self) -> int: ...
    @property
    def room(self) -> int: ...
    def submit(self, item: str, *arguments: Any) -> None: ...
    def receive(self, timeout: float) -> list[tuple[str, Any]]: ...
    def close(self) -> None: ...


def count_in_cubes(
    puzzle: Puzzle,
    method: str | None = None,
    *,
    cluster: Any = None,
    out: str | Path | None = None,
    audit: float = 0.0,
    auditor_method: str | None = None,
    limits: Limits | None = None,
    report: Callable[[Standing], None] = lambda standing: None,
    show_link: Callable[[str], None] = lambda address: None,
) -> Outcome:
    """Count a puzzle by a method that counts in cubes.

    Parameters
    ----------
    method : str, optional
        The first that counts this puzzle in cubes if left out.
    cluster : str or Client, optional
        See `cpmodels.cluster.client.connected`; threads of this process if left out.
    out : path, optional
        A directory that keeps the cubes: the same count goes on there, whatever ended it.
    audit : float
        The share of the cubes, 0 to 1, about which another method is asked; where it is not 0,
        it is asked, too, whether the parts of each cube that was split lose no solution of it.
    auditor_method : str, optional
        Which; one of another side if left out.
    limits : Limits, optional
        Of the whole: `workers` threads where there is no cluster.
    report : callable
        Called with a `Standing` now and then.
    show_link : callable
        Called with the address of Dask's dashboard, where there is one.

    Raises
    ------
    InputError
        No such method, or no such cluster; a directory that holds something else.
    ClusterLost
        The cluster is gone; what was counted is in the directory.
    MethodFailed
        A cube ended in an exception, or took its worker with it again and again.
    Interrupted
        Ctrl-C; its `answer` is what was known.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> count_in_cubes(Tiling.of("6x6", "tetrominoes:IOTS"), "dlx").answer.count
    1409
    """
    if not 0 <= audit <= 1:
        raise InputError(f"audit {audit!r}, expected a share of the cubes, 0 to 1")
    run = Run(limits or Limits())
    request = Request(puzzle, method or _method(puzzle))
    _refuse(request)
    counting = _Counting(request, run, report)
    try:
        with run.building():
            splitting = request.splitting(run)
    except OutOfTime:
        run.stop(Stop.TIME)
        return Outcome(_answer(request, run, Tree()), Tree().standing())
    other = auditor(request, auditor_method) if audit else None
    with (
        Ledger(request, splitting, out) as ledger,
        _workers(cluster, run, show_link) as workers,
        closing(workers),
    ):
        before = ledger.tree.done
        try:
            counting.count(ledger, workers)
            result = Outcome(
                _answer(request, run, ledger.tree), ledger.tree.standing(), earlier=before
            )
            if other is not None and run.complete:
                rng = Random(run.limits.seed)
                auditing = Auditing(ledger, splitting, other, audit, rng)
                result.audit = auditing.audit
                counting.audit(auditing, workers)
        except ClusterLost as lost:
            where = f" and are in {out}: the same command goes on from here" if out else ""
            done = f"{ledger.tree.done:,} cubes are counted{where}"
            raise ClusterLost(f"{lost}; {done}") from None
        except KeyboardInterrupt:
            run.stop(Stop.INTERRUPT)
            raise Interrupted(_answer(request, run, ledger.tree)) from None
    return result


def _method(puzzle: Puzzle) -> str:
    """The first that counts in cubes, the default one before others."""
    methods = [m for m in registry.methods_of(type(puzzle)) if counts_in_cubes(m)]
    able = [m.name for m in methods if refusal(m, puzzle, Question.COUNT) is None]
    if not able:
        raise InputError(f"no method counts this {puzzle.kind} in cubes")
    hand = [m.name for m in methods if m.name in able and m.side == "hand" and m.default]
    return (hand or able)[0]


def _refuse(request: Request) -> None:
    if not counts_in_cubes(request.answering):
        able = [m.name for m in registry.methods_of(type(request.puzzle)) if counts_in_cubes(m)]
        names = f", expected one of {', '.join(able)}" if able else ""
        raise InputError(f"{request.method} does not count in cubes{names}")


@contextmanager
def _workers(cluster: Any, run: Run, show_link: Callable[[str], None]) -> Iterator[_Workers]:
    if cluster is None:
        yield Threads(run.limits.workers, count_cube)
        return
    with connected(cluster) as client:
        show_link(dashboard(client))
        yield Tasks(client, count_cube)


def _answer(request: Request, run: Run, tree: Tree) -> Answer:
    """Exact when every leaf is counted, and then alone; else at least so many."""
    total = tree.total() if run.complete else None
    if total is None and run.complete:
        raise MethodFailed(request.method, RuntimeError("a cube is neither counted nor split"))
    known = tree.counted if total is None else total
    verdict = Verdict.UNKNOWN if total is None else Verdict.ALL if total else Verdict.NONE
    run.note = f"{tree.done:,} cubes" + (f", {tree.splits:,} split" if tree.splits else "")
    return answer_of(
        Question.COUNT, request.puzzle, request.answering, run, verdict,
        complete=total is not None, count=known,
    )  # fmt: skip


class _Counting:
    """The loop that hands out cubes, takes what comes, and splits what takes long."""

    def __init__(self, request: Request, run: Run, report: Callable[[Standing], None]) -> None:
        self.request, self.run, self._report = request, run, report
        self._code = identity()["code"]
        self._bad: dict[str, int] = {}
        self._nodes = 0
        self._next, self._begin = 0.0, time.monotonic()

    def count(self, ledger: Ledger, workers: _Workers) -> None:
        """Until every cube is counted, or the time is up."""
        tree = ledger.tree
        todo = self._cut(ledger, PARTS * max(1, workers.threads))
        while todo or workers.flying:
            if self.run.should_stop():
                return
            while todo and workers.room:
                name = todo.popleft()
                workers.submit(name, self.request, name, self._seconds(len(todo), workers.threads))
            for name, came in workers.receive(_POLL):
                result = self._read(self.request, name, came)
                if result is None:
                    todo.appendleft(name)
                elif not tree[name].open:
                    continue  # it came before
                elif result["complete"]:
                    self._note(result)
                    ledger.finish(name, result)
                else:
                    self._note(result)
                    todo.extendleft(reversed(self._replace(ledger, workers, name, result)))
            self._tell(tree)
        self._report(tree.standing())

    def _cut(self, ledger: Ledger, number: int) -> deque[str]:
        """The names of the open cubes in random order, split until there are enough to begin."""
        tree = ledger.tree
        waiting = deque(str(node.cube) for node in tree.leaves() if node.open)
        final: list[str] = []
        fresh = tree.done == 0
        while fresh and waiting and len(waiting) + len(final) < number:
            self.run.should_stop()
            if not self.run.complete:
                break
            name = waiting.popleft()
            parts = ledger.parts(tree[name].cube)
            if parts is None:
                final.append(name)
            else:
                waiting.extend(str(node.cube) for node in ledger.split(name, parts))
        names = [*waiting, *final]
        Random(0).shuffle(names)  # those that are counted first are a sample of all
        return deque(names)

    def _replace(
        self, ledger: Ledger, workers: _Workers, name: str, result: dict[str, Any]
    ) -> list[str]:
        """The parts of a cube that took too long; it alone is asked to the end if it has none."""
        parts = ledger.parts(ledger.tree[name].cube)
        if parts is not None:
            names = [str(node.cube) for node in ledger.split(name, parts)]
            Random(name).shuffle(names)
            return names
        if result.get("memory"):
            self.run.stop(Stop.MEMORY)
        workers.submit(name, self.request, name, None)
        return []

    def _seconds(self, waiting: int, threads: int) -> float:
        """For a cube: a twentieth of what it took so far, unless others may run dry."""
        left = self.run.left
        long = min(LONGEST, (time.monotonic() - self._begin) / 20) if waiting > threads else 0.0
        return min(max(SLICE, long), math.inf if left is None else left + _POLL)

    def _read(self, request: Request, name: str, came: Any) -> dict[str, Any] | None:
        """The result of a cube; None where it is none, and the cube is to be asked again.

        Raises
        ------
        InputError
            It was counted by other code: that of a worker that came later.
        MethodFailed
            An error of the method, or too many results that are none.
        """
        about = name if len(name) < _LONG else f"{name[:_LONG]}..."
        if isinstance(came, BaseException):
            raise MethodFailed(request.method, RuntimeError(f"cube {about}: {came}"))
        result = unseal(came)
        if result is not None and result.get("code") != self._code:
            message = f"code of cpmodels {result.get('code')} there and {self._code} here"
            raise InputError(f"{message}, expected the same everywhere", str(result.get("machine")))
        if result is not None and "failed" in result:
            raise MethodFailed(request.method, RuntimeError(f"cube {about}: {result['failed']}"))
        why = _flaw(result, request.name, name)
        if not why:
            return result
        self._bad[name] = self._bad.get(name, 0) + 1
        if self._bad[name] >= MOST_BAD:
            message = f"cube {about} came {MOST_BAD} times as no result: {why}"
            raise MethodFailed(request.method, RuntimeError(message))
        return None

    def _note(self, result: dict[str, Any]) -> None:
        if isinstance(result.get("nodes"), int):
            self._nodes += result["nodes"]
            self.run.effort.nodes = self._nodes

    def _tell(self, tree: Tree) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._report(tree.standing())
        self.run.tell(min(1.0, tree.share))
        self._next = now + max(_TELL, 10 * (time.monotonic() - now))  # a large tree takes long

    def audit(self, auditing: Auditing, workers: _Workers) -> None:
        """Ask another method about cubes and splits."""
        other, todo, texts = auditing.other, auditing.todo, dict[str, str]()
        while todo or workers.flying:
            if self.run.should_stop():
                return
            while todo and workers.room:
                text = auditing.text(name := todo.popleft())
                if text is not None:
                    texts[name] = text
                    left = SECONDS if self.run.left is None else min(SECONDS, self.run.left)
                    workers.submit(name, other, text, left)
            for name, came in workers.receive(_POLL):
                result = self._read(other, texts[name], came)
                if result is None:
                    workers.submit(name, other, texts[name], SECONDS)
                else:
                    auditing.take(name, result["count"], complete=result["complete"])


def _flaw(result: dict[str, Any] | None, request: str, cube: str) -> str:
    """What makes a result none of this cube; empty when nothing does."""
    if result is None:
        return "its checksum differs"
    if (result.get("name"), result.get("cube")) != (request, cube):
        return f"it is of cube {result.get('cube')}"
    count, complete = result.get("count"), result.get("complete")
    if not isinstance(count, int) or isinstance(count, bool) or count < 0:
        return f"count {count!r}, expected a whole number of 0 or more"
    return "" if isinstance(complete, bool) else "it does not say whether it is complete"
