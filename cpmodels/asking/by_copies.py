"""How many solutions there are with which pieces: a count for each multiset of shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

import numpy as np

from cpmodels.answers.answer import Answer, Interrupted, Question, Stop
from cpmodels.answers.run import Run
from cpmodels.asking.gate import answer_of, answering, checked_count
from cpmodels.asking.stream import Solutions, verdict_of_count
from cpmodels.errors import InputError, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import refusal, registry
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.puzzle import Puzzle

if TYPE_CHECKING:
    from cpmodels.puzzles.tiling import Tiling

__all__ = ["CountsByCopies", "able_methods", "count_by_copies", "refuse_with"]


@runtime_checkable
class CountsByCopies(Protocol):
    """A method that knows the numbers without listing solutions."""

    name: str

    def count_by_copies(self, puzzle: Any, run: Run) -> Mapping[tuple[int, ...], int]:
        """The number of solutions for each number of copies of the shapes, in their order."""


def able_methods(puzzle: Puzzle) -> list[str]:
    """Names of the methods that `compare` asks when none is named."""
    return [method.name for method in _able(puzzle)]


def count_by_copies(puzzle: Puzzle, method: str | None, run: Run) -> Answer:
    """Count the solutions for each multiset of shapes.

    A method that is `CountsByCopies` is asked for it; any other lists all solutions, which are
    checked, and sorted here.

    Raises
    ------
    InputError
        A puzzle without pieces, or a method that can do neither.
    """
    pieces = registry.kind_of(puzzle).pieces
    if pieces is None:
        raise InputError(f"a {puzzle.kind} by copies, expected a tiling or a packing")
    tiling: Tiling = pieces(puzzle)
    chosen = _method(puzzle, method)
    names = list(tiling.shapes)
    if isinstance(chosen, CountsByCopies):
        parts: Mapping[tuple[int, ...], int] = {}
        with answering(chosen, run):
            parts = chosen.count_by_copies(puzzle, run)
        total = sum(checked_count(chosen.name, number) for number in parts.values())
        _check_copies(tiling, chosen, parts)
    else:
        stream = Solutions(puzzle, chosen, run)
        tally: Counter[tuple[int, ...]] = Counter()
        for batch in stream.batches():
            tally.update(_tally(batch, names))
        parts, total = tally, stream.count
    histogram = {
        tuple((name, k) for name, k in zip(names, copies, strict=True) if k): number
        for copies, number in sorted(parts.items())
        if number
    }
    answer = answer_of(
        Question.COUNT, puzzle, chosen, run, verdict_of_count(total, run.complete),
        complete=run.complete, count=total, by_copies=histogram,
    )  # fmt: skip
    if run.stopped_by is Stop.INTERRUPT:
        raise Interrupted(answer)
    return answer


def refuse_with(by: str, **others: Any) -> None:
    """Refuse what cannot be counted by, and what cannot be asked beside it.

    Raises
    ------
    InputError
        It says which.
    """
    if by != "copies":
        raise InputError(f"count by {by!r}, expected copies")
    for name, value in others.items():
        if value:
            raise InputError(f"{name.replace('_', ' ')} of a count by copies, expected one of them")


def _method(puzzle: Puzzle, name: str | None) -> Method:
    if name is not None:
        return registry.find_method(
            puzzle, name, Question.COUNT if _counts(puzzle, name) else Question.ENUMERATE
        )
    able = _able(puzzle)
    able.sort(key=lambda method: not isinstance(method, CountsByCopies))
    if not able:
        raise InputError(f"no method counts this {puzzle.kind} by copies")
    return able[0]


def _able(puzzle: Puzzle) -> list[Method]:
    return [
        method
        for method in registry.methods_of(type(puzzle))
        if method.default and _refusal(method, puzzle) is None
    ]


def _counts(puzzle: Puzzle, name: str) -> bool:
    return any(
        isinstance(method, CountsByCopies)
        for method in registry.methods_of(type(puzzle))
        if method.name == name
    )


def _refusal(method: Method, puzzle: Puzzle) -> str | None:
    """Why a method cannot count by copies."""
    question = Question.COUNT if isinstance(method, CountsByCopies) else Question.ENUMERATE
    return refusal(method, puzzle, question)


def _check_copies(tiling: Tiling, method: Method, parts: Mapping[tuple[int, ...], int]) -> None:
    """What the puzzle itself says of the numbers: their bounds, and the area."""
    for copies in parts:
        area = sum(k * len(cells) for k, cells in zip(copies, tiling.shapes.values(), strict=True))
        for k, (low, high) in zip(copies, tiling.copies.values(), strict=True):
            if k < low or (high is not None and k > high) or area != len(tiling.region):
                raise WrongSolution(
                    f"{method.name} gave tilings with {copies} pieces, which none has"
                )


def _tally(batch: Sequence[Any], names: list[str]) -> Counter[tuple[int, ...]]:
    """How many solutions of a batch have so many copies."""
    tally: Counter[tuple[int, ...]] = Counter()
    if not isinstance(batch, Choices):
        for solution in batch:
            used = Counter(name for name, _ in solution)
            tally[tuple(used[name] for name in names)] += 1
        return tally
    number = {name: k for k, name in enumerate(names)}
    of = np.array([*(number[piece[0]] for piece in batch.pieces), len(names)])
    table = np.zeros((len(batch), len(names) + 1), np.int32)
    rows = batch.rows
    np.add.at(table, (np.arange(len(rows))[:, None], of[rows]), 1)
    unique, counts = np.unique(table[:, :-1], axis=0, return_counts=True)
    for copies, times in zip(unique.tolist(), counts.tolist(), strict=True):
        tally[tuple(copies)] += times
    return tally
