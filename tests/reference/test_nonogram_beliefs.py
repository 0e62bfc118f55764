"""Beliefs about the cells of a nonogram, and the search that asks them what to try first."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from reference.kernel.kernels import choosing
from reference.nonograms import line_search
from reference.nonograms.beliefs import believe, make_beliefs, send
from reference.nonograms.blots import BLOT
from reference.nonograms.board import make_board
from reference.nonograms.guide import Guide
from reference.nonograms.line import arrangements
from reference.nonograms.nogoods import LEFT, RESTARTS
from reference.nonograms.search import DONE, SOLVED, Search
from tests.reference.nonograms import clues, read_non, sides

FAASE = Path(__file__).parents[1] / "data" / "faase.non"
Picture = tuple[tuple[int, ...], ...]


@st.composite
def pictures(draw: st.DrawFn, side: int = 7) -> Picture:
    height, width = draw(st.integers(1, side)), draw(st.integers(1, side))
    line = st.tuples(*[st.integers(0, draw(st.integers(1, 3)))] * width)
    return draw(st.tuples(*[line] * height))


@given(st.lists(st.integers(0, 3), min_size=1, max_size=9), st.integers(0, 10**6))
def test_a_line_tells_the_share_of_its_arrangements(line: list[int], seed: int) -> None:
    """With columns that say anything: the sum over all arrangements, each by its weight."""
    (row,), columns = clues([line]), [[(BLOT, 0)]] * len(line)
    board = make_board([row], columns)
    beliefs, random = make_beliefs([row], columns, board), Random(seed)
    weights = np.array([random.choice([0.1, 1.0, random.random()]) for _ in beliefs.message[1]])
    beliefs.message[1] = weights
    for _ in range(60):  # until the inertia is used up
        send(beliefs, 0, 1 + len(line))
    k, exact = len(board.colours), np.zeros(len(weights))
    for cells in arrangements(row, len(line)):
        entries = [
            cell * k + int(np.searchsorted(board.colours, c)) for cell, c in enumerate(cells)
        ]
        exact[entries] += weights[entries].prod()
    shares = exact.reshape(-1, k) / exact.reshape(-1, k).sum(axis=1, keepdims=True)
    belief = believe(beliefs)
    open_cells = board.options > 1
    assert belief[open_cells] == pytest.approx(shares[open_cells], abs=1e-6)


@given(pictures(), st.integers(0, 10**6))
def test_a_guide_says_the_same_whatever_its_slices(picture: Picture, seed: int) -> None:
    (rows, columns), random = sides(picture), Random(seed)
    seen = set()
    for slices in (False, True):
        guide = Guide(rows, columns, make_board(rows, columns), 1)
        while not guide.go_on(random.randrange(1, 500) if slices else 10**9):
            pass
        seen.add((guide.likely.tobytes(), guide.order.tobytes()))
    assert len(seen) == 1


@given(pictures(), st.integers(0, 3), st.integers(0, 10**6))
def test_a_guided_search_sees_each_picture_once(picture: Picture, care: int, seed: int) -> None:
    """Every picture once, those of the search alone, whatever it tries first."""
    (rows, columns), random = sides(picture), Random(seed)
    search = Search(rows, columns)
    search._guide = Guide(rows, columns, search.board, care)
    own = []
    while (status := search.go_on(random.randrange(1, 2000))) != DONE:
        if status == SOLVED:
            own.append(line_search.read_board(search.board).tobytes())
    every = [p.tobytes() for p in line_search.solutions(rows, columns)]
    assert sorted(own) == sorted(every)


def random_picture(side: int, seed: int) -> Picture:
    random = Random(seed)
    return tuple(tuple(int(random.random() < 0.45) for _ in range(side)) for _ in range(side))


@pytest.mark.parametrize("seed", [0, 1, 2])
@pytest.mark.parametrize("patience", [1, 100])
def test_asking_a_guide_does_not_hang_on_the_clock(seed: int, patience: int) -> None:
    """A search takes the same way in whatever slices, also one that asks at once."""
    picture = random_picture(25, seed)
    (rows, columns), random = sides(picture), Random(seed)
    seen = set()
    with choosing(lambda: True):
        for slices in (False, True):
            search = Search(rows, columns)
            search.nogoods.state[LEFT] = patience
            pictures = []
            while (
                len(pictures) < 5
                and (status := search.go_on(random.randrange(1, 3000) if slices else 10**6)) != DONE
            ):
                if status == SOLVED:
                    pictures.append(line_search.read_board(search.board).tobytes())
            assert search.nogoods.state[RESTARTS] > 0 or patience > 1
            seen.add((search.nodes, tuple(pictures)))
    assert len(seen) == 1


@pytest.mark.slow
def test_faase_has_several_solutions() -> None:
    """nonosolve needs minutes for it, as its author writes."""
    rows, columns = read_non(FAASE)
    search, seen = Search(rows, columns), []
    with choosing(lambda: True):
        while len(seen) < 2 and (status := search.go_on(10_000)) != DONE:
            if status == SOLVED:
                seen.append(line_search.read_board(search.board))
    for picture in seen:
        assert clues(picture) == rows
        assert clues(picture.T) == columns
    assert len({picture.tobytes() for picture in seen}) == 2
