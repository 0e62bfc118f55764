"""CaDiCaL on a formula: one model, all models, or a proof that there is none; or one by Glucose."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cpmodels.answers.run import Run
from cpmodels.engines.child import Child
from cpmodels.engines.formula import Formula

__all__ = ["enumerate_all", "find", "refute"]


def find(formula: Formula, run: Run, *, solver: str = "cadical195") -> Sequence[int] | None:
    """The true literals of one model; None for none, where ``run.stopped_by`` stays None.

    ``solver`` is a name that python-sat knows.
    """
    model: Sequence[int] | None = None
    with Child(run) as child:
        for reply in child.ask("find", formula, proof=False, name=solver):
            model = reply["model"]
    return model


def refute(formula: Formula, child: Child) -> tuple[Sequence[int] | None, str | None]:
    """A model, or else a proof in DRAT that there is none; neither where the run was stopped."""
    answer: dict[str, Any] = {}
    for reply in child.ask("find", formula, proof=True):
        answer = reply
    return answer.get("model"), answer.get("proof")


def enumerate_all(formula: Formula, run: Run) -> Iterator[Sequence[int]]:
    """The true primary literals of every model, as a stream."""
    with Child(run) as child:
        for reply in child.ask("enumerate", formula, primary=formula.primary):
            yield reply["model"]
