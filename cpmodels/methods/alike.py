"""What can answer an `AlikePuzzle`: CP-SAT length by length, and searches by hand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import factorial, prod
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.kinds.method import Method
from cpmodels.methods.cp_sat import trace_model
from cpmodels.models.alike import alike_model, distance_bound, of_length
from cpmodels.puzzles.alike import AlikePuzzle
from cpmodels.puzzles.puzzle import Puzzle
from reference.kernel.events import Tell, silent
from reference.sliding import alike

__all__ = ["METHODS", "AlikeAStar", "AlikeBreadthFirst", "AlikeCpSat", "AlikeIdaStar"]
__all__ += ["AlikeWalks", "numbers"]

MOST_VARIABLES = 200_000
MOST_BOARDS = 1_000_000


class AlikeCpSat(Method):
    """A model for each number of moves, from the distance upwards; each "none" is proved."""

    name = "cp-sat"
    side = "model"
    puzzle: type[Puzzle] = AlikePuzzle
    build = staticmethod(alike_model)
    about = "cells and moves layer by layer, every length from below"
    algorithm = "cp-sat"

    def refuses(self, puzzle: AlikePuzzle, question: Question) -> str | None:
        """Boards whose models are too large to build."""
        steps = distance_bound(puzzle) if puzzle.moves is None else puzzle.moves
        size = steps * len(puzzle.start) * (len(set(puzzle.start)) + 4)
        if size > MOST_VARIABLES:
            return f"some {size:,} variables, at most {MOST_VARIABLES:,}"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: AlikePuzzle, run: Run) -> Any:
        """A path of the first length that has one, or any walk within the horizon."""
        if not _has_path(puzzle, run):
            return None
        if puzzle.moves is not None:
            return cp_sat.find(self._model(puzzle, puzzle.moves, run), run)
        length = distance_bound(puzzle)
        while not run.should_stop():
            run.bound = length
            path = cp_sat.find(self._model(puzzle, length, run), run)
            if path is not None or run.stopped_by is not None:
                return path
            length += 2  # each move turns the colours of the blanks' cells, taken together
        return None

    def solutions(self, puzzle: AlikePuzzle, run: Run) -> Iterator[Any]:
        """All paths of that length, or walks within the horizon."""
        if puzzle.moves is not None:
            if _has_path(puzzle, run):
                yield from cp_sat.enumerate_all(self._model(puzzle, puzzle.moves, run), run)
            return
        path = self.solve(puzzle, run)
        if path is not None and run.complete:
            model = self._model(puzzle, puzzle.measure(path), run)
            yield from cp_sat.enumerate_all(model, run)

    def trace(self, puzzle: AlikePuzzle, run: Run, tell: Callable[..., None]) -> None:
        """Ask each length from the distance up, or for a walk, and report CP-SAT's steps."""
        if puzzle.moves is not None:
            trace_model(self._model(puzzle, puzzle.moves, run), run, tell, every=False)
            return
        length = distance_bound(puzzle)
        none_yet = _has_path(puzzle, run)
        while none_yet and not run.should_stop():
            tell("rung", moves=length)
            none_yet = not trace_model(self._model(puzzle, length, run), run, tell, every=False)
            length += 2

    def _model(self, puzzle: AlikePuzzle, moves: int, run: Run) -> Any:
        with run.building():
            return alike_model(of_length(puzzle, moves))


class _ByHand(Method):
    puzzle: type[Puzzle] = AlikePuzzle

    def refuses(self, puzzle: AlikePuzzle, question: Question) -> str | None:
        """Walks within a horizon."""
        walks_asked = "it finds shortest paths, not walks within a horizon"
        return walks_asked if puzzle.moves is not None else super().refuses(puzzle, question)


