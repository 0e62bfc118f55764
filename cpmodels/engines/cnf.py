"""A Model as clauses, for solvers, model counters and proof checkers.

Every variable that the translation adds is a function of the model's own variables, so the formula
has exactly as many models as the CP-SAT model has solutions: on the primary variables, and on all
where the model's own auxiliary variables are functions of the primary ones.

- An exactly-one or at-most-one is written pair by pair; a long one in groups, each with a variable
  that says "one of the group" (both ways).
- A linear constraint is a decision diagram over partial sums (see `cnf_sums`); one of two
  variables needs no new ones.
- An integer is written by its order: a variable for "at least v", for each value but the least.
- A maximum reaches a number just when one of its terms does.
- An automaton has a variable for each state after each step.

Other kinds of constraint have no clauses here: `NoClauses` names them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from cpmodels.answers.run import check_time
from cpmodels.engines.cnf_slack import Slack, size, slack_of
from cpmodels.engines.cnf_sums import Interval, NoClauses, add_at_most_one, add_sum, some_of
from cpmodels.engines.cnf_values import Values
from cpmodels.engines.formula import Formula
from cpmodels.models.model import Model

__all__ = ["NoClauses", "Translation", "clauses"]

WIDEST = 10_000  # values of an integer that is written as clauses
UNBOUNDED = 1 << 62  # CP-SAT writes "no bound" as the ends of 64 bits


def clauses(model: Model, *, best: Interval | None = None) -> Formula:
    """The model as clauses. Its objective is left out.

    Parameters
    ----------
    best : (int or None, int or None), optional
        Bounds on the value of the objective, as one constraint more.

    Raises
    ------
    NoClauses
        A constraint of a kind that has no translation, or one that grows too large.

    Examples
    --------
    >>> model = Model("one of three")
    >>> bits = [model.boolean() for _ in range(3)]
    >>> _ = model.cp.add_exactly_one(bits)
    >>> formula = clauses(model)
    >>> list(formula), formula.primary
    ([[1, 2, 3], [-1, -2], [-1, -3], [-2, -3]], [1, 2, 3])
    """
    translation = Translation(model)
    for constraint in model.cp.proto.constraints:
        translation.add(constraint)
    if best is not None:
        translation.bound(model, best)
    return translation.formula


class Translation:
    """The formula of a model while it is written: first its variables, then each constraint.

    Attributes
    ----------
    formula : Formula
    """

    def __init__(self, model: Model) -> None:
        self.formula = Formula()
        self._name = model.name
        primary = {variable.index: place for place, variable in enumerate(model.primary)}
        self._values: list[Values] = []
        for index, variable in enumerate(model.cp.proto.variables):
            name = variable.name or (f"primary {primary[index]}" if index in primary else "")
            self._values.append(self._variable(tuple(variable.domain), name))
            if not index % 1000:
                check_time()
        for variable in model.primary:
            values = self._values[variable.index]
            self.formula.primary += values.literals
            self.formula.readings.append(values.reading())
        booleans = [each.literals[0] if each.numbers == [0, 1] else 0 for each in self._values]
        # by CP-SAT's index: that of a complement is below zero, which counts from the end
        self._literals = booleans + [-literal for literal in reversed(booleans)]

    def _variable(self, domain: tuple[int, ...], name: str) -> Values:
        """The literals of a variable: one for a Boolean, also where its value is known."""
        intervals = list(zip(domain[::2], domain[1::2], strict=True))
        if sum(high - low + 1 for low, high in intervals) > WIDEST:
            raise NoClauses(f"model {self._name}: an integer of more than {WIDEST:,} values")
        numbers = [value for low, high in intervals for value in range(low, high + 1)]
        boolean = numbers[0] in (0, 1) and numbers[-1] in (0, 1)
        if boolean and len(numbers) == 1:  # constraints may use it as a literal
            literal = self.formula.variable(name)
            self.formula.add([literal if numbers[0] else -literal])
            return Values([0, 1], [literal])
        literals = [
            self.formula.variable(name and (name if boolean else f"{name} at least {value}"))
            for value in numbers[1:]
        ]
        for lower, higher in pairwise(literals):
            self.formula.add([-higher, lower])
        return Values(numbers, literals)

    def literal(self, reference: int) -> int:
        """CP-SAT's index of a Boolean, or the complement of one, as a literal."""
        literal = self._literals[reference]
        if not literal:
            raise NoClauses(f"model {self._name}: an integer used as a Boolean")
        return literal

    def add(self, constraint: Any) -> None:
        """One constraint of CP-SAT."""
        premises = constraint.enforcement_literal
        unless = [-self.literal(one) for one in premises] if len(premises) else []
        formula = self.formula
        if constraint.has_bool_or():
            formula.add([*unless, *map(self.literal, constraint.bool_or.literals)])
        elif constraint.has_exactly_one():
            literals = list(map(self.literal, constraint.exactly_one.literals))
            formula.add([*unless, *literals])
            add_at_most_one(formula, literals, unless)
        elif constraint.has_at_most_one():
            literals = list(map(self.literal, constraint.at_most_one.literals))
            add_at_most_one(formula, literals, unless)
        elif constraint.has_bool_and():
            for reference in constraint.bool_and.literals:
                formula.add([*unless, self.literal(reference)])
        elif constraint.has_linear():
            linear = constraint.linear
            self._linear(linear.vars, linear.coeffs, _intervals(linear.domain), unless)
        elif constraint.has_lin_max():
            self._maximum(constraint.lin_max, unless)
        elif constraint.has_automaton():
            self._automaton(constraint.automaton, unless)
        elif str(constraint).strip():
            kind = next(name for name in dir(constraint)
                        if name.startswith("has_") and getattr(constraint, name)())  # fmt: skip
            raise NoClauses(
                f"model {self._name}: a constraint of kind {kind.removeprefix('has_')}, expected "
                "clauses, exactly-one, at-most-one, linear ones, maxima or automata"
            )

    def sums(self, constraint: Any) -> list[tuple[list[tuple[int, int]], str, int]] | None:
        """A constraint as sums over literals, each with ``=`` or ``>=`` and a bound.

        None where that is not what it is; then it has clauses.
        """
        if len(constraint.enforcement_literal):
            return None
        if constraint.has_exactly_one():
            literals = map(self.literal, constraint.exactly_one.literals)
            return [([(1, literal) for literal in literals], "=", 1)]
        if constraint.has_at_most_one():
            literals = map(self.literal, constraint.at_most_one.literals)
            return [([(-1, literal) for literal in literals], ">=", -1)]
        if not constraint.has_linear():
            return None
        linear = constraint.linear
        allowed = _intervals(linear.domain)
        if len(allowed) != 1:
            return None
        low, high = allowed[0]
        terms = []
        for index, factor in zip(linear.vars, linear.coeffs, strict=True):
            least, steps = self._values[index].reading()
            terms += [(factor * step, literal) for literal, step in steps]
            low = None if low is None else low - factor * least
            high = None if high is None else high - factor * least
        if low is not None and low == high:
            return [(terms, "=", low)]
        opposite = [(-factor, literal) for factor, literal in terms]
        return [
            *([] if low is None else [(terms, ">=", low)]),
            *([] if high is None else [(opposite, ">=", -high)]),
        ]

    def bound(self, model: Model, best: Interval) -> None:
        """The value of the model's objective is within bounds."""
        if not model.cp.has_objective():
            raise NoClauses(f"model {model.name}: no objective, expected one to bound")
        objective = model.cp.proto.objective
        low, high = best
        if objective.scaling_factor < 0:  # CP-SAT minimises; value = -(sum + offset)
            low, high = (None if end is None else -end for end in (high, low))
        offset = round(objective.offset)
        low, high = (None if end is None else end - offset for end in (low, high))
        factors = {*objective.coeffs}
        slack = slack_of(model.cp.proto.constraints, objective.vars) if len(factors) == 1 else None
        if slack is not None:
            many, free = slack.bounds(factors.pop(), low, high)
            if size(len(slack.loose), free) < size(len(objective.vars), many):
                self._bound_slack(slack, free)
                return
        self._linear(objective.vars, objective.coeffs, [(low, high)], [])

    def _bound_slack(self, slack: Slack, free: Interval) -> None:
        """So many of the at-most-ones have no variable that is true."""
        some = [some_of(self.formula, list(map(self.literal, each))) for each in slack.loose]
        add_sum(self.formula, [(1, -one) for one in some], [free])

    def _linear(
        self,
        variables: Iterable[int],
        factors: Iterable[int],
        allowed: Sequence[Interval],
        unless: list[int],
    ) -> None:
        weights: dict[int, int] = {}
        for reference, factor in zip(variables, factors, strict=True):
            weights[reference] = weights.get(reference, 0) + factor
        times = [self._values[index].times(factor) for index, factor in weights.items() if factor]
        if len(times) == 1 and len(times[0].numbers) > 2:
            for clause in times[0].outside(allowed):
                self.formula.add([*unless, *clause])
        elif len(times) == 2 and len(allowed) == 1:
            for clause in times[0].beside(times[1], allowed[0]):
                self.formula.add([*unless, *clause])
        else:
            shift = sum(values.numbers[0] for values in times)
            terms = [(step, literal) for values in times for literal, step in values.reading()[1]]
            positive = [
                (None if low is None else low - shift, None if high is None else high - shift)
                for low, high in allowed
            ]
            add_sum(self.formula, terms, positive, unless)

    def _maximum(self, maximum: Any, unless: list[int]) -> None:
        """One value is the largest of several: it reaches a number just when one of them does."""
        target, *others = map(self._affine, (maximum.target, *maximum.exprs))
        for number in sorted({*target.numbers, *(n for each in others for n in each.numbers)}):
            reach = [each.at_least(each.place(number)) for each in others]
            below = target.less(target.place(number))
            if below is not None and None not in reach:
                some = [literal for part in reach if part is not None for literal in part]
                self.formula.add([*unless, *below, *some])
            there = target.at_least(target.place(number))
            for each in others:
                less = each.less(each.place(number))
                if there is not None and less is not None:
                    self.formula.add([*unless, *less, *there])

    def _affine(self, expression: Any) -> Values:
        """The values of factor * variable + offset."""
        if not len(expression.vars) or not expression.coeffs[0]:
            return Values([expression.offset], [])
        if len(expression.vars) > 1:
            raise NoClauses(f"model {self._name}: a maximum of sums")
        times = self._values[expression.vars[0]].times(expression.coeffs[0])
        return Values([number + expression.offset for number in times.numbers], times.literals)

    def _automaton(self, automaton: Any, unless: list[int]) -> None:
        """A variable for each state after each step; the automaton must be deterministic."""
        arcs: dict[int, dict[int, int]] = {}
        for tail, label, head in zip(
            automaton.transition_tail, automaton.transition_label, automaton.transition_head,
            strict=True,
        ):  # fmt: skip
            if arcs.setdefault(tail, {}).setdefault(label, head) != head:
                raise NoClauses(f"model {self._name}: an automaton that is not deterministic")
        steps = [self._labels(expression) for expression in _expressions(automaton)]
        alive = _states(automaton, arcs, [set(labels) for labels in steps])
        here: dict[int, int | None] = {automaton.starting_state: None}
        if automaton.starting_state not in alive[0]:
            self.formula.add(unless)
            return
        for labels, states in zip(steps, alive[1:], strict=True):
            there = {state: self.formula.variable() for state in sorted(states)}
            came: dict[tuple[int, int], list[int | None]] = {}
            for state, node in here.items():
                guard = [] if node is None else [-node]
                for label, when in labels.items():
                    head = arcs.get(state, {}).get(label)
                    if head in there:
                        self.formula.add([*guard, *_not(when), there[head]])
                        came.setdefault((head, label), []).append(node)
                    else:
                        self.formula.add([*unless, *guard, *_not(when)])
            for state, node in there.items():
                for label, when in labels.items():
                    before = came.get((state, label), [])
                    if None not in before:
                        nodes = [one for one in before if one is not None]
                        self.formula.add([-node, *_not(when), *nodes])
            here = dict(there)
            check_time()

    def _labels(self, expression: tuple[int | None, int, int]) -> dict[int, int | None]:
        """The literal "it has this value" for each value of factor * variable + offset."""
        index, factor, offset = expression
        if index is None or not factor:
            return {offset: None}
        values = self._values[index]
        return {
            factor * number + offset: values.equal(place, self.formula)
            for place, number in enumerate(values.numbers)
        }


