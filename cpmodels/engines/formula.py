"""Formula: clauses over numbered variables, and how to read a solution off them."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

__all__ = ["Formula", "Reading"]

Reading = tuple[int, list[tuple[int, int]]]
"""A least value, and pairs (literal, step): so much more where the literal is true."""


@dataclass
class Formula:
    """Clauses over the variables 1, 2, ...; a negative number is a negated variable.

    Attributes
    ----------
    variables : int
        The largest variable.
    literals : array of int
        The clauses one after the other, each ended by 0, as in DIMACS.
    size : int
        Number of clauses.
    primary : list of int
        The variables whose values make one solution different from another.
    names : dict of int to str
        What variables mean, in one line each.
    readings : list
        How to read the value of each primary variable of the model.

    Examples
    --------
    >>> formula = Formula(variables=2, primary=[1, 2], readings=[(0, [(1, 1)]), (5, [(-2, 3)])])
    >>> formula.add([1, 2])
    >>> list(formula), formula.values([1, -2]), formula.block([1, -2])
    ([[1, 2]], [1, 8], [-1, 2])
    """

    variables: int = 0
    literals: array[int] = field(default_factory=lambda: array("i"))
    size: int = 0
    primary: list[int] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    readings: list[Reading] = field(default_factory=list)

    def add(self, clause: Iterable[int]) -> None:
        """One of these literals is true."""
        self.literals.extend(clause)
        self.literals.append(0)
        self.size += 1

    def variable(self, name: str = "") -> int:
        """A new variable."""
        self.variables += 1
        if name:
            self.names[self.variables] = " ".join(name.split())
        return self.variables

    def __iter__(self) -> Iterator[list[int]]:
        literals, start = self.literals, 0
        for _ in range(self.size):
            stop = literals.index(0, start)
            yield literals[start:stop].tolist()
            start = stop + 1

    def values(self, true: Iterable[int]) -> list[int]:
        """The values of the model's primary variables, from the literals that are true."""
        known = set(true)
        return [
            low + sum(step for literal, step in steps if literal in known)
            for low, steps in self.readings
        ]

    def block(self, true: Iterable[int]) -> list[int]:
        """The clause that excludes all models with these values of the primary variables."""
        known = set(true)
        return [-variable if variable in known else variable for variable in self.primary]

    def with_clauses(self, more: Sequence[Sequence[int]]) -> Formula:
        """The same with these clauses behind the others; this one stays as it is."""
        copy = Formula(
            self.variables, self.literals[:], self.size, self.primary, self.names, self.readings
        )
        for clause in more:
            copy.add(clause)
        return copy
