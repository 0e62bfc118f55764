"""Answer and Verdict: what came of a question, the same for every method.

An answer never claims more than was proved: `complete` says whether the search was exhausted,
and a count that is not complete is a lower bound ("at least").
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from math import ceil
from typing import Any

from cpmodels import notebook
from cpmodels.answers.support import Support
from cpmodels.errors import Undecided

__all__ = ["Answer", "Bounds", "Effort", "Interrupted", "Multiset", "Question", "Stop", "Verdict"]

Bounds = tuple[int, int | None]
"""At least and at most so many; None where no upper bound is known."""
Multiset = tuple[tuple[str, int], ...]
"""How many pieces there are of each shape; those that are not used are left out."""


class Question(StrEnum):
    """What is asked of a puzzle."""

    SOLVE = "solve"
    COUNT = "count"
    UNIQUE = "unique"
    ENUMERATE = "enumerate"


class Verdict(StrEnum):
    """What was proved."""

    SOLVED = "solved"  # a solution is at hand
    NONE = "none"  # proved: there is no solution
    ALL = "all found"  # the count is exact, and above zero
    UNIQUE = "unique"  # one solution, proved to be the only one
    SEVERAL = "several"  # two different solutions are at hand
    OPTIMAL = "optimal"  # a solution is at hand, proved to be as good as any
    UNKNOWN = "unknown"  # stopped before anything of this was proved


class Stop(StrEnum):
    """What ended a search before it was exhausted."""

    TIME = "time limit"
    MEMORY = "memory limit"
    SOLUTIONS = "solution limit"
    ENOUGH = "good enough"
    INTERRUPT = "interrupt"


@dataclass
class Effort:
    """What the search did; None where a method does not count such a thing.

    `levels` holds the nodes at each depth, `updates` the links or matrix entries changed.
    """

    nodes: int | None = None
    updates: int | None = None
    branches: int | None = None
    conflicts: int | None = None
    levels: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)  # solutions may be arrays, which have no one truth value
class Answer:
    """The answer of one method to one question about one puzzle.

    Attributes
    ----------
    complete : bool
        The search was exhausted: `count` is exact and "none" is proved.
    count : int or None
        Solutions seen; exact when `complete`, otherwise at least so many. None where they
        were not counted: of several, two are looked at.
    solution, second : object or None
        A solution; and, where uniqueness was asked, another one that differs.
    objective : int or None
        What was minimised (the moves of a sliding puzzle) or maximised; None where nothing is.
    bound : int or None
        What was proved of the best: no solution measures less, or more where that is better. Of a
        complete count, what each of those counted measures.
    by_copies : mapping or None
        Of a count by copies: the number of solutions for each multiset of shapes, which is a tuple
        of pairs of a shape's name and its number of pieces.
    build_seconds, solve_seconds : float
        Wall-clock time to state the puzzle to the method, and to answer.
    stopped_by : Stop or None
        What ended the search early.
    note : str
        A remark for people: a certificate, a reason.
    supported_by : tuple of Support
        What it rests on besides the method's own word; that another method agrees, only a
        comparison knows.

    Examples
    --------
    >>> answer = Answer("count", "dlx", Verdict.UNKNOWN, complete=False, count=12,
    ...                 stopped_by=Stop.TIME)
    >>> print(answer)
    at least 12 (time limit)
    """

    question: str
    method: str
    verdict: Verdict
    complete: bool
    count: int | None = None
    solution: Any = None
    second: Any = None
    objective: int | None = None
    bound: int | None = None
    by_copies: Mapping[Multiset, int] | None = None
    effort: Effort = field(default_factory=Effort)
    build_seconds: float = 0.0
    solve_seconds: float = 0.0
    stopped_by: Stop | None = None
    note: str = ""
    supported_by: tuple[Support, ...] = ()
    puzzle: Any = field(default=None, repr=False, compare=False)

    @property
    def number(self) -> Bounds:
        """At least and at most so many solutions, as far as that is known."""
        if self.verdict is Verdict.NONE:
            return 0, 0
        if self.verdict is Verdict.UNIQUE:
            return 1, 1
        if self.verdict is Verdict.SEVERAL:
            return 2, None
        seen = max(self.count or 0, int(self.solution is not None))
        return seen, seen if self.verdict is Verdict.ALL else None

    @property
    def best(self) -> Bounds:
        """At least and at most that is the value of the best solution, where it has one."""
        if self.complete and self.count and self.objective is None and self.bound is not None:
            return self.bound, self.bound  # each of those that were counted
        if self.exists is False:
            return 0, None
        own = self.objective if self.exists else None
        bound = own if self.complete and own is not None else self.bound
        if self.maximising:
            return own or 0, bound
        return max(0, bound or 0), own

    @property
    def maximising(self) -> bool:
        """Whether more is better."""
        return bool(getattr(self.puzzle, "maximising", False))

    @property
    def conclusive(self) -> bool:
        """Whether it settles what was asked: a value that only bounds the best one does not."""
        least, most = self.best
        return self.verdict is not Verdict.UNKNOWN and (self.objective is None or least == most)

    @property
    def exists(self) -> bool | None:
        """Whether a solution exists; None when that is not known."""
        least, most = self.number
        return True if least > 0 else False if most == 0 else None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None when that is not known."""
        least, most = self.number
        return True if least == most == 1 else False if least > 1 or most == 0 else None

    def __bool__(self) -> bool:
        """Yes or no: is it unique, when that was asked; does a solution exist, otherwise.

        Raises
        ------
        Undecided
            The search was stopped before it knew.
        """
        verdict = self.unique if self.question == Question.UNIQUE else self.exists
        if verdict is None:
            raise Undecided(f"{self.method} was stopped ({self.stopped_by}) before it knew")
        return verdict

    def __str__(self) -> str:
        proved = f"{self.bound} or {'less' if self.maximising else 'more'} proved"
        if self.question in (Question.COUNT, Question.ENUMERATE) and self.count is not None:
            text = f"{self.count:,}" if self.complete else f"at least {self.count:,}"
            text = text if self.count or self.complete else "unknown"
        elif self.objective is not None and self.verdict is Verdict.OPTIMAL:
            text = f"{self.verdict}: {self.objective}"
        elif self.stopped_by is Stop.ENOUGH and self.objective is not None and self.bound:
            times = ceil(100 * self.objective / self.bound) / 100
            return f"at most {self.objective}, at least {self.bound} ({times:g} times the best)"
        elif self.objective is not None and (self.bound or 0) > 0 and not self.complete:
            text = f"{self.verdict}: {self.objective}, {proved}"
        elif (self.bound or 0) > 0 and self.verdict is Verdict.UNKNOWN:
            text = f"{self.verdict}, {proved}"
        else:
            text = str(self.verdict)
        return f"{text} ({self.stopped_by})" if self.stopped_by else text

    def _repr_html_(self) -> str:
        """What a notebook shows: the answer in words, and the picture of its solutions."""
        html: str = notebook.answer_html(self)
        return html

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON, without the solutions (their form is the puzzle's own)."""
        elsewhere = ("puzzle", "solution", "second", "by_copies")
        record = {k: v for k, v in vars(self).items() if k not in elsewhere}
        if self.by_copies is not None:
            record["by_copies"] = [
                {"copies": dict(copies), "count": number}
                for copies, number in self.by_copies.items()
            ]
        record["effort"] = {k: v for k, v in asdict(self.effort).items() if v not in (None, ())}
        return record


class Interrupted(KeyboardInterrupt):
    """Ctrl-C during a question. `answer` holds what was known by then.

    It is a KeyboardInterrupt, so that a loop over many puzzles stops with it.
    """

    def __init__(self, answer: Any) -> None:
        super().__init__("interrupted")
        self.answer = answer
