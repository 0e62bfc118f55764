"""Permutations by Cantor rank, inversions, and which sliding boards can be solved.

The rank of a permutation is its place in lexicographic order (the Cantor expansion, the Lehmer
code read as a number in the factorial base). Ranks fit in 64 bits up to 20 elements.

Why parity decides. Read the tiles row by row, the blank left out, and count the inversions (pairs
in the wrong order). Exchanging two neighbours in the sequence changes the number by one. A move
along a row leaves the sequence as it is. A move up or down carries one tile past the
`columns - 1` tiles between the two cells: that many exchanges of neighbours. So on a board of odd
width the parity of the inversions never changes; on a board of even width it changes together
with the row of the blank, and their sum keeps its parity. Two boards of different parity cannot
be joined. If both sides are at least 2, equal parity suffices (R. M. Wilson, "Graph puzzles,
homotopy, and the alternating group", 1974; a 2 x 2 board is a ring of three tiles, whose three
rotations are the even permutations). On a board of one line nothing ever passes: there the
sequence itself is kept, and it decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from math import factorial
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from reference.kernel.kernels import part
from reference.sliding.boards import check

__all__ = ["MAX_ELEMENTS", "Certificate", "inversions", "rank", "rank_rows"]
__all__ += ["solvable", "solvable_rows", "unrank_into", "unrank_rows"]
__all__ += ["unsolvable_certificate"]

MAX_ELEMENTS = 20
"""21! needs more than 64 bits."""


def rank(permutation: Sequence[int]) -> int:
    """Return the lexicographic rank, from 0, of a permutation of distinct numbers (any length).

    >>> [rank(p) for p in [(0, 1, 2), (0, 2, 1), (2, 1, 0)]]
    [0, 1, 5]
    """
    number, size = 0, len(permutation)
    for i, value in enumerate(permutation):
        number = number * (size - i) + sum(later < value for later in permutation[i + 1 :])
    return number


def rank_rows(permutations: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """Return the rank of each row of an array (k, n), n at most 20.

    >>> rank_rows(np.array([[0, 1, 2], [2, 1, 0]])).tolist()
    [0, 5]
    """
    size = _width(permutations.shape[1])
    numbers = np.zeros(len(permutations), np.int64)
    for i in range(size):
        later = permutations[:, i + 1 :] < permutations[:, i : i + 1]
        numbers = numbers * (size - i) + later.sum(axis=1)
    return numbers


def unrank_rows(numbers: npt.NDArray[np.int64], size: int) -> npt.NDArray[np.int8]:
    """Return an array (k, size): the permutation for each of k ranks, size at most 20.

    >>> unrank_rows(np.array([0, 5]), 3).tolist()
    [[0, 1, 2], [2, 1, 0]]
    """
    rest = np.array(numbers, np.int64)
    if np.any((rest < 0) | (rest >= factorial(_width(size)))):
        raise ValueError(f"ranks: expected 0..{factorial(size) - 1} for {size} elements")
    rows = np.zeros((len(rest), size), np.int8)
    for i in range(size - 1, -1, -1):
        rows[:, i] = rest % (size - i)
        rest //= size - i
        rows[:, i + 1 :] += rows[:, i + 1 :] >= rows[:, i : i + 1]
    return rows


def _width(size: int) -> int:
    if size > MAX_ELEMENTS:
        raise ValueError(f"rank: expected at most {MAX_ELEMENTS} elements, got {size}")
    return size


@part
def unrank_into(number: int, permutation: npt.NDArray[Any], size: int) -> None:
    """Write the permutation of `size` elements with this rank: for kernels, unchecked.

    >>> row = np.zeros(3, np.int16)
    >>> unrank_into(5, row, 3)
    >>> row.tolist()
    [2, 1, 0]
    """
    for i in range(size - 1, -1, -1):
        digit = number % (size - i)
        number //= size - i
        permutation[i] = digit
        for j in range(i + 1, size):
            permutation[j] += permutation[j] >= digit


def inversions(sequence: Sequence[int]) -> int:
    """Return how many pairs of a sequence stand in the wrong order.

    >>> inversions((3, 1, 2))
    2
    """
    before: list[int] = []  # in order
    number = 0
    for value in sequence:
        place = bisect_right(before, value)
        number += len(before) - place
        before.insert(place, value)
    return number


class Certificate(NamedTuple):
    """Why no path leads from start to goal: a number that no move changes, and both its values.

    `kind` is "parity" (`start` and `goal` are 0 or 1) or "order" (a board of one line: they are
    the tiles in order). `text` says it so that a person can check it with the boards in hand.
    """

    kind: str
    start: int | tuple[int, ...]
    goal: int | tuple[int, ...]
    text: str


def solvable(start: Sequence[int], goal: Sequence[int], rows: int, columns: int) -> bool:
    """Say whether a path leads from start to goal: exact on every board.

    >>> solvable((2, 1, 0), (1, 2, 0), 1, 3), solvable((2, 1, 3, 0), (1, 2, 3, 0), 2, 2)
    (False, False)
    """
    return unsolvable_certificate(start, goal, rows, columns) is None


def unsolvable_certificate(
    start: Sequence[int], goal: Sequence[int], rows: int, columns: int
) -> Certificate | None:
    """Return why there is no path from start to goal, or None if there is one.

    >>> print(unsolvable_certificate((1, 2, 3, 4, 5, 6, 8, 7, 0), (1, 2, 3, 4, 5, 6, 7, 8, 0), 3, 3).text)
    No move changes the parity of the inversions, as the width 3 is odd. Start: 1 inversion, odd; goal: 0 inversions, even.
    """  # noqa: E501
    check(start, rows, columns, "start")
    check(goal, rows, columns, "goal")
    if min(rows, columns) == 1:
        before, after = (tuple(filter(None, board)) for board in (start, goal))
        text = "On a board of one line no tile passes another. Start: "
        text += f"{' '.join(map(str, before))}; goal: {' '.join(map(str, after))}."
        return None if before == after else Certificate("order", before, after, text)
    parities = [_invariant(board, columns) for board in (start, goal)]
    if parities[0] == parities[1]:
        return None
    law = f"of the inversions, as the width {columns} is odd"
    if columns % 2 == 0:
        law = f"of inversions plus the blank's row (from 1), as the width {columns} is even"
    values = [_describe(board, columns) for board in (start, goal)]
    text = f"No move changes the parity {law}. Start: {values[0]}; goal: {values[1]}."
    return Certificate("parity", parities[0], parities[1], text)


def _invariant(board: Sequence[int], columns: int) -> int:
    row = 0 if columns % 2 else board.index(0) // columns + 1
    return (inversions([tile for tile in board if tile]) + row) % 2


def _describe(board: Sequence[int], columns: int) -> str:
    number = inversions([tile for tile in board if tile])
    text = f"{number} inversion{'' if number == 1 else 's'}"
    if columns % 2 == 0:
        text += f", row {board.index(0) // columns + 1}"
    return f"{text}, {'odd' if _invariant(board, columns) else 'even'}"


def solvable_rows(
    boards: npt.NDArray[Any], goal: Sequence[int], rows: int, columns: int
) -> npt.NDArray[np.bool_]:
    """Say for each row of an array (k, cells) whether a path leads to the goal.

    >>> solvable_rows(np.array([[1, 2, 3, 0], [2, 1, 3, 0]]), (1, 2, 3, 0), 2, 2).tolist()
    [True, False]
    """
    check(goal, rows, columns, "goal")
    if not np.array_equal(
        np.sort(boards, axis=1), np.tile(np.arange(rows * columns), (len(boards), 1))
    ):
        raise ValueError(f"boards: expected each of 0..{rows * columns - 1} once in every row")
    tiles = boards[boards != 0].reshape(len(boards), -1)
    if min(rows, columns) == 1:
        result: npt.NDArray[np.bool_] = (tiles == [tile for tile in goal if tile]).all(axis=1)
        return result
    parity = np.zeros(len(boards), np.int64)
    for i in range(tiles.shape[1]):
        parity += (tiles[:, i + 1 :] < tiles[:, i : i + 1]).sum(axis=1)
    if columns % 2 == 0:
        parity += np.argmin(boards, axis=1) // columns + 1
    same: npt.NDArray[np.bool_] = parity % 2 == _invariant(goal, columns)
    return same
