"""Answering: one method, one question, one puzzle; what comes of it becomes an Answer.

Every solution that a method hands over goes through the puzzle's own checker before it leaves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from numbers import Integral
from typing import Any

from cpmodels.answers.answer import Answer, Interrupted, Question, Stop, Verdict
from cpmodels.answers.run import OutOfTime, Run
from cpmodels.errors import InputError, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.tiling import Tiling

__all__ = ["Solutions", "ask"]


class Solutions(Iterator[Any]):
    """A stream of checked solutions. `answer` is what is known so far, and at the end, all."""

    def __init__(
        self, puzzle: Puzzle, method: Method, run: Run, max_solutions: int | None = None
    ) -> None:
        _refuse_symmetry(puzzle, run)
        self._puzzle, self._method, self._run = puzzle, method, run
        self._stream = _stream(puzzle, method, run)
        self._max_solutions = _checked(max_solutions)
        self._count = 0
        self._first: Any = None
        self._ended = False

    def __next__(self) -> Any:
        if self._ended:
            raise StopIteration
        try:
            solution = next(self._stream)
            if self._count == self._max_solutions:
                self.close(Stop.SOLUTIONS)
                raise StopIteration
            _check(self._puzzle, self._method, solution)
        except StopIteration:
            self._ended = True
            raise
        except KeyboardInterrupt:
            self.close(Stop.INTERRUPT)
            raise Interrupted(self.answer) from None
        self._count += 1
        if self._first is None:
            self._first = solution
        return solution

    def close(self, why: Stop = Stop.SOLUTIONS) -> None:
        """Stop here, unless it has ended by itself."""
        if self._ended:
            return
        self._ended = True
        self._run.stopped_by = self._run.stopped_by or why
        close = getattr(self._stream, "close", None)
        if close is not None:
            close()

    @property
    def answer(self) -> Answer:
        """Count so far; complete once the stream has ended by itself."""
        complete = self._ended and self._run.stopped_by is None
        verdict = _verdict_of_count(self._count, complete)
        return _answer(
            Question.ENUMERATE, self._puzzle, self._method, self._run, verdict,
            complete=complete, count=self._count, solution=self._first,
        )  # fmt: skip


def ask(
    question: Question,
    puzzle: Puzzle,
    method: str | None,
    run: Run,
    *,
    max_solutions: int | None = None,
) -> Answer:
    """Ask one method one question; what `solve`, `count` and `is_unique` are made of."""
    _refuse_symmetry(puzzle, run)
    counted = question is Question.COUNT and max_solutions is not None and method is None
    chosen = registry.find_method(puzzle, method, Question.ENUMERATE if counted else question)
    if question is Question.SOLVE:
        return _solve(puzzle, chosen, run)
    if question is Question.UNIQUE:
        return _unique(puzzle, chosen, run)
    return _count(puzzle, chosen, run, max_solutions)


def _solve(puzzle: Puzzle, method: Method, run: Run) -> Answer:
    solution = None
    try:
        solution = method.solve(puzzle, run)
    except OutOfTime:
        pass
    except KeyboardInterrupt:
        run.stopped_by = Stop.INTERRUPT
    if solution is not None:
        _check(puzzle, method, solution)
        proved = puzzle.optimising and run.stopped_by is None
        verdict = Verdict.OPTIMAL if proved else Verdict.SOLVED
    else:
        verdict = Verdict.NONE if run.stopped_by is None else Verdict.UNKNOWN
    complete = run.stopped_by is None
    return _answer(
        Question.SOLVE, puzzle, method, run, verdict, complete=complete, solution=solution
    )


def _count(puzzle: Puzzle, method: Method, run: Run, max_solutions: int | None) -> Answer:
    if _checked(max_solutions) is not None and method.refuses(puzzle, Question.ENUMERATE) is None:
        stream = Solutions(puzzle, method, run, max_solutions)
        total = sum(1 for _ in stream)
    else:
        total = _counted(puzzle, method, run)
    complete = run.stopped_by is None
    verdict = _verdict_of_count(total, complete)
    return _answer(Question.COUNT, puzzle, method, run, verdict, complete=complete, count=total)


def _unique(puzzle: Puzzle, method: Method, run: Run) -> Answer:
    first = second = None
    cut = False
    if method.refuses(puzzle, Question.ENUMERATE) is None:
        stream = Solutions(puzzle, method, run)
        first = next(stream, None)
        second = next(stream, None)
        found = (first is not None) + (second is not None)
        if found == 2:
            stream.close()
            cut = True
            run.stopped_by = None  # two are enough: the question is answered
            if puzzle.key(first) == puzzle.key(second):
                raise WrongSolution(f"{method.name} gave the same solution twice: {first}")
    else:
        found = _counted(puzzle, method, run)
    known = run.stopped_by is None
    verdict = {0: Verdict.NONE, 1: Verdict.UNIQUE}.get(found, Verdict.SEVERAL)
    if not known and found < 2:
        verdict = Verdict.UNKNOWN
    return _answer(
        Question.UNIQUE, puzzle, method, run, verdict,
        complete=known, count=None if cut else found, solution=first, second=second,
    )  # fmt: skip


def _refuse_symmetry(puzzle: Puzzle, run: Run) -> None:
    if run.up_to_symmetry and not isinstance(puzzle, Tiling):
        raise InputError(f"a {puzzle.kind} up to symmetry, expected a tiling")


def _checked(number: int | None) -> int | None:
    if number is not None and not (isinstance(number, Integral) and int(number) >= 1):
        raise InputError(f"max_solutions {number!r}, expected an integer of 1 or more")
    return number


def _stream(puzzle: Puzzle, method: Method, run: Run) -> Iterator[Any]:
    with contextlib.suppress(OutOfTime):
        if run.up_to_symmetry:
            yield from method.classes(puzzle, run)
        else:
            yield from method.solutions(puzzle, run)


def _counted(puzzle: Puzzle, method: Method, run: Run) -> int:
    try:
        if run.up_to_symmetry:
            return method.count_classes(puzzle, run)
        return method.count(puzzle, run)
    except OutOfTime:
        return 0
    except KeyboardInterrupt:
        run.stopped_by = Stop.INTERRUPT
        return 0


def _verdict_of_count(total: int, complete: bool) -> Verdict:
    if not complete:
        return Verdict.UNKNOWN
    return Verdict.ALL if total else Verdict.NONE


def _check(puzzle: Puzzle, method: Method, solution: Any) -> None:
    try:
        puzzle.check(solution)
    except WrongSolution as wrong:
        raise WrongSolution(f"{method.name} gave a wrong solution: {wrong}") from None


def _answer(
    question: Question, puzzle: Puzzle, method: Method, run: Run, verdict: Verdict, **rest: Any
) -> Answer:
    answer = Answer(
        question=str(question),
        method=method.name,
        verdict=verdict,
        objective=run.objective,
        effort=run.effort,
        build_seconds=run.build_seconds,
        solve_seconds=max(0.0, run.elapsed - run.build_seconds),
        stopped_by=run.stopped_by,
        note=run.note or ("up to symmetry" if run.up_to_symmetry else ""),
        puzzle=puzzle,
        **rest,
    )
    if run.stopped_by is Stop.INTERRUPT and question is not Question.ENUMERATE:
        raise Interrupted(answer)
    return answer
