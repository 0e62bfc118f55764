"""Cubes and splits that another method is asked about, and what it says."""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.counting.ledger import Ledger
from cpmodels.counting.splits import WrongWeights, must_be_empty, unfold
from cpmodels.counting.task import Request, counts_in_cubes
from cpmodels.counting.tree import Node
from cpmodels.errors import InputError
from cpmodels.kinds.method import Method
from cpmodels.kinds.registry import refusal, registry
from cpmodels.kinds.splitting import Cube, Splitting

__all__ = ["SECONDS", "Audit", "Auditing", "auditor"]

SECONDS = 300.0  # for a cube or a split, by the other method


@dataclass
class Audit:
    """What another method says of some cubes, and of the splits that led to all of them.

    Attributes
    ----------
    method : str
        Which; empty where none was asked for.
    cubes, splits : int
        Cubes that were drawn, and splits, which are all that were not audited before.
    agreed, whole : int
        Cubes of which it says the same; splits of which it says that the parts leave no solution
        out, and share none.
    wrong : list of str
        Those of which it says something else, each in a line.
    unknown : list of str
        Those of which it said nothing, and why.
    """

    method: str = ""
    cubes: int = 0
    splits: int = 0
    agreed: int = 0
    whole: int = 0
    wrong: list[str] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def agree(self) -> bool | None:
        """False when something differs; None when something was left open; else True."""
        if self.wrong:
            return False
        return True if (self.agreed, self.whole) == (self.cubes, self.splits) else None

    def __str__(self) -> str:
        text = (
            f"audit: {self.method} says the same of {self.agreed:,} of {self.cubes:,} cubes, and"
            f" that {self.whole:,} of {self.splits:,} splits lose nothing and have nothing twice"
        )
        return "; ".join([text, *self.wrong[:3], *self.unknown[:3]])


class Auditing:
    """What is asked of another method, and what its results say.

    Parameters
    ----------
    ledger : Ledger
        Of a count that is complete.
    splitting : Splitting
        That of the count.
    other : Request
        Who is asked.
    share : float
        Of the cubes; all splits are asked about.
    rng : Random
        Draws the cubes.

    Attributes
    ----------
    audit : Audit
        What came of it.
    """

    def __init__(
        self, ledger: Ledger, splitting: Splitting, other: Request, share: float, rng: Random
    ) -> None:
        self.other, self._ledger, self._ours = other, ledger, splitting
        self._theirs = other.splitting(Run())
        self._left: dict[str, deque[Sequence[Cube]]] = {}
        self._untried: set[str] = set()
        cubes = _sample(ledger, share, rng)
        nodes = ledger.tree.nodes.items()
        splits = [n for n, node in nodes if node.parts is not None and n not in ledger.audited]
        self.audit = Audit(other.method, len(cubes), len(splits))
        self.todo = deque([*splits, *cubes])

    def text(self, name: str) -> str | None:
        """What to count: the cube, or what must be empty in a split; None where it cannot be said.

        Called again for the name of a split, it gives what may be empty instead.
        """
        node = self._ledger.tree[name]
        try:
            if node.parts is None:
                return self._text([node.cube])
            if name not in self._left:
                self._left[name] = deque(self._families(name, node))
            if self._left[name]:
                return self._text(must_be_empty(node.cube, self._left[name].popleft()))
        except WrongWeights as error:
            self.audit.wrong.append(f"cube {name}: {error}")
        except InputError as error:
            self.audit.unknown.append(f"cube {name}: {error}")
        return None

    def _families(self, name: str, node: Node) -> Iterator[Sequence[Cube]]:
        parts = [part.cube for part in node.parts or ()]
        some = False
        try:
            for family in unfold(self._ours, self._ledger.request.puzzle, node.cube, parts):
                some = True
                yield family
        except InputError:
            if not some:
                raise
            self._untried.add(name)

    def _text(self, cubes: Iterable[Cube]) -> str:
        return " ".join(str(self._theirs.cube_of(self._ours.pieces_of(cube))) for cube in cubes)

    def take(self, name: str, count: int, *, complete: bool) -> None:
        """What the other method counted; where it took too long, at least so many."""
        node, audit, ours = self._ledger.tree[name], self.audit, self._ledger.request.method
        expected, number = node.count or 0, f"{count:,}" if complete else f"at least {count:,}"
        if not complete and count <= expected:
            audit.unknown.append(f"cube {name}: {audit.method} took too long")
        elif node.parts is not None and count and self._left[name]:
            self.todo.append(name)  # other symmetries may be meant
        elif count and name in self._untried:
            audit.unknown.append(f"cube {name}: not all symmetries were tried")
        else:
            self._ledger.audit(name, audit.method, count, expected)
            if count == expected:
                audit.agreed += node.parts is None
                audit.whole += node.parts is not None
            elif node.parts is None:
                audit.wrong.append(
                    f"cube {name}: {ours} counts {expected:,}, {audit.method} {number}"
                )
            else:
                where = "in none of its parts, or in several"
                audit.wrong.append(f"cube {name}: {audit.method} counts {number} {where}")


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
    if name is None:  # what can be asked about splits, and has the least in common
        able.sort(key=lambda m: (not _leaves_out(request, m), m.side == request.answering.side))
    others = able
    if name is not None:
        others = [method for method in able if method.name == name]
    if not others:
        names = ", ".join(method.name for method in able) or "none"
        message = f"method {name!r}, expected one of: {names}" if name else "no other method"
        raise InputError(f"no audit of the cubes of this {request.puzzle.kind}: {message}")
    return Request(request.puzzle, others[0].name)


def _leaves_out(request: Request, method: Method) -> bool:
    return Request(request.puzzle, method.name).splitting(Run()).leaves_out


def _sample(ledger: Ledger, share: float, rng: Random) -> list[str]:
    """Random cubes that are counted and were not audited, in a share of all that are counted."""
    counted = [str(node.cube) for node in ledger.tree.leaves() if node.count is not None]
    fresh = [name for name in counted if name not in ledger.audited]
    size = math.ceil(share * len(counted)) - (len(counted) - len(fresh))
    return rng.sample(fresh, min(len(fresh), max(0, size)))
