"""A kind of puzzle whose methods misbehave, each in its own way."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from cpmodels.answers.answer import Stop
from cpmodels.answers.run import Run
from cpmodels.errors import WrongSolution
from cpmodels.kinds.kind import Kind
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import register
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["FREE", "Trouble", "gate"]

FREE = 20  # numbers up to this one pass without the gate


def gate(path: str | Path) -> Path:
    """The file that the later ones wait for."""
    return Path(f"{path}.open")


@dataclass(frozen=True)
class Trouble(Puzzle):
    """Its only solution is its number; `path` is where a method leaves traces."""

    kind: ClassVar[str] = "trouble"

    number: int = 0
    path: str = ""
    title: str = field(default="", compare=False)

    def check(self, solution: Any) -> None:
        """Raise unless it is the number."""
        if solution != self.number:
            raise WrongSolution(f"{solution} is not {self.number}")

    def describe(self) -> str:
        """The number."""
        return f"number {self.number}"


class Misbehaving(Method):
    """Does something before it gives the right answer."""

    puzzle: ClassVar[type[Puzzle]] = Trouble

    def __init__(self, name: str, act: Callable[[Trouble, Run], int]) -> None:
        self.name, self.act = name, act

    def solutions(self, puzzle: Trouble, run: Run) -> Iterator[Any]:
        """What `act` says."""
        result = self.act(puzzle, run)
        if run.stopped_by is None:
            yield result

    def solve(self, puzzle: Trouble, run: Run) -> Any:
        """What `act` says, checked by the question."""
        return self.act(puzzle, run)


class Miscounting(Misbehaving):
    """Says two where there is one."""

    def count(self, puzzle: Trouble, run: Run) -> int:
        """Two."""
        return 2


def honest(puzzle: Trouble, run: Run) -> int:
    return puzzle.number


def gated(puzzle: Trouble, run: Run) -> int:
    """A line in the puzzle's file; numbers above `FREE` wait first until the gate is there."""
    while puzzle.number > FREE and not gate(puzzle.path).exists():
        time.sleep(0.01)
    with open(puzzle.path, "a") as file:
        file.write(f"{puzzle.number} {os.getpid()}\n")
    return puzzle.number


def eater(puzzle: Trouble, run: Run) -> int:
    """Four gigabytes, every page touched."""
    blocks = [np.ones(2**24, dtype=np.uint8) for _ in range(256)]
    return puzzle.number + 0 * len(blocks)


def native_eater(puzzle: Trouble, run: Run) -> int:
    """The same from C++: CP-SAT on a model that does not fit."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    many = [model.new_bool_var("") for _ in range(200_000)]
    for start in range(0, 200_000, 50):
        model.add_allowed_assignments(many[start : start + 10], [[0] * 10, [1] * 10])
    for shift in range(1, 40):
        for start in range(0, 199_000, 2):
            model.add_bool_or(many[start], many[start + shift], ~many[start + 2 * shift])
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 4
    solver.solve(model)
    return puzzle.number


def deaf(puzzle: Trouble, run: Run) -> int:
    """Does not look at the clock."""
    while True:
        time.sleep(600)


def polite(puzzle: Trouble, run: Run) -> int:
    """Stops when it is told."""
    while not run.should_stop():
        time.sleep(0.01)
    return puzzle.number


def late(puzzle: Trouble, run: Run) -> int:
    """Says that its time is up, whatever the clock says."""
    run.stopped_by = Stop.TIME
    return puzzle.number


def spinner(puzzle: Trouble, run: Run) -> int:
    """Burns time of the processor."""
    while True:
        pass


def segfault(puzzle: Trouble, run: Run) -> int:
    return len(ctypes.string_at(1)) + puzzle.number


def aborter(puzzle: Trouble, run: Run) -> int:
    os.abort()


def leaver(puzzle: Trouble, run: Run) -> int:
    os._exit(3)


def raiser(puzzle: Trouble, run: Run) -> int:
    raise ZeroDivisionError("on purpose")


def liar(puzzle: Trouble, run: Run) -> int:
    return puzzle.number + 1


def breeder(puzzle: Trouble, run: Run) -> int:
    """Starts a process that leaves its group, writes its id down, and dies when its number is 1."""
    child = subprocess.Popen(
        [sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True
    )
    with open(puzzle.path, "a") as file:
        file.write(f"{child.pid}\n")
    if puzzle.number:
        os.kill(os.getpid(), signal.SIGKILL)
    return puzzle.number


ACTS = (
    honest, gated, eater, native_eater, deaf, polite, late, spinner, segfault, aborter, leaver,
    raiser, liar, breeder,
)  # fmt: skip
METHODS = [Misbehaving(act.__name__.replace("_", "-"), act) for act in ACTS]
KIND = Kind(Trouble, methods=[*METHODS, Miscounting("miscounting", honest)], random=Trouble)
register(KIND)
