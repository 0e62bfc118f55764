"""A* against the whole graph; its greedy mode against the paths of the seed, compiled by g++."""

from __future__ import annotations

from math import factorial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.sliding import astar, idastar
from reference.sliding.astar_kernel import BASE, rank_tables
from reference.sliding.boards import default_goal, play, random_walk
from reference.sliding.permutation import unrank_rows
from reference.sliding.state_graph import StateGraph, build

GOAL = default_goal(3, 3)


@pytest.fixture(scope="module")
def eight() -> StateGraph:
    return build(3, 3, GOAL)


def test_optimal_on_five_boards_of_every_depth(eight: StateGraph) -> None:
    rng = np.random.default_rng(4)
    for depth in range(32):
        there = np.flatnonzero(eight.distance == depth)
        for board in eight.boards(rng.choice(there, 5)).tolist():
            result = astar.shortest(board, 3, 3, GOAL)
            assert (result.length, result.complete) == (depth, True)
            assert result.path is not None
            assert play(board, 3, 3, result.path) == GOAL


# What the greedy program itself prints, ties broken by GNU's std::priority_queue. The second board
# shows its fault: 15 moves where 13 suffice, as boards are marked when they are made.
SEED = [
    ((2, 3, 4, 1, 5, 0, 7, 6, 8), "ullddrurdllurdruldr"),
    ((1, 0, 6, 4, 8, 2, 7, 3, 5), "rddlurdluurdldr"),
    ((1, 0, 2, 4, 7, 8, 5, 3, 6), "ldrrdlurdlluurrdldr"),
    ((0, 1, 4, 3, 6, 7, 8, 5, 2), "rrddluruldlurdrulldrrdllurrd"),
    ((8, 6, 7, 2, 5, 4, 3, 0, 1), "ruullddrrulldrrulurdlulddrruldr"),
]


@pytest.mark.parametrize(("board", "path"), SEED)
def test_greedy_returns_the_path_of_the_seed(board: tuple[int, ...], path: str) -> None:
    assert astar.shortest(board, 3, 3, GOAL, greedy=True).path == path


def test_greedy_can_miss_the_optimum() -> None:
    board = SEED[1][0]
    assert astar.shortest(board, 3, 3, GOAL, greedy=True).length == 15
    assert astar.shortest(board, 3, 3, GOAL).length == 13


def test_greedy_paths_lead_to_the_goal_and_are_never_too_short(eight: StateGraph) -> None:
    rng = np.random.default_rng(5)
    indices = rng.integers(0, 181440, 100)
    for board, depth in zip(eight.boards(indices).tolist(), eight.distance[indices], strict=True):
        result = astar.shortest(board, 3, 3, GOAL, greedy=True)
        assert result.path is not None
        assert play(board, 3, 3, result.path) == GOAL
        assert len(result.path) >= depth


@settings(max_examples=40, deadline=None)
@given(
    st.sampled_from(
        [(1, 1), (1, 2), (1, 6), (1, 9), (12, 1), (1, 250), (2, 2), (2, 3), (4, 2), (2, 4), (3, 3)]
    ),
    st.integers(0, 2**32),
)
def test_every_board_of_other_shapes(shape: tuple[int, int], seed: int) -> None:
    rng = np.random.default_rng(seed)
    goal, board = (tuple(rng.permutation(shape[0] * shape[1]).tolist()) for _ in range(2))
    if min(shape) == 1 and seed % 2:  # one that can be solved: few are
        board = random_walk(goal, *shape, seed % 11, seed)
    expected = build(*shape, goal).shortest(board).length
    result = astar.shortest(board, *shape, goal)
    assert (result.length, result.complete) == (expected, True)
    assert result.path is None or play(board, *shape, result.path) == goal
    greedy = astar.shortest(board, *shape, goal, greedy=True).path
    assert (greedy is None) == (expected is None)
    assert greedy is None or play(board, *shape, greedy) == goal


@pytest.fixture(scope="module")
def two_by_five() -> StateGraph:
    return build(2, 5, default_goal(2, 5))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 1814399))
