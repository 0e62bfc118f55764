"""Solutions: what a method lists, checked one by one, and what is known once it ends."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from numbers import Integral
from operator import length_hint
from typing import Any

import numpy as np

from cpmodels.answers.answer import Answer, Interrupted, Question, Stop, Verdict
from cpmodels.answers.run import Run
from cpmodels.asking.gate import answer_of, answering, measure
from cpmodels.errors import InputError, WrongSolution
from cpmodels.kinds.method import MOST_CHECKED, Method
from cpmodels.puzzles.choices import Choices
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["END", "Solutions", "verdict_of_count"]

END = object()
"""What comes in place of a solution once there are no more."""


class Solutions(Iterator[Any]):
    """A stream of checked solutions. `answer` is what is known so far, and at the end, all."""

    def __init__(
        self, puzzle: Puzzle, method: Method, run: Run, max_solutions: int | None = None
    ) -> None:
        self._total = 0
        self._puzzle, self._method, self._run = puzzle, method, run
        self._max_solutions = _whole(max_solutions)
        self._checker = puzzle.checker()
        self._stream: Iterator[Sequence[Any]] | None = None
        self._ready: Iterator[Any] = iter([])
        self._keys: set[bytes] = set()
        self._first: Any = None
        self._over = self._cut = False

    @property
    def count(self) -> int:
        """How many have been handed over."""
        return self._total - length_hint(self._ready)

    def __next__(self) -> Any:
        solution = self.advance()
        if self._run.stopped_by is Stop.INTERRUPT:
            raise Interrupted(self.answer)
        if solution is END:
            raise StopIteration
        return solution

    def __iter__(self) -> Iterator[Any]:
        """The same, without a call for each: solutions come by the hundred thousand a second."""
        return chain.from_iterable(self._ready_ones())

    def _ready_ones(self) -> Iterator[Iterator[Any]]:
        yield self._ready
        for batch in self.batches():
            self._ready = iter(list(batch))
            yield self._ready

    def batches(self) -> Iterator[Sequence[Any]]:
        """The solutions not yet handed over, as many at a time as come at once."""
        rest = list(self._ready)
        if rest:
            yield rest
        while (batch := self._fetch()) is not None:
            yield batch
        if self._run.stopped_by is Stop.INTERRUPT:
            raise Interrupted(self.answer)

    def advance(self) -> Any:
        """The next solution, or `END`: Ctrl-C ends the stream as a limit does."""
        solution = next(self._ready, END)
        if solution is END:
            batch = self._fetch()
            if batch is not None:
                self._ready = iter(list(batch))
                solution = next(self._ready, END)
        return solution

    def _fetch(self) -> Sequence[Any] | None:
        """Take the next solutions from the method and check them all; None if there are none."""
        if self._over:
            return None
        batch: Any = END
        room = None if self._max_solutions is None else self._max_solutions - self.count
        try:
            with answering(self._method, self._run):
                if self._stream is None:
                    self._stream = iter(self._method.batches(self._puzzle, self._run))
                batch = END if self._cut else next(self._stream, END)
                if batch is not END and room != 0:
                    self._cut = room is not None and len(batch) > room
                    batch = batch[:room]
                    self._check(batch)
        except BaseException:
            self.close()
            raise
        if self._run.stopped_by is Stop.INTERRUPT or (batch is END and not self._cut):
            self._over = True
            return None
        if room == 0:
            self.close(Stop.SOLUTIONS)
            return None
        self._total += len(batch)
        if self._first is None:
            self._first = batch[0]
        solutions: Sequence[Any] = batch
        return solutions

    def close(self, why: Stop = Stop.SOLUTIONS) -> None:
        """Stop here, unless it has ended by itself."""
        if self._over:
            return
        self._total, self._over, self._ready = self.count, True, iter([])
        self._run.stop(why)
        close = getattr(self._stream, "close", None)
        if close is not None:
            with answering(self._method, self._run):
                close()

    @property
    def answer(self) -> Answer:
        """Count so far; complete once the stream has ended by itself."""
        complete = self._over and self._run.complete
        return answer_of(
            Question.ENUMERATE, self._puzzle, self._method, self._run,
            verdict_of_count(self.count, complete), complete=complete, count=self.count,
            solution=self._first if self.count else None,
        )  # fmt: skip

    def _check(self, batch: Sequence[Any]) -> None:
        self._checker.check(batch)
        if isinstance(batch, Choices) and self.count < MOST_CHECKED:
            self._check_new(batch)
        for solution in batch if self._puzzle.optimising else ():
            if self._first is None:
                self._first = solution
            best, other = measure(self._puzzle, self._first), measure(self._puzzle, solution)
            if best != other:
                raise WrongSolution(f"one of {other} after one of {best}, expected the best alone")

    def _check_new(self, batch: Choices) -> None:
        """Of the first solutions, none may come twice."""
        for solution, row in zip(batch, np.sort(batch.rows, axis=1), strict=True):
            key = row[np.searchsorted(row, 0) :].tobytes()
            if key in self._keys:
                raise WrongSolution(f"a solution comes twice: {solution}")
            self._keys.add(key)


def verdict_of_count(total: int, complete: bool) -> Verdict:
    """What a count proves."""
    if not complete:
        return Verdict.UNKNOWN
    return Verdict.ALL if total else Verdict.NONE


def _whole(number: int | None) -> int | None:
    if number is not None and not (isinstance(number, Integral) and int(number) >= 1):
        raise InputError(f"max_solutions {number!r}, expected an integer of 1 or more")
    return number
