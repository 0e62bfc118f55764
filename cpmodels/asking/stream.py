"""Solutions: what a method lists, checked one by one, and what is known once it ends."""

from __future__ import annotations

from collections.abc import Iterator
from numbers import Integral
from typing import Any

from cpmodels.answers.answer import Answer, Interrupted, Question, Stop, Verdict
from cpmodels.answers.run import Run
from cpmodels.asking.gate import answer_of, answering, measured
from cpmodels.errors import InputError, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["END", "Solutions", "verdict_of_count"]

END = object()
"""What comes in place of a solution once there are no more."""


class Solutions(Iterator[Any]):
    """A stream of checked solutions. `answer` is what is known so far, and at the end, all."""

    def __init__(
        self, puzzle: Puzzle, method: Method, run: Run, max_solutions: int | None = None
    ) -> None:
        self.count = 0
        self._puzzle, self._method, self._run = puzzle, method, run
        self._max_solutions = _checked(max_solutions)
        self._stream: Iterator[Any] | None = None
        self._first: Any = None
        self._ended = False

    def __next__(self) -> Any:
        solution = self.advance()
        if self._run.stopped_by is Stop.INTERRUPT:
            raise Interrupted(self.answer)
        if solution is END:
            raise StopIteration
        return solution

    def advance(self) -> Any:
        """The next solution, or `END`: Ctrl-C ends the stream as a limit does."""
        if self._ended:
            return END
        solution: Any = END
        try:
            with answering(self._method, self._run):
                if self._stream is None:
                    self._stream = iter(self._method.solutions(self._puzzle, self._run))
                solution = next(self._stream, END)
                if solution is not END and self.count != self._max_solutions:
                    self._check(solution)
        except BaseException:
            self.close()
            raise
        if solution is END or self._run.stopped_by is Stop.INTERRUPT:
            self._ended = True
            return END
        if self.count == self._max_solutions:
            self.close(Stop.SOLUTIONS)
            return END
        self.count += 1
        if self._first is None:
            self._first = solution
        return solution

    def close(self, why: Stop = Stop.SOLUTIONS) -> None:
        """Stop here, unless it has ended by itself."""
        if self._ended:
            return
        self._ended = True
        self._run.stop(why)
        close = getattr(self._stream, "close", None)
        if close is not None:
            with answering(self._method, self._run):
                close()

    @property
    def answer(self) -> Answer:
        """Count so far; complete once the stream has ended by itself."""
        complete = self._ended and self._run.complete
        return answer_of(
            Question.ENUMERATE, self._puzzle, self._method, self._run,
            verdict_of_count(self.count, complete), complete=complete, count=self.count,
            solution=self._first,
        )  # fmt: skip

    def _check(self, solution: Any) -> None:
        self._puzzle.check(solution)
        if self._first is None or not self._puzzle.optimising:
            return
        best, other = measured(self._puzzle, self._first), measured(self._puzzle, solution)
        if best != other:
            raise WrongSolution(f"one of {other} after one of {best}, expected the best alone")


def verdict_of_count(total: int, complete: bool) -> Verdict:
    """What a count proves."""
    if not complete:
        return Verdict.UNKNOWN
    return Verdict.ALL if total else Verdict.NONE


def _checked(number: int | None) -> int | None:
    if number is not None and not (isinstance(number, Integral) and int(number) >= 1):
        raise InputError(f"max_solutions {number!r}, expected an integer of 1 or more")
    return number
