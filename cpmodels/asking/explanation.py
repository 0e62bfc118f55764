"""Explain a puzzle before anything is searched: sizes, bounds, certificates, methods, model."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.asking.facts import MOST_CELLS, certificates, facts
from cpmodels.errors import InputError
from cpmodels.kinds.registry import refusal, registry
from cpmodels.models.model import Model
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Explanation", "Fit", "ModelSize", "explain", "fits", "model_of"]


@dataclass(frozen=True)
class Fit:
    """A method, what it can answer here, why it cannot answer the rest, and what it will cost."""

    method: str
    side: str
    default: bool
    about: str
    answers: tuple[str, ...]
    refuses: str = ""
    cost: str = ""


@dataclass(frozen=True)
class ModelSize:
    """The size of the default model; `groups` are pairs of a name and its constraints."""

    name: str
    variables: int
    primary: int
    groups: tuple[tuple[str, int], ...]
    of: str = ""


@dataclass(frozen=True)
class Explanation:
    """What is known about a puzzle at once.

    Attributes
    ----------
    kind, description, rules : str
    question : str
        The question that `compare` asks.
    facts : dict of str to str
        Sizes and bounds.
    certificates : tuple of str
        Proofs that there is no solution; none of them proves nothing.
    methods : tuple of Fit
    model : ModelSize or None
    """

    kind: str
    description: str
    rules: str
    question: str
    facts: dict[str, str]
    certificates: tuple[str, ...]
    methods: tuple[Fit, ...]
    model: ModelSize | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        record = asdict(self)
        if self.model is not None:
            record["model"]["groups"] = dict(self.model.groups)
        return record


def explain(puzzle: Puzzle) -> Explanation:
    """Say what the puzzle is, what is known at once, and what can answer it.

    Examples
    --------
    >>> import cpmodels as cm
    >>> found = explain(cm.Tiling.of("4x5", "tetrominoes", copies=1))
    >>> found.facts["matrix"]
    '161 rows (placements) x 25 columns (cells and bounded shapes), 805 ones'
    >>> found.certificates[0].split(":")[0]
    'checkerboard'
    """
    return Explanation(
        kind=puzzle.kind,
        description=puzzle.describe(),
        rules=(type(puzzle).__doc__ or "").partition(". ")[0].partition("\n")[0],
        question=puzzle.default_question,
        facts=facts(puzzle),
        certificates=tuple(certificates(puzzle)),
        methods=tuple(fits(puzzle)),
        model=_model_size(puzzle),
    )


def fits(puzzle: Puzzle) -> list[Fit]:
    """Every method for this kind, models first, with what it can answer here."""
    lines = []
    for method in registry.methods_of(type(puzzle)):
        reasons = {str(question): refusal(method, puzzle, question) for question in Question}
        able = tuple(question for question, reason in reasons.items() if reason is None)
        why = next((reason for reason in reasons.values() if reason), "")
        cost = method.cost(puzzle) if able else ""
        lines.append(Fit(method.name, method.side, method.default, method.about, able, why, cost))
    return lines


def model_of(puzzle: Puzzle, method: str | None = None) -> tuple[Model, str]:
    """The model of a method (the first one that has a model, by default), and what it is of.

    A shortest path has a model for each length: it is that of the lower bound (`Kind.restate`).

    Raises
    ------
    InputError
        The method has no CP-SAT model, or refuses the puzzle.
    """
    statement = registry.kind_of(puzzle).restate(puzzle, None)
    of = "" if statement == puzzle else f"of {statement.describe()}"
    names = [m.name for m in registry.methods_of(type(puzzle)) if m.build is not None]
    entry = registry.find_method(statement, method or next(iter(names), "cp-sat"), Question.SOLVE)
    if entry.build is None:
        raise InputError(f"{entry.name} has no CP-SAT model, expected a cp-sat method")
    return entry.build(statement), of


def _model_size(puzzle: Puzzle) -> ModelSize | None:
    """None where it would take long to build, or where there is none."""
    if (registry.kind_of(puzzle).size(puzzle) or 0) > MOST_CELLS:
        return None
    try:
        return _size(*model_of(puzzle))
    except InputError:
        return None


def _size(model: Model, of: str) -> ModelSize:
    groups = tuple((group.name, group.size) for group in model.groups)
    variables = len(model.cp.proto.variables)
    return ModelSize(model.name, variables, len(model.primary), groups, of)
