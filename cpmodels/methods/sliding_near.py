"""Paths of a `SlidingPuzzle` that are good enough: any, or at most so many times the least."""

from __future__ import annotations

from math import inf

from cpmodels.answers.answer import Question, Stop
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from reference.sliding import heuristics, layers, patterns, weighted
from reference.sliding.permutation import unsolvable_certificate

__all__ = ["METHODS", "Layers", "Weighted"]

MOST_CELLS = 2500
WITHIN = 1.1  # where a weighted search is named without a factor


class _Near(Method):
    """What both have in common."""

    puzzle: type[Puzzle] = SlidingPuzzle
    default = False

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Walks within a horizon, and boards whose paths take minutes."""
        if puzzle.horizon is not None:
            return "it finds paths, not walks within a horizon"
        if len(puzzle.start) > MOST_CELLS:
            return f"{len(puzzle.start)} cells, at most {MOST_CELLS}"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A path, and the bound that is proved; "good enough" unless they are equal."""
        board = puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal
        certificate = unsolvable_certificate(board[0], board[3], board[1], board[2])
        if certificate is not None:
            run.note = certificate.text
            return None
        path = self._path(puzzle, run)
        if path is not None and len(path) != run.bound:
            run.stop(Stop.ENOUGH)
        return path

    def _path(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        raise NotImplementedError


class Layers(_Near):
    """Line after line, as people do: any path, at once."""

    name = "layers"
    tolerance = inf
    about = "line after line, as people do: some path at once, not a shortest one"

    def _path(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        board = puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal
        run.bound = heuristics.lower_bound(*board)
        result = layers.path_by_layers(*board, should_stop=run.should_stop)
        run.effort.nodes = result.nodes
        return result.path


class Weighted(_Near):
    """Weighted A*: a path of at most `Limits.within` times the least number of moves."""

    name = "weighted"
    tolerance = 1.000001
    about = "weighted A*, then IDA*, with tables where they pay: at most so many times the shortest"

    def cost(self, puzzle: SlidingPuzzle) -> str:
        """Boards in memory."""
        memory = weighted.MAX_NODES * (len(puzzle.start) + 48) / 1e9
        return f"at most {memory:.1f} GB of boards, and the tables of idastar"

    def _path(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        near = weighted.path_within(
            puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal, run.limits.within or WITHIN,
            heuristic=patterns.tables_for(puzzle.rows, puzzle.columns) or "linear-conflict",
            progress=lambda done, total: run.tell(done / max(1, total)),
            should_stop=run.should_stop,
        )  # fmt: skip
        run.bound, run.effort.nodes = near.bound, near.nodes
        if not near.complete and run.complete:
            run.stop(Stop.MEMORY)
        return near.path


METHODS: list[Method] = [Layers(), Weighted()]
