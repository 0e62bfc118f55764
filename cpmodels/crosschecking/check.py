"""Check: one puzzle, every method, every question; and what contradicts what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from typing import Any

from cpmodels.answers.answer import Interrupted, Question, Stop
from cpmodels.answers.clock import seconds
from cpmodels.answers.run import Limits, Run
from cpmodels.answers.support import Support
from cpmodels.asking.ask import ask
from cpmodels.asking.process import Died, isolated
from cpmodels.asking.stream import Solutions
from cpmodels.asking.warm_up import warm_up
from cpmodels.crosschecking.culprit import Culprit
from cpmodels.crosschecking.opinion import Opinion, contradiction, expectation, opinion_of
from cpmodels.crosschecking.provable import provable
from cpmodels.engines.child import MEMORY
from cpmodels.engines.solver import presolving
from cpmodels.errors import InputError, MethodFailed, WrongSolution
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import refusal, registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["QUESTIONS", "Check", "Disagreement", "Item", "Terms", "check"]

QUESTIONS = (Question.SOLVE, Question.UNIQUE, Question.ENUMERATE, Question.COUNT)
"""In the order asked: a method that hits its limit on one is not asked those behind it."""


@dataclass(frozen=True)
class Item:
    """A puzzle to be checked: its name, what is expected of it, the file that it came from.

    A random one has its seed, and the options of crosscheck that `repeat` it alone.
    """

    puzzle: Puzzle
    name: str
    question: Question
    expected: int | None = None
    file: str = ""
    repeat: str = ""
    seed: int | None = None


@dataclass(frozen=True)
class Terms:
    """How to ask.

    Attributes
    ----------
    methods : collection of str or None
        Only these; None for all that can answer, variants too, but other engines on a model.
    questions : collection of Question
    limit : float or None
        Seconds for each method and question.
    max_solutions : int
        Sets of solutions are compared up to this size.
    isolate : bool
        Whether each question is asked in a process of its own: one that crashes, does not stop or
        takes all memory is then an error of its method.
    prove : bool
        Whether what they agree on must be proved, where that can be: none, small counts, the best.
    """

    methods: Collection[str] | None = None
    questions: Collection[Question] = QUESTIONS
    limit: float | None = 10.0
    workers: int = 1
    seed: int = 0
    max_solutions: int = 2000
    isolate: bool = False
    prove: bool = False


TERMS = Terms()


@dataclass(frozen=True)
class Disagreement:
    """Which methods cannot all be right (one alone, when it contradicts the rules), and why.

    With `error` one method ended in an exception instead of an answer, and nothing else differs.
    """

    methods: tuple[str, ...]
    questions: tuple[Question, ...]
    reason: str
    error: bool = False


@dataclass
class Check:
    """What all methods said about one puzzle.

    Attributes
    ----------
    opinions : list of Opinion
        In the order asked; what a source expects comes first, as the opinion of "expected".
    disagreement : Disagreement or None
        What differs, or else an error of a method; None when there is nothing of this.
    refusals : dict of str to str
        Methods that would not take this puzzle after all, and why.
    solution : object or None
        A solution that keeps the rules, if one was seen.
    shrunk : Puzzle or None
        A smaller puzzle about which the same methods disagree, once it was looked for.
    why_shrunk : str
        What differs there.
    file : str
        Where that was written.
    culprits : list of Culprit
        Who is wrong, as far as that is known.
    to_prove : bool
        Whether they agree on something that must be proved.
    """

    item: Item
    opinions: list[Opinion] = field(default_factory=list)
    disagreement: Disagreement | None = None
    refusals: dict[str, str] = field(default_factory=dict)
    solution: Any = None
    shrunk: Puzzle | None = None
    why_shrunk: str = ""
    file: str = ""
    culprits: list[Culprit] = field(default_factory=list)
    to_prove: bool = False

    @property
    def agree(self) -> bool | None:
        """False when something differs; True when two or more could say; None otherwise.

        An error of a method is no disagreement, but nothing agrees with it either. What must be
        proved, and is not, is not known.
        """
        if self.disagreement is not None:
            return None if self.disagreement.error else False
        if self.proved is False:
            return None
        direct = [o for o in self.opinions if o.question == self.item.question and o.conclusive]
        return True if len({o.method for o in direct}) > 1 else None

    @property
    def proved(self) -> bool | None:
        """Whether it was proved what they agree on; None where nothing must be.

        A certificate is a proof, too.
        """
        if not self.to_prove:
            return None
        enough = {Support.PROOF, Support.CERTIFICATE}
        return any(enough & {*o.support} for o in self.opinions if not o.fault)

    @property
    def supported_by(self) -> tuple[Support, ...]:
        """What their answers rest on, where they agree."""
        if self.agree is not True:
            return ()
        own = {each for opinion in self.opinions for each in opinion.support}
        return tuple(each for each in Support if each in {*own, Support.METHODS})

    @property
    def failed(self) -> bool:
        """Whether a method ended in an error, and nothing else differs."""
        return self.disagreement is not None and self.disagreement.error

    @property
    def smallest(self) -> Puzzle:
        """The smallest puzzle known that shows what differs."""
        return self.shrunk or self.item.puzzle

    @property
    def reason(self) -> str:
        """What differs at the smallest."""
        return self.why_shrunk or (self.disagreement.reason if self.disagreement else "")

    @property
    def unknown(self) -> list[str]:
        """Questions left open, by method."""
        return [f"{o.method} {o.question}: {o.claim}" for o in self.opinions if o.left_open]

    @property
    def seconds(self) -> float:
        """Time of all methods."""
        return sum(each.seconds for each in self.opinions)


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
    if terms.isolate:  # what the processes inherit
        names = {method.name for method in registry.methods_of(type(item.puzzle))}
        warm_up(frozenset(product([item.puzzle.kind], names, map(str, terms.questions))))
    try:
        for opinion in _opinions(item, terms, result.refusals):
            result.opinions.append(opinion)
        if terms.prove and not any(o.fault for o in result.opinions):
            result.opinions += list(_proof(result, terms))
    except Interrupted:
        raise Interrupted(_settle(result)) from None
    return _settle(result)


def _opinions(item: Item, terms: Terms, refusals: dict[str, str]) -> Iterator[Opinion]:
    too_many, out_of_time = False, set()
    for question in (q for q in QUESTIONS if q in terms.questions):
        if question is Question.COUNT and too_many and item.question is not question:
            continue  # too many to list, and the number was not asked for
        for method in registry.methods_of(type(item.puzzle)):
            takes_part = (
                method.side != "engine" if terms.methods is None else (method.name in terms.methods)
            )
            if not takes_part or method.name in out_of_time:
                continue
            try:
                opinion = _ask(question, item.puzzle, method, terms)
            except InputError as refusal:
                refusals[method.name] = str(refusal)
                continue
            if opinion is not None:
                yield opinion
                if opinion.stopped_by in (Stop.TIME, Stop.MEMORY):
                    out_of_time.add(method.name)
                too_many |= (
                    question is Question.ENUMERATE and opinion.number[0] >= terms.max_solutions
                )


def _proof(result: Check, terms: Terms) -> Iterator[Opinion]:
    """What a proof says about what was agreed on; nothing where there is nothing to prove."""
    puzzle = result.item.puzzle
    question = provable(result.opinions, puzzle)
    if question is None or _blame(result.opinions) is not None:
        return
    result.to_prove = True
    method = next((m for m in registry.methods_of(type(puzzle)) if m.proves), None)
    if method is None:
        result.refusals["proof"] = "there is no model to prove things of"
        return
    try:
        opinion = _ask(question, puzzle, method, terms)
    except InputError as why:
        result.refusals[method.name] = str(why)
        return
    if opinion is None:
        result.refusals[method.name] = refusal(method, puzzle, question) or ""
    else:
        yield opinion


def _settle(result: Check) -> Check:
    """Compare, keep one solution, and let go of the others: a crosscheck may be long."""
    faults = sorted((o for o in result.opinions if o.fault), key=lambda o: o.error)
    result.disagreement = None if faults and not faults[0].error else _blame(result.opinions)
    if faults and result.disagreement is None:
        worst = faults[0]
        result.disagreement = Disagreement(
            (worst.method,), (worst.question,), worst.fault, worst.error
        )
    witnesses = (o.solution for o in result.opinions if o.solution is not None)
    result.solution = next(witnesses, None)
    result.opinions = [replace(o, keys=frozenset(), solution=None) for o in result.opinions]
    return result


def _ask(question: Question, puzzle: Puzzle, method: Method, terms: Terms) -> Opinion | None:
    """One method's opinion; None when it does not answer such a question."""
    if not terms.isolate:
        return _opinion(question, puzzle, method, terms)
    began = seconds()
    try:
        return isolated(lambda: _opinion(question, puzzle, method, terms), terms.limit, MEMORY)
    except Died as death:
        fault, stop = f"{method.name} {death}", Stop.TIME if death.killed else None
    took = seconds() - began
    return Opinion(
        method.name,
        question,
        "error",
        fault=fault,
        error=True,
        seconds=took,
        stopped_by=stop,
    )


