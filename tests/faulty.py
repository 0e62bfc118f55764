"""A kind of puzzle whose methods are wrong, each in a way that could pass for agreement."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np

import cpmodels as cm
from cpmodels.answers.run import Run

__all__ = ["FAULTS", "Digits"]


@dataclass(frozen=True)
class Digits(cm.Puzzle):
    """The digits from `least` to 9 are the solutions; where it optimises, `least` alone."""

    kind: ClassVar[str] = "digits"

    least: int = 7
    optimising: bool = False  # type: ignore[misc]
    title: str = field(default="", compare=False)

    @property
    def default_question(self) -> str:  # type: ignore[override]
        """The question that suits it."""
        return "solve" if self.optimising else "count"

    def check(self, solution: Any) -> None:
        """Raise unless it is such a digit; whether it is a best one, no checker can say."""
        if solution not in range(self.least, 10):
            raise cm.WrongSolution(f"{solution}, expected {self.least} to 9")

    def measure(self, solution: Any) -> int:
        """The digit."""
        return int(solution)

    def describe(self) -> str:
        """The puzzle in one line."""
        return f"{'the least digit' if self.optimising else 'digits'} from {self.least}"


class Saying(cm.Method):
    """Lists what a function says."""

    puzzle = Digits

    def __init__(self, name: str, listed: Callable[[Digits, Run], Any]) -> None:
        self.name, self._listed = name, listed

    def solutions(self, puzzle: Digits, run: Run) -> Iterator[Any]:
        """What the function says."""
        yield from self._listed(puzzle, run)


class Counting(Saying):
    """The same, and counts what a function says."""

    def __init__(self, name: str, count: Callable[[Digits, Run], Any]) -> None:
        super().__init__(name, right)
        self._count = count

    def count(self, puzzle: Digits, run: Run) -> Any:
        """What the function says."""
        return self._count(puzzle, run)


def right(puzzle: Digits, run: Run) -> list[int]:
    """The solutions."""
    return [puzzle.least] if puzzle.optimising else list(range(puzzle.least, 10))


def worse(puzzle: Digits, run: Run) -> list[int]:
    """Valid, called the best, and not the best."""
    return [puzzle.least + 1]


def claims_the_best(puzzle: Digits, run: Run) -> list[int]:
    """The same, after an attempt to say what it measures."""
    run.objective = puzzle.least  # type: ignore[attr-defined]
    return [puzzle.least + 1]


def poisons(puzzle: Digits, run: Run) -> int:
    """The right count, and an effort that no file of results can hold."""
    run.effort.nodes = "many"  # type: ignore[assignment]
    return 10 - puzzle.least


def wrong_reason(puzzle: Digits, run: Run) -> int:
    """Stopped, by nothing that there is."""
    run.stopped_by = "boredom"  # type: ignore[assignment]
    return 10 - puzzle.least


FAULTS: dict[str, tuple[cm.Method, bool]] = {
    method.name: (method, error)
    for method, error in [
        (Counting("nan", lambda p, r: float("nan")), False),
        (Counting("text", lambda p, r: "3"), False),
        (Counting("none", lambda p, r: None), False),
        (Counting("fraction", lambda p, r: 3.0), False),
        (Counting("negative", lambda p, r: -1), False),
        (Counting("truth", lambda p, r: np.bool_(True)), False),
        (Counting("yes", lambda p, r: True), False),
        (Saying("repeats and drops", lambda p, r: [*right(p, r)[1:], 9]), False),
        (Saying("breaks a rule", lambda p, r: [*right(p, r)[1:], 0]), False),
        (Counting("leaves", lambda p, r: sys.exit(0)), True),
        (Counting("leaves loudly", lambda p, r: sys.exit(1)), True),
        (Counting("crashes", lambda p, r: {}["key"]), True),
        (Counting("stops iterating", lambda p, r: next(iter(()))), True),
        (Counting("poisons", poisons), True),
        (Counting("wrong reason", wrong_reason), True),
    ]
}
"""By name: the method, and whether it ends in an error instead of a wrong answer."""

OTHERS = [
    Saying("honest", right),
    Saying("second", right),
    Counting("numpy", lambda p, r: np.int64(10 - p.least)),
    Saying("worse", worse),
    Saying("claims", claims_the_best),
]

cm.register(
    cm.Kind(
        Digits,
        methods=[*OTHERS, *(method for method, _ in FAULTS.values())],
        read=lambda table: Digits(**table),
        write=lambda puzzle: {"least": puzzle.least, "optimising": puzzle.optimising},
    )
)
