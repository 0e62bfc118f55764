"""IDA* for sliding puzzles as the paper has it: depth-first search with a growing threshold.

The form to read; `reference.sliding.idastar` is the one to run.

Source: R. E. Korf, "Depth-first iterative-deepening: an optimal admissible tree search",
Artificial Intelligence 27 (1985) 97-109.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf

from reference.kernel.events import Tell, silent
from reference.kernel.polling import ShouldStop, Stopped
from reference.sliding.astar_textbook import Board, manhattan, moves
from reference.sliding.boards import Result, check
from reference.sliding.permutation import solvable

__all__ = ["shortest"]

_BACK = {"r": "l", "l": "r", "u": "d", "d": "u"}


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
    Result(path='rr', length=2, nodes=3, complete=True)
    """
    start, goal = tuple(board), tuple(goal)
    check(start, rows, columns)
    check(goal, rows, columns, "goal")
    if not solvable(start, goal, rows, columns):
        return Result(None, None, 1, True)
    nodes = 0

    def search(current: Board, path: str, threshold: float) -> str | float:
        """Return the path, or the least bound above the threshold."""
        nonlocal nodes
        if should_stop is not None and should_stop():
            raise Stopped
        nodes += 1
        estimate = manhattan(current, goal, columns)
        bound = len(path) + estimate
        tell("visit", board=current, g=len(path), h=estimate, path=path)
        if bound > threshold:
            return bound
        if current == goal:
            tell("solution", path=path, board=current)
            return path
        least = inf
        for letter, other in moves(current, rows, columns):
            if not path or letter != _BACK[path[-1]]:
                result = search(other, path + letter, threshold)
                if isinstance(result, str):
                    return result
                least = min(least, result)
        return least

    threshold: float = manhattan(start, goal, columns)
    try:
        while True:
            tell("threshold", value=threshold)
            result = search(start, "", threshold)
            if isinstance(result, str):
                return Result(result, len(result), nodes, True)
            threshold = result
    except Stopped:
        return Result(None, None, nodes, False)
