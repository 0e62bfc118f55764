"""Exact covers that are known: Langford's pairs, sudokus, queens, word rectangles, squares."""

from __future__ import annotations

from itertools import product

import pytest

import cpmodels as cm

METHODS = ["cp-sat", "dlx", "algorithm-x"]


def langford(n: int) -> cm.ExactCover:
    """Pairs of 1..n in a row of 2n, with k others between the two k (TAOCP 7.2.2.1 (16))."""
    places = range(1, 2 * n + 1)
    options = [
        [f"n{k}", f"p{i}", f"p{i + k + 1}"]
        for k in range(1, n + 1)
        for i in places
        if i + k + 1 in places
    ]
    return cm.ExactCover.of([f"n{k}" for k in range(1, n + 1)] + [f"p{i}" for i in places], options)


def queens(n: int) -> cm.ExactCover:
    """No two of n queens on a row, a column or a diagonal; diagonals are secondary."""
    squares = list(product(range(n), repeat=2))
    options = [[f"r{i}", f"c{j}", f"a{i + j}", f"b{i - j}"] for i, j in squares]
    lines = [f"{line}{k}" for line in "rc" for k in range(n)]
    diagonals = {item for option in options for item in option[2:]}
    return cm.ExactCover.of(lines, options, sorted(diagonals))


def queen_cover(n: int) -> cm.ExactCover:
    """Queens on a board so that each square is attacked or occupied; a queen costs 1."""
    squares = list(product(range(n), repeat=2))
    options = [
        [f"{k},{m}" for k, m in squares if k == i or m == j or abs(k - i) == abs(m - j)]
        for i, j in squares
    ]
    items = [f"{i},{j}" for i, j in squares]
    return cm.ExactCover.of(
        items, options, bounds=dict.fromkeys(items, (1, None)), costs=[1] * len(options)
    )


def sudoku(side: int, clues: str = "") -> cm.ExactCover:
    """A digit in each cell; each digit once in each row, column and box (0: any digit)."""
    box = int(side**0.5)
    cells = list(product(range(side), repeat=2))
    digits = {cell: int(digit) for cell, digit in zip(cells, clues, strict=False)}
    options = [
        [f"{i},{j}", f"r{i}={k}", f"c{j}={k}", f"b{i // box},{j // box}={k}"]
        for i, j in cells
        for k in range(1, side + 1)
        if digits.get((i, j), 0) in (0, k)
    ]
    items = {item: None for option in options for item in option}
    return cm.ExactCover.of(items, options)


def rectangles(words: list[str], height: int, width: int) -> cm.ExactCover:
    """Words across and down; a cell has the colour of its letter."""
    across, down = [f"a{i}" for i in range(height)], [f"d{j}" for j in range(width)]
    options = [
        [f"a{i}", *(f"{i},{j}:{letter}" for j, letter in enumerate(word))]
        for word in words
        if len(word) == width
        for i in range(height)
    ]
    options += [
        [f"d{j}", *(f"{i},{j}:{letter}" for i, letter in enumerate(word))]
        for word in words
        if len(word) == height
        for j in range(width)
    ]
    cells = [f"{i},{j}" for i in range(height) for j in range(width)]
    return cm.ExactCover.of(across + down, options, cells)


def macmahon(height: int, width: int, border: str) -> cm.ExactCover:
    """The 24 squares with edges in three colours, each once, edges alike side by side."""
    squares = sorted(
        {min(q[k:] + q[:k] for k in range(4)) for q in map("".join, product("abc", repeat=4))}
    )
    cells = list(product(range(height), range(width)))
    options = []
    for (i, j), square in product(cells, squares):
        for turned in sorted({square[k:] + square[:k] for k in range(4)}):
            edges = [f"h{i},{j}", f"v{i},{j + 1}", f"h{i + 1},{j}", f"v{i},{j}"]
            outer = [i == 0, j == width - 1, i == height - 1, j == 0]
            if all(c == border for c, out in zip(turned, outer, strict=True) if out):
                options.append(
                    [square, f"{i},{j}", *map(":".join, zip(edges, turned, strict=True))]
                )
    edges = [f"h{i},{j}" for i in range(height + 1) for j in range(width)]
    edges += [f"v{i},{j}" for i in range(height) for j in range(width + 1)]
    return cm.ExactCover.of([*squares, *(f"{i},{j}" for i, j in cells)], options, edges)


@pytest.mark.parametrize("method", METHODS)
def test_langford(method: str) -> None:
    # OEIS A014552 counts a row and its mirror image once
    counts = [cm.count(langford(n), method=method).count for n in range(3, 8)]
    assert counts == [2, 2, 0, 0, 52]


@pytest.mark.parametrize("method", METHODS)
def test_sudoku(method: str) -> None:
    assert cm.count(sudoku(4), method=method).count == 288  # OEIS A107739
    # 17 givens, one solution (Royle's list, its first)
    royle = "000000010400000000020000000000050407008000300001090000300400200050100000000806000"
    if method != "algorithm-x":
        assert cm.is_unique(sudoku(9, royle), method=method).unique


@pytest.mark.parametrize("method", METHODS)
def test_queens(method: str) -> None:
    counts = [cm.count(queens(n), method=method).count for n in range(1, 7)]
    assert counts == [1, 0, 0, 2, 10, 4]  # OEIS A000170


@pytest.mark.parametrize("method", ["cp-sat", "branch-and-bound"])
def test_least_queens(method: str) -> None:
    least = [cm.solve(queen_cover(n), method=method).objective for n in range(1, 6)]
    assert least == [1, 1, 1, 2, 3]  # OEIS A075458


WORDS = "ate tea eat are era ear tar rat art at to he ha no an on or as is it has se".split()  # noqa: SIM905


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("size", [(2, 2), (2, 3), (3, 3)])
def test_word_rectangles(size: tuple[int, int], method: str) -> None:
    height, width = size
    expected = sum(
        all("".join(column) in WORDS for column in zip(*rows, strict=True))
        for rows in product([word for word in WORDS if len(word) == width], repeat=height)
    )
    assert cm.count(rectangles(WORDS, height, width), method=method).count == expected > 0


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_macmahon() -> None:
    # 13,328 up to the four symmetries of the board and the exchange of the two other colours; the
    # 12,261 of 1964 is too small
    puzzle = macmahon(4, 6, "a")
    assert len(puzzle.items) == 48
    assert cm.count(puzzle, method="dlx").count == 106_624
