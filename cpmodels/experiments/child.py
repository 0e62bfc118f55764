"""The child of a case, from inside: limits by the operating system, then the question."""

from __future__ import annotations

import json
import math
import os
import resource
import signal
import traceback
from typing import Any, BinaryIO

from cpmodels.answers.answer import Answer, Question, Stop
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.ask import ask
from cpmodels.asking.process import die_with, limit_memory, unlimit_memory
from cpmodels.errors import WrongSolution
from cpmodels.experiments.case_list import Case
from cpmodels.experiments.experiment import CaseLimits
from cpmodels.kinds.registry import registry
from cpmodels.results.canonical import digest, plain
from cpmodels.results.environment import code_of

__all__ = ["TEXT", "be_child"]

TEXT = 2000  # characters of an error that are kept
SOLUTION = 10_000  # characters of a solution that are kept, so that a report can draw it


def be_child(case: Case, parent: int, pipe: BinaryIO, errors: BinaryIO) -> None:
    """Never returns."""
    status = 1
    try:
        die_with(parent)
        os.setsid()
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(errors.fileno(), 1)
        os.dup2(errors.fileno(), 2)
        _limit(case.limits)
        record = _answer(case)
        unlimit_memory()
        os.write(pipe.fileno(), json.dumps(record).encode())
        status = 0
    except BaseException:
        unlimit_memory()
        os.write(2, traceback.format_exc().encode())
    finally:
        os._exit(status)


def _limit(limits: CaseLimits) -> None:
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if limits.cpu_seconds is not None:
        seconds = math.ceil(limits.cpu_seconds)
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    if limits.memory is not None:
        limit_memory(limits.memory)


def _answer(case: Case) -> dict[str, Any]:
    """What the method says, or how it failed."""
    try:
        if {
            code_of(m) for m in registry.methods_of(type(case.puzzle)) if m.name == case.method
        } != {case.code}:
            raise RuntimeError("the code that answers is not the code that the case names")
        run = Run(Limits(case.limits.seconds, seed=case.seed, **case.parameters))
        return _record(case, ask(Question(case.question), case.puzzle, case.method, run))
    except MemoryError as error:
        return {"termination": "memory limit", "error": f"MemoryError: {error}"[:TEXT]}
    except WrongSolution as error:
        return {"termination": "wrong solution", "error": str(error)[:TEXT]}
    except Exception as error:
        trace = "".join(traceback.format_exception(error))
        return {"termination": "error", "error": trace[-TEXT:].strip()}


def _record(case: Case, answer: Answer) -> dict[str, Any]:
    record = answer.as_dict()
    for name in ("question", "method", "stopped_by"):
        del record[name]
    ends = {None: "finished", Stop.TIME: "time limit", Stop.MEMORY: "memory limit"}
    record["termination"] = ends.get(answer.stopped_by, str(answer.stopped_by))
    if answer.solution is not None:
        record["solution"] = digest(case.puzzle.key(answer.solution))
        if (registry.kind_of(case.puzzle).size(case.puzzle) or 0) <= SOLUTION:
            solution = plain(answer.solution)
            if len(json.dumps(solution)) <= SOLUTION:
                record["plain"] = solution
    if answer.second is not None:
        record["second"] = digest(case.puzzle.key(answer.second))
    for name in ("build_seconds", "solve_seconds"):
        record[name] = round(record[name], 6)
    return record