def test_ten_cells_by_hashing(two_by_five: StateGraph, index: int) -> None:
    [board] = two_by_five.boards(np.array([index])).tolist()
    result = astar.shortest(board, 2, 5, two_by_five.goal)
    assert result.length == two_by_five.distance[index]
    assert result.path is not None
    assert play(board, 2, 5, result.path) == two_by_five.goal


@pytest.mark.parametrize("cells", range(1, 10))
def test_ranks_by_two_tables(cells: int) -> None:
    tiles = unrank_rows(np.arange(factorial(cells - 1)), cells - 1).astype(np.int64)
    codes = (tiles << 4 * np.arange(cells - 1)).sum(axis=1)
    front, back = rank_tables(cells).astype(np.int64)
    assert (front[codes & 0xFFFF] + back[codes >> 16] == np.arange(len(tiles))).all()


@pytest.mark.parametrize("shape", [(3, 3), (3, 4), (4, 5)])
def test_arrays_that_serve_again_hold_nothing_of_the_past(shape: tuple[int, int]) -> None:
    goal = default_goal(*shape)
    boards = [random_walk(goal, *shape, 24, seed) for seed in range(6)]
    first = [astar._Search(*shape, len(goal) - 1, False) for _ in boards]
    names, _ = astar._names(goal, *shape)
    starts = [bytes(board).translate(names) for board in boards]
    expected = [one.result(start, 10**6, None) for one, start in zip(first, starts, strict=True)]
    again = first[0]
    for base in (None, 1 << 30, None):
        if base is not None:
            again.control[BASE] = base  # after it the places are emptied
        assert [again.result(start, 10**6, None) for start in starts] == expected


@pytest.mark.parametrize(("rows", "columns", "steps"), [(4, 4, 36), (5, 5, 30), (3, 6, 30)])
def test_larger_boards_by_hashing(rows: int, columns: int, steps: int) -> None:
    goal = default_goal(rows, columns)
    board = random_walk(goal, rows, columns, steps, 3)
    result = astar.shortest(board, rows, columns, goal)
    assert result.path is not None
    assert play(board, rows, columns, result.path) == goal
    assert result.length == idastar.Search(board, rows, columns, goal).shortest().length


def test_korfs_easiest_board() -> None:
    """Board 79 of Korf's hundred: 42 moves."""
    board = (0, 1, 9, 7, 11, 13, 5, 3, 14, 12, 4, 2, 8, 6, 10, 15)
    assert astar.shortest(board, 4, 4, tuple(range(16))).length == 42


def test_stopped_or_out_of_nodes_is_not_none() -> None:
    board = (15, 14, 8, 12, 10, 11, 9, 13, 2, 6, 5, 1, 3, 7, 4, 0)
    stopped = astar.shortest(board, 4, 4, tuple(range(16)), should_stop=lambda: True)
    assert (stopped.path, stopped.complete) == (None, False)
    easy = random_walk(tuple(range(16)), 4, 4, 20, 0)
    expected = astar.shortest(easy, 4, 4, tuple(range(16)))
    for polls in range(16):  # wherever it is stopped, also where its arrays grow
        left = iter([False] * polls + [True] * 2)
        stopped = astar.shortest(board, 4, 4, tuple(range(16)), should_stop=left.__next__)
        assert (stopped.path, stopped.complete) == (None, False)
        assert astar.shortest(easy, 4, 4, tuple(range(16))) == expected  # on the same arrays
    full = astar.shortest(board, 4, 4, tuple(range(16)), max_nodes=10_000)
    assert (full.path, full.complete) == (None, False)


def test_unsolvable_is_complete() -> None:
    assert astar.shortest((1, 2, 3, 4, 5, 6, 8, 7, 0), 3, 3, GOAL) == (None, None, 0, True)


def test_bad_boards() -> None:
    with pytest.raises(ValueError, match=r"board: expected each of 0\.\.8 once"):
        astar.shortest((1, 2, 3, 4, 5, 6, 8, 8, 0), 3, 3, GOAL)
    with pytest.raises(ValueError, match=r"goal: expected each of 0\.\.8 once"):
        astar.shortest(GOAL, 3, 3, GOAL[:-1])
    with pytest.raises(ValueError, match="at most 255 cells"):
        astar.shortest(range(256), 16, 16, tuple(range(256)))
