"""Opinion: what one method's answer to one question says about a puzzle, ready to be compared.

Two opinions contradict each other when their bounds do (see `cpmodels.answers.agreement`), or when
one has seen a solution that is not among all those that the other one lists.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any

from cpmodels.answers.agreement import contradict
from cpmodels.answers.answer import Answer, Bounds, Question, Stop
from cpmodels.answers.support import Support
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Opinion", "contradiction", "expectation", "meets", "opinion_of"]

NOTHING: Bounds = (0, None)


@dataclass(frozen=True, slots=True)
class Opinion:
    """One answer, as far as it was proved or shown.

    Attributes
    ----------
    claim : str
        The answer in words.
    number : (int, int or None)
        Bounds on the number of solutions.
    best : (int, int or None)
        Bounds on the value of the best solution, where solutions have one.
    keys : frozenset
        Keys of the solutions seen, as far as they were kept.
    listed : bool
        Whether `keys` are all solutions.
    fault : str
        What is wrong with the answer taken alone: a solution that breaks a rule, one given twice,
        an exception. Empty when nothing is.
    error : bool
        Whether that is an exception: then there is no answer.
    support : tuple of Support
        What it rests on besides the method's word.
    """

    method: str
    question: Question
    claim: str
    number: Bounds = NOTHING
    best: Bounds = NOTHING
    keys: frozenset[Hashable] = frozenset()
    listed: bool = False
    conclusive: bool = False
    fault: str = ""
    error: bool = False
    seconds: float = 0.0
    stopped_by: Stop | None = None
    solution: Any = None
    support: tuple[Support, ...] = ()

    @property
    def left_open(self) -> bool:
        """Whether it says too little; but a list that was cut as too long to compare is no lack."""
        return not (self.conclusive or self.fault or self.stopped_by is Stop.SOLUTIONS)


def opinion_of(answer: Answer, puzzle: Puzzle, keys: frozenset[Hashable] | None = None) -> Opinion:
    """The opinion that an answer is; `keys` are those of the solutions of an enumeration.

    Examples
    --------
    >>> from cpmodels import Tiling, count
    >>> puzzle = Tiling.of("2x3", "dominoes")
    >>> opinion_of(count(puzzle), puzzle).number
    (3, 3)
    """
    question = Question(answer.question)
    return Opinion(
        answer.method,
        question,
        str(answer),
        answer.number,
        answer.best,
        _keys(answer, puzzle) if keys is None else keys,
        keys is not None and answer.complete,
        answer.conclusive,
        seconds=answer.build_seconds + answer.solve_seconds,
        stopped_by=answer.stopped_by,
        solution=answer.solution,
        support=answer.supported_by,
    )


def expectation(value: int, question: Question, optimising: bool) -> Opinion:
    """What a source says, as one more opinion: a count, or the value of the best solution.

    Examples
    --------
    >>> expectation(31, Question.SOLVE, optimising=True).best
    (31, 31)
    """
    moves = optimising and question is Question.SOLVE
    number, best = ((1, None), (value, value)) if moves else ((value, value), NOTHING)
    return Opinion("expected", question, f"{value:,}", number, best, conclusive=True)


def meets(answer: Answer, value: int, optimising: bool) -> bool | None:
    """Whether an answer is what was expected; None when it was stopped before it could say.

    Examples
    --------
    >>> from cpmodels.answers.answer import Verdict
    >>> some = Answer("count", "a", Verdict.UNKNOWN, complete=False, count=5)
    >>> meets(some, 3, False), meets(some, 5, False), meets(some, 9, False)
    (False, None, None)
    """
    known = expectation(value, Question(answer.question), optimising)
    if contradict(answer, known):
        return False
    return True if (value, value) in (answer.number, answer.best) else None


def contradiction(one: Opinion, other: Opinion) -> str | None:
    """Why two opinions cannot both be right, in words; None when they can.

    Examples
    --------
    >>> some = Opinion("a", Question.COUNT, "3", number=(3, 3))
    >>> more = Opinion("b", Question.COUNT, "at least 5", number=(5, None))
    >>> contradiction(some, more)
    'count: a says 3; count: b says at least 5'
    """
    if contradict(one, other):
        claims = (f"{each.question}: {each.method} says {each.claim}" for each in (one, other))
        return "; ".join(claims)
    for lister, shower in ((one, other), (other, one)):
        missing = shower.keys - lister.keys if lister.listed else frozenset()
        if missing:
            return f"{lister.method} lacks {len(missing)} solutions that {shower.method} has"
    return None


def _keys(answer: Answer, puzzle: Puzzle) -> frozenset[Hashable]:
    """Solutions of an optimising puzzle count when they are proved to be best ones."""
    if puzzle.optimising and not answer.complete:
        return frozenset()
    witnesses = (answer.solution, answer.second)
    return frozenset(puzzle.key(solution) for solution in witnesses if solution is not None)
