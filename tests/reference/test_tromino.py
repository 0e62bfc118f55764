"""The defective chessboard of side 2^k: numbering, both versions alike, bad input."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from reference.trominoes.power_of_two import cover, new_board, piece_count
from reference.trominoes.power_of_two_textbook import cover as cover_recursively


@st.composite
def boards(draw: st.DrawFn, most: int) -> tuple[int, tuple[int, int]]:
    k = draw(st.integers(0, most))
    square = st.integers(0, 2**k - 1)
    return k, (draw(square), draw(square))


def number_as_the_seed_does(side: int, missing: tuple[int, int]) -> np.ndarray:
    """The seed's ChessBoard(tr, tc, dr, dc, size), line by line, with its global counter."""
    board = np.zeros((side, side), np.int32)
    counter = 0

    def chess_board(tr: int, tc: int, dr: int, dc: int, size: int) -> None:
        nonlocal counter
        if size == 1:
            return
        counter += 1
        t, s = counter, size // 2
        if dr < tr + s and dc < tc + s:
            chess_board(tr, tc, dr, dc, s)
        else:
            board[tr + s - 1, tc + s - 1] = t
            chess_board(tr, tc, tr + s - 1, tc + s - 1, s)
        if dr < tr + s and dc >= tc + s:
            chess_board(tr, tc + s, dr, dc, s)
        else:
            board[tr + s - 1, tc + s] = t
            chess_board(tr, tc + s, tr + s - 1, tc + s, s)
        if dr >= tr + s and dc < tc + s:
            chess_board(tr + s, tc, dr, dc, s)
        else:
            board[tr + s, tc + s - 1] = t
            chess_board(tr + s, tc, tr + s, tc + s - 1, s)
        if dr >= tr + s and dc >= tc + s:
            chess_board(tr + s, tc + s, dr, dc, s)
        else:
            board[tr + s, tc + s] = t
            chess_board(tr + s, tc + s, tr + s, tc + s, s)

    chess_board(0, 0, *missing, side)
    return board


@given(boards(most=6))
@settings(max_examples=40, deadline=None)
def test_recursion_numbers_as_the_seed(case: tuple[int, tuple[int, int]]) -> None:
    k, missing = case
    board = cover_recursively(k, missing)
    assert (board == number_as_the_seed_does(2**k, missing)).all()
    assert piece_count(k) == board.max(initial=0)


@given(boards(most=8))
@example((6, (31, 32)))  # two blocks a side: the missing square next to the centre
@example((7, (127, 0)))
@settings(max_examples=60, deadline=None)
def test_both_versions_write_the_same_board(case: tuple[int, tuple[int, int]]) -> None:
    fast, plain = cover(*case), cover_recursively(*case)
    assert (fast.board == plain).all()
    assert fast.board.dtype == plain.dtype == np.int32
    assert fast[1:] == (plain.max(initial=0), case[0])


def test_a_large_board_has_every_piece_three_times_in_a_two_by_two() -> None:
    board, pieces, _ = cover(11, (700, 1291))
    assert pieces == (4**11 - 1) // 3
    assert np.bincount(board.ravel()).tolist() == [1] + [3] * pieces
    assert board[700, 1291] == 0
    rows, columns = np.divmod(np.argsort(board, axis=None, kind="stable")[1:], 2048)
    for places in rows.reshape(-1, 3), columns.reshape(-1, 3):
        assert (np.ptp(places, axis=1) == 1).all()


@pytest.mark.parametrize(
    ("k", "missing", "message"),
    [
        (-1, (0, 0), "level k is -1: expected 0 to 16"),
        (17, (0, 0), "level k is 17: expected 0 to 16"),
        (3, (8, 0), r"missing square \(8, 0\) is off the 8 x 8 board"),
        (3, (0, -1), r"missing square \(0, -1\) is off the 8 x 8 board"),
    ],
)
def test_bad_input_is_named(k: int, missing: tuple[int, int], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cover(k, missing)


def test_a_board_that_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("reference.trominoes.power_of_two._free_memory", lambda: 1e6)
    assert new_board(500, 500).shape == (500, 500)
    with pytest.raises(ValueError, match=r"board of 4096 x 4096: it takes 0\.1 GB"):
        cover(12, (0, 0))
