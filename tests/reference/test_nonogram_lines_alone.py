"""Which pictures lines alone give: every picture of a size, one line after the other."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import groupby, product

import pytest

from reference.nonograms.line import line_masks, try_block

Line = tuple[int, ...]
Clue = tuple[tuple[int, int], ...]
SOLVERS = {"try_block": try_block, "line_masks": line_masks}


def clue_of(line: Line) -> Clue:
    return tuple((len(list(run)), 1) for colour, run in groupby(line) if colour)


@pytest.mark.parametrize("name", SOLVERS)
@pytest.mark.parametrize(
    ("height", "width", "by_lines", "determined"),
    [(2, 2, 14, 14), (2, 5, 810, 816), (3, 3, 384, 384), (4, 4, 51234, 52362)],
)
def test_pictures_by_lines_alone(
    name: str, height: int, width: int, by_lines: int, determined: int
) -> None:
    """So many are determined: OEIS A242876, A383345; by lines: an independent table's count."""
    narrow = cache(SOLVERS[name])
    clue = cache(clue_of)
    boards = Counter(
        (tuple(map(clue, rows)), tuple(map(clue, zip(*rows, strict=True))))
        for rows in product(product((0, 1), repeat=width), repeat=height)
    )
    alone = [sides for sides, pictures in boards.items() if pictures == 1]
    assert len(alone) == determined

    def decided(sides: tuple[tuple[Clue, ...], tuple[Clue, ...]]) -> bool:
        rows, columns = sides
        board, before = [(3,) * width] * height, []
        while board != before:
            before = board
            across = map(narrow, rows, board)
            down = map(narrow, columns, zip(*across, strict=True))
            board = list(zip(*down, strict=True))
        return all(mask != 3 for row in board for mask in row)

    assert sum(map(decided, boards)) == by_lines