def _not(literal: int | None) -> list[int]:
    """The negation, in a clause; of what always holds, nothing."""
    return [] if literal is None else [-literal]


def _expressions(automaton: Any) -> Iterator[tuple[int | None, int, int]]:
    for index in automaton.vars:
        yield (index, 1, 0) if index >= 0 else (~index, -1, 1)
    for term in automaton.exprs:
        if len(term.vars):
            yield term.vars[0], term.coeffs[0], term.offset
        else:
            yield None, 0, term.offset


def _states(
    automaton: Any, arcs: dict[int, dict[int, int]], labels: list[set[int]]
) -> list[set[int]]:
    """After each step, the states that can be reached and from which the end can be."""

    def step(state: int, known: set[int]) -> Iterator[int]:
        return (head for label, head in arcs.get(state, {}).items() if label in known)

    forward = [{automaton.starting_state}]
    for known in labels:
        forward.append({head for state in forward[-1] for head in step(state, known)})
    alive = [forward[-1] & set(automaton.final_states)]
    for states, known in zip(reversed(forward[:-1]), reversed(labels), strict=True):
        alive.append({state for state in states if not alive[-1].isdisjoint(step(state, known))})
    return alive[::-1]


def _intervals(domain: Sequence[int]) -> list[Interval]:
    ends = list(domain)
    return [
        (None if low <= -UNBOUNDED else low, None if high >= UNBOUNDED else high)
        for low, high in zip(ends[::2], ends[1::2], strict=True)
    ]
