"""What of that which methods agree on has no witness, and can be proved."""

from __future__ import annotations

from collections.abc import Iterable

from cpmodels.answers.answer import Question
from cpmodels.crosschecking.opinion import Opinion
from cpmodels.proving.prove import MOST
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["provable"]


def provable(opinions: Iterable[Opinion], puzzle: Puzzle) -> Question | None:
    """The question whose answer, taken from all opinions together, is to be proved.

    ``count`` for none and for numbers of solutions small enough to be listed, ``solve`` for the
    value of the best one; None where nothing is settled, or the solutions are too many.

    Examples
    --------
    >>> from cpmodels import Tiling
    >>> some = Opinion("a", Question.COUNT, "3", number=(3, 3), conclusive=True)
    >>> provable([some], Tiling.of("2x3", "dominoes"))
    <Question.COUNT: 'count'>
    """
    sure = [each for each in opinions if each.conclusive and each.method != "expected"]
    most = [each.number[1] for each in sure if each.number[1] is not None]
    none = 0 in most
    if puzzle.optimising:
        best = any(each.best[0] == each.best[1] for each in sure)
        return Question.SOLVE if best or none else None
    least = max((each.number[0] for each in sure), default=0)
    return Question.COUNT if most and least == min(most) <= MOST else None
