"""Small cases whose solutions an algorithm by hand has listed."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.stream import Solutions
from cpmodels.corpus import cases as corpus_cases
from cpmodels.errors import InputError
from cpmodels.formats import write_puzzle
from cpmodels.generate import random_puzzle
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Known", "known_cases", "with_solutions"]

MOST_MOVES = 20  # a layer a move: with more, one of many thousand models takes too long


@dataclass(frozen=True)
class Known:
    """A puzzle with all its solutions, as an algorithm by hand found them."""

    puzzle: Puzzle
    keys: frozenset[Hashable]
    by: str

    @property
    def size(self) -> int:
        """How large it is to read: the length of its file."""
        return len(write_puzzle(self.puzzle, "toml"))


def known_cases(
    kind: str, seeds: Iterable[int], *, max_solutions: int, limit: float, corpus: bool = True
) -> Iterator[Known | str]:
    """Cases of the corpus, then random ones; a text where the solutions cannot be had."""
    for case in corpus_cases(kind=kind) if corpus else ():
        larger = max_solutions if case.question is Question.COUNT else MOST_MOVES
        if case.expected is not None and case.expected > larger:
            yield f"{case.question} of more than {larger}"
        else:
            yield with_solutions(case.puzzle, max_solutions, limit)
    for seed in seeds:
        yield with_solutions(random_puzzle(kind, seed), max_solutions, limit)


def with_solutions(puzzle: Puzzle, max_solutions: int, limit: float) -> Known | str:
    """The puzzle with all its solutions, or why it cannot be had.

    An optimising puzzle becomes the question for all solutions of the best value.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> len(with_solutions(Tiling.of("2x3", "dominoes"), 100, 5).keys)
    3
    """
    able = {
        method.name: method
        for method in registry.methods_of(type(puzzle))
        if method.side == "hand" and method.refuses(puzzle, Question.ENUMERATE) is None
    }
    if not able:
        return "no method by hand lists its solutions"
    method = able.get("dlx") or next(iter(able.values()))  # three times as fast as algorithm-x
    return _enumerate(puzzle, method, max_solutions, limit)


def _enumerate(puzzle: Puzzle, method: Method, max_solutions: int, limit: float) -> Known | str:
    stream = Solutions(puzzle, method, Run(Limits(limit)), max_solutions)
    keys = frozenset(puzzle.key(solution) for solution in stream)
    answer = stream.answer
    if not answer.complete:
        return f"too many solutions or too slow ({answer})"
    try:
        statement = registry.kind_of(puzzle).restate(puzzle, answer.objective)
    except InputError as error:
        return str(error)
    return Known(statement, keys, method.name)
