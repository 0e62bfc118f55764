"""The textbook forms against the fast ones: the same answers on random cases."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.exact_cover.dlx import DLX
from reference.exact_cover.dlx_textbook import DancingLinks
from reference.kernel.polling import Stopped
from reference.nonograms import line_search, line_search_textbook
from reference.sliding import astar, astar_textbook, idastar_textbook, state_graph
from reference.sliding.boards import default_goal, play
from reference.tilings import image_lists_textbook
from reference.tilings.frontier import Frontier
from reference.tilings.frontier_textbook import count_tilings
from reference.tilings.image_lists import ImageLists
from reference.trominoes import power_of_two_textbook
from tests.reference.test_dlx import Problem, problems
from tests.reference.tilings import Tiling, tilings


@given(problems(bounded=False))
def test_dancing_links_finds_the_same_covers_in_the_same_order(problem: Problem) -> None:
    items, options, secondary, _ = problem
    plain = DancingLinks(items, options, secondary)
    fast = DLX(items, options, secondary)
    assert list(plain.solutions()) == list(fast.solutions())
    assert plain.complete


def test_dancing_links_puts_every_node_back() -> None:
    search = DancingLinks("abcd", ["ab", "cd", "abcd", "b", "a", "bcd"])
    first = list(search.solutions())
    assert first == list(search.solutions())
    assert len(first) == 4


def test_dancing_links_stopped_is_not_complete() -> None:
    search = DancingLinks("ab", ["a", "b"])
    assert list(search.solutions(lambda: True)) == []
    assert not search.complete


@given(st.permutations(range(6)), st.sampled_from([(2, 3), (3, 2)]))
@settings(max_examples=25)
def test_shortest_paths_are_as_long_as_the_table_says(
    board: list[int], size: tuple[int, int]
) -> None:
    rows, columns = size
    goal = default_goal(rows, columns)
    expected = state_graph.build(rows, columns, goal).shortest(board).length
    for search in (astar_textbook.shortest, idastar_textbook.shortest, astar.shortest):
        result = search(board, rows, columns, goal)
        assert result.complete
        assert result.length == expected
        if result.path is not None:
            assert play(board, rows, columns, result.path) == goal


@st.composite
def clues(draw: st.DrawFn) -> tuple[Any, Any]:
    """The clues of a picture in up to two colours: there is at least one solution."""
    rows, columns = draw(st.integers(0, 5)), draw(st.integers(0, 5))
    cells = st.lists(st.integers(0, 2), min_size=columns, max_size=columns)
    picture = [draw(cells) for _ in range(rows)]
    return [_runs(row) for row in picture], [
        _runs([row[j] for row in picture]) for j in range(columns)
    ]


def _runs(line: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    last = 0
    for colour in line:
        if colour and colour == last:
            runs[-1] = runs[-1][0] + 1, colour
        elif colour:
            runs.append((1, colour))
        last = colour
    return runs


@given(clues())
def test_line_search_finds_the_same_pictures(puzzle: tuple[Any, Any]) -> None:
    plain = set(line_search_textbook.solutions(*puzzle))
    fast = {tuple(map(tuple, picture.tolist())) for picture in line_search.solutions(*puzzle)}
    assert plain == fast
    assert plain


@given(tilings())
@settings(max_examples=25)
def test_frontier_counts_the_same(tiling: Tiling) -> None:
    cells, shapes, turning, copies = tiling
    fast = Frontier(cells, shapes, turning, copies)
    assert count_tilings(cells, shapes, turning, copies) == fast.count()


@given(tilings())
def test_image_lists_find_the_same_tilings(tiling: Tiling) -> None:
    cells, shapes, turning, copies = tiling
    fast = ImageLists(cells, shapes, turning, copies)
    search = image_lists_textbook.tilings(cells, shapes, turning, copies)
    plain = [frozenset(each) for each in search]
    assert len(set(plain)) == len(plain) == fast.count()
    pieces = [tuple(piece) for piece in fast.placed]
    assert {frozenset(pieces[k] for k in rows) for rows in fast.solutions()} == set(plain)


def test_image_lists_stop_between_two_pieces() -> None:
    square = [(r, c) for r in range(4) for c in range(4)]
    with pytest.raises(Stopped):
        list(
            image_lists_textbook.tilings(square, {"D": [(0, 0), (0, 1)]}, should_stop=lambda: True)
        )


def test_the_events_of_a_cover_are_its_pieces_in_order() -> None:
    events: list[dict[str, Any]] = []

    def tell(event: str, /, **about: Any) -> None:
        events.append({"event": event, **about})

    board = power_of_two_textbook.cover(3, (5, 2), tell=tell)
    assert [event["piece"] for event in events] == list(range(1, 22))
    assert np.bincount(board.ravel()).tolist() == [1] + [3] * 21
    with pytest.raises(Stopped):
        power_of_two_textbook.cover(3, (5, 2), lambda: True)
