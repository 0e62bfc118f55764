from __future__ import annotations

import itertools

from hypothesis import given, settings
from hypothesis import strategies as st

from reference.algorithm_x import AlgorithmX, exact_cover_matrix
from reference.dlx import DLX

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
    found = list(search.solutions())
    assert search.complete
    assert set(map(frozenset, found)) == brute_force(problem)
    assert len(found) == len(brute_force(problem)) == search.count()


@settings(deadline=None)
@given(problems(bounded=False), st.sampled_from(["first", "smallest"]))
def test_agrees_with_the_naive_recursion(problem: Problem, choose: str) -> None:
    items, options, secondary, _ = problem
    naive = AlgorithmX(exact_cover_matrix([*items, *secondary], options), len(items), choose)
    search = DLX(items, options, secondary, choose=choose)
    assert set(map(frozenset, naive.solutions())) == set(map(frozenset, search.solutions()))
    assert naive.complete
