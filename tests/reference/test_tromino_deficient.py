"""Boards of any side: covered where brute force says so, and none, with a reason, elsewhere."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from reference.trominoes.any_side import cover_board, cover_rectangle, obstruction
from reference.trominoes.power_of_two import Cover
from reference.trominoes.power_of_two_textbook import cover as cover_recursively

Square = tuple[int, int]


def assert_covers(cover: Cover, rows: int, columns: int, missing: Square | None) -> None:
    """Each number 1 to `pieces` is on three squares of one 2 x 2, and 0 is on `missing` alone."""
    board, pieces, _ = cover
    assert board.shape == (rows, columns)
    assert 3 * pieces + (missing is not None) == board.size
    uses = np.bincount(board.ravel(), minlength=1)
    assert uses.tolist() == [int(missing is not None)] + [3] * pieces
    assert missing is None or board[missing] == 0
    order = np.argsort(board, axis=None, kind="stable")[uses[0] :]
    for places in np.divmod(order, columns):
        assert (np.ptp(places.reshape(-1, 3), axis=1) == 1).all()


def count_covers(rows: int, columns: int, missing: Square | None) -> int:
    """Count by brute force: every piece on the first free square, equal remainders only once."""
    squares = [(r, c) for r in range(rows) for c in range(columns) if (r, c) != missing]
    bit = {square: 1 << i for i, square in enumerate(squares)}
    pieces: dict[int, list[int]] = {b: [] for b in bit.values()}
    for r in range(-1, rows):
        for c in range(-1, columns):
            window = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
            for out in window:
                three = [square for square in window if square != out]
                if all(square in bit for square in three):
                    pieces[bit[three[0]]].append(sum(bit[square] for square in three))

    @cache
    def count(left: int) -> int:
        if not left:
            return 1
        return sum(count(left & ~p) for p in pieces[left & -left] if p & left == p)

    return count((1 << len(squares)) - 1)


def up_to_symmetry(side: int) -> list[Square]:
    return [(r, c) for r in range((side + 1) // 2) for c in range(r, (side + 1) // 2)]


@pytest.mark.parametrize("side", range(1, 12))
def test_every_square_of_every_small_board(side: int) -> None:
    for missing in [None, *np.ndindex(side, side)]:
        cover = cover_board(side, missing)
        assert (cover is None) == (obstruction(side, side, missing) is not None)
        if cover is not None:
            assert_covers(cover, side, side, missing)


@pytest.mark.parametrize("side", range(1, 12))
def test_none_exactly_where_brute_force_finds_none(side: int) -> None:
    for missing in [None, *up_to_symmetry(side)]:
        assert (cover_board(side, missing) is None) == (count_covers(side, side, missing) == 0)


@pytest.mark.parametrize(
    ("side", "missing", "covers"),
    [(4, (1, 2), 1), (5, (0, 0), 8), (5, (0, 2), 16), (5, (2, 2), 32), (8, (0, 0), 30355)],
)
def test_brute_force_counts_what_is_known(side: int, missing: Square, covers: int) -> None:
    assert count_covers(side, side, missing) == covers


def test_chu_and_johnsonbaugh() -> None:
    """Sides divisible by 3 have none; 5 only the squares both even; every other side has all."""
    for side in range(1, 41):
        for missing in np.ndindex(side, side):
            none = side % 3 == 0 or (side == 5 and (missing[0] % 2 or missing[1] % 2))
            assert (obstruction(side, side, missing) is not None) == bool(none)


@given(st.integers(12, 100), st.data())
@settings(max_examples=80, deadline=None)
def test_larger_boards(side: int, data: st.DataObject) -> None:
    square = st.integers(0, side - 1)
    missing = None if side % 3 == 0 else (data.draw(square), data.draw(square))
    cover = cover_board(side, missing)
    assert cover is not None
    assert_covers(cover, side, side, missing)


@pytest.mark.parametrize("side", [257, 1000, 1003])
def test_boards_of_many_levels(side: int) -> None:
    missing = (side // 3, side - 2)
    cover = cover_board(side, missing)
    assert cover is not None
    assert_covers(cover, side, side, missing)


def test_rectangles_have_a_cover_unless_thin_or_three_by_odd() -> None:
    for rows in range(1, 25):
        for columns in range(1, 25):
            thin = min(rows, columns) == 1 or (min(rows, columns) == 3 and rows * columns % 2)
            cover = cover_rectangle(rows, columns)
            assert (cover is None) == bool(rows * columns % 3 or thin)
            if cover is not None:
                assert_covers(cover, rows, columns, None)


@given(st.integers(0, 7), st.data())
@settings(max_examples=40, deadline=None)
def test_a_power_of_two_is_numbered_as_the_seed(k: int, data: st.DataObject) -> None:
    missing = data.draw(st.tuples(*[st.integers(0, 2**k - 1)] * 2))
    general, plain = cover_board(2**k, missing), cover_recursively(k, missing)
    assert general is not None
    assert (general.board == plain).all()
    assert general[1:] == (plain.max(initial=0), k)


@pytest.mark.parametrize(
    ("side", "missing", "message"),
    [
        (0, None, "side is 0: expected 1 or more"),
        (4, (4, 0), r"missing square \(4, 0\) is off the 4 x 4 board"),
        (100_000, (0, 0), "3333333333 pieces do not fit 32-bit numbers"),
    ],
)
def test_bad_input_is_named(side: int, missing: Square | None, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        cover_board(side, missing)
