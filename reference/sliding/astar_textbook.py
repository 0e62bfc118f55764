"""A* for sliding puzzles as the paper has it: a heap of open boards, a table of those seen.

The form to read; `reference.sliding.astar` is the one to run. Boards are told apart by their Cantor
rank, and the parity test comes first: half of all boards cannot be solved.

Source: P. E. Hart, N. J. Nilsson and B. Raphael, "A formal basis for the heuristic determination of
minimum cost paths", IEEE Trans. Systems Science and Cybernetics 4 (1968) 100-107.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop
from reference.sliding.boards import Result, check
from reference.sliding.permutation import rank, solvable

__all__ = ["Board", "manhattan", "moves", "shortest"]

Board = tuple[int, ...]


def shortest(
    board: Sequence[int],
    rows: int,
    columns: int,
    goal: Sequence[int],
    *,
    should_stop: ShouldStop | None = None,
    tell: Tell = silent,
) -> Result:
    """Return a shortest path from `board` to `goal`; not complete if stopped.

    Examples
    --------
    >>> shortest((1, 2, 3, 4, 5, 6, 0, 7, 8), 3, 3, (1, 2, 3, 4, 5, 6, 7, 8, 0))
    Result(path='rr', length=2, nodes=5, complete=True)
    """
    start, goal = tuple(board), tuple(goal)
    check(start, rows, columns)
    check(goal, rows, columns, "goal")
    if not solvable(start, goal, rows, columns):
        return Result(None, None, 1, True)
    estimate = manhattan(start, goal, columns)
    open_boards = [(estimate, estimate, start)]  # a heap: bound, estimate of what is left, board
    best = {rank(start): ""}  # the shortest way known to each board that was made
    closed = set()
    nodes = 1
    while open_boards:
        if should_stop is not None and should_stop():
            return Result(None, None, nodes, False)
        _, estimate, current = heappop(open_boards)
        path = best[rank(current)]
        if current == goal:
            tell("solution", path=path, board=current)
            return Result(path, len(path), nodes, True)
        if current in closed:
            continue  # it was open twice, and has been left by the shorter way
        closed.add(current)
        tell("expand", board=current, g=len(path), h=estimate, path=path)
        for letter, other in moves(current, rows, columns):
            way = path + letter
            number = rank(other)
            if number not in best or len(way) < len(best[number]):
                nodes += number not in best
                best[number] = way
                left = manhattan(other, goal, columns)
                heappush(open_boards, (len(way) + left, left, other))
                tell("open", board=other, g=len(way), h=left, boards=nodes)
    raise AssertionError("the parity test passed, so there is a path")


def moves(board: Board, rows: int, columns: int) -> Iterator[tuple[str, Board]]:
    """Yield each move of the blank, right, left, up and down, with the board after it.

    Examples
    --------
    >>> list(moves((1, 0, 2), 1, 3))
    [('r', (1, 2, 0)), ('l', (0, 1, 2))]
    """
    blank = board.index(0)
    row, column = divmod(blank, columns)
    for letter, down, right in (("r", 0, 1), ("l", 0, -1), ("u", -1, 0), ("d", 1, 0)):
        if 0 <= row + down < rows and 0 <= column + right < columns:
            cells = list(board)
            target = blank + down * columns + right
            cells[blank], cells[target] = cells[target], 0
            yield letter, tuple(cells)


def manhattan(board: Board, goal: Board, columns: int) -> int:
    """Return the steps of all tiles to their own cells, each alone on the board.

    Examples
    --------
    >>> manhattan((3, 1, 2, 0), (1, 2, 3, 0), 2)
    4
    """
    total = 0
    for tile in range(1, len(board)):
        here, there = board.index(tile), goal.index(tile)
        total += abs(here // columns - there // columns) + abs(here % columns - there % columns)
    return total
