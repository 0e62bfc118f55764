"""The cheapest covers against all covers, on random problems with bounds, colours and costs."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.exact_cover.cheapest import Cheapest
from reference.exact_cover.multipliers import SCALE, multipliers
from tests.reference.test_colours import Colours, brute_force, coloured_problems
from tests.reference.test_dlx import Problem


@settings(max_examples=200, deadline=None)
@given(coloured_problems(), st.data(), st.integers(1, 5))
def test_the_k_cheapest_of_all_covers(
    coloured: tuple[Problem, Colours], data: st.DataObject, k: int
) -> None:
    (items, options, secondary, bounds), colours = coloured
    costs = [data.draw(st.integers(0, 6)) for _ in options]
    search = Cheapest(items, options, costs, secondary, bounds, colours)
    every = sorted(sum(costs[o] for o in cover) for cover in brute_force(*coloured))
    root = search.bound
    cheapest = search.cheapest(k)
    assert search.complete
    assert [cost for cost, _ in cheapest] == every[:k]
    assert all(cost == sum(costs[o] for o in cover) for cost, cover in cheapest)
    assert {frozenset(cover) for _, cover in cheapest} <= brute_force(*coloured)
    if every:
        assert root <= search.bound == every[0]
        best = list(search.within(every[0]))
        assert len(set(best)) == len(best) == every.count(every[0])


def crews(rows: int, columns: int, seed: int) -> tuple[list[int], list[tuple[int, ...]], list[int]]:
    """Rosters like those of an airline: short ones and long ones, at about a fair price."""
    rng, legs = Random(f"crews {seed}"), list(range(rows))
    options: dict[tuple[int, ...], int] = {}
    left: list[int] = []
    while len(options) < columns:
        if len(options) < 3 * rows // 4:
            left = left or rng.sample(legs, rows)
            chosen, left = left[:4], left[4:]
        else:
            base, size = rng.randrange(rows), rng.randint(1, 7)
            chosen = [(base + rng.randint(0, rows // 3)) % rows for _ in range(size)]
        option = tuple(sorted(set(chosen)))
        options.setdefault(option, rng.randint(400, 1500) + 300 * len(option))
    return legs, list(options), list(options.values())


@pytest.mark.parametrize("seed", range(3))
def test_bounds_move_up_to_the_best(seed: int) -> None:
    legs, options, costs = crews(18, 160, seed)
    search = Cheapest(legs, options, costs)
    looks = itertools.count()
    seen = []
    while not search.complete:
        limit = next(looks)
        polls = itertools.count()
        best = search.cheapest(should_stop=lambda polls=polls, n=limit: next(polls) > n)  # type: ignore[misc]
        seen.append((search.bound, best[0][0] if best else None))
    optimum = seen[-1][1]
    assert optimum is not None
    assert all(bound <= optimum for bound, _ in seen)
    assert all(value is None or value >= optimum for _, value in seen)
    assert search.bound == optimum


@given(st.integers(0, 10**6))
@settings(max_examples=50)
def test_multipliers_bound_every_cover(seed: int) -> None:
    rng = Random(seed)
    n = rng.randint(1, 6)
    options = [sorted(rng.sample(range(1, n + 1), rng.randint(1, n))) for _ in range(8)]
    costs = [rng.randint(0, 20) for _ in options]
    needs = [rng.randint(0, 2) for _ in range(n)]
    free = [rng.random() < 0.5 for _ in range(n)]
    least, reduced = multipliers(options, costs, needs, free)
    assert reduced.min() >= 0
    for size in range(len(options) + 1):
        for chosen in itertools.combinations(range(len(options)), size):
            covered = [sum(i in options[o] for o in chosen) for i in range(1, n + 1)]
            if all(c == k if exact else c >= k
                   for c, k, exact in zip(covered, needs, free, strict=True)):  # fmt: skip
                assert SCALE * sum(costs[o] for o in chosen) >= least


@pytest.mark.parametrize(
    ("costs", "message"), [([1], "one of 0 or more"), ([1, -1], "one of 0 or more"),
                           ([10**18, 1], "too large")],
)  # fmt: skip
def test_bad_costs(costs: list[Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Cheapest("ab", ["a", "b"], costs)
