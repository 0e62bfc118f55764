"""A search says the same, down to its nodes, whichever of its slices ran compiled."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from typing import Any

import pytest

from reference.exact_cover import dlx
from reference.kernel.kernels import choosing
from reference.nonograms import line_search
from reference.sliding import astar, idastar
from reference.sliding.boards import default_goal
from reference.tilings import frontier
from reference.tilings.polyomino import tiling_options
from reference.tilings.shapes import named

REGION = list(itertools.product(range(4), range(5)))
BOARD, GOAL = (2, 3, 4, 1, 5, 0, 7, 6, 8), default_goal(3, 3)
STRIPES = [[(1, 1), (1, 1)]] * 5  # two single cells in every row and column


def by_dlx() -> Any:
    items, options, bounds = tiling_options(REGION, named("tetrominoes"))
    search = dlx.DLX(items, options, bounds=bounds)
    return search.count(), search.effort


def by_frontier() -> Any:
    search = frontier.Frontier(REGION, named("tetrominoes"))
    return search.count(), search.states, search.peak


def by_line_search() -> Any:
    return line_search.count(STRIPES, STRIPES)


def by_astar() -> Any:
    astar._idle.cache_clear()  # a search that has worked before takes longer slices
    return astar.shortest(BOARD, 3, 3, GOAL)


def by_idastar(heuristic: str) -> Any:
    search = idastar.Search(BOARD, 3, 3, GOAL, heuristic)
    return search.shortest(), search.count_shortest()


SEARCHES: dict[str, tuple[Any, Callable[[], Any]]] = {
    "dlx": (dlx, by_dlx),
    "frontier": (frontier, by_frontier),
    "line-search": (line_search, by_line_search),
    "astar": (astar, by_astar),
    "idastar:manhattan": (idastar, lambda: by_idastar("manhattan")),
    "idastar:walking-distance": (idastar, lambda: by_idastar("walking-distance")),
}


@pytest.mark.parametrize("name", SEARCHES)
def test_any_slice_may_run_compiled(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module, search = SEARCHES[name]
    with choosing(lambda: False):
        expected = search()
    ran: list[bool] = []
    for seed in range(3):
        rng = random.Random(seed)
        monkeypatch.setattr(module, "adapt", lambda *_, rng=rng: rng.randint(1, 40))

        def choose(rng: random.Random = rng) -> bool:
            ran.append(rng.random() < 0.5)
            return ran[-1]

        with choosing(choose):
            assert search() == expected
    assert {*ran} == {True, False}
