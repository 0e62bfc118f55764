"""Ganak on a formula: the number of its models on the primary variables, of any size."""

from __future__ import annotations

from cpmodels.answers.run import Run
from cpmodels.engines.child import Child
from cpmodels.engines.formula import Formula

__all__ = ["count"]


def count(formula: Formula, run: Run) -> int:
    """The number; 0 where ``run.stopped_by`` is set, as a part of a count is no lower bound."""
    number = 0
    with Child(run) as child:
        for reply in child.ask("count", formula, primary=formula.primary):
            number = int(reply["count"])
    return number
