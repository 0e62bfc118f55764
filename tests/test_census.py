"""Boards by distance, against the published tables."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cpmodels as cm
from cpmodels.answers.run import Limits, Run
from cpmodels.errors import InputError
from cpmodels.methods.sliding_census import SlidingCensus
from cpmodels.puzzles.sliding_text import default_goal

A090034 = (1, 2, 3, 5, 6, 7, 10, 12, 12, 16, 23, 25, 28, 39, 44, 40, 29, 21, 18, 12, 6, 1)
A089473 = (
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
)  # fmt: skip
A090166 = (
    1, 2, 4, 9, 20, 37, 63, 122, 232, 431, 781, 1392, 2494, 4442, 7854, 13899, 24215, 41802, 71167,
    119888, 198363, 323206, 515778, 811000, 1248011, 1885279, 2782396, 4009722, 5621354, 7647872,
    10065800, 12760413, 15570786, 18171606, 20299876, 21587248, 21841159, 20906905, 18899357,
    16058335, 12772603, 9515217, 6583181, 4242753, 2503873, 1350268, 643245, 270303, 92311, 27116,
    5390, 1115, 86, 18,
)  # fmt: skip


def _layers(rows: int, columns: int) -> tuple[int, ...]:
    census = SlidingCensus(rows, columns, default_goal(rows, columns), Run())
    layers = tuple(census.layers())
    assert census.complete
    assert len(list(census.farthest())) == layers[-1]
    return layers


@pytest.mark.parametrize(
    ("rows", "columns", "layers"),
    [(2, 2, (1, 2, 2, 2, 2, 2, 1)), (2, 3, A090034), (3, 2, A090034), (3, 3, A089473),
     (1, 4, (1, 1, 1, 1))],
)  # fmt: skip
def test_layers(rows: int, columns: int, layers: tuple[int, ...]) -> None:
    assert _layers(rows, columns) == layers


@pytest.mark.slow
def test_larger_layers() -> None:
    five = _layers(2, 5)
    assert (len(five) - 1, five[-4:], sum(five)) == (55, (225, 75, 20, 2), 1_814_400)
    assert _layers(3, 4) == A090166


def test_the_hardest_boards_of_3x3() -> None:
    census = SlidingCensus(3, 3, default_goal(3, 3), Run())
    for _ in census.layers():
        pass
    hardest = list(census.farthest())
    assert (8, 6, 7, 2, 5, 4, 3, 0, 1) in hardest
    assert all(cm.solve(cm.SlidingPuzzle.of(board)).objective == 31 for board in hardest)


@given(st.sampled_from([(1, 4), (2, 2), (2, 3), (3, 2)]), st.integers(0, 2**31 - 1))
@settings(max_examples=10)
def test_shortest_paths_as_in_the_graph_of_all_boards(size: tuple[int, int], seed: int) -> None:
    rows, columns = size
    goal = tuple(random.Random(seed).sample(range(rows * columns), rows * columns))
    graph = nx.Graph()
    graph.add_nodes_from([goal])
    for board in itertools.permutations(goal):
        blank = board.index(0)
        for to in (blank + 1, blank + columns):
            if to < len(board) and (to == blank + columns or to % columns):
                other = list(board)
                other[blank], other[to] = other[to], other[blank]
                graph.add_edge(board, tuple(other))
    expected: Counter[int] = Counter()
    before: Counter[tuple[int, ...]] = Counter({goal: 1})
    for depth, layer in enumerate(nx.bfs_layers(graph, [goal])):
        expected[depth] = sum(before[board] for board in layer)
        after: Counter[tuple[int, ...]] = Counter()
        for board in layer:
            for other in graph[board]:
                after[other] += before[board]
        before = after
    census = SlidingCensus(rows, columns, goal, Run(), paths=True)
    assert [census.paths for _ in census.layers()] == list(expected.values())


def test_paths_to_the_hardest_boards_of_3x3_are_those_that_a_search_counts() -> None:
    census = SlidingCensus(3, 3, default_goal(3, 3), Run(), paths=True)
    for _ in census.layers():
        pass
    counts = [cm.count(cm.SlidingPuzzle.of(board)).count for board in census.farthest()]
    assert census.paths == sum(count for count in counts if count)


def test_a_limit_leaves_it_incomplete_and_a_large_size_is_refused() -> None:
    census = SlidingCensus(3, 4, default_goal(3, 4), Run(Limits(0.0)))
    assert list(census.layers()) == [1]
    assert not census.complete
    with pytest.raises(InputError, match="expected a size of at most 12 cells"):
        SlidingCensus(4, 4, default_goal(4, 4), Run())
    with pytest.raises(InputError, match=r"1\.9 GB, expected a size of at most 10 cells"):
        SlidingCensus(3, 4, default_goal(3, 4), Run(), paths=True)
