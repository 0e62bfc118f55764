"""What is audited: the models that methods are made of, whole puzzles or parts of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.auditing.known_solutions import Known
from cpmodels.auditing.same_solutions import differs
from cpmodels.generate import random_puzzle
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.models.fixed_tilings import fixed_model
from cpmodels.models.model import Model
from cpmodels.puzzles.symmetry import Symmetry, symmetries
from cpmodels.puzzles.tiling import Placement, Tiling

__all__ = ["Alter", "Subject", "Trial", "subjects"]

Alter = Callable[[Model], object]


@dataclass(frozen=True)
class Trial:
    """What came of a case: whether the answer differs (None: not known), and the models built."""

    differs: bool | None
    models: list[Model]


@dataclass(frozen=True)
class Subject(ABC):
    """Models to be audited: those of the method `name`; `also` are others that build the same."""

    kind: str
    name: str
    also: tuple[str, ...] = ()

    @abstractmethod
    def trial(
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = bool
    ) -> Trial:
        """Build the models of a case, without some groups, alter each, and see what comes of it."""

    def refuses(self, case: Known) -> str | None:
        """Why the case is not for it."""
        return None


@dataclass(frozen=True)
class WholeModel(Subject):
    """A model whose solutions are those of the puzzle."""

    build: Callable[..., Model] = field(kw_only=True)

    def trial(
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = bool
    ) -> Trial:
        """All solutions must be those of the case."""
        model = self.build(case.puzzle, without=without)
        alter(model)
        return Trial(differs(model, case, limit), [model])


@dataclass(frozen=True)
class Parts(Subject):
    """Models of parts of a puzzle; their method counts, and has a `build_part` for them."""

    method: Method = field(kw_only=True)

    def refuses(self, case: Known) -> str | None:
        """What the method refuses."""
        return self.method.refuses(case.puzzle, Question.COUNT)

    def trial(
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = bool
    ) -> Trial:
        """The count must be that of the case."""
        models: list[Model] = []

        def build(*arguments: Any) -> Model:
            models.append(self.method.build_part(*arguments, without=without))  # type: ignore[attr-defined]
            alter(models[-1])
            return models[-1]

        method, run = copy(self.method), Run(deterministic=limit)
        method.build_part = build  # type: ignore[attr-defined]
        try:
            number = method.count(case.puzzle, run)
        except Exception:  # CP-SAT refuses it, or what it finds cannot even be read
            return Trial(True, models)
        return Trial(number != len(case.keys) if run.stopped_by is None else None, models)


@dataclass(frozen=True)
class Fixed(Subject):
    """The models of the tilings that a symmetry leaves as they are, one for each symmetry."""

    def refuses(self, case: Known) -> str | None:
        """Tilings without a symmetry."""
        return None if len(symmetries(_tiling(case))) > 1 else "no symmetry"

    def trial(
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = bool
    ) -> Trial:
        """The solutions must be those of the case that the symmetry does not change."""
        verdicts, models = [], []
        for symmetry in symmetries(_tiling(case))[1:]:
            model = fixed_model(_tiling(case), symmetry, without=without)
            alter(model)
            kept = {key for key in case.keys if _image(symmetry, key) == key}
            verdicts.append(differs(model, replace(case, keys=frozenset(kept)), limit))
            models.append(model)
        known_ones = None if None in verdicts else False
        return Trial(True if True in verdicts else known_ones, models)


def subjects(kind: str) -> tuple[list[Subject], list[str]]:
    """The models for a kind of puzzle, and the names of methods whose models cannot be had.

    Examples
    --------
    >>> [subject.name for subject in subjects("exact-cover")[0]]
    ['cp-sat']
    """
    found: dict[Hashable, Subject] = {}
    closed = []
    for method in registry.methods_of(type(random_puzzle(kind))):
        build = getattr(method, "build", None)
        if hasattr(method, "build_part"):
            found[method.name] = Parts(kind, method.name, method=method)
        elif build is not None:
            new = WholeModel(kind, method.name, build=build)
            twin = found.get(_made_of(build))
            also = () if twin is None else (*twin.also, method.name)
            found[_made_of(build)] = replace(twin or new, also=also)
        elif method.side == "model":
            closed.append(method.name)
    if kind == Tiling.kind:
        found[Fixed] = Fixed(kind, "cp-sat, fixed by a symmetry")
    return list(found.values()), closed


def _tiling(case: Known) -> Tiling:
    assert isinstance(case.puzzle, Tiling)
    return case.puzzle


def _image(symmetry: Symmetry, key: Any) -> Hashable:
    return frozenset(symmetry(Placement(*placed)) for placed in key)


def _made_of(build: Any) -> Hashable:
    """The same for two builders that build the same model."""
    if isinstance(build, partial):
        return build.func, build.args, tuple(sorted(build.keywords.items()))
    return build, (), ()