def _opinion(question: Question, puzzle: Puzzle, method: Method, terms: Terms) -> Opinion | None:
    run = Run(Limits(terms.limit, terms.workers, terms.seed))
    try:
        if refusal(method, puzzle, question) is not None:
            return None
        if question is Question.ENUMERATE:
            return _enumerate(puzzle, method, run, terms.max_solutions)
        with presolving() as presolve:
            opinion = opinion_of(ask(question, puzzle, method.name, run), puzzle)
        if presolve.used and opinion.number == (0, 0):
            return _without_presolve(opinion, puzzle, terms)
        return opinion
    except (WrongSolution, MethodFailed) as failure:
        fault, error = str(failure), isinstance(failure, MethodFailed)
    claim = "error" if error else "wrong"
    return Opinion(method.name, question, claim, fault=fault, error=error, seconds=run.elapsed)


def _without_presolve(none: Opinion, puzzle: Puzzle, terms: Terms) -> Opinion:
    """That there is no solution, by CP-SAT with presolve, is asked once more without it.

    Presolve was reported to lose solutions: see docs/cp-sat.md.
    """
    run = Run(Limits(terms.limit, terms.workers, terms.seed))
    with presolving(allowed=False):
        again = opinion_of(ask(none.question, puzzle, none.method, run), puzzle)
    differs = contradiction(none, again)
    opinion = f"{none.claim}, and without presolve {again.claim}"
    fault = f"{none.question}: {none.method} says {opinion}" if differs else ""
    return replace(none, claim=opinion, fault=fault, seconds=none.seconds + again.seconds)


def _enumerate(puzzle: Puzzle, method: Method, run: Run, max_solutions: int) -> Opinion:
    stream = Solutions(puzzle, method, run, max_solutions)
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
    direct = tuple(dict.fromkeys((one.question, other.question)))
    return Disagreement(tuple(names), direct, contradiction(one, other) or "")
