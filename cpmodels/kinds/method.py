"""Method: one way to answer questions about one kind of puzzle.

A method of your own is a subclass with a name and `solutions`; everything else (limits, checks,
uniqueness, counting by enumeration) is built on that.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.symmetry import is_first, symmetries

__all__ = ["Method", "count_until"]


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
    preferred : frozenset of Question
        What it is asked rather than the methods before it, when none is named.
    about : str
        One line for people.
    """

    name: str
    side: ClassVar[str] = "hand"
    puzzle: type[Puzzle]
    questions: frozenset[Question] = frozenset(Question)
    default: bool = True
    preferred: frozenset[Question] = frozenset()
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
