"""The process of an engine: takes formulas, answers, and can be killed at any moment.

It is run by its path and imports nothing of this package, so that it starts at once. Requests and
replies are pickles on standard input and output; see `child`.
"""

from __future__ import annotations

import ctypes
import os
import pickle
import resource
import signal
import sys
from array import array
from collections.abc import Callable, Iterable, Iterator
from typing import Any, BinaryIO

__all__ = ["main"]

_PR_SET_PDEATHSIG = 1
_ADDRESS_SPACE = 1 << 27  # bytes beside those that a limit leaves to the engine


def main() -> None:
    """Answer requests until there are no more."""
    parent, memory = int(sys.argv[1]), int(sys.argv[2])
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent ends us
    replies = os.fdopen(os.dup(1), "wb")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # engines print
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if memory:
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        bound = memory + _ADDRESS_SPACE
        soft = bound if hard == resource.RLIM_INFINITY else min(bound, hard)
        resource.setrlimit(resource.RLIMIT_AS, (soft, hard))
    while True:
        try:
            request = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        try:
            for reply in _ANSWERS[request["ask"]](**request["about"]):
                _send(replies, reply)
            _send(replies, {"end": True})
        except MemoryError:
            _send(replies, {"failed": "memory"})
        except Exception as failure:
            _send(replies, {"failed": f"{type(failure).__name__}: {failure}"})


def _send(file: BinaryIO, reply: dict[str, Any]) -> None:
    pickle.dump(reply, file, protocol=5)
    file.flush()


def _clauses(literals: array[int]) -> Iterator[list[int]]:
    clause: list[int] = []
    for literal in literals:
        if literal:
            clause.append(literal)
        else:
            yield clause
            clause = []


def _find(
    variables: int, literals: array[int], proof: bool, name: str = "cadical195"
) -> Iterator[dict[str, Any]]:
    """One model, as its true literals; or, where there is none, the proof."""
    from pysat.solvers import Solver

    with Solver(name, bootstrap_with=_clauses(literals), with_proof=proof) as solver:
        if solver.solve():
            yield {"model": _total(solver.get_model(), variables)}
        elif proof:
            yield {"proof": "".join(f"{line}\n" for line in solver.get_proof())}


def _enumerate(
    variables: int, literals: array[int], primary: list[int]
) -> Iterator[dict[str, Any]]:
    """Every model on the primary variables, each excluded once it is found."""
    from pysat.solvers import Cadical195

    with Cadical195(bootstrap_with=_clauses(literals)) as solver:
        while solver.solve():
            model = _total(solver.get_model(), variables)
            yield {"model": array("i", [model[variable - 1] for variable in primary])}
            if not primary:
                return
            solver.add_clause([-model[variable - 1] for variable in primary])


def _count(variables: int, literals: array[int], primary: list[int]) -> Iterator[dict[str, Any]]:
    """The number of models on the primary variables."""
    from pyganak import Counter

    counter = Counter()
    counter.new_vars(variables)
    clauses = list(_clauses(literals))
    if [] in clauses:
        yield {"count": 0}
        return
    counter.add_clauses(clauses)
    counter.set_sampling_set(primary)
    yield {"count": counter.count()}


def _check(
    variables: int, literals: array[int], proof: str, engine: str
) -> Iterator[dict[str, Any]]:
    """Whether dratify accepts the proof, by reverse unit propagation alone.

    Its other rule (RAT) is off: dratify 0.1.10 tries it against the clauses that are left, but
    keeps what deleted ones implied, and so accepts "d -1 -2 0, 2 0, 0" for "1 0, -1 -2 0", which
    has a model. What follows by unit propagation follows from the formula, whatever is deleted.
    """
    import dratify

    if engine != "python" and not dratify.native_available():
        try:
            import cdclkit_native

            dratify.register_native(cdclkit_native)
        except ImportError:
            engine = "python" if engine == "auto" else engine
    try:
        steps = dratify.parse_proof(proof)
    except ValueError as error:
        yield {"refuted": False, "reason": str(error)}
        return
    if any(literal >= 2 * variables for _, step in steps for literal in step):
        yield {"refuted": False, "reason": "the proof names variables that the formula has not"}
        return
    formula = dratify.CNF()
    for clause in _clauses(literals):
        formula.add_dimacs(clause)
    result = dratify.check_proof(formula, steps, check_rat=False, engine=engine)
    reason = (
        result.reason
        if result.failed_step is None
        else f"step {result.failed_step}: {result.reason}"
    )
    yield {"refuted": result.ok is True and result.reached_empty is True, "reason": reason,
           "steps": len(steps)}  # fmt: skip


def _total(model: Iterable[int], variables: int) -> array[int]:
    """A value for every variable; one that is in no clause is false."""
    values = array("i", [-variable for variable in range(1, variables + 1)])
    for literal in model:
        if abs(literal) <= variables:
            values[abs(literal) - 1] = literal
    return values


_ANSWERS: dict[str, Callable[..., Iterator[dict[str, Any]]]] = {
    "find": _find,
    "enumerate": _enumerate,
    "count": _count,
    "check": _check,
}

if __name__ == "__main__":
    main()
