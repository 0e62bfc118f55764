"""The whole graph against published counts and against networkx."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from reference.sliding.boards import default_goal, play
from reference.sliding.state_graph import StateGraph, build
from tests.reference.state_space import networkx_graph

# States at each depth, blank in a corner: OEIS A089473.
EIGHT_PUZZLE = [
    1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638, 9529, 10878,
    16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
]  # fmt: skip


@pytest.fixture(scope="module")
def eight() -> StateGraph:
    return build(3, 3, default_goal(3, 3))


def test_the_eight_puzzle_layer_by_layer(eight: StateGraph) -> None:
    assert eight.complete
    assert eight.layers() == EIGHT_PUZZLE


# Deepest depth (OEIS A087725 and "Must reach" of the sliding issue) and states at it.
@pytest.mark.parametrize(
    ("rows", "columns", "goal", "states", "deepest", "there"),
    [
        (2, 2, None, 12, 6, 1),
        (2, 3, None, 360, 21, 1),
        (3, 2, None, 360, 21, 1),
        (2, 4, None, 20160, 36, 1),
        (3, 3, (1, 2, 3, 4, 0, 5, 6, 7, 8), 181440, 30, 148),
        (3, 3, (1, 0, 2, 3, 4, 5, 6, 7, 8), 181440, 31, 2),
        (1, 7, None, 7, 6, 1),
        (1, 1, None, 1, 0, 1),
    ],
)
def test_sizes_and_deepest_states(
    rows: int, columns: int, goal: tuple[int, ...] | None, states: int, deepest: int, there: int
) -> None:
    layers = build(rows, columns, goal or default_goal(rows, columns)).layers()
    assert (sum(layers), len(layers) - 1, layers[-1]) == (states, deepest, there)


def test_two_by_five() -> None:
    layers = build(2, 5, default_goal(2, 5)).layers()
    assert (sum(layers), len(layers) - 1) == (1814400, 55)


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)])
def test_distances_and_path_counts_against_networkx(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows * 10 + columns)
    goal = tuple(int(x) for x in rng.permutation(rows * columns))
    graph, other = build(rows, columns, goal), networkx_graph(rows, columns, goal)
    lengths = nx.single_source_shortest_path_length(other, goal)
    boards = np.array(list(lengths))
    assert graph.distances(boards).tolist() == list(lengths.values())
    counts = graph.path_counts()[graph.indices(boards)]
    assert graph.boards(graph.indices(boards)).tolist() == boards.tolist()
    for i in rng.choice(len(boards), min(6, len(boards)), replace=False):
        paths = list(nx.all_shortest_paths(other, tuple(boards[i].tolist()), goal))
        assert counts[i] == graph.count_shortest(boards[i].tolist()) == len(paths)


def test_both_deepest_eight_puzzle_boards_have_forty_shortest_paths(eight: StateGraph) -> None:
    deepest = eight.boards(np.flatnonzero(eight.distance == 31))
    assert {"".join(map(str, board)) for board in deepest} == {"647850321", "867254301"}
    assert [eight.count_shortest(board.tolist()) for board in deepest] == [40, 40]
    assert eight.path_counts()[eight.indices(deepest)].tolist() == [40, 40]


def test_a_thousand_boards_at_once(eight: StateGraph) -> None:
    rng = np.random.default_rng(0)
    boards = np.array([rng.permutation(9) for _ in range(1000)])
    lengths, paths = eight.distances(boards), eight.shortest_rows(boards)
    assert (lengths < 0).sum() == sum(path is None for path in paths)
    for board, length, path in zip(boards.tolist(), lengths.tolist(), paths, strict=True):
        if path is not None:
            assert len(path) == length
            assert play(board, 3, 3, path) == eight.goal


def test_the_boards_of_the_seed(eight: StateGraph) -> None:
    result = eight.shortest((2, 3, 4, 1, 5, 0, 7, 6, 8))
    assert (result.length, result.complete) == (19, True)
    assert eight.shortest((1, 2, 3, 4, 5, 6, 8, 7, 0)).path is None
    assert eight.count_shortest((1, 2, 3, 4, 5, 6, 8, 7, 0)) == 0
    assert eight.shortest(eight.goal).path == ""


def test_a_stopped_search_says_so() -> None:
    graph = build(3, 3, default_goal(3, 3), should_stop=lambda: True)
    assert not graph.complete
    assert graph.layers() == [1]


def test_sizes_that_do_not_fit_are_named() -> None:
    with pytest.raises(ValueError, match="at most 12 cells, got 4x4"):
        build(4, 4, default_goal(4, 4))
    with pytest.raises(ValueError, match=r"goal: expected each of 0\.\.3"):
        build(2, 2, (1, 2, 2, 0))


@pytest.mark.slow
def test_three_by_four_has_eighteen_deepest_states() -> None:
    layers = build(3, 4, default_goal(3, 4)).layers()
    assert (sum(layers), len(layers) - 1, layers[-1]) == (239500800, 53, 18)
