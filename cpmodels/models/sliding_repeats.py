"""Walks of the blank that lead where others do: a search for one shortest walk can do without them.

Six moves around a block of four cells do what six the other way round do. Of all walks between the
same two boards one is the first: the shortest, and of those the first in the order of their cells.
A walk that is not the first, as a part of a longer one, can be replaced by the first; so among the
shortest walks there is one without any such part (Taylor and Korf, Pruning Duplicate Nodes in
Depth-First Search, AAAI 1993).
"""

from __future__ import annotations

from functools import cache

from cpmodels.answers.run import check_time
from cpmodels.models.sliding_reach import neighbours

__all__ = ["LENGTH", "repeats"]

LENGTH = 8
"""Moves of the longest walks that are looked at: of 10 there are four times as many constraints,
which cost what they save."""

Walk = tuple[int, ...]


@cache
def repeats(rows: int, columns: int, length: int = LENGTH) -> tuple[Walk, ...]:
    """The walks of at most so many moves that are not the first, by the cells of the blank.

    Only those without a shorter one as a part, and without a move straight back.

    >>> repeats(2, 2, 6)
    ((0, 2, 3, 1, 0, 2, 3), (1, 3, 2, 0, 1, 3, 2), (2, 3, 1, 0, 2, 3, 1), (3, 2, 0, 1, 3, 2, 0))
    """
    cells, steps = rows * columns, neighbours(rows, columns)
    still = bytes(range(cells))
    level: dict[Walk, bytes] = {(cell,): still for cell in range(cells)}
    boards = [{still} for _ in range(cells)]  # reached by a walk from each cell
    later: list[Walk] = []
    for _ in range(length):
        longer: dict[Walk, bytes] = {}
        for walk, board in level.items():
            check_time()
            here = walk[-1]
            for to in sorted(steps[here].values()):
                onward = (*walk, to)
                if len(walk) > 1 and (to == walk[-2] or onward[1:] not in level):
                    continue
                after = bytearray(board)
                after[here], after[to] = board[to], board[here]
                if bytes(after) in boards[walk[0]]:
                    later.append(onward)
                else:
                    boards[walk[0]].add(bytes(after))
                    longer[onward] = bytes(after)
        level = longer
    return tuple(later)
