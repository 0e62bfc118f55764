"""Check: one puzzle, every method, every question; and what contradicts what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from cpmodels.answers import Interrupted, Question, Stop
from cpmodels.crosschecking.opinion import Opinion, contradiction, expectation, opinion_of
from cpmodels.errors import InputError, WrongSolution
from cpmodels.methods.method import Method, known
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.questions import Solutions, ask
from cpmodels.run import Run

__all__ = ["QUESTIONS", "Check", "Disagreement", "Item", "Terms", "check"]

QUESTIONS = (Question.ENUMERATE, Question.COUNT, Question.SOLVE, Question.UNIQUE)


@dataclass(frozen=True)
class Item:
    """A puzzle to be checked: its name, what is expected of it, the file that it came from."""

    puzzle: Puzzle
    name: str
    question: Question
    expected: int | None = None
    file: str = ""


@dataclass(frozen=True)
class Terms:
    """How to ask.

    Attributes
    ----------
    methods : collection of str or None
        Only these; None for all that can answer, variants too.
    questions : collection of Question
    limit : float or None
        Seconds for each method and question.
    most : int
        Sets of solutions are compared up to this size.
    """

    methods: Collection[str] | None = None
    questions: Collection[Question] = QUESTIONS
    limit: float | None = 10.0
    workers: int = 1
    seed: int = 0
    most: int = 2000


TERMS = Terms()


@dataclass(frozen=True)
class Disagreement:
    """Which methods cannot all be right (one alone, when it contradicts the rules), and why."""

    methods: tuple[str, ...]
    questions: tuple[Question, ...]
    reason: str


@dataclass
class Check:
    """What all methods said about one puzzle.

    Attributes
    ----------
    opinions : list of Opinion
        In the order asked; what a source expects comes first, as the opinion of "expected".
    refused : dict of str to str
        Methods that would not take this puzzle after all, and why.
    shrunk : Puzzle or None
        A smaller puzzle about which the same methods disagree, once it was looked for.
    """

    item: Item
    opinions: list[Opinion] = field(default_factory=list)
    refused: dict[str, str] = field(default_factory=dict)
    shrunk: Puzzle | None = None
    file: str = ""

    @property
    def disagreement(self) -> Disagreement | None:
        """What differs first; None when nothing does."""
        for each in self.opinions:
            if each.fault:
                return Disagreement((each.method,), (each.question,), each.fault)
        return _blame(self.opinions)

    @property
    def agree(self) -> bool | None:
        """False when something differs; True when two or more could say; None otherwise."""
        if self.disagreement is not None:
            return False
        asked = [o for o in self.opinions if o.question == self.item.question and o.conclusive]
        return True if len({o.method for o in asked}) > 1 else None

    @property
    def unknown(self) -> list[str]:
        """Questions left open, by method; but not lists that were cut as too long to compare."""
        return [
            f"{o.method} {o.question}: {o.said}"
            for o in self.opinions
            if o.answer is not None and not o.conclusive and o.answer.stopped_by != Stop.SOLUTIONS
        ]

    @property
    def seconds(self) -> float:
        """Time of all methods."""
        return sum(each.seconds for each in self.opinions)

    @property
    def solution(self) -> Any:
        """A solution that keeps the rules, if one was seen."""
        shown = (o.answer.solution for o in self.opinions if o.answer is not None)
        return next((solution for solution in shown if solution is not None), None)


def check(item: Item, terms: Terms = TERMS) -> Check:
    """Ask every method every question about one puzzle.

    Raises
    ------
    Interrupted
        Ctrl-C; its `answer` is the check so far.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> puzzle = Tiling.of("4x4", "tetrominoes")
    >>> check(Item(puzzle, "a square", Question.COUNT)).agree
    True
    """
    result = Check(item)
    if item.expected is not None:
        value = expectation(item.expected, item.question, item.puzzle.optimising)
        result.opinions.append(value)
    too_many = False
    for question in (q for q in QUESTIONS if q in terms.questions):
        if question is Question.COUNT and too_many and item.question is not question:
            continue  # nobody asked for a number that nobody can list
        for method in known(type(item.puzzle)):
            if terms.methods is not None and method.name not in terms.methods:
                continue
            try:
                said = _ask(question, item.puzzle, method, terms)
            except InputError as refusal:
                result.refused[method.name] = str(refusal)
                continue
            except Interrupted:
                raise Interrupted(result) from None
            if said is not None:
                result.opinions.append(said)
                too_many |= question is Question.ENUMERATE and said.number[0] >= terms.most
    return result


def _ask(question: Question, puzzle: Puzzle, method: Method, terms: Terms) -> Opinion | None:
    """One method's opinion; None when it does not answer such a question."""
    run = Run(terms.limit, terms.workers, terms.seed)
    try:
        if method.refuses(puzzle, question) is not None:
            return None
        if question is Question.ENUMERATE:
            return _enumerate(puzzle, method, run, terms.most)
        return opinion_of(ask(question, puzzle, method.name, run), puzzle)
    except InputError:
        raise
    except WrongSolution as wrong:
        fault = str(wrong)
    except Exception as failure:  # whatever a method dies of is a finding
        fault = f"{method.name} failed: {type(failure).__name__}: {failure}"
    return Opinion(method.name, question, "failed", fault=fault, seconds=run.elapsed)


def _enumerate(puzzle: Puzzle, method: Method, run: Run, most: int) -> Opinion:
    stream = Solutions(puzzle, method, run, most)
    times: Counter[Hashable] = Counter()
    try:
        for solution in stream:
            times[puzzle.key(solution)] += 1
    finally:
        stream.close(Stop.INTERRUPT)
    twice = sum(number > 1 for number in times.values())
    if twice:
        raise WrongSolution(f"{method.name} gave {twice} solutions more than once")
    return opinion_of(stream.answer, puzzle, frozenset(times))


def _blame(opinions: Sequence[Opinion]) -> Disagreement | None:
    """The method that contradicts most others, and the fastest of those that it contradicts."""
    against: dict[str, list[tuple[Opinion, Opinion]]] = {}
    for one, other in combinations(opinions, 2):
        if contradiction(one, other) is not None:
            against.setdefault(one.method, []).append((one, other))
            against.setdefault(other.method, []).append((other, one))
    if not against:
        return None
    rivals = {name: {other.method for _, other in pairs} for name, pairs in against.items()}
    suspect = max(rivals, key=lambda name: (len(rivals[name] - {"expected"}), name != "expected"))
    one, other = min(
        against[suspect], key=lambda pair: (pair[1].method == "expected", pair[1].seconds)
    )
    names = [name for name in dict.fromkeys((one.method, other.method)) if name != "expected"]
    asked = tuple(dict.fromkeys((one.question, other.question)))
    return Disagreement(tuple(names), asked, contradiction(one, other) or "")
