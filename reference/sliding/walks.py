"""Walks of a sliding puzzle of a given length, the goal met on the way or not: count and list.

Counting meets in the middle: the number of ways to every board in the first half of the moves, from
the start, and in the second half, backwards from the goal. Where a move must not undo the one
before, a board is counted apart for each move that led to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reference.kernel.polling import ShouldStop
from reference.sliding.boards import LETTERS, manhattan_table, move_table, rename

__all__ = ["count_walks", "walks"]

Board = tuple[int, ...]
Ways = dict[tuple[Board, int], int]  # by board and the last move (-1 for any)

_POLL = 4096


def count_walks(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    moves: int,
    *,
    undo: bool = True,
    should_stop: ShouldStop | None = None,
) -> int | None:
    """Return how many walks of exactly `moves` moves lead from board to goal; None if stopped.

    >>> count_walks((1, 2, 3, 0), 2, 2, (1, 2, 3, 0), 2)
    2
    >>> count_walks((1, 2, 3, 0), 2, 2, (1, 2, 3, 0), 12, undo=False)
    2
    """
    half = moves // 2
    ahead = _layer(_Board(board, rows, columns, goal), half, moves, undo, should_stop)
    back = _layer(_Board(goal, rows, columns, board), moves - half, moves, undo, should_stop)
    if ahead is None or back is None:
        return None
    meeting: dict[Board, list[tuple[int, int]]] = {}
    for (cells, last), ways in back.items():
        meeting.setdefault(cells, []).append((last, ways))
    total = 0
    for (cells, last), ways in ahead.items():
        for other, more in meeting.get(cells, ()):
            # walked backwards, the move made next is the inverse of `other`: undoing is equality
            if undo or last < 0 or other != last:
                total += ways * more
    return total


def walks(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    moves: int,
    *,
    undo: bool = True,
    should_stop: ShouldStop | None = None,
) -> Iterator[str]:
    """Yield every walk of exactly `moves` moves, in letters; it ends early if stopped.

    >>> sorted(walks((1, 2, 3, 0), 2, 2, (1, 2, 3, 0), 2))
    ['lr', 'ud']
    """
    start = _Board(board, rows, columns, goal)
    near = _distances(_Board(goal, rows, columns, board), moves // 2, moves, should_stop)
    cells, trials = list(start.cells), [0]
    letters: list[int] = []
    blank, excess, ticks = cells.index(0), start.far(start.cells), 0
    while near is not None and trials:
        ticks += 1
        if ticks % _POLL == 0 and should_stop is not None and should_stop():
            return
        left = moves - len(letters)
        if left == 0 and trials[-1] == 0 and tuple(cells) == start.goal:
            yield "".join(LETTERS[move] for move in letters)
        hopeless = excess > left or (left <= moves // 2 and near.get(tuple(cells), left + 1) > left)
        move = 4 if left == 0 or (trials[-1] == 0 and hopeless) else trials[-1]
        if move == 4:
            trials.pop()
            if letters:
                blank, excess = start.move(cells, blank, letters.pop() ^ 1, excess)
            continue
        trials[-1] += 1
        forth = undo or not letters or letters[-1] ^ 1 != move
        if forth and start.next[blank][move] >= 0:
            blank, excess = start.move(cells, blank, move, excess)
            letters.append(move)
            trials.append(0)


class _Board:
    """A start and a goal with the tables for moves and distances; tiles keep their numbers."""

    def __init__(self, board: Sequence[int], rows: int, columns: int, goal: Sequence[int]) -> None:
        _, home = rename(board, goal, rows, columns)
        self.cells, self.goal = tuple(board), tuple(goal)
        self.next: list[list[int]] = move_table(rows, columns).tolist()
        table = manhattan_table(rows, columns, home).tolist()
        self.apart: list[list[int]] = [table[self.goal.index(tile)] for tile in range(len(goal))]

    def far(self, cells: Sequence[int]) -> int:
        return sum(self.apart[tile][cell] for cell, tile in enumerate(cells) if tile)

    def move(self, cells: list[int], blank: int, move: int, excess: int) -> tuple[int, int]:
        """Make a move in place; the blank's new cell and the new Manhattan distance."""
        to = self.next[blank][move]
        tile = cells[to]
        cells[blank], cells[to] = tile, 0
        return to, excess + self.apart[tile][blank] - self.apart[tile][to]


def _layer(
    start: _Board, steps: int, moves: int, undo: bool, should_stop: ShouldStop | None
) -> Ways | None:
    """The number of walks of `steps` steps to each board that may still be in time."""
    layer: Ways = {(start.cells, -1): 1}
    for step in range(1, steps + 1):
        after: Ways = {}
        for ticks, ((cells, last), ways) in enumerate(layer.items()):
            if ticks % _POLL == 0 and should_stop is not None and should_stop():
                return None
            blank = cells.index(0)
            for move, to in enumerate(start.next[blank]):
                if to < 0 or (not undo and last >= 0 and move == last ^ 1):
                    continue
                other = list(cells)
                other[blank], other[to] = cells[to], 0
                key = (tuple(other), -1 if undo else move)
                if key in after or start.far(other) <= moves - step:
                    after[key] = after.get(key, 0) + ways
        layer = after
    return layer


def _distances(
    goal: _Board, steps: int, moves: int, should_stop: ShouldStop | None
) -> dict[Board, int] | None:
    """How far from the goal each board is, up to `steps`, if it may lie on a walk."""
    known, layer = {goal.cells: 0}, [goal.cells]
    for step in range(1, steps + 1):
        after = []
        for ticks, cells in enumerate(layer):
            if ticks % _POLL == 0 and should_stop is not None and should_stop():
                return None
            blank = cells.index(0)
            for to in goal.next[blank]:
                if to >= 0:
                    swapped = list(cells)
                    swapped[blank], swapped[to] = cells[to], 0
                    other = tuple(swapped)
                    if other not in known and goal.far(other) <= moves - step:
                        known[other] = step
                        after.append(other)
        layer = after
    return known
