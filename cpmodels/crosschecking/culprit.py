"""Who is wrong: the model, the engine that solves it, its clauses, or the method by hand.

The methods that differ are asked again about the smallest case, and with them, for each model, the
other engines on the same model. Where brute force over the checker can say what is right, whoever
says something else is wrong; and one model of which several engines say the same wrong thing is
wrong itself. Where it cannot, only this is known: engines that differ on one model are an engine's
fault, or that of the clauses; engines that agree leave the model and the method by hand.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.ask import ask
from cpmodels.crosschecking.brute import Truth, brute_force
from cpmodels.engines import cadical
from cpmodels.errors import InputError, MethodFailed, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.methods.cadical import Cadical
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Culprit", "who_is_wrong"]


@dataclass(frozen=True)
class Culprit:
    """One suspect: what it is (``model``, ``engine``, ``clauses``, ``method``), whose, and why."""

    part: str
    method: str
    why: str
    sure: bool = True

    def __str__(self) -> str:
        who = f"the method {self.method}"
        if self.part != "method":
            who = f"the {self.part} of {self.method}"
        return f"{'' if self.sure else 'perhaps '}{who}: {self.why}"


Claim = Truth | str | None
"""What a method finds; that its solution is wrong; None where it cannot say."""
WRONG = "a wrong solution"


def who_is_wrong(puzzle: Puzzle, methods: Iterable[str], limit: float = 10.0) -> list[Culprit]:
    """Whose fault it is that these methods differ; empty where nothing more can be said.

    Parameters
    ----------
    limit : float
        Seconds for each method and question.
    """
    known = {method.name: method for method in registry.methods_of(type(puzzle))}
    solvers = [known[name] for name in methods if name in known]
    truth = brute_force(puzzle)
    families = {_model_of(method): method for method in solvers}
    culprits: list[Culprit] = []
    by_hand: list[tuple[str, Claim]] = []
    models: list[tuple[str, Claim]] = []
    for model in families:
        if model is None:
            continue
        count = {
            name: _models(puzzle, known[name], limit) for name in _engines(model) if name in known
        }
        suspects = list(_in_family(model, count, truth))
        if not suspects and _ask(puzzle, known[model], limit) == WRONG:
            suspects = [Culprit("model", model, "as many solutions as it has, but wrong ones")]
        culprits += suspects
        values = {value for value in count.values() if value is not None} - {WRONG}
        if len(values) == 1:
            models.append((model, values.pop()))
    for method in solvers:
        if _model_of(method) is None:
            by_hand.append((method.name, _ask(puzzle, method, limit)))
    if truth is not None:
        culprits += [
            Culprit("method", name, f"it says {_spell(count)}, brute force {_spell(truth)}")
            for name, count in by_hand
            if count not in (None, truth)
        ]
    elif not culprits:
        culprits = [
            Culprit(part, name, f"it says {_spell(count)}, {other} says {_spell(differs)}", False)
            for part, group, others in (
                ("model", models, by_hand),
                ("method", by_hand, models),
            )
            for name, count in group
            for other, differs in others
            if None not in (count, differs) and count != differs
        ]
    return culprits


def _model_of(method: Method) -> str | None:
    """The name of the method whose model it solves: its own, or another engine's."""
    inner = getattr(method, "inner", None) or getattr(
        getattr(method, "search", None), "inner", None
    )
    if method.side == "engine" and inner is not None:
        return str(inner.name)
    return method.name if method.side == "model" else None


def _engines(model: str) -> list[str]:
    """The methods on one model: CP-SAT's, and the other engines on its clauses."""
    return [model, *(model.replace("cp-sat", engine, 1) for engine in ("cadical", "ganak"))]


def _in_family(model: str, count: dict[str, Claim], truth: Truth | None) -> Iterable[Culprit]:
    """Faults among the engines on one model, and of the model."""
    values = {name: value for name, value in count.items() if value is not None}
    claims = ", ".join(f"{name} says {_spell(value)}" for name, value in values.items())
    if len(set(values.values())) <= 1:
        value = next(iter(values.values()), None)
        if truth is not None and value not in (None, truth):
            if len(values) > 1:
                yield Culprit("model", model, f"{claims}, brute force {_spell(truth)}")
            else:  # no second engine could say
                why = f"{claims}, brute force {_spell(truth)}"
                yield Culprit("model", model, why, sure=False)
                yield Culprit("engine", model, why, sure=False)
        return
    clausal = {name: value for name, value in values.items() if name != model}
    together = len(clausal) > 1 and len(set(clausal.values())) == 1
    if truth is None:
        for name in (model,) if together else values:
            yield Culprit("engine", name, f"{claims}, on the same model", sure=False)
        if together:
            yield Culprit("clauses", model, f"{claims}, on the same model", sure=False)
        return
    why = f"{claims}, brute force {_spell(truth)}"
    if model in values and values[model] != truth:
        right = truth in clausal.values()
        yield Culprit("engine" if right else "model", model, why, sure=right)
    wrong = [name for name, value in clausal.items() if value != truth]
    if together and wrong:
        yield Culprit("clauses", model, why)
    else:
        yield from (Culprit("engine", name, why, sure=len(clausal) > 1) for name in wrong)
        if wrong and len(clausal) == 1:
            yield Culprit("clauses", model, why, sure=False)


def _models(puzzle: Puzzle, method: Method, limit: float) -> Claim:
    """How many models an engine finds, right or wrong as solutions; and the best value."""
    run = Run(Limits(limit))
    try:
        if isinstance(method, Cadical):
            statement = method.restate(puzzle, run)
            formula = None if statement is None else method.formula(statement, run)[1]
            number = 0 if formula is None else sum(1 for _ in cadical.enumerate_all(formula, run))
        else:
            number = method.count(puzzle, run)
        if run.stopped_by is not None:
            return None
        return number, _best(puzzle, method, limit) if puzzle.optimising and number else None
    except WrongSolution:
        return WRONG
    except Exception:  # whatever an engine dies of, it says nothing
        return None


def _ask(puzzle: Puzzle, method: Method, limit: float) -> Claim:
    """How many solutions the method counts, and the best value."""
    try:
        answer: Any = ask(Question.COUNT, puzzle, method.name, Run(Limits(limit)))
        if not answer.complete:
            return None
        best = _best(puzzle, method, limit) if puzzle.optimising and answer.count else None
        return answer.count, best
    except WrongSolution:
        return WRONG
    except (InputError, MethodFailed):
        return None


def _best(puzzle: Puzzle, method: Method, limit: float) -> int | None:
    """The value of the best that was counted; of one that only counts, by the search it uses."""
    solver = getattr(method, "search", method)
    return ask(Question.SOLVE, puzzle, solver.name, Run(Limits(limit))).objective


def _spell(count: Claim) -> str:
    if isinstance(count, tuple):
        return f"{count[0]:,}" if count[1] is None else f"{count[0]:,} of {count[1]}"
    return count or "nothing"
