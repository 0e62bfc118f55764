"""Which sliding boards can be solved at all, with a certificate that a person can check.

A move along a row keeps the reading order of the tiles. A move along a column takes one tile past
`columns - 1` others, and changes the blank's row by one. So the parity of the inversions is kept
on boards of odd width; on boards of even width the parity of inversions plus the blank's row is.
On boards of at least 2x2 equal parity is also enough (Wilson, 1974); on a board of one line no
tile ever passes another.
"""

from __future__ import annotations

from cpmodels.puzzles.alike import AlikePuzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board

__all__ = ["alike_lengths", "count_inversions", "path_lengths", "why_unsolvable"]


def count_inversions(board: Board) -> int:
    """Pairs of tiles of which the greater comes first; the blank is left out. O(n log n).

    >>> count_inversions((3, 0, 1, 2))
    2
    """
    tree, total = [0] * (len(board) + 1), 0
    for seen, tile in enumerate(tile for tile in board if tile):
        index, smaller = tile, 0
        while index:
            smaller += tree[index]
            index &= index - 1
        total += seen - smaller
        index = tile
        while index < len(tree):
            tree[index] += 1
            index += index & -index
    return total


def why_unsolvable(puzzle: SlidingPuzzle) -> str | None:
    """The certificate that no path exists, in words; None when there is one.

    >>> print(why_unsolvable(SlidingPuzzle.of("1 2 3 4 5 6 8 7 x")))
    unsolvable: no move changes the parity of the inversions (odd width 3); start 1, goal 0
    >>> why_unsolvable(SlidingPuzzle.of("1 2 3 4 5 6 7 x 8")) is None
    True
    """
    if min(puzzle.rows, puzzle.columns) == 1:
        orders = [[tile for tile in board if tile] for board in (puzzle.start, puzzle.goal)]
        if orders[0] == orders[1]:
            return None
        at = next(i for i, pair in enumerate(zip(*orders, strict=True)) if pair[0] != pair[1])
        return (
            "unsolvable: on a board of one line no tile passes another; "
            f"tile {at + 1} in order is {orders[0][at]} at the start, {orders[1][at]} in the goal"
        )
    counts = [count_inversions(board) for board in (puzzle.start, puzzle.goal)]
    law = f"the inversions (odd width {puzzle.columns})"
    terms = [str(count) for count in counts]
    if puzzle.columns % 2 == 0:
        rows = [board.index(0) // puzzle.columns + 1 for board in (puzzle.start, puzzle.goal)]
        law = f"inversions plus the blank's row (even width {puzzle.columns})"
        terms = [f"{count} + {row}" for count, row in zip(counts, rows, strict=True)]
        counts = [count + row for count, row in zip(counts, rows, strict=True)]
    if counts[0] % 2 == counts[1] % 2:
        return None
    return f"unsolvable: no move changes the parity of {law}; start {terms[0]}, goal {terms[1]}"


def path_lengths(puzzle: SlidingPuzzle) -> tuple[int, int] | None:
    """0 or 1, and 2: all paths have one parity. None where a number of moves is asked for.

    With every move the blank goes to a cell of the other colour of the checkerboard.

    >>> path_lengths(SlidingPuzzle.of("1 2 x 3"))
    (1, 2)
    """
    if puzzle.horizon is not None:
        return None
    blanks = (divmod(board.index(0), puzzle.columns) for board in (puzzle.start, puzzle.goal))
    return sum(map(sum, blanks)) % 2, 2


def alike_lengths(puzzle: AlikePuzzle) -> tuple[int, int] | None:
    """The same where tiles are alike, and blanks several: the cells under all blanks count.

    >>> alike_lengths(AlikePuzzle.of("A B B _", "B A B _", "2x2"))
    (0, 2)
    """
    if puzzle.moves is not None:
        return None
    colours = (
        sum(divmod(cell, puzzle.columns))
        for board in (puzzle.start, puzzle.goal)
        for cell, token in enumerate(board)
        if not token
    )
    return sum(colours) % 2, 2
