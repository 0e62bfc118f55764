"""What is audited: the models that methods are made of, whole puzzles or parts of them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterator, Sequence
from contextlib import contextmanager
from copy import copy
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Limits, Run
from cpmodels.auditing.known_solutions import Known
from cpmodels.auditing.same_solutions import differs
from cpmodels.errors import MethodFailed
from cpmodels.generate import random_puzzle
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.models.model import Model

__all__ = ["Alter", "Subject", "Trial", "building", "leave_as_is", "subjects"]

Alter = Callable[[Model], object]


@contextmanager
def building(name: str) -> Iterator[None]:
    """A builder that ends in an exception is an error of its method."""
    try:
        yield
    except (Exception, SystemExit) as error:
        raise MethodFailed(name, error) from error


def leave_as_is(model: Model) -> None:
    """Leave the model as it is."""


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

    def __reduce__(self) -> Any:
        """Another process finds it by its name: what it is made of may not pickle."""
        return _subject, (self.kind, self.name)

    @abstractmethod
    def trial(
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = leave_as_is
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
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = leave_as_is
    ) -> Trial:
        """All solutions must be those of the case."""
        with building(self.name):
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
        self, case: Known, limit: float, without: Sequence[str] = (), alter: Alter = leave_as_is
    ) -> Trial:
        """The count must be that of the case."""
        models: list[Model] = []
        build_part = self.method.build_part
        assert build_part is not None

        def build(*arguments: Any) -> Model:
            with building(self.name):
                models.append(build_part(*arguments, without=without))
            alter(models[-1])
            return models[-1]

        method, run = copy(self.method), Run(Limits(deterministic=limit))
        method.build_part = build
        try:
            number = method.count(case.puzzle, run)
        except MethodFailed:
            raise
        except (Exception, SystemExit):  # CP-SAT refuses it, or what it finds cannot be read
            return Trial(True, models)
        return Trial(number != len(case.keys) if run.complete else None, models)


def subjects(kind: str) -> tuple[list[Subject], list[str]]:
    """The models for a kind of puzzle, and the names of methods whose models cannot be had.

    Examples
    --------
    >>> [subject.name for subject in subjects("exact-cover")[0]]
    ['cp-sat']
    """
    by_build: dict[Hashable, Subject] = {}
    closed = []
    for method in registry.methods_of(type(random_puzzle(kind))):
        if method.build_part is not None:
            by_build[method.name] = Parts(kind, method.name, method=method)
        elif method.build is not None:
            new = WholeModel(kind, method.name, build=method.build)
            twin = by_build.get(_made_of(method.build))
            also = () if twin is None else (*twin.also, method.name)
            by_build[_made_of(method.build)] = replace(twin or new, also=also)
        elif method.side == "model":
            closed.append(method.name)
    return [*by_build.values(), *registry.find_kind(kind).audited], closed


def _subject(kind: str, name: str) -> Subject:
    return next(subject for subject in subjects(kind)[0] if subject.name == name)


def _made_of(build: Any) -> Hashable:
    """The same for two builders that build the same model."""
    if isinstance(build, partial):
        return build.func, build.args, tuple(sorted(build.keywords.items()))
    return build, (), ()
