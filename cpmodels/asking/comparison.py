"""Ask every method the same question, and say whether the answers agree.

Only what was proved or shown takes part: a method that was stopped neither agrees nor
disagrees, but a lower bound above another method's exact count is a disagreement.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from cpmodels import notebook
from cpmodels.answers.agreement import disagreement
from cpmodels.answers.answer import Answer, Interrupted, Question
from cpmodels.answers.run import Limits, Run
from cpmodels.answers.support import Support, beside
from cpmodels.asking.ask import ask
from cpmodels.asking.by_copies import able_methods as able_by_copies
from cpmodels.asking.by_copies import count_by_copies, refuse_with
from cpmodels.asking.warm_up import warm_up
from cpmodels.errors import InputError, MethodFailed, WrongSolution
from cpmodels.kinds.registry import methods as able_methods
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Comparison", "compare"]


@dataclass
class Comparison:
    """The answers of several methods to one question.

    Attributes
    ----------
    answers : list of Answer
        In the order asked.
    failures : dict of str to str
        Methods that gave a wrong solution or count, and what is wrong with it.
    errors : dict of str to str
        Methods that ended in an exception instead of an answer, and in which.
    agree : bool or None
        True when two or more methods proved or showed the same; False when two differ, or a
        solution was wrong; None when fewer than two could say, or a method ended in an error.
    """

    puzzle: Puzzle
    question: Question
    answers: list[Answer] = field(default_factory=list)
    failures: dict[str, str] = field(default_factory=dict)
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def reason(self) -> str | None:
        """What differs; None when nothing does."""
        if self.failures:
            return "; ".join(self.failures.values())
        return disagreement(self.answers)

    @property
    def agree(self) -> bool | None:
        """Whether they agree; None when fewer than two could say, or one ended in an error."""
        if self.reason is not None:
            return False
        if self.errors:
            return None
        conclusive = {a.method for a in self.answers if a.conclusive}
        return True if len(conclusive) > 1 else None

    @property
    def supported_by(self) -> tuple[Support, ...]:
        """What the answer rests on, where they agree."""
        if self.agree is not True:
            return ()
        conclusive = [answer for answer in self if answer.conclusive]
        own = {each for answer in conclusive for each in answer.supported_by}
        if conclusive[0].exists is False and registry.kind_of(self.puzzle).certificates(
            self.puzzle
        ):
            own.add(Support.CERTIFICATE)
        return tuple(each for each in Support if each in {*own, Support.METHODS})

    def settle(self) -> None:
        """Tell each conclusive answer what it rests on, once all have been given and agree."""
        shared = self.supported_by
        self.answers = [
            replace(answer, supported_by=shared) if shared and answer.conclusive else answer
            for answer in self
        ]

    def __str__(self) -> str:
        """A line for each answer, and whether they agree."""
        lines = [f"{a.method}: {a} in {a.build_seconds + a.solve_seconds:.3f} s" for a in self]
        lines += [f"{name}: {why}" for name, why in (self.failures | self.errors).items()]
        agree = f"agree{beside(self.supported_by)}"
        word = {True: agree, False: f"DISAGREE: {self.reason}", None: "unknown"}[self.agree]
        return "\n".join([*lines, word])

    def __iter__(self) -> Iterator[Answer]:
        return iter(self.answers)

    def __bool__(self) -> bool:
        """Whether it is known that they agree."""
        return self.agree is True

    def _repr_html_(self) -> str:
        """What a notebook shows: a table of the answers, and whether they agree."""
        html: str = notebook.comparison_html(self)
        return html


def compare(
    puzzle: Puzzle,
    *,
    question: Question | str | None = None,
    methods: Sequence[str] | None = None,
    limit: float | None = None,
    workers: int = 1,
    seed: int = 0,
    by: str | None = None,
    progress: Callable[[Answer], None] | None = None,
) -> Comparison:
    """Ask all methods that can answer (or those named), one after the other.

    What is compiled when it is first used is compiled before the clock runs.

    Parameters
    ----------
    question : str, optional
        ``count``, ``solve`` or ``unique``; the one that suits the kind of puzzle by default.
    methods : sequence of str, optional
        Names, as in `cpmodels.methods`.
    limit : float, optional
        Seconds for each method.
    by : str, optional
        ``"copies"``: counts for each multiset of shapes, see `count`; those are compared.
    progress : callable, optional
        Called with each answer as it comes.

    Raises
    ------
    InputError
        A method that does not exist or cannot answer this.
    Interrupted
        Ctrl-C; its `answer` is the comparison so far.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> compare(Tiling.of("4x4", "tetrominoes")).agree
    True
    """
    to_ask = Question(question or ("count" if by else puzzle.default_question))
    if by is not None:
        refuse_with(by, **{str(to_ask): to_ask is not Question.COUNT})
    able = able_by_copies(puzzle) if by else able_methods(puzzle, to_ask)
    names = list(methods) if methods is not None else able
    warm_up(frozenset((puzzle.kind, name, str(to_ask)) for name in names))
    result = Comparison(puzzle, to_ask)
    limits = Limits(limit, workers, seed)
    for name in () if by else methods or ():
        _refuse_unknown(puzzle, name, to_ask)
    for name in names:
        try:
            if by:
                answer = count_by_copies(puzzle, name, Run(limits))
            else:
                answer = ask(to_ask, puzzle, name, Run(limits))
        except WrongSolution as wrong:
            result.failures[name] = str(wrong)
            continue
        except (MethodFailed, InputError) as failure:
            result.errors[name] = str(failure)
            continue
        except Interrupted as interrupted:
            result.answers.append(interrupted.answer)
            raise Interrupted(result) from None
        result.answers.append(answer)
        if progress is not None:
            progress(answer)
    result.settle()
    return result


def _refuse_unknown(puzzle: Puzzle, name: str, to_ask: Question) -> None:
    """A name of no method is bad input, before anything is asked."""
    with suppress(MethodFailed):  # it is asked, and its error shown
        registry.find_method(puzzle, name, to_ask)
