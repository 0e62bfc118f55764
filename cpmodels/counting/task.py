"""What is asked of a worker, which may be anywhere: one cube, for so many seconds."""

from __future__ import annotations

import json
import platform
import time
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.gate import answering, checked_count
from cpmodels.cluster.client import identity
from cpmodels.errors import InputError, MethodFailed, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.kinds.splitting import Cube, Splitting
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.results.canonical import digest
from cpmodels.results.environment import code_of

__all__ = ["Request", "count_cube", "counts_in_cubes", "seal", "unseal"]


@dataclass(frozen=True)
class Request:
    """A puzzle, and the method that is to count it in cubes. Pickles."""

    puzzle: Puzzle
    method: str

    @cached_property
    def name(self) -> str:
        """Tells it from all others, and the code that answers, too; cubes are named within it."""
        return digest(self.puzzle, self.method, code_of(self.answering))

    @property
    def answering(self) -> Method:
        """The method itself."""
        return registry.find_method(self.puzzle, self.method, Question.COUNT)

    def splitting(self, run: Run) -> Splitting:
        """How it falls into cubes.

        Raises
        ------
        InputError
            The method does not count in cubes.
        """
        parts = self.answering.splitting(self.puzzle, run)
        if parts is None:
            raise InputError(f"{self.method} does not count this {self.puzzle.kind} in cubes")
        return parts


def counts_in_cubes(method: Method) -> bool:
    """Whether a method may count in cubes at all."""
    return type(method).splitting is not Method.splitting


_CACHE: dict[str, Splitting] = {}
_lock = Lock()


def _splitting(request: Request) -> Splitting:
    """What was built for an earlier cube of the same count; of the last few counts."""
    with _lock:
        splitting = _CACHE.get(request.name)
        if splitting is None:
            splitting = request.splitting(Run())
            while len(_CACHE) >= 2:
                del _CACHE[next(iter(_CACHE))]
            _CACHE[request.name] = splitting
        return splitting


def count_cube(
    request: Request, decisions: str, seconds: float | None, run: Run | None = None
) -> str:
    """Count one cube, or several together; what came of it, as a text with its checksum.

    A cube that takes longer comes back unfinished, to be split. An error is reported, not raised:
    it is not to be taken for one of the cluster.

    Parameters
    ----------
    decisions : str
        The text of a cube; of several, parted by blanks.
    seconds : float or None
        Not counting what is built and compiled before.
    run : Run, optional
        That of who wants to be able to stop it.
    """
    about = {"name": request.name, "cube": decisions, "code": identity()["code"]}
    try:
        splitting = _splitting(request)
        run = run or Run(Limits(seconds))
        begin, processor = time.perf_counter(), time.thread_time()
        total: int | None = None
        with answering(request.answering, run):
            total = _count(request, splitting, decisions.split(), run)
        result: dict[str, Any] = {
            "count": run.at_least if total is None else total,
            "complete": run.complete,
            "seconds": round(time.perf_counter() - begin, 6),
            "cpu_seconds": round(time.thread_time() - processor, 6),
            "nodes": run.effort.nodes if run.effort.nodes is not None else run.effort.branches,
            "machine": platform.node(),
        }
        if run.stopped_by is Stop.MEMORY:
            result["memory"] = True
    except (InputError, MethodFailed, WrongSolution, RuntimeError, OSError) as error:
        result = {"failed": f"{type(error).__name__}: {error}"}
    return seal(about | result)


def _count(request: Request, splitting: Splitting, cubes: list[str], run: Run) -> int:
    """The sum over some cubes; at least so many when the run was stopped."""
    total = 0
    for number, text in enumerate(cubes):
        if number and run.should_stop():
            break
        count: Any = splitting.count(Cube.read(text), run)
        count = run.at_least if count is None and not run.complete else count
        total += checked_count(request.method, count)
    return total


def seal(record: Mapping[str, Any]) -> str:
    """The record as JSON with its checksum.

    Examples
    --------
    >>> unseal(seal({"count": 12}))
    {'count': 12}
    >>> unseal(seal({"count": 12}).replace("12", "13")) is None
    True
    """
    text = json.dumps(record, separators=(",", ":"), sort_keys=True)
    return f"{zlib.crc32(text.encode()):08x}{text}"


def unseal(text: Any) -> dict[str, Any] | None:
    """The record; None where the text is no such one, whole and as it was."""
    try:
        if int(text[:8], 16) == zlib.crc32(text[8:].encode()):
            record = json.loads(text[8:])
            return record if isinstance(record, dict) else None
    except (TypeError, ValueError, KeyError):
        pass
    return None
