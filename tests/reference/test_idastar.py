"""IDA* against the whole graph and against Korf's published lengths, for every heuristic."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

from reference.sliding import idastar, patterns, table_cache
from reference.sliding.boards import Result, default_goal, play, random_walk
from reference.sliding.state_graph import StateGraph, build

EVERYWHERE = ("manhattan", "linear-conflict", "walking-distance")
KORF = Path(__file__).parents[2] / "cpmodels" / "corpus" / "korf100.csv"
KORF_GOAL = tuple(range(16))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    base = tmp_path_factory.getbasetemp()
    monkeypatch.setenv("CPMODELS_CACHE", str(base / "tables"))


def korf() -> list[tuple[int, tuple[int, ...]]]:
    """The hundred boards with their lengths, shortest first."""
    with KORF.open() as file:
        lines = csv.reader(line for line in file if not line.startswith("#"))
        rows = [(int(length), board) for _, length, board in list(lines)[1:]]
    return [(length, tuple(map(int, board.split()))) for length, board in sorted(rows)]


def some_boards(graph: StateGraph, number: int, seed: int) -> list[tuple[list[int], int, int]]:
    """Boards of the graph with their distance and number of shortest paths."""
    reached = np.flatnonzero(graph.distance < 255)
    at = np.random.default_rng(seed).choice(reached, number)
    counts = graph.path_counts()[at]
    boards = graph.boards(at).tolist()
    return list(zip(boards, graph.distance[at].tolist(), counts.tolist(), strict=True))


@pytest.mark.parametrize("blank", range(9))
def test_eight_puzzle_with_the_blank_of_the_goal_anywhere(blank: int) -> None:
    tiles = np.random.default_rng(blank).permutation(np.arange(1, 9)).tolist()
    goal = (*tiles[:blank], 0, *tiles[blank:])
    for board, length, count in some_boards(build(3, 3, goal), 12, blank):
        for heuristic in (*EVERYWHERE, "4-4"):
            result = idastar.Search(board, 3, 3, goal, heuristic).shortest()
            assert result.path is not None
            assert play(board, 3, 3, result.path) == goal
            assert result.length == length
            counted = idastar.Search(board, 3, 3, goal, heuristic).count_shortest()
            assert (counted.number, counted.length, counted.complete) == (count, length, True)
            assert idastar.lower_bound(board, 3, 3, goal, heuristic) <= length


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2), (2, 4), (4, 2)]
)
def test_every_shape_and_any_goal(rows: int, columns: int) -> None:
    rng = np.random.default_rng(rows * 10 + columns)
    goal = tuple(rng.permutation(rows * columns).tolist())
    for board, length, count in some_boards(build(rows, columns, goal), 15, 0):
        for heuristic in EVERYWHERE:
            counted = idastar.Search(board, rows, columns, goal, heuristic).count_shortest()
            assert (counted.number, counted.length, counted.complete) == (count, length, True)


@pytest.mark.parametrize(
    ("rows", "columns", "groups"), [(2, 2, "2-1"), (2, 3, "3-2"), (3, 2, "5"), (2, 4, "4-3")]
)
def test_groups_of_any_shape_wherever_the_blank_is(rows: int, columns: int, groups: str) -> None:
    for blank in range(rows * columns):
        tiles = list(range(1, rows * columns))
        goal = (*tiles[:blank], 0, *tiles[blank:])
        graph = build(rows, columns, goal)
        for board, length, count in some_boards(graph, 6, blank):
            search = idastar.Search(board, rows, columns, goal, groups)
            assert search.count_shortest()[:2] == (count, length)
            *lower, last = search.rounds() if length else [Result("", 0, 0, True)]
            assert last.length == len(last.path or "") == length
            assert all(each.length <= length and each.path is None for each in lower)


def test_all_shortest_paths_are_different_and_right() -> None:
    goal = default_goal(3, 3)
    paths = list(idastar.Search((8, 6, 7, 2, 5, 4, 3, 0, 1), 3, 3, goal).all_shortest())
    assert len(set(paths)) == len(paths) == 40
    assert {len(path) for path in paths} == {31}
    assert {play((8, 6, 7, 2, 5, 4, 3, 0, 1), 3, 3, path) for path in paths} == {goal}


def test_a_path_that_is_found_does_not_raise_the_budget() -> None:
    board, goal = (0, 8, 5, 6, 7, 2, 3, 4, 1), (1, 2, 3, 4, 5, 6, 7, 8, 0)
    paths = list(idastar.Search(board, 3, 3, goal, "manhattan").all_shortest())
    assert len(set(paths)) == len(paths) == 64  # as many as in the graph of all boards


def test_larger_boards_agree_between_heuristics() -> None:
    for rows, columns, names in (
        (5, 5, EVERYWHERE[:2]),
        (4, 5, EVERYWHERE[:2]),
        (3, 4, EVERYWHERE),
    ):
        goal = default_goal(rows, columns)
        board = random_walk(goal, rows, columns, 34, 8)
        counts = {
            idastar.Search(board, rows, columns, goal, name).count_shortest()[:2] for name in names
        }
        assert len(counts) == 1


def test_conflicts_by_hand() -> None:
    """Two tiles exchanged in their row: one must leave it and come back."""
    goal = (1, 2, 3, 4, 5, 6, 7, 8, 0)
    assert idastar.lower_bound((2, 1, 3, 4, 5, 6, 7, 8, 0), 3, 3, goal, "manhattan") == 2
    assert idastar.lower_bound((2, 1, 3, 4, 5, 6, 7, 8, 0), 3, 3, goal, "linear-conflict") == 4
    # 3 2 1: two of the three must leave; 1 4 exchanged in their column: one.
    assert idastar.lower_bound((3, 2, 1, 4, 5, 6, 7, 8, 0), 3, 3, goal, "linear-conflict") == 8
    assert idastar.lower_bound((4, 2, 3, 1, 5, 6, 7, 8, 0), 3, 3, goal, "linear-conflict") == 4


@pytest.mark.parametrize(("goal_blank", "tables"), [(1, "5-5-5"), (6, "6-6-3"), (15, "5-5-5")])
def test_databases_for_any_goal_of_the_fifteen_puzzle(goal_blank: int, tables: str) -> None:
    tiles = np.random.default_rng(goal_blank).permutation(np.arange(1, 16)).tolist()
    goal = (*tiles[:goal_blank], 0, *tiles[goal_blank:])
    for seed in range(6):
        board = random_walk(goal, 4, 4, 40, seed)
        expected = idastar.Search(board, 4, 4, goal, "walking-distance").count_shortest()
        counted = idastar.Search(board, 4, 4, goal, tables).count_shortest()
        assert counted[:2] == expected[:2]
        assert idastar.lower_bound(board, 4, 4, goal, tables) <= (expected.length or 0)


def test_the_fifteen_easiest_boards_of_korf() -> None:
    for length, board in korf()[:15]:
        result = idastar.Search(board, 4, 4, KORF_GOAL, "6-6-3").shortest()
        assert result.path is not None
        assert play(board, 4, 4, result.path) == KORF_GOAL
        assert result.length == length


@pytest.mark.slow
@pytest.mark.timeout(900)
def test_korfs_hundred_with_all_their_shortest_paths() -> None:
    total = 0
    for length, board in korf():
        counted = idastar.Search(board, 4, 4, KORF_GOAL, "6-6-3").count_shortest()
        assert (counted.length, counted.complete) == (length, True)
        total += counted.number
    assert total == 1743


def test_stopped_at_once_and_stopped_midway() -> None:
    hard = korf()[-1][1]
    stopped = idastar.Search(
        hard, 4, 4, KORF_GOAL, "manhattan", should_stop=lambda: True
    ).shortest()
    assert (stopped.path, stopped.complete) == (None, False)
    calls = iter([False, False, True])
    counted = idastar.Search(
        hard, 4, 4, KORF_GOAL, "manhattan", should_stop=lambda: next(calls)
    ).count_shortest()
    assert not counted.complete
    assert counted.nodes > 0


def test_unsolvable_and_solved() -> None:
    goal = default_goal(3, 3)
    assert idastar.Search((1, 2, 3, 4, 5, 6, 8, 7, 0), 3, 3, goal).shortest() == (
        None,
        None,
        0,
        True,
    )
    assert idastar.Search((1, 2, 3, 4, 5, 6, 8, 7, 0), 3, 3, goal).count_shortest().number == 0
    assert idastar.Search(goal, 3, 3, goal).shortest()[:2] == ("", 0)
    assert list(idastar.Search(goal, 3, 3, goal).all_shortest()) == [""]


def test_what_cannot_be_asked_is_named() -> None:
    goal = default_goal(3, 3)
    with pytest.raises(ValueError, match=r"heuristic: expected one of manhattan, .*, got 'x'"):
        idastar.Search(goal, 3, 3, goal, "x").shortest()
    with pytest.raises(ValueError, match="7-8: expected groups of 8 tiles in all for 3x3"):
        idastar.Search(goal, 3, 3, goal, "7-8").shortest()
    five = default_goal(5, 5)
    with pytest.raises(ValueError, match=r"walking distance: .* expected a smaller board"):
        idastar.Search(five, 5, 5, five, "walking-distance").shortest()


def test_nothing_is_written_outside_the_cache() -> None:
    assert "tables" in str(table_cache.cache_directory())


def test_a_board_that_a_bound_settles_needs_no_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CPMODELS_CACHE", str(tmp_path))
    monkeypatch.setattr(patterns, "_TABLES", {})
    goal = (*range(1, 16), 0)
    for board, paths in ((goal, 1), ((*range(1, 15), 0, 15), 1)):
        assert idastar.Search(board, 4, 4, goal, "7-8").count_shortest().number == paths
    assert list(tmp_path.iterdir()) == []
