"""Models as clauses: as many models as solutions, in every encoding; what has no clauses."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ortools.sat.python import cp_model

from cpmodels.answers.run import Limits, Run
from cpmodels.engines import cnf, cp_sat
from cpmodels.engines.cnf import NoClauses, clauses
from cpmodels.engines.cnf_slack import slack_of
from cpmodels.engines.dimacs import opb_lines, write_dimacs
from cpmodels.engines.formula import Formula
from cpmodels.generate import random_puzzle
from cpmodels.kinds.registry import registry
from cpmodels.models.model import Model

solvers = pytest.importorskip("pysat.solvers", reason="the extra engines")

KINDS = registry.random_kinds()
DOMAINS = [[0, 1], [0, 1], [0, 3], [-2, 2], [1, 1], [-3, -1, 2, 4]]


def models(formula: Formula, over: list[int], most: int = 5000) -> Iterator[tuple[int, ...]]:
    """The values of the primary variables in each model that differs on `over`."""
    with solvers.Cadical195(bootstrap_with=list(formula)) as solver:
        for _ in range(most):
            if not solver.solve():
                return
            true = set(solver.get_model())
            true |= {-v for v in range(1, formula.variables + 1) if v not in true}
            yield tuple(formula.values(true))
            solver.add_clause([-v if v in true else v for v in over])
            if not over:
                return
        raise AssertionError(f"more than {most} models")


def same_solutions(model: Model) -> None:
    """Solutions by CP-SAT; models on the primary variables, and on all: each as often as once."""
    solutions = sorted(map(tuple, raw_solutions(model)))
    formula = clauses(model)
    assert sorted(models(formula, formula.primary)) == solutions
    assert sorted(models(formula, list(range(1, formula.variables + 1)))) == solutions


def raw_solutions(model: Model) -> Iterator[Any]:
    read, model.read = model.read, tuple
    yield from cp_sat.enumerate_all(model, Run())
    model.read = read


@st.composite
def random_models(draw: Any) -> Model:
    """A few constraints of each kind that there is a translation for."""
    model = Model("random")
    for number in range(draw(st.integers(1, 3))):
        domain = cp_model.Domain.from_flat_intervals(draw(st.sampled_from(DOMAINS)))
        model.primary.append(model.cp.new_int_var_from_domain(domain, f"v{number}"))
    booleans = [model.boolean("b0"), model.boolean("b1")]
    literal = st.sampled_from([*booleans, *(~b for b in booleans)])
    for _ in range(draw(st.integers(1, 4))):
        literals = draw(st.lists(literal, max_size=4))
        kind = draw(st.sampled_from(["or", "one", "most", "and", "sum", "sum", "max", "automaton"]))
        if kind == "or":
            rule = model.cp.add_bool_or(literals)
        elif kind == "one":
            rule = model.cp.add_exactly_one(literals)
        elif kind == "most":
            rule = model.cp.add_at_most_one(literals)
        elif kind == "and":
            rule = model.cp.add_bool_and(literals)
        elif kind == "sum":
            terms = draw(st.lists(st.integers(-3, 3), min_size=len(model.primary)))
            ends = sorted(draw(st.sets(st.integers(-9, 9), min_size=4, max_size=4)))
            intervals = draw(
                st.sampled_from([ends, ends[:2], [-(2**63), ends[1]], [ends[2], 2**63 - 1]])
            )
            total = sum(a * v for a, v in zip(terms, model.primary, strict=False))
            rule = model.cp.add_linear_expression_in_domain(
                total + 0 * booleans[0], cp_model.Domain.from_flat_intervals(intervals)
            )
        elif kind == "max":
            target, *others = model.primary
            model.cp.add_max_equality(2 * target - 1, [*others, booleans[0], 1 - booleans[1], -1])
            continue
        else:
            states = draw(st.integers(1, 3))
            arcs = {(tail, label): draw(st.integers(0, states - 1))
                    for tail in range(states) for label in range(-1, 4)
                    if draw(st.integers(0, 2))}  # fmt: skip
            if arcs:
                transitions = [(tail, label, head) for (tail, label), head in arcs.items()]
                model.cp.add_automaton(model.primary, 0, [states - 1], transitions)
            continue
        if kind in ("or", "and", "sum") and draw(st.booleans()):
            rule.only_enforce_if(draw(literal))
    return model


@given(random_models())
@settings(max_examples=100, deadline=None)
def test_a_formula_has_as_many_models_as_its_model_has_solutions(model: Model) -> None:
    same_solutions(model)


@pytest.mark.parametrize("kind", KINDS)
@given(st.integers(0, 10**6))
@settings(max_examples=4, deadline=None)
def test_so_it_is_for_each_kind_and_encoding(kind: str, seed: int) -> None:
    puzzle: Any = random_puzzle(kind, seed, size=9)
    if kind == "sliding" and puzzle.horizon is None:
        puzzle = replace(puzzle, moves=4)
    limits = Run(Limits(2.0))
    for method in registry.methods_of(type(puzzle)):
        build = getattr(method, "build", None)
        if build is not None and not build(puzzle).cp.has_objective():
            model = build(puzzle)
            with limits.building():
                number = cp_sat.count(model, limits, classes=False)
            if limits.stopped_by is None and number <= 100:
                same_solutions(model)


@pytest.mark.parametrize("number", [49, 60, 200])
def test_long_at_most_ones(number: int) -> None:
    model = Model("one of many")
    bits = [model.boolean() for _ in range(number)]
    model.cp.add_exactly_one(bits)
    formula = clauses(model)
    assert sorted(models(formula, formula.primary)) == sorted(
        tuple(int(i == k) for i in range(number)) for k in range(number)
    )
    assert len(list(models(formula, list(range(1, formula.variables + 1))))) == number


@given(random_models())
@settings(max_examples=60, deadline=None)
def test_opb_says_the_same(model: Model) -> None:
    lines, formula = opb_lines(model)
    if formula.variables > 13:
        return
    solutions = set()
    for bits in product((0, 1), repeat=formula.variables):
        if all(holds(line, bits) for line in lines):
            true = [v if bits[v - 1] else -v for v in range(1, formula.variables + 1)]
            solutions.add(tuple(formula.values(true)))
    assert solutions == set(map(tuple, raw_solutions(model)))


def holds(line: str, bits: tuple[int, ...]) -> bool:
    words = line.split()
    relation = next(i for i, word in enumerate(words) if word in ("=", ">="))
    pairs = zip(words[:relation:2], words[1:relation:2], strict=True)
    total = sum(int(factor) * bits[int(name[1:]) - 1] for factor, name in pairs)
    bound = int(words[relation + 1])
    return total == bound if words[relation] == "=" else total >= bound


def test_dimacs_reads_back() -> None:
    model = Model("names")
    first, second = model.boolean("a cell"), model.boolean()
    model.cp.add_bool_or([first, ~second])
    model.cp.add_bool_or([])
    file = io.StringIO()
    write_dimacs(clauses(model), file)
    text = file.getvalue()
    assert text.splitlines() == [
        "c t pmc", "c 1 a cell", "c 2 primary 1", "c p show 1 2 0", "p cnf 2 2", "1 -2 0", "0",
    ]  # fmt: skip
    pysat = pytest.importorskip("pysat.formula")
    assert pysat.CNF(from_string=text).clauses == [[1, -2], []]


@pytest.mark.parametrize("rule", ["add_all_different", "add_bool_xor"])
def test_what_has_no_clauses_is_told(rule: str) -> None:
    model = Model("other rules")
    getattr(model.cp, rule)([model.boolean(), model.boolean()])
    with pytest.raises(NoClauses, match="model other rules: a constraint of kind"):
        clauses(model)


def test_bounds_on_an_objective() -> None:
    model = Model("best")
    x, y = model.boolean("x"), model.boolean("y")
    model.cp.maximize(2 * x + 3 * y + 7)
    for bounds, number in (((8, None), 3), ((None, 9), 2), ((10, 10), 1), ((13, None), 0)):
        formula = clauses(model, best=bounds)
        assert len(list(models(formula, formula.primary))) == number
    model.cp.minimize(2 * x - 3 * y)
    formula = clauses(model, best=(None, -1))
    assert sorted(models(formula, formula.primary)) == [(0, 1), (1, 1)]


@given(
    st.lists(st.tuples(st.permutations(range(6)), st.integers(1, 6)), min_size=1, max_size=3),
    st.sampled_from([-3, -1, 1, 2]),
    st.none() | st.integers(-20, 20),
    st.none() | st.integers(-20, 20),
    st.booleans(),
)
@settings(max_examples=60)
def test_bounds_by_what_is_left_over(
    rounds: list[tuple[list[int], int]],
    factor: int,
    low: int | None,
    high: int | None,
    maximise: bool,
) -> None:
    """Each Boolean is in one rule a round: in as many as all others."""
    model = Model("packing")
    bits = [model.boolean() for _ in range(6)]
    for order, length in rounds:
        for start in range(0, 6, length):
            part = [bits[number] for number in order[start : start + length]]
            rule = model.cp.add_exactly_one if length == 3 else model.cp.add_at_most_one
            rule(part)
    value = factor * sum(bits) + 2
    (model.cp.maximize if maximise else model.cp.minimize)(value)
    assert slack_of(model.cp.proto.constraints, range(6)) is not None
    inside = sorted(
        values
        for values in models(clauses(model), clauses(model).primary)
        if (low is None or low <= factor * sum(values) + 2)
        and (high is None or factor * sum(values) + 2 <= high)
    )
    for first in (0, 2):  # what is left over is bounded, then the objective itself
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(cnf, "size", Mock(side_effect=[first, 1]))
            formula = clauses(model, best=(low, high))
        assert sorted(models(formula, formula.primary)) == inside
        assert sorted(models(formula, list(range(1, formula.variables + 1)))) == inside
