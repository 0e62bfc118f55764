"""CaDiCaL on a formula: one model, all models, or a proof that there is none; or one by Glucose."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator, Sequence
from typing import Any

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import OutOfTime, Run
from cpmodels.engines.child import Child
from cpmodels.engines.cnf import clauses
from cpmodels.engines.formula import Formula
from cpmodels.models.model import Model

__all__ = ["Finding", "enumerate_all", "find", "refute"]


def find(formula: Formula, run: Run, *, solver: str = "cadical195") -> Sequence[int] | None:
    """The true literals of one model; None for none, where ``run.stopped_by`` stays None.

    ``solver`` is a name that python-sat knows.
    """
    model: Sequence[int] | None = None
    with Child(run) as child:
        for reply in child.ask("find", formula, proof=False, name=solver):
            model = reply["model"]
    return model


class Finding:
    """A search for one solution of a model that goes on beside others.

    Parameters
    ----------
    model : Model
        Without an objective.
    run : Run
        Its own, of no other search. Its seed, if not 0, shuffles the clauses.
    solver : str
        A name that python-sat knows.
    """

    def __init__(self, model: Model, run: Run, *, solver: str = "cadical195") -> None:
        self.run = run
        self._model, self._solver = model, solver
        self._values: list[int] | None = None
        self._failure: BaseException | None = None
        self._done = threading.Event()
        threading.Thread(target=self._work, daemon=True).start()

    def _work(self) -> None:
        try:
            with self.run.building():
                formula = clauses(self._model)
            if self.run.limits.seed:
                formula = _shuffled(formula, self.run.limits.seed)
            true = find(formula, self.run, solver=self._solver)
            self._values = None if true is None else formula.values(true)
        except OutOfTime:
            pass  # the run says so
        except BaseException as failure:
            self._failure = failure
        finally:
            self._done.set()

    def wait(self, seconds: float) -> bool:
        """Wait so long at most; whether the search has ended."""
        return self._done.wait(seconds)

    def stop(self) -> None:
        """End the search, for good."""
        self.run.stop(Stop.INTERRUPT)
        while not self._done.wait(0.1):
            pass

    def solution(self) -> Any | None:
        """One solution, once the search has ended; None is none where the run was not stopped."""
        if self._failure is not None:
            raise self._failure
        return None if self._values is None else self._model.read(self._values)


def _shuffled(formula: Formula, seed: int) -> Formula:
    """The same with its clauses in another order."""
    order = list(formula)
    random.Random(seed).shuffle(order)
    bare = Formula(
        formula.variables,
        primary=formula.primary,
        names=formula.names,
        readings=formula.readings,
    )
    return bare.with_clauses(order)


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
