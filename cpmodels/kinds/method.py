"""Method: one way to answer questions about one kind of puzzle.

A method of your own is a subclass with a name and one of `solutions`, `solve` and `count`;
everything else (limits, checks, uniqueness, counting by enumeration) is built on that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.errors import WrongSolution
from cpmodels.kinds.splitting import Splitting
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["MOST_CHECKED", "Method", "count_checked"]

MOST_CHECKED = 10_000
"""So many of the solutions that are listed to be counted are checked, and must differ."""


class Method:
    """One way to answer. A subclass defines one of `solutions`, `solve` and `count`, or several.

    Attributes
    ----------
    name : str
        As in ``cm.count(p, method=name)``. A variant is named ``method:variant``.
    side : str
        ``model`` (CP-SAT), ``hand`` (an algorithm written by hand), or ``engine`` (another solver
        on the clauses of a model).
    puzzle : type
        The kind of puzzle that it answers.
    questions : frozenset of Question
        What it can be asked: what follows from the functions that the class defines, unless the
        class says less.
    default : bool
        Whether `compare` asks it without being told to. Variants and curiosities are not.
    preferred : frozenset of Question
        What it is asked rather than the methods before it, when none is named.
    proves : bool
        Whether all that it concludes was proved, and the proof checked by an independent program.
    tolerance : float
        Above 1, its solutions may measure more than the best one. It is asked when it is named, or
        rather than all others when so much is allowed (`Limits.within`).
    about : str
        One line for people.
    build : callable or None
        From a puzzle (and ``without``, groups to leave out) to the `Model` that is solved: what
        `cpmodels show model` shows, and `audit` tampers with.
    build_part : callable or None
        The same for methods that solve models of parts of a puzzle; its arguments are their own.
    """

    name: str
    side: str = "hand"
    puzzle: type[Puzzle]
    questions: frozenset[Question] = frozenset()
    default: bool = True
    preferred: frozenset[Question] = frozenset()
    proves: bool = False
    tolerance: float = 1.0
    about: str = ""
    build: Callable[..., Any] | None = None
    build_part: Callable[..., Any] | None = None

    def __init_subclass__(cls) -> None:
        if "solutions" in vars(cls) and "batches" not in vars(cls):
            cls.batches = Method.batches  # type: ignore[method-assign]  # those of its own
        if "questions" not in vars(cls):
            cls.questions = _questions(cls)

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Why it cannot answer this, in a few words; None when it can (limits aside)."""
        return None if question in self.questions else f"does not answer {question}"

    def cost(self, puzzle: Any) -> str:
        """What it takes for this puzzle that is worth knowing before it is asked, for people:
        tables and memory, boards expected. Empty where that is little, or not known."""
        return ""

    def splitting(self, puzzle: Any, run: Run) -> Splitting | None:
        """How it cuts a count into cubes; None where it does not.

        What it builds for that is built inside of ``run.building()``.
        """
        return None

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """Every solution once, as a stream.

        It looks at ``run.should_stop()`` at least five times a second and returns when that is
        true; the stream is exhausted exactly when ``run.stopped_by`` is None at its end. An
        optimising puzzle's solutions are the best ones.
        """
        raise NotImplementedError(f"{self.name} lists no solutions")

    def batches(self, puzzle: Any, run: Run) -> Iterator[Sequence[Any]]:
        """The same, some solutions at a time, none empty; by default one.

        A method that has thousands a second hands them over as `Choices`, which are checked at
        the price of a few bits each.
        """
        solutions = self.solutions(puzzle, run)
        try:
            for solution in solutions:
                yield (solution,)
        finally:
            getattr(solutions, "close", lambda: None)()

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """One solution; None when there is none (or ``run.stopped_by`` is set)."""
        return next(iter(self.solutions(puzzle, run)), None)

    def count(self, puzzle: Any, run: Run) -> int:
        """Number of solutions; at least so many when ``run.stopped_by`` is set.

        By default they are listed; the first 10,000 are checked, and must differ.
        """
        return count_checked(puzzle, self.solutions(puzzle, run), run)


def count_checked(
    puzzle: Puzzle, solutions: Iterable[Any], run: Run, read: Callable[[Any], Any] = lambda one: one
) -> int:
    """How many are listed, kept in ``run.at_least`` as they come; most counts are small.

    Parameters
    ----------
    read : callable
        From what is listed to a solution; called for those that are checked.

    Raises
    ------
    WrongSolution
        One of the first 10,000 breaks a rule, or comes twice.
    """
    seen: set[Hashable] = set()
    for one in solutions:
        if run.at_least < MOST_CHECKED:
            solution = read(one)
            puzzle.check(solution)
            key = puzzle.key(solution)
            if key in seen:
                raise WrongSolution(f"a solution comes twice: {solution}")
            seen.add(key)
        run.at_least += 1
    if run.at_least > MOST_CHECKED and not run.note:
        run.note = f"the first {MOST_CHECKED:,} were checked"
    return run.at_least


def _questions(method: type[Method]) -> frozenset[Question]:
    """What can be asked of a class that defines some of the three functions."""
    lists, solves, counts = (
        getattr(method, name) is not getattr(Method, name)
        for name in ("solutions", "solve", "count")
    )
    able = {
        Question.SOLVE: lists or solves,
        Question.COUNT: lists or counts,
        Question.UNIQUE: lists or counts,
        Question.ENUMERATE: lists,
    }
    return frozenset(question for question, can in able.items() if can)