class AlikeAStar(_ByHand):
    """A* with the matched distance."""

    name = "astar"
    algorithm = "a* of tiles alike"
    about = "A*; the distance matches tiles that look alike, rows and columns apart"

    def solve(self, puzzle: AlikePuzzle, run: Run) -> str | None:
        """A shortest path."""
        if not _has_path(puzzle, run):
            return None
        return self._search(puzzle, run, silent)

    def trace(self, puzzle: AlikePuzzle, run: Run, tell: Tell) -> None:
        """Search to the end, and report every step, boards as the puzzle has them."""
        tokens = sorted(set(puzzle.start))

        def tell_moves(event: str, /, **about: Any) -> None:
            about["board"] = [tokens[tile] for tile in about["board"]]
            if event == "solution":
                about["path"] = puzzle.spell_moves(about["path"])
            tell(event, **about)

        if _has_path(puzzle, run):
            self._search(puzzle, run, tell_moves)

    def _search(self, puzzle: AlikePuzzle, run: Run, tell: Tell) -> str | None:
        result = alike.astar(*numbers(puzzle), should_stop=run.should_stop, tell=tell)
        run.effort.nodes = result.nodes
        return None if result.path is None else puzzle.spell_moves(result.path)


class AlikeIdaStar(_ByHand):
    """IDA* with the same distance."""

    name = "idastar"
    about = "IDA* with the same distance"

    def solutions(self, puzzle: AlikePuzzle, run: Run) -> Iterator[str]:
        """Every shortest path."""
        if _has_path(puzzle, run):
            for path in alike.idastar(*numbers(puzzle), should_stop=run.should_stop):
                yield puzzle.spell_moves(path)


class AlikeBreadthFirst(_ByHand):
    """Breadth-first search from the goal to the start."""

    name = "breadth-first"
    about = "breadth-first search from the goal, every board in a dictionary"

    def refuses(self, puzzle: AlikePuzzle, question: Question) -> str | None:
        """Puzzles of too many boards."""
        alike_ones = prod(factorial(puzzle.start.count(token)) for token in set(puzzle.start))
        boards = factorial(len(puzzle.start)) // alike_ones
        if boards > MOST_BOARDS and min(puzzle.rows, puzzle.columns) > 1:
            return f"{boards:,} boards, at most {MOST_BOARDS:,}"
        return super().refuses(puzzle, question)

    def solutions(self, puzzle: AlikePuzzle, run: Run) -> Iterator[str]:
        """Every shortest path, downhill."""
        if not _has_path(puzzle, run):
            return
        start, goal, columns = numbers(puzzle)
        known = alike.distances(goal, columns, run.should_stop, until=start)
        if known is not None:
            for path in alike.shortest_paths(start, goal, columns, known):
                if run.should_stop():
                    return
                yield puzzle.spell_moves(path)


class AlikeWalks(Method):
    """All walks of exactly so many moves."""

    name = "walks"
    puzzle: type[Puzzle] = AlikePuzzle
    about = "walks within a horizon: counted layer by layer, listed depth first"

    def refuses(self, puzzle: AlikePuzzle, question: Question) -> str | None:
        """Shortest paths."""
        no_horizon = "it answers only within a horizon (moves)"
        return no_horizon if puzzle.moves is None else super().refuses(puzzle, question)

    def solutions(self, puzzle: AlikePuzzle, run: Run) -> Iterator[str]:
        """Every walk."""
        if _has_path(puzzle, run) and puzzle.moves is not None:
            for walk in alike.walks(*numbers(puzzle), puzzle.moves, should_stop=run.should_stop):
                yield puzzle.spell_moves(walk)

    def count(self, puzzle: AlikePuzzle, run: Run) -> int:
        """Their number."""
        if not _has_path(puzzle, run) or puzzle.moves is None:
            return 0
        number = alike.count_walks(*numbers(puzzle), puzzle.moves, should_stop=run.should_stop)
        return number or 0


def _has_path(puzzle: AlikePuzzle, run: Run) -> bool:
    run.note = puzzle.why_none() or ""
    return not run.note


def numbers(puzzle: AlikePuzzle) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Start, goal and columns as the reference has them: 0 for a blank."""
    names = {token: number for number, token in enumerate(sorted(set(puzzle.start)))}
    start, goal = (tuple(names[token] for token in board) for board in (puzzle.start, puzzle.goal))
    return start, goal, puzzle.columns


METHODS: list[Method] = [
    AlikeCpSat(),
    AlikeAStar(),
    AlikeIdaStar(),
    AlikeBreadthFirst(),
    AlikeWalks(),
]
