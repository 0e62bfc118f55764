"""Sums as clauses: at most one, exactly one, and any linear constraint over literals.

A linear constraint becomes a decision diagram over partial sums, with a variable for each node that
is true exactly when the path of the values goes through it: so the variables added are functions
of the literals, and the number of models stays as it is (Eén and Sörensson, 2006, write one way of
it; both are needed here).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import gcd

from cpmodels.answers.run import check_time
from cpmodels.engines.formula import Formula
from cpmodels.errors import InputError

__all__ = ["Interval", "NoClauses", "add_at_most_one", "add_sum", "some_of"]

LONGEST_BY_PAIRS = 48  # literals of an at-most-one that is written pair by pair
GROUP = 6  # literals in each group of a longer one
MOST_NODES = 2_000_000  # of one diagram: some seconds

Interval = tuple[int | None, int | None]
"""At least and at most; None for no bound."""
Term = tuple[int, int]
"""A factor and a literal."""


class NoClauses(InputError):
    """A model that cannot be written as clauses, and why."""


def add_at_most_one(formula: Formula, literals: Sequence[int], unless: Sequence[int] = ()) -> None:
    """At most one of the literals is true, unless one of the others is.

    Examples
    --------
    >>> formula = Formula(variables=3)
    >>> add_at_most_one(formula, [1, 2, 3])
    >>> list(formula)
    [[-1, -2], [-1, -3], [-2, -3]]
    """
    check_time()
    while len(literals) > LONGEST_BY_PAIRS:
        heads = []
        for start in range(0, len(literals), GROUP):
            group = literals[start : start + GROUP]
            _by_pairs(formula, group, unless)
            heads.append(some_of(formula, group))
        literals = heads
    _by_pairs(formula, literals, unless)


def some_of(formula: Formula, literals: Sequence[int]) -> int:
    """A new variable that is true exactly when one of the literals is."""
    some = formula.variable()
    formula.add([-some, *literals])
    for literal in literals:
        formula.add([-literal, some])
    return some


def _by_pairs(formula: Formula, literals: Sequence[int], unless: Sequence[int]) -> None:
    for one, other in combinations(literals, 2):
        formula.add([*unless, -one, -other])


def add_sum(
    formula: Formula, terms: Sequence[Term], allowed: Sequence[Interval], unless: Sequence[int] = ()
) -> None:
    """The sum of the terms is in one of the intervals, unless one of the literals is true.

    Raises
    ------
    NoClauses
        The diagram would have more than two million nodes.

    Examples
    --------
    >>> formula = Formula(variables=3)
    >>> add_sum(formula, [(1, 1), (1, 2), (1, 3)], [(2, None)])
    >>> formula.variables, list(formula)[-2:]
    (6, [[-6, -2, 4], [-6, 3]])
    """
    check_time()
    factors, shift = _plain(terms)
    total = sum(factors.values())
    unit = gcd(*factors.values()) if factors else 1
    bounds = _clip(allowed, shift, total, unit)
    descending = sorted(((a // unit, x) for x, a in factors.items()), key=lambda term: -term[0])
    total //= unit
    literals = [x for _, x in descending]
    ones = total == len(literals)
    if not bounds:
        formula.add(unless)
    elif bounds == [(0, total)]:
        return
    elif bounds == [(1, total)]:
        formula.add([*unless, *literals])
    elif bounds == [(0, total - 1)]:
        formula.add([*unless, *(-x for x in literals)])
    elif bounds in ([(0, 0)], [(total, total)]):
        for x in literals:
            formula.add([*unless, x if bounds[0][0] else -x])
    elif ones and bounds in ([(0, 1)], [(1, 1)]):
        if bounds[0][0]:
            formula.add([*unless, *literals])
        add_at_most_one(formula, literals, unless)
    else:
        _Diagram(formula, descending, bounds, unless).write()


def _plain(terms: Sequence[Term]) -> tuple[dict[int, int], int]:
    """Positive factors by literal, no variable twice; and what is added to their sum."""
    by_variable: dict[int, int] = {}
    shift = 0
    for factor, literal in terms:
        if literal < 0:  # a * (1 - x)
            shift += factor
        by_variable[abs(literal)] = by_variable.get(abs(literal), 0) + (
            factor if literal > 0 else -factor
        )
    factors = {}
    for variable, factor in by_variable.items():
        if factor > 0:
            factors[variable] = factor
        elif factor < 0:  # a * x = a + |a| * (1 - x)
            factors[-variable] = -factor
            shift += factor
    return factors, shift


def _clip(allowed: Sequence[Interval], shift: int, total: int, unit: int) -> list[tuple[int, int]]:
    """The intervals for the sum of the plain terms in units, disjoint and in order."""
    pairs: list[tuple[int, int]] = []
    for low, high in sorted(allowed, key=lambda pair: (pair[0] is not None, pair[0] or 0)):
        least = 0 if low is None else max(0, -((shift - low) // unit))
        most = total // unit if high is None else min(total // unit, (high - shift) // unit)
        if least > most:
            continue
        if pairs and least <= pairs[-1][1] + 1:
            pairs[-1] = (pairs[-1][0], max(most, pairs[-1][1]))
        else:
            pairs.append((least, most))
    return pairs


class _Diagram:
    """The paths of partial sums: a node for each, those with the same future merged."""

    def __init__(
        self,
        formula: Formula,
        terms: list[Term],
        bounds: list[tuple[int, int]],
        unless: Sequence[int],
    ) -> None:
        self.formula, self.terms, self.bounds, self.unless = formula, terms, bounds, unless
        self.rest = [0] * (len(terms) + 1)
        for index in reversed(range(len(terms))):
            self.rest[index] = self.rest[index + 1] + terms[index][0]

    def _known(self, layer: int, partial: int) -> bool | None:
        """Whether all ways on are allowed, or none; None when that depends."""
        last = partial + self.rest[layer]
        meeting = [pair for pair in self.bounds if pair[0] <= last and partial <= pair[1]]
        if not meeting:
            return False
        low, high = meeting[0]
        return True if low <= partial and last <= high else None

    def _layers(self) -> list[list[int]]:
        """The partial sums that are open before each term."""
        layers, nodes = [[0]], 0
        for layer, (factor, _) in enumerate(self.terms, 1):
            sums = {partial + step for partial in layers[-1] for step in (0, factor)}
            layers.append(sorted(s for s in sums if self._known(layer, s) is None))
            nodes += len(layers[-1])
            if nodes > MOST_NODES:
                raise NoClauses(f"a linear constraint of {len(self.terms):,} terms, "
                                f"more than {MOST_NODES:,} partial sums")  # fmt: skip
            check_time()
        return layers

    def _merge(self) -> list[list[tuple[int | bool, int | bool]]]:
        """For each layer, its nodes: what follows for a false and for a true literal.

        What follows is the number of a node of the next layer, or True or False.
        """
        layers = self._layers()
        nodes: list[list[tuple[int | bool, int | bool]]] = []
        number: dict[int, int] = {}  # of the node, by partial sum, in the layer behind

        def follow(layer: int, partial: int) -> int | bool:
            known = self._known(layer, partial)
            return number[partial] if known is None else known

        for layer in reversed(range(len(self.terms))):
            own: dict[tuple[object, ...], int] = {}
            pairs: list[tuple[int | bool, int | bool]] = []
            numbers = {}
            for partial in layers[layer]:
                off = follow(layer + 1, partial)
                on = follow(layer + 1, partial + self.terms[layer][0])
                key = (type(off), off, type(on), on)  # 1 is not True here
                if key not in own:
                    own[key] = len(pairs)
                    pairs.append((off, on))
                numbers[partial] = own[key]
            number = numbers
            nodes.append(pairs)
        return nodes[::-1]

    def write(self) -> None:
        """Add the variables of the nodes, and the clauses."""
        nodes = self._merge()
        here: list[int | None] = [None]  # the root, which every path goes through
        for layer, (_, literal) in enumerate(self.terms):
            last = layer + 1 == len(self.terms)
            there = [] if last else [self.formula.variable() for _ in nodes[layer + 1]]
            came: list[tuple[list[int | None], list[int | None]]] = [([], []) for _ in there]
            for node, (off, on) in zip(here, nodes[layer], strict=True):
                guard = [] if node is None else [-node]
                for side, (to, when) in enumerate(((off, literal), (on, -literal))):
                    if to is False:
                        self.formula.add([*self.unless, *guard, when])
                    elif to is not True:
                        self.formula.add([*guard, when, there[to]])
                        came[to][side].append(node)
            for node, sides in zip(there, came, strict=True):
                self._came_from(node, literal, sides)
            here = list(there)
            check_time()

    def _came_from(
        self, node: int, literal: int, sides: tuple[list[int | None], list[int | None]]
    ) -> None:
        """A path through the node came from one of these, by a false or a true literal."""
        for before, when in zip(sides, (literal, -literal), strict=True):
            if None not in before:
                self.formula.add([-node, when, *(one for one in before if one is not None)])
