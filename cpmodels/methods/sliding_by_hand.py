"""The searches by hand for a `SlidingPuzzle`: the whole graph, A*, IDA*, and walks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator
from math import factorial

import numpy as np

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.clock import seconds
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.sliding_text import Board
from reference.sliding import astar, idastar, state_graph, walks
from reference.sliding.permutation import unsolvable_certificate

__all__ = ["METHODS", "AStar", "IdaStar", "Walks", "WholeGraph", "states"]
__all__ += ["table_fits", "walking_distance_fits", "whole_graph"]

_FIRST_LOOK = 1.0  # seconds of linear conflicts before tables are built
MOST_STATES = 2_000_000  # 3x3 and 2x5: a second or two; the next size takes minutes


def _plain(puzzle: SlidingPuzzle) -> tuple[Board, int, int, Board]:
    return puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal


def _certify(puzzle: SlidingPuzzle, run: Run) -> None:
    certificate = unsolvable_certificate(puzzle.start, puzzle.goal, puzzle.rows, puzzle.columns)
    if certificate is not None:
        run.note = certificate.text


class _ByHand(Method):
    """What the searches for a shortest path have in common."""

    puzzle: type[Puzzle] = SlidingPuzzle

    def __init__(self, name: str, *, default: bool = True, about: str = "") -> None:
        self.name, self.default, self.about = name, default, about

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Walks within a horizon."""
        walks_asked = "it finds shortest paths, not walks within a horizon"
        return walks_asked if puzzle.horizon is not None else super().refuses(puzzle, question)


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


class WholeGraph(_ByHand):
    """Breadth-first search over all boards from the goal; then answers are read off the table."""

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards of more than some million states, and lines longer than the table's bytes."""
        if not table_fits(puzzle.rows, puzzle.columns):
            return f"{puzzle.extent()} is too large for a table of all states"
        return super().refuses(puzzle, question)

    def _graph(self, puzzle: SlidingPuzzle, run: Run) -> state_graph.StateGraph | None:
        _certify(puzzle, run)
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


class AStar(_ByHand):
    """A* with the Manhattan distance: one shortest path."""

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards of more than 255 cells."""
        if len(puzzle.start) > 255:
            return f"{len(puzzle.start)} cells, at most 255"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A shortest path, while the boards fit in memory."""
        _certify(puzzle, run)
        result = astar.shortest(*_plain(puzzle), should_stop=run.should_stop)
        run.effort.nodes = result.nodes
        if not result.complete and run.complete:
            run.stop(Stop.MEMORY)
            run.note = f"stopped at {result.nodes:,} boards in memory"
        return result.path


class IdaStar(_ByHand):
    """IDA* with one of the bounds of `reference.sliding.idastar`.

    Parameters
    ----------
    heuristic : str
        One of `reference.sliding.idastar.HEURISTICS`.
    fits : callable
        From rows and columns to whether the bound can be had for such boards.
    """

    def __init__(
        self,
        name: str,
        heuristic: str,
        *,
        fits: Callable[[int, int], bool] = lambda rows, columns: True,
        default: bool = True,
        about: str = "",
    ) -> None:
        super().__init__(name, default=default, about=about)
        self._heuristic, self._fits = heuristic, fits

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards for which the bound is not to be had."""
        if not self._fits(puzzle.rows, puzzle.columns):
            return f"{self._heuristic} is not made for boards of {puzzle.extent()}"
        return super().refuses(puzzle, question)

    def _search(self, puzzle: SlidingPuzzle, run: Run) -> idastar.Search:
        return idastar.Search(
            *_plain(puzzle),
            self._heuristic,
            progress=lambda done, total: run.tell(done / max(1, total)),
            should_stop=run.should_stop,
        )

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """The first shortest path met."""
        _certify(puzzle, run)
        result = self._search(puzzle, run).shortest()
        run.effort.nodes = result.nodes
        return result.path

    def count(self, puzzle: SlidingPuzzle, run: Run) -> int:
        """Number of shortest paths: the last round, searched to its end."""
        _certify(puzzle, run)
        result = self._search(puzzle, run).count_shortest()
        run.effort.nodes = result.nodes
        return result.number

    def solutions(self, puzzle: SlidingPuzzle, run: Run) -> Iterator[str]:
        """Every shortest path."""
        _certify(puzzle, run)
        yield from self._search(puzzle, run).all_shortest()


class PickingIdaStar(IdaStar):
    """IDA* with the bound that suits the board: linear conflicts, or 6-6-3 tables on 4 x 4.

    The tables take seconds to build, once, and are kept in the cache; a board that a second of
    linear conflicts settles has no need of them.
    """

    preferred = frozenset(Question)

    def _search(self, puzzle: SlidingPuzzle, run: Run) -> idastar.Search:
        if (puzzle.rows, puzzle.columns) != (4, 4):
            return super()._search(puzzle, run)
        end = seconds() + _FIRST_LOOK
        plain = idastar.Search(
            *_plain(puzzle), "linear-conflict",
            should_stop=lambda: run.should_stop() or seconds() > end,
        )  # fmt: skip
        if plain.shortest().complete or run.should_stop():
            return super()._search(puzzle, run)
        run.note = "with 6-6-3 tables, kept in the cache"
        return IdaStar(self.name, "6-6-3")._search(puzzle, run)


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
        _certify(puzzle, run)
        for length in [] if run.note else _lengths(puzzle):
            yield from walks.walks(
                *_plain(puzzle), length, undo=puzzle.undo, should_stop=run.should_stop
            )
            if run.should_stop():
                return

    def count(self, puzzle: SlidingPuzzle, run: Run) -> int:
        """Their number, length by length."""
        _certify(puzzle, run)
        for length in [] if run.note else _lengths(puzzle):
            number = walks.count_walks(
                *_plain(puzzle), length, undo=puzzle.undo, should_stop=run.should_stop
            )
            if number is None:
                break
            run.at_least += number
        return run.at_least


def _lengths(puzzle: SlidingPuzzle) -> range:
    last = puzzle.horizon or 0
    return range(last if puzzle.at_most is None else 0, last + 1)


def walking_distance_fits(rows: int, columns: int) -> bool:
    """Whether the table for walking distance is small enough."""
    low, high = sorted((rows, columns))
    return low == 1 or (low, high) <= (2, 6) or (low == 3 and high <= 5) or (low, high) == (4, 4)


METHODS: list[Method] = [
    WholeGraph("state-graph", about="breadth-first search over all boards from the goal"),
    AStar("astar", about="A* with the Manhattan distance"),
    PickingIdaStar(
        "idastar",
        "linear-conflict",
        about="IDA* with linear conflicts, or with 6-6-3 tables where they pay",
    ),
    IdaStar(
        "idastar:linear-conflict",
        "linear-conflict",
        default=False,
        about="IDA* with Manhattan and linear conflicts",
    ),
    IdaStar("idastar:manhattan", "manhattan", default=False, about="IDA* with Manhattan"),
    IdaStar(
        "idastar:walking-distance",
        "walking-distance",
        fits=walking_distance_fits,
        default=False,
        about="IDA* with walking distance",
    ),
    *(
        IdaStar(
            f"idastar:{groups}",
            groups,
            fits=lambda rows, columns, side=side: rows == columns == side,  # type: ignore[misc]
            default=False,
            about=f"IDA* with additive pattern databases of {groups} tiles",
        )
        for groups, side in (("4-4", 3), ("6-6-3", 4), ("7-8", 4))
    ),
    Walks(),
]
