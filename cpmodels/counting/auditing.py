"""Cubes that another method is asked about, and what it says."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.counting.ledger import Ledger
from cpmodels.counting.task import Request, counts_in_cubes
from cpmodels.errors import InputError
from cpmodels.kinds.registry import refusal, registry
from cpmodels.kinds.splitting import WHOLE, Splitting

__all__ = ["Audit", "auditor", "sample"]

SECONDS = 300.0  # for a cube, by the other method


@dataclass
class Audit:
    """What another method says of some cubes.

    Attributes
    ----------
    method : str
        Which; empty where none was asked for.
    cubes : int
        Cubes that were drawn.
    agreed : int
        Cubes of which it says the same.
    wrong : list of str
        Cubes of which it says something else, each in a line.
    unknown : list of str
        Cubes of which it said nothing, and why.
    """

    method: str = ""
    cubes: int = 0
    agreed: int = 0
    wrong: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)
    seconds: float = SECONDS

    @property
    def agree(self) -> bool | None:
        """False when a cube differs; None when one was left open; True when none was drawn."""
        if self.wrong:
            return False
        return True if self.agreed == self.cubes else None

    def __str__(self) -> str:
        text = f"audit: {self.method} says the same of {self.agreed:,} of {self.cubes:,} cubes"
        return "; ".join([text, *self.wrong, *self.unknown[:3]])

    def requests(
        self, ledger: Ledger, other: Request, splitting: Splitting, names: list[str]
    ) -> Iterator[tuple[str, Request, str]]:
        """Each cube, and what to ask: the same in the numbers of the other method, or a puzzle."""
        theirs = other.splitting(Run())
        for name in names:
            cube = ledger.tree[name].cube
            puzzle = splitting.as_puzzle(cube)
            try:
                if puzzle is not None:
                    yield name, Request(puzzle, other.method), str(WHOLE)
                else:
                    yield name, other, str(theirs.cube_of(splitting.pieces_of(cube)))
            except InputError as error:
                self.unknown.append(f"cube {name}: {error}")

    def take(self, ledger: Ledger, name: str, count: int) -> None:
        """What the other method counted."""
        expected = ledger.tree[name].count
        assert expected is not None
        ledger.audit(name, self.method, count, expected)
        if count == expected:
            self.agreed += 1
        else:
            message = (
                f"cube {name}: {ledger.request.method} counts {expected:,}, {self.method} {count:,}"
            )
            self.wrong.append(message)


def auditor(request: Request, name: str | None) -> Request:
    """Who is asked about the cubes of a method: one of another side, that counts in cubes, too.

    Raises
    ------
    InputError
        There is none, or not this one.
    """
    methods = [
        method
        for method in registry.methods_of(type(request.puzzle))
        if counts_in_cubes(method) and refusal(method, request.puzzle, Question.COUNT) is None
    ]
    able = [m for m in methods if m.name != request.method]
    others = sorted(able, key=lambda method: method.side == request.answering.side)
    if name is not None:
        others = [method for method in others if method.name == name]
    if not others:
        names = ", ".join(method.name for method in able) or "none"
        message = f"method {name!r}, expected one of: {names}" if name else "no other method"
        raise InputError(f"no audit of the cubes of this {request.puzzle.kind}: {message}")
    return Request(request.puzzle, others[0].name)


def sample(ledger: Ledger, share: float, rng: Random) -> list[str]:
    """Random cubes that are counted and were not audited, in a share of all that are counted."""
    counted = [str(node.cube) for node in ledger.tree.leaves() if node.count is not None]
    size = math.ceil(share * len(counted)) - len(ledger.audited)
    fresh = [name for name in counted if name not in ledger.audited]
    return rng.sample(fresh, min(len(fresh), max(0, size)))
