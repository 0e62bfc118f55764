"""Does a model that was tampered with still have exactly the solutions of the puzzle?"""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import closing
from itertools import chain

from cpmodels.answers.run import Limits, Run
from cpmodels.auditing.known_solutions import Known
from cpmodels.engines import cp_sat, cp_sat_best
from cpmodels.kinds.registry import registry
from cpmodels.models.model import Model

__all__ = ["differs"]


def differs(model: Model, case: Known, limit: float) -> bool | None:
    """Whether its solutions differ from those of the case; None when it took too long to say.

    The limit is CP-SAT's deterministic time, so that an audit says the same on every machine.

    Each solution must come once, and all of them must come. A model with an objective is asked
    for its best solution, which must be as short as the shortest of the case.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> from cpmodels.auditing.known_solutions import with_solutions
    >>> from cpmodels.models.tiling import tiling_model
    >>> case = with_solutions(Tiling.of("2x3", "dominoes"), 100, 5)
    >>> differs(tiling_model(case.puzzle), case, 5)
    False
    >>> differs(tiling_model(case.puzzle, without=["cover"]), case, 5)
    True
    """
    run = Run(Limits(deterministic=limit))
    try:
        shortest = model.cp.has_objective() and _asks_for_a_path(case)
        return (_best if shortest else _all)(model, case, run)
    except (Exception, SystemExit):  # CP-SAT refuses it, or what it finds cannot be read
        return True


def _asks_for_a_path(case: Known) -> bool:
    return registry.kind_of(case.puzzle).lengths(case.puzzle) is not None


def _all(model: Model, case: Known, run: Run) -> bool | None:
    seen: set[Hashable] = set()
    best = model.cp.has_objective()
    listing = cp_sat_best.enumerate_best if best else cp_sat.enumerate_batches
    with closing(listing(model, run)) as stream:
        for solution in chain.from_iterable(stream):
            key = case.puzzle.key(solution)
            if key in seen or key not in case.keys:
                return True
            seen.add(key)
    return None if not run.complete else len(seen) < len(case.keys)


def _best(model: Model, case: Known, run: Run) -> bool | None:
    witness = cp_sat.find(model, run)
    if not run.complete:
        return None
    if witness is None or not case.keys:
        return (witness is None) != (not case.keys)
    shortest = min(len(key) for key in case.keys)  # type: ignore[arg-type]
    return case.puzzle.key(witness) not in case.keys or len(witness) != shortest
