"""Case: one question about one puzzle to one method; and an experiment turned into its cases."""

from __future__ import annotations

import importlib
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.errors import InputError
from cpmodels.experiments.experiment import CaseLimits, Experiment, MethodSpec
from cpmodels.experiments.puzzle_list import Entry, puzzles_of
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import methods, registry
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.results.canonical import digest
from cpmodels.results.environment import code_of
from cpmodels.results.store import SCHEMA

__all__ = ["Case", "Expansion", "expand", "import_all", "in_shard"]

MOST_CASES = 1_000_000


@dataclass(frozen=True)
class Case:
    """What one child process answers. Pickles; the model is built in the child.

    Attributes
    ----------
    id : str
        Hash of the puzzle as stated, question, method with its variant and parameters, seed,
        repetition, and the code that answers. Limits, titles and origins are no part of it.
    puzzle_id, code : str
        The first and the last of these, apart.
    at : mapping
        The values of the ranges that gave the puzzle.
    """

    id: str
    puzzle: Puzzle = field(repr=False)
    puzzle_id: str
    origin: str
    at: Mapping[str, Any]
    question: str
    method: str
    side: str
    parameters: Mapping[str, Any]
    seed: int
    repetition: int
    code: str
    limits: CaseLimits

    def row(self) -> dict[str, Any]:
        """What the store says of it, the puzzle itself left out."""
        return {
            "case": self.id,
            "puzzle": self.puzzle_id,
            "kind": self.puzzle.kind,
            "title": self.puzzle.describe(),
            "origin": self.origin,
            "size": registry.kind_of(self.puzzle).size(self.puzzle),
            "at": dict(self.at),
            "question": self.question,
            "method": self.method,
            "side": self.side,
            "parameters": dict(self.parameters),
            "seed": self.seed,
            "repetition": self.repetition,
            "code": self.code,
            "limits": {k: v for k, v in vars(self.limits).items() if v is not None},
        }


@dataclass
class Expansion:
    """The cases of an experiment, and what was left out and why (reason to number)."""

    cases: list[Case] = field(default_factory=list)
    left_out: Counter[str] = field(default_factory=Counter)


def import_all(experiment: Experiment) -> None:
    """Import the experiment's own modules, which register methods and kinds of puzzle.

    Raises
    ------
    InputError
        A module that cannot be imported.
    """
    base = str(experiment.base.resolve())
    if experiment.imports and base not in sys.path:
        sys.path.insert(0, base)
    for name in experiment.imports:
        try:
            importlib.import_module(name)
        except KeyboardInterrupt:
            raise
        except BaseException as error:  # whatever its code raises, sys.exit too
            why = f"{type(error).__name__}: {error}"
            raise InputError(f"{name} cannot be imported: {why}", "imports") from None


def expand(experiment: Experiment) -> Expansion:
    """All cases, those of one puzzle after the other, each once.

    Raises
    ------
    InputError
        An invalid table, a method that no puzzle here knows, or no case at all.
    """
    import_all(experiment)
    result = Expansion()
    seen: set[str] = set()
    known: set[str] = set()
    for number, source in enumerate(experiment.puzzles, 1):
        try:
            for entry in puzzles_of(source, experiment.base):
                for case in _cases(experiment, entry, result.left_out, known):
                    if case.id not in seen:
                        if len(seen) >= MOST_CASES:
                            raise InputError(f"cases, expected at most {MOST_CASES:,}")
                        seen.add(case.id)
                        result.cases.append(case)
        except InputError as error:
            raise error.at(f"puzzles[{number}]") from None
    for spec in experiment.methods:
        if spec.name not in known:
            names = ", ".join(sorted(_all_names(result.cases))) or "a name"
            raise InputError(f"unknown method {spec.name!r}, expected such as {names}")
    if not result.cases:
        raise InputError(f"no case to run: {'; '.join(result.left_out) or 'no puzzle'}")
    return result


def in_shard(case: Case, shard: tuple[int, int]) -> bool:
    """Whether the case belongs to shard i of n, i from 1: by its hash, the same everywhere."""
    number, total = shard
    return int(case.id, 16) % total == number - 1


def _cases(
    experiment: Experiment, entry: Entry, left_out: Counter[str], names: set[str]
) -> Iterator[Case]:
    puzzle_id = digest(entry.puzzle)
    if len(experiment.seeds) * experiment.repetitions > MOST_CASES:
        raise InputError(f"seeds times repetitions, expected at most {MOST_CASES:,}")
    for question in experiment.questions or (entry.puzzle.default_question,):
        for method, spec in _choose(experiment, entry.puzzle, Question(question), left_out, names):
            for seed in experiment.seeds:
                for repetition in range(1, experiment.repetitions + 1):
                    yield _case(
                        experiment, entry, puzzle_id, question, method, spec, seed, repetition
                    )


def _case(
    experiment: Experiment, entry: Entry, puzzle_id: str, question: str,
    method: Method, spec: MethodSpec, seed: int, repetition: int,
) -> Case:  # fmt: skip
    code = code_of(method)
    parts = (SCHEMA, puzzle_id, question, method.name, spec.parameters, seed, repetition, code)
    return Case(
        id=digest(*parts),
        puzzle=entry.puzzle,
        puzzle_id=puzzle_id,
        origin=entry.origin,
        at=entry.at,
        question=question,
        method=method.name,
        side=method.side,
        parameters=spec.parameters,
        seed=seed,
        repetition=repetition,
        code=code,
        limits=experiment.limits,
    )


def _choose(
    experiment: Experiment, puzzle: Puzzle, question: Question,
    left_out: Counter[str], names: set[str],
) -> Iterator[tuple[Method, MethodSpec]]:  # fmt: skip
    """The methods of the experiment that can answer this, each with its parameters."""
    here = registry.methods_of(type(puzzle))
    default = [MethodSpec(name) for name in methods(puzzle, question)]
    for spec in experiment.methods or default:
        for method in here:
            if not fnmatchcase(method.name, spec.name):
                continue
            names.add(spec.name)
            reason = method.refuses(puzzle, question)
            if reason is None:
                yield method, spec
            else:
                left_out[f"{method.name} {reason}"] += 1


def _all_names(cases: list[Case]) -> set[str]:
    kinds = {type(case.puzzle) for case in cases}
    return {method.name for kind in kinds for method in registry.methods_of(kind)}
