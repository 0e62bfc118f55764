"""Ask: one method, one question, one puzzle; what comes of it becomes an Answer."""

from __future__ import annotations

from typing import Any

from cpmodels.answers.answer import Answer, Interrupted, Question, Stop, Verdict
from cpmodels.answers.run import Run
from cpmodels.asking.gate import answer_of, answering, checked_count
from cpmodels.asking.stream import END, Solutions, verdict_of_count
from cpmodels.errors import InputError, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import refusal, registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["ask"]


def ask(
    question: Question,
    puzzle: Puzzle,
    method: str | None,
    run: Run,
    *,
    max_solutions: int | None = None,
) -> Answer:
    """Ask one method one question; what `solve`, `count` and `is_unique` are made of.

    Raises
    ------
    InputError
        A method that does not exist or cannot answer this.
    WrongSolution
        It gave a solution that breaks a rule, or a count that is none.
    MethodFailed
        It ended in another exception.
    Interrupted
        Ctrl-C; its `answer` holds what was known.
    """
    in_part = question is Question.COUNT and max_solutions is not None and method is None
    within = run.limits.within
    if within is not None and not (
        question is Question.SOLVE and puzzle.optimising and not puzzle.maximising
    ):
        raise InputError(f"within {within:g} times the best, expected a puzzle that has a best")
    to_ask = Question.ENUMERATE if in_part else question
    solver = registry.find_method(puzzle, method, to_ask, within)
    if question is Question.SOLVE:
        answer = _solve(puzzle, solver, run)
    elif question is Question.UNIQUE:
        answer = _unique(puzzle, solver, run)
    elif question is Question.ENUMERATE:
        raise ValueError("an enumeration is a stream: see cpmodels.asking.stream.Solutions")
    else:
        answer = _count(puzzle, solver, run, max_solutions)
    if run.stopped_by is Stop.INTERRUPT:
        raise Interrupted(answer)
    return answer


def _solve(puzzle: Puzzle, method: Method, run: Run) -> Answer:
    solution = None
    with answering(method, run):
        result = method.solve(puzzle, run)
        if result is not None:
            puzzle.check(result)
        solution = result
    verdict = Verdict.NONE if run.complete else Verdict.UNKNOWN
    if solution is not None:
        verdict = Verdict.OPTIMAL if puzzle.optimising and run.complete else Verdict.SOLVED
    return answer_of(
        Question.SOLVE, puzzle, method, run, verdict, complete=run.complete, solution=solution
    )


def _count(puzzle: Puzzle, method: Method, run: Run, max_solutions: int | None) -> Answer:
    stream = Solutions(puzzle, method, run, max_solutions)
    if max_solutions is not None and refusal(method, puzzle, Question.ENUMERATE) is None:
        while stream.advance() is not END:
            pass
        total = stream.count
    else:
        total = _total(puzzle, method, run)
    verdict = verdict_of_count(total, run.complete)
    return answer_of(
        Question.COUNT, puzzle, method, run, verdict, complete=run.complete, count=total
    )


def _unique(puzzle: Puzzle, method: Method, run: Run) -> Answer:
    if refusal(method, puzzle, Question.ENUMERATE) is not None:
        total: int | None = _total(puzzle, method, run)
        first = second = None
    else:
        stream = Solutions(puzzle, method, run)
        first, second = (
            None if one is END else one for one in (stream.advance(), stream.advance())
        )
        total = stream.count
        if second is not None:
            stream.close()
            run.stopped_by = None  # two are enough: the question is answered
            total = None
            if puzzle.key(first) == puzzle.key(second):
                raise WrongSolution(f"{method.name} gave the same solution twice: {first}")
    verdict = {0: Verdict.NONE, 1: Verdict.UNIQUE}.get(2 if total is None else total)
    if verdict is None:
        verdict = Verdict.SEVERAL
    elif not run.complete:
        verdict = Verdict.UNKNOWN
    return answer_of(
        Question.UNIQUE, puzzle, method, run, verdict,
        complete=run.complete, count=total, solution=first, second=second,
    )  # fmt: skip


def _total(puzzle: Puzzle, method: Method, run: Run) -> int:
    """The method's own count; what it had counted by then, where that ended in an exception."""
    total: Any = None
    with answering(method, run):
        total = method.count(puzzle, run)
    if total is None and not run.complete:
        total = run.at_least
    return checked_count(method.name, total)
