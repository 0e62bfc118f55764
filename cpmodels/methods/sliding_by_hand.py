"""The searches by hand for a `SlidingPuzzle`: the whole graph, A*, and walks; IDA* beside."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from math import factorial

import numpy as np

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.methods import sliding_idastar
from cpmodels.methods.sliding_idastar import PathSearch, certify, plain
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board
from reference.sliding import astar, state_graph, walks

__all__ = ["METHODS", "AStar", "Walks", "WholeGraph", "states", "table_fits", "whole_graph"]

MOST_STATES = 2_000_000  # 3x3 and 2x5: a second or two; the next size takes minutes


_graphs: OrderedDict[tuple[int, int, Board], state_graph.StateGraph] = OrderedDict()
_MOST_GRAPHS = 4  # kept for the next question, the last used ones


def whole_graph(
    rows: int, columns: int, goal: Board, should_stop: Callable[[], bool] | None = None
) -> state_graph.StateGraph | None:
    """The table of all boards around a goal, kept for the next question; None if stopped."""
    key = (rows, columns, goal)
    graph = _graphs.pop(key, None) or state_graph.build(rows, columns, goal, should_stop)
    if not graph.complete:
        return None
    _graphs[key] = graph  # behind the others, as the last used one
    while len(_graphs) > _MOST_GRAPHS:
        _graphs.popitem(last=False)
    return graph


def states(rows: int, columns: int) -> int:
    """Boards that can be reached from any one."""
    cells = rows * columns
    return cells if min(rows, columns) == 1 else factorial(cells) // 2


def table_fits(rows: int, columns: int) -> bool:
    """Whether a table of all boards takes seconds, not minutes, and its distances a byte each."""
    return rows * columns <= state_graph.MAX_LINE and states(rows, columns) <= MOST_STATES


class WholeGraph(PathSearch):
    """Breadth-first search over all boards from the goal; then answers are read off the table."""

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards of more than some million states, and lines longer than the table's bytes."""
        if not table_fits(puzzle.rows, puzzle.columns):
            return f"{puzzle.extent()} is too large for a table of all states"
        return super().refuses(puzzle, question)

    def cost(self, puzzle: SlidingPuzzle) -> str:
        """Size of the table."""
        number = states(puzzle.rows, puzzle.columns)
        return f"a table of {number:,} boards" if table_fits(puzzle.rows, puzzle.columns) else ""

    def _graph(self, puzzle: SlidingPuzzle, run: Run) -> state_graph.StateGraph | None:
        certify(puzzle, run)
        with run.building():
            return whole_graph(puzzle.rows, puzzle.columns, puzzle.goal, run.should_stop)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A shortest path, downhill over the table."""
        graph = self._graph(puzzle, run)
        if graph is None:
            return None
        return graph.shortest(puzzle.start).path

    def count(self, puzzle: SlidingPuzzle, run: Run) -> int:
        """Number of shortest paths, counted layer by layer."""
        graph = self._graph(puzzle, run)
        if graph is None:
            return 0
        return graph.count_shortest(puzzle.start)

    def solutions(self, puzzle: SlidingPuzzle, run: Run) -> Iterator[str]:
        """Every shortest path, depth first over the boards that are nearer by one."""
        graph = self._graph(puzzle, run)
        if graph is None:
            return
        length = graph.shortest(puzzle.start).length
        stack = [] if length is None else [(puzzle.start, "")]
        while stack and not run.should_stop():
            board, path = stack.pop()
            left = (length or 0) - len(path)
            if left == 0:
                yield path
                continue
            nearer = _neighbours(board, puzzle.rows, puzzle.columns)
            distances = graph.distances(np.array([other for _, other in nearer], np.int16))
            for (letter, other), distance in zip(nearer, distances, strict=True):
                if distance == left - 1:
                    stack.append((other, path + letter))


def _neighbours(board: Board, rows: int, columns: int) -> list[tuple[str, Board]]:
    blank, nearer = board.index(0), []
    row, column = divmod(blank, columns)
    for letter, down, right in (("r", 0, 1), ("l", 0, -1), ("u", -1, 0), ("d", 1, 0)):
        if 0 <= row + down < rows and 0 <= column + right < columns:
            to = blank + down * columns + right
            other = list(board)
            other[blank], other[to] = board[to], 0
            nearer.append((letter, tuple(other)))
    return nearer


class AStar(PathSearch):
    """A* with the Manhattan distance: one shortest path."""

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards of more than 255 cells."""
        if len(puzzle.start) > 255:
            return f"{len(puzzle.start)} cells, at most 255"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A shortest path, while the boards fit in memory."""
        certify(puzzle, run)
        result = astar.shortest(*plain(puzzle), should_stop=run.should_stop)
        run.effort.nodes = result.nodes
        if not result.complete and run.complete:
            run.stop(Stop.MEMORY)
            run.note = f"stopped at {result.nodes:,} boards in memory"
        return result.path


class Walks(Method):
    """All walks of exactly or at most so many moves, by meeting in the middle."""

    name = "walks"
    puzzle: type[Puzzle] = SlidingPuzzle
    about = "walks within a horizon: counted by layers from both ends, listed depth first"

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Shortest paths."""
        no_horizon = "it answers only within a horizon (moves or at most)"
        return no_horizon if puzzle.horizon is None else super().refuses(puzzle, question)

    def solutions(self, puzzle: SlidingPuzzle, run: Run) -> Iterator[str]:
        """Every walk, the shorter ones first."""
        certify(puzzle, run)
        for length in [] if run.note else _lengths(puzzle):
            yield from walks.walks(
                *plain(puzzle), length, undo=puzzle.undo, should_stop=run.should_stop
            )
            if run.should_stop():
                return

    def count(self, puzzle: SlidingPuzzle, run: Run) -> int:
        """Their number, length by length."""
        certify(puzzle, run)
        for length in [] if run.note else _lengths(puzzle):
            number = walks.count_walks(
                *plain(puzzle), length, undo=puzzle.undo, should_stop=run.should_stop
            )
            if number is None:
                break
            run.at_least += number
        return run.at_least


def _lengths(puzzle: SlidingPuzzle) -> range:
    last = puzzle.horizon or 0
    return range(last if puzzle.at_most is None else 0, last + 1)


METHODS: list[Method] = [
    WholeGraph("state-graph", about="breadth-first search over all boards from the goal"),
    AStar("astar", about="A* with the Manhattan distance"),
    *sliding_idastar.METHODS,
    Walks(),
]
