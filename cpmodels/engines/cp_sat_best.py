"""Best solutions by CP-SAT: all of them, or the first few in order."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from copy import copy
from typing import Any

from cpmodels.answers.run import Run
from cpmodels.engines.cp_sat import enumerate_batches, find
from cpmodels.lazy import cp_model
from cpmodels.models.model import Model

__all__ = ["enumerate_best", "find_several"]


def find_several(model: Model, number: int, run: Run) -> list[Any]:
    """The best solutions of a model with an objective, so many, the best first.

    Each search is for the best that is none of those before; all are proved exactly when
    `run.stopped_by` stays None. `run.bound` is that of the first.
    """
    several = copy(model)
    several.cp = model.cp.clone()
    variables = [several.cp.get_int_var_from_proto_index(each.index) for each in model.primary]
    values: list[Sequence[int]] = []
    several.read = lambda known: values.append(known) or known  # type: ignore[func-returns-value]
    solutions: list[Any] = []
    bound = None
    while len(solutions) < number and find(several, run, live=True) is not None:
        bound = run.bound if bound is None else bound
        solutions.append(model.read(values[-1]))
        if run.stopped_by is not None:
            break
        chosen = zip(variables, values[-1], strict=True)
        several.cp.add_bool_or([v.negated() if value else v for v, value in chosen])
    run.bound = run.bound if bound is None else bound
    return solutions


def enumerate_best(model: Model, run: Run) -> Generator[Sequence[Any], None, None]:
    """Every best solution, some at a time: the best value is proved first, then all are sought."""
    if find(model, run, live=True) is None or run.stopped_by is not None:
        return
    fixed_copy = copy(model)
    fixed_copy.cp = model.cp.clone()
    objective = model.cp.proto.objective
    variables = [fixed_copy.cp.get_int_var_from_proto_index(k) for k in objective.vars]
    assert run.bound is not None
    value = round((run.bound / (objective.scaling_factor or 1)) - objective.offset)
    fixed_copy.cp.clear_objective()
    fixed_copy.cp.add(cp_model.LinearExpr.weighted_sum(variables, list(objective.coeffs)) == value)
    yield from enumerate_batches(fixed_copy, run)
