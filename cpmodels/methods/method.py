"""Method: one way to answer questions about one kind of puzzle; and the registry of all.

A method of your own is a subclass with a name and `solutions`; everything else (limits, checks,
uniqueness, counting by enumeration) is built on that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any, ClassVar

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import OutOfTime, Run
from cpmodels.errors import InputError
from cpmodels.kinds.plugins import load_plugins
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.symmetry import is_first, symmetries
from reference.kernel.polling import Stopped

__all__ = ["Method", "count_until", "find_method", "known", "methods", "register", "stating"]


class Method(ABC):
    """One way to answer.

    Attributes
    ----------
    name : str
        As in ``cm.count(p, method=name)``. A variant is named ``method:variant``.
    side : str
        ``model`` (CP-SAT) or ``hand`` (an algorithm written by hand).
    puzzle : type
        The kind of puzzle that it answers.
    questions : frozenset of Question
        What it can be asked.
    default : bool
        Whether `compare` asks it without being told to. Variants and curiosities are not.
    about : str
        One line for people.
    """

    name: str
    side: ClassVar[str] = "hand"
    puzzle: ClassVar[type[Puzzle]]
    questions: frozenset[Question] = frozenset(Question)
    default: bool = True
    about: str = ""

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Why it cannot answer this, in a few words; None when it can (limits aside)."""
        return None if question in self.questions else f"does not answer {question}"

    @abstractmethod
    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """Every solution once, as a stream.

        It looks at ``run.should_stop()`` at least five times a second and returns when that is
        true; the stream is exhausted exactly when ``run.stopped_by`` is None at its end. An
        optimising puzzle's solutions are the best ones, and ``run.objective`` their measure.
        """

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """One solution; None when there is none (or ``run.stopped_by`` is set)."""
        return next(iter(self.solutions(puzzle, run)), None)

    def count(self, puzzle: Any, run: Run) -> int:
        """Number of solutions; at least so many when ``run.stopped_by`` is set."""
        return count_until(self.solutions(puzzle, run), run)

    def classes(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """One solution of each class up to symmetry; `solutions`, the first of a class kept."""
        with run.building():
            group = symmetries(puzzle)
        for solution in self.solutions(puzzle, run):
            if is_first(solution, group):
                yield solution

    def count_classes(self, puzzle: Any, run: Run) -> int:
        """Number of classes; at least so many when ``run.stopped_by`` is set."""
        return count_until(self.classes(puzzle, run), run)


def count_until(found: Iterable[Any], run: Run) -> int:
    """How many come; Ctrl-C is noted, and those that came by then still count."""
    total = 0
    try:
        for _ in found:
            total += 1
    except KeyboardInterrupt:
        run.stopped_by = Stop.INTERRUPT
    return total


@contextmanager
def stating(run: Run) -> Iterator[None]:
    """`Run.building` for what the reference builds: it says `Stopped` where we say `OutOfTime`."""
    with run.building():
        try:
            yield
        except Stopped:
            raise OutOfTime from None


_registry: list[Method] = []


def register(*new: Method) -> None:
    """Make methods known; one of the same name for the same puzzle takes the old one's place."""
    for method in new:
        _registry[:] = [m for m in _registry if (m.name, m.puzzle) != (method.name, method.puzzle)]
        _registry.append(method)


def methods(
    puzzle: Puzzle, question: Question | str | None = None, *, every: bool = False
) -> list[str]:
    """Names of the methods that can answer the question about this puzzle, models first.

    Parameters
    ----------
    question : str, optional
        What `compare` asks about such a puzzle, if it is left out.
    every : bool
        Variants too, which `compare` leaves out unless they are named.
    """
    asked = Question(question or puzzle.asked)
    return [
        method.name
        for method in known(type(puzzle))
        if (every or method.default) and method.refuses(puzzle, asked) is None
    ]


def known(kind: type[Puzzle]) -> list[Method]:
    """All methods for a kind of puzzle, models first, each side in order of registration."""
    load_plugins()
    return sorted(
        (m for m in _registry if issubclass(kind, m.puzzle)), key=lambda m: m.side != "model"
    )


def find_method(puzzle: Puzzle, name: str | None, question: Question) -> Method:
    """The method of that name, or the default one (the first) for None.

    Raises
    ------
    InputError
        No method of that name, or one that cannot answer this; with its reason.
    """
    if not isinstance(puzzle, Puzzle):
        raise InputError(f"{puzzle!r}, expected a puzzle")
    candidates = known(type(puzzle))
    if name is None:
        for method in candidates:
            if method.refuses(puzzle, question) is None:
                return method
        raise InputError(f"no method answers {question} for this {puzzle.kind}")
    for method in candidates:
        if method.name == name:
            reason = method.refuses(puzzle, question)
            if reason is not None:
                raise InputError(f"method {name} cannot answer {question} here: {reason}")
            return method
    names = ", ".join(m.name for m in candidates) or "none"
    raise InputError(f"unknown method {name!r} for a {puzzle.kind}, expected one of {names}")
