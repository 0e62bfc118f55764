"""Sliding puzzles whose tiles may look alike, with one blank or several, in plain Python.

A board is a tuple of numbers, 0 for a blank, row by row; what bears the same number looks alike. A
move is a pair of cells: a blank, and the neighbour of it whose tile goes there.

The distance is Manhattan's with tiles matched: of each number, the rows of its tiles, in order,
with the rows of its places in the goal, in order, and the columns likewise. No matching of tiles
and places costs less in rows, none less in columns, so together they are a lower bound; a move
changes it by one.

There is no parity: two tiles that look alike (or two blanks) can be taken for each other's places,
and one of the two ways is even. So every board of at least two rows and columns can be solved; on
one line, the tiles never pass each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush
from typing import NamedTuple

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop

__all__ = ["Result", "astar", "distance", "distances", "idastar", "neighbours", "reachable"]
__all__ += ["shortest_paths"]

Board = tuple[int, ...]
Move = tuple[int, int]

_POLL = 1024


class Result(NamedTuple):
    """A shortest path, None if there is none or the search was stopped; boards made."""

    path: list[Move] | None
    nodes: int
    complete: bool


def neighbours(board: Board, columns: int) -> list[tuple[Move, Board]]:
    """Return every move and the board after it.

    >>> neighbours((1, 0, 0), 3)
    [((1, 0), (0, 1, 0))]
    """
    boards = []
    for blank, tile in enumerate(board):
        if tile:
            continue
        beside = [blank - columns, blank + columns]
        beside += [blank - 1] if blank % columns else []
        beside += [blank + 1] if (blank + 1) % columns else []
        for cell in beside:
            if 0 <= cell < len(board) and board[cell]:
                after = list(board)
                after[blank], after[cell] = board[cell], 0
                boards.append(((blank, cell), tuple(after)))
    return boards


def reachable(board: Board, goal: Board, columns: int) -> bool:
    """Say whether there is a path, by the rules above; two tiles or blanks must look alike.

    >>> reachable((2, 1, 1, 0), (1, 2, 1, 0), 2), reachable((2, 1, 1, 0), (1, 2, 1, 0), 4)
    (True, False)
    """
    if sorted(board) != sorted(goal):
        return False
    if 1 < columns < len(board):
        return True
    return [tile for tile in board if tile] == [tile for tile in goal if tile]


def distance(board: Board, goal: Board, columns: int) -> int:
    """Return a number of moves that no path falls short of.

    >>> distance((1, 2, 1, 0), (0, 1, 1, 2), 2)
    2
    """
    return _Distance(goal, columns).of(board)


class _Distance:
    """The distance to one goal."""

    def __init__(self, goal: Board, columns: int) -> None:
        self.columns = columns
        self.aims = {tile: self._lines(goal, tile) for tile in set(goal) - {0}}

    def _lines(self, board: Board, tile: int) -> tuple[list[int], list[int]]:
        places = [cell for cell, other in enumerate(board) if other == tile]
        rows = [cell // self.columns for cell in places]
        return rows, sorted(cell % self.columns for cell in places)

    def of(self, board: Board) -> int:
        total = 0
        for tile, aims in self.aims.items():
            for here, there in zip(self._lines(board, tile), aims, strict=True):
                total += sum(abs(i - j) for i, j in zip(here, there, strict=True))
        return total


def distances(
    goal: Board, columns: int, should_stop: ShouldStop | None = None, until: Board | None = None
) -> dict[Board, int] | None:
    """Return how far every board is from the goal, breadth first; None if stopped.

    With `until`, only up to the layer of that board.

    >>> sorted(distances((1, 1, 0), 3).values())
    [0, 1, 2]
    """
    known, layer, depth = {goal: 0}, [goal], 0
    while layer and (until is None or until not in known):
        depth += 1
        after = []
        for i, board in enumerate(layer):
            if i % _POLL == 0 and should_stop is not None and should_stop():
                return None
            for _, other in neighbours(board, columns):
                if other not in known:
                    known[other] = depth
                    after.append(other)
        layer = after
    return known


def shortest_paths(
    board: Board, goal: Board, columns: int, known: dict[Board, int]
) -> Iterator[list[Move]]:
    """Yield every shortest path, downhill over what `distances` returned."""
    if board not in known:
        return
    stack: list[tuple[Board, list[Move]]] = [(board, [])]
    while stack:
        here, path = stack.pop()
        if here == goal:
            yield path
            continue
        for move, other in neighbours(here, columns):
            if known.get(other) == known[here] - 1:
                stack.append((other, [*path, move]))


def count_walks(
    board: Board, goal: Board, columns: int, length: int, should_stop: ShouldStop | None = None
) -> int | None:
    """Return how many walks of so many moves there are, undos and all; None if stopped.

    Counted layer by layer; boards too far from the goal for the moves that are left drop out.

    >>> count_walks((1, 1, 0), (1, 1, 0), 3, 4)
    2
    """
    far = _Distance(goal, columns)
    ways = {board: 1} if far.of(board) <= length else {}
    for left in range(length - 1, -1, -1):
        after: dict[Board, int] = {}
        for i, (here, number) in enumerate(ways.items()):
            if i % _POLL == 0 and should_stop is not None and should_stop():
                return None
            for _, other in neighbours(here, columns):
                if other in after:
                    after[other] += number
                elif far.of(other) <= left:
                    after[other] = number
        ways = after
    return ways.get(goal, 0)


def walks(
    board: Board, goal: Board, columns: int, length: int, should_stop: ShouldStop | None = None
) -> Iterator[list[Move]]:
    """Yield every walk of so many moves, depth first; it ends early if stopped.

    >>> len(list(walks((1, 1, 0), (1, 1, 0), 3, 4)))
    2
    """
    far, ticks = _Distance(goal, columns), 0
    stack: list[tuple[Board, list[Move]]] = [(board, [])]
    while stack:
        ticks += 1
        if ticks % _POLL == 0 and should_stop is not None and should_stop():
            return
        here, path = stack.pop()
        if len(path) == length:
            if here == goal:
                yield path
            continue
        for move, other in neighbours(here, columns):
            if far.of(other) < length - len(path):
                stack.append((other, [*path, move]))


def astar(
    board: Board,
    goal: Board,
    columns: int,
    should_stop: ShouldStop | None = None,
    tell: Tell = silent,
) -> Result:
    """Return a shortest path by A*.

    >>> len(astar((2, 1, 1, 0), (1, 2, 1, 0), 2).path)
    4
    """
    far = _Distance(goal, columns)
    steps: dict[Board, int] = {board: 0}
    before: dict[Board, tuple[Board, Move]] = {}
    queue = [(far.of(board), 0, board)]
    while queue:
        if len(steps) % _POLL == 0 and should_stop is not None and should_stop():
            return Result(None, len(steps), False)
        need, less, here = heappop(queue)
        if -less > steps[here]:
            continue
        if here == goal:
            path = []
            while here != board:
                here, move = before[here]
                path.append(move)
            tell("solution", board=goal, path=path[::-1])
            return Result(path[::-1], len(steps), True)
        tell("expand", board=here, g=-less, h=need + less)
        for move, other in neighbours(here, columns):
            length = steps[here] + 1
            if length < steps.get(other, length + 1):
                steps[other], before[other] = length, (here, move)
                left = far.of(other)
                heappush(queue, (length + left, -length, other))
                tell("open", board=other, g=length, h=left, boards=len(steps))
    return Result(None, len(steps), True)


def idastar(
    board: Board, goal: Board, columns: int, should_stop: ShouldStop | None = None
) -> Iterator[list[Move]]:
    """Yield every shortest path by IDA*; it ends early if stopped, and never if there is none.

    >>> sorted(map(len, idastar((2, 1, 1, 0), (1, 2, 1, 0), 2)))
    [4]
    """
    far = _Distance(goal, columns)
    bound, reached, ticks = far.of(board), False, 0
    if board == goal:
        yield []
        return
    while not reached:
        following = 0
        path: list[Move] = []
        stack = [iter(neighbours(board, columns))]
        while stack:
            ticks += 1
            if ticks % _POLL == 0 and should_stop is not None and should_stop():
                return
            step = next(stack[-1], None)
            if step is None:
                stack.pop()
                if path:
                    path.pop()
                continue
            move, other = step
            if path and move == path[-1][::-1]:
                continue  # it undoes the move before it
            need = len(path) + 1 + far.of(other)
            if need > bound:
                following = min(following or need, need)
                continue
            if other == goal:
                reached = True
                yield [*path, move]
                continue
            path.append(move)
            stack.append(iter(neighbours(other, columns)))
        bound = following
