from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.exact_cover.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.exact_cover.dlx import DLX
from reference.exact_cover.regions import tiling_rule
from reference.tilings.polyomino import tiling_options
from tests.reference.tilings import Tiling, tilings
from tests.reference.truth import Known, known

Problem = tuple[list[int], list[list[int]], list[int], dict[int, tuple[int, int | None]]]


def brute_force(problem: Problem) -> set[frozenset[int]]:
    items, options, secondary, bounds = problem
    limits = {item: bounds.get(item, (1, 1)) for item in items} | dict.fromkeys(secondary, (0, 1))
    usable = [k for k, option in enumerate(options) if not set(option) <= set(secondary)]
    return {
        frozenset(chosen)
        for size in range(len(usable) + 1)
        for chosen in itertools.combinations(usable, size)
        if all(
            low <= sum(item in options[k] for k in chosen) <= (size if high is None else high)
            for item, (low, high) in limits.items()
        )
    }


@st.composite
def problems(draw: st.DrawFn, bounded: bool = True) -> Problem:
    n, more = draw(st.integers(0, 6)), draw(st.integers(0, 2))
    items, secondary = list(range(n)), list(range(n, n + more))
    names = st.sampled_from([*items, *secondary] or [0])
    options = draw(st.lists(st.lists(names, unique=True, min_size=1, max_size=4), max_size=9))
    pairs = st.tuples(st.integers(0, 3), st.none() | st.integers(0, 2)).map(
        lambda pair: (pair[0], None if pair[1] is None else sum(pair))  # type: ignore[arg-type]
    )
    bounds = draw(st.dictionaries(st.sampled_from(items), pairs)) if n and bounded else {}
    return items, options if n + more else [], secondary, bounds


@settings(max_examples=300, deadline=None)
@given(problems(), st.sampled_from(["first", "smallest"]))
def test_every_set_of_options_within_bounds_is_found_once(problem: Problem, choose: str) -> None:
    items, options, secondary, bounds = problem
    search = DLX(items, options, secondary, bounds, choose)
    solutions = list(search.solutions())
    assert search.complete
    assert set(map(frozenset, solutions)) == brute_force(problem)
    assert len(solutions) == len(brute_force(problem)) == search.count()


@settings(deadline=None)
@given(problems(bounded=False), st.sampled_from(["first", "smallest"]))
def test_agrees_with_the_naive_recursion(problem: Problem, choose: str) -> None:
    items, options, secondary, _ = problem
    naive = AlgorithmX(exact_cover_matrix([*items, *secondary], options), len(items), choose)
    search = DLX(items, options, secondary, choose=choose)
    assert set(map(frozenset, naive.solutions())) == set(map(frozenset, search.solutions()))
    assert naive.complete


QUICK, SLOW = 179_000, 4_000_000


@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            case,
            id=case.name,
            marks=[pytest.mark.slow]
            * (case.number > QUICK or (case.name.endswith(" 1") and "pentominoes" in case.name)),
        )
        for case in known()
        if case.number < SLOW
    ],
)
def test_known_counts_with_and_without_the_region_rule(case: Known) -> None:
    items, options, bounds = tiling_options(case.cells, case.shapes, case.turning, case.copies)
    rule = tiling_rule(case.cells, case.shapes.values())
    plain = DLX(items, options, bounds=bounds)
    pruned = DLX(items, options, bounds=bounds, region_rule=rule)
    assert plain.count() == pruned.count() == case.number
    assert pruned.effort.nodes <= plain.effort.nodes


@settings(max_examples=100, deadline=None)
@given(tilings(), st.sampled_from(["first", "smallest"]), st.booleans())
def test_region_rule_loses_nothing(tiling: Tiling, choose: str, sums: bool) -> None:
    cells, shapes, _, _ = tiling
    items, options, bounds = tiling_options(*tiling)
    rule = tiling_rule(cells, shapes.values(), sums=sums)
    plain = DLX(items, options, bounds=bounds, choose=choose)
    pruned = DLX(items, options, bounds=bounds, choose=choose, region_rule=rule)
    assert plain.count() == pruned.count() == len(set(pruned.solutions()))
    if choose == "first":  # what the rule takes out may change which item is smallest
        assert pruned.effort.nodes <= plain.effort.nodes


def test_region_rule_beyond_a_word() -> None:
    # 66 cells: the rule works on lists
    cells = [(r, c) for r in range(3) for c in range(22)]
    shapes = {"I": [(0, 0), (0, 1), (0, 2)], "O": [(0, 0), (0, 1), (1, 0), (1, 1)]}
    items, options, bounds = tiling_options(cells, shapes)
    rule = tiling_rule(cells, shapes.values())
    plain = DLX(items, options, bounds=bounds, choose="first")
    pruned = DLX(items, options, bounds=bounds, choose="first", region_rule=rule)
    assert plain.count() == pruned.count()
    assert pruned.effort.nodes <= plain.effort.nodes


def test_equal_copies_count_once() -> None:
    # two columns in place of one item 2..2 would count 2! for each solution
    assert DLX(["a", "b"], [["a"], ["a"], ["b"]], bounds={"a": (2, 2)}).count() == 1


def test_no_items_have_one_cover() -> None:
    assert list(DLX([], []).solutions()) == [()]


def test_more_solutions_than_one_buffer_and_a_second_run() -> None:
    items = range(12)
    options = [[k] for k in items for _ in range(2)]
    search = DLX(items, options)
    assert len(set(search.solutions())) == search.count() == 4096


def test_a_buffer_that_is_full_does_not_raise_the_budget() -> None:
    items = [str(k) for k in range(16)]
    solutions = DLX(items, [[item] for item in items for _ in range(2)]).solutions()
    assert sum(1 for _ in solutions) == 1 << 16


def test_says_when_it_was_stopped() -> None:
    items = range(60)
    search = DLX(items, [[k] for k in items for _ in range(3)])
    clock = iter(range(4))
    number = search.count(lambda: next(clock) > 2)
    assert not search.complete
    assert 0 < number == search.total
    assert len(list(itertools.islice(search.solutions(), 5000))) == 5000


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((["a", "a"], []), "repeated"),
        ((["a"], [["b"]]), "option 0: 'b'"),
        ((["a"], [["a"], ["a", "a"]]), "option 1"),
        ((["a"], [[]]), "option 0"),
        ((["a"], [], [], {"a": (3, 1)}), "3..1"),
        ((["a"], [], ["b"], {"b": (1, 1)}), "'b' is not a primary item"),
        ((["a"], [], [], {}, "last"), "'last'"),
    ],
)
def test_bad_input(arguments: tuple[Any, ...], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        DLX(*arguments)
