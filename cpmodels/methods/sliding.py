"""What can answer a `SlidingPuzzle`: CP-SAT at growing horizons, and four searches by hand.

Why a shortest path may be looked for without undos. A shortest path never undoes a move, so at its
own length the model with *no undo* has it. Below that length there is no walk at all, with undos
or without. But that model is not monotone: a board at distance 1 has no such walk of 3, 5, 7 or 9
moves, so one "none" says nothing about shorter walks. Hence every length is asked, from a lower
bound upwards (*rungs*); or "at most" is asked, in a model where the walk may wait first, which is
monotone by construction (*bisect*, *optimise*). On a board of 36 moves *rungs* took 2.2
seconds, *bisect* 3.3, *optimise* 6.1: it is the default. Lengths of the wrong parity have no walks,
as the blank changes its colour on the checkerboard with every move.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.kinds.method import Method
from cpmodels.methods import sliding_by_hand, sliding_near, textbook
from cpmodels.methods.cp_sat import trace_model
from cpmodels.methods.sliding_rungs import rungs
from cpmodels.models.model import Model
from cpmodels.models.sliding import ENCODINGS, sliding_model
from cpmodels.models.sliding_bounds import lower_bound
from cpmodels.puzzles.parity import why_unsolvable
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["METHODS", "SlidingCpSat"]

MOST_VARIABLES = 300_000
"""Where a model is refused: building it would take much longer than a limit can foresee."""

Climb = Callable[["SlidingCpSat", SlidingPuzzle, Run], "str | None"]


class SlidingCpSat(Method):
    """Layered models at growing horizons.

    Parameters
    ----------
    variant : str
        Empty for the default one.
    encoding : str
        One of `cpmodels.models.sliding.ENCODINGS`.
    climb : callable
        How the shortest length is found: `rungs`, `bisect` or `optimise`.
    """

    side = "model"
    algorithm = "cp-sat"
    build: Callable[..., Model]
    puzzle = SlidingPuzzle

    def __init__(
        self,
        variant: str = "",
        *,
        encoding: str = "still",
        climb: Climb | None = None,
        about: str = "",
    ) -> None:
        self.name = f"cp-sat:{variant}" if variant else "cp-sat"
        self.default = not variant
        self.about = about
        self.climb = climb or rungs
        self.build = partial(sliding_model, encoding=encoding, shortest=climb is optimise)

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Boards and horizons that make a model too large to build."""
        cells = len(puzzle.start)
        steps = lower_bound(puzzle) if puzzle.horizon is None else puzzle.horizon
        size = steps * cells * cells // 2
        if size > MOST_VARIABLES and why_unsolvable(puzzle) is None:
            return f"some {size:,} variables, at most {MOST_VARIABLES:,}"
        return super().refuses(puzzle, question)

    def cost(self, puzzle: SlidingPuzzle) -> str:
        """The first model's size."""
        if why_unsolvable(puzzle) is not None:
            return ""
        steps = lower_bound(puzzle) if puzzle.horizon is None else puzzle.horizon
        rungs_too = ", and one for each two moves more" if puzzle.horizon is None else ""
        return f"a model of {steps} layers{rungs_too}"

    def model(
        self, puzzle: SlidingPuzzle, run: Run, *, shortest: bool = False, one: bool = False
    ) -> Model:
        """The model of a puzzle with a horizon; all its walks are wanted, unless said otherwise."""
        with run.building():
            return self.build(puzzle, shortest=shortest, one=one)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A shortest path, or any walk within the horizon."""
        if self._unsolvable(puzzle, run):
            return None
        if puzzle.horizon is not None:
            path: str | None = cp_sat.find(self.model(puzzle, run), run)
            return path
        return self.climb(self, puzzle, run)

    def solutions(self, puzzle: SlidingPuzzle, run: Run) -> Iterator[str]:
        """All shortest paths, or all walks within the horizon."""
        statement = self._to_count(puzzle, run)
        if statement is not None:
            yield from cp_sat.enumerate_all(self.model(statement, run), run)

    def count(self, puzzle: SlidingPuzzle, run: Run) -> int:
        """Their number, counted inside of CP-SAT's callback."""
        statement = self._to_count(puzzle, run)
        return 0 if statement is None else cp_sat.count(self.model(statement, run), run)

    def trace(self, puzzle: SlidingPuzzle, run: Run, tell: Callable[..., None]) -> None:
        """Ask each length from the lower bound up, and report CP-SAT's steps."""
        if puzzle.horizon is not None:
            trace_model(self.model(puzzle, run), run, tell, every=False)
            return
        length = lower_bound(puzzle)
        none_yet = not self._unsolvable(puzzle, run)
        while none_yet and not run.should_stop():
            tell("rung", moves=length)
            model = self.model(replace(puzzle, moves=length, undo=False), run)
            none_yet = not trace_model(model, run, tell, every=False)
            length += 2

    def _to_count(self, puzzle: SlidingPuzzle, run: Run) -> SlidingPuzzle | None:
        """The puzzle with a horizon that has the same solutions; None if there are none."""
        if self._unsolvable(puzzle, run):
            return None
        if puzzle.horizon is not None:
            return puzzle
        path = self.solve(puzzle, run)
        if path is None or run.stopped_by is not None:
            return None
        return replace(puzzle, moves=len(path), undo=False)

    def _unsolvable(self, puzzle: SlidingPuzzle, run: Run) -> bool:
        certificate = why_unsolvable(puzzle)
        run.note = certificate or ""
        return certificate is not None


def bisect(method: SlidingCpSat, puzzle: SlidingPuzzle, run: Run) -> str | None:
    """Double the slack over the lower bound until a walk is found, then halve the gap."""
    low, slack, best = lower_bound(puzzle), 0, None
    while best is None or low < len(best):
        run.note = f"no path shorter than {low} moves"
        if run.should_stop():
            return best
        length = low + slack if best is None else low + (len(best) - low) // 4 * 2
        path: str | None = cp_sat.find(
            method.model(replace(puzzle, at_most=length, undo=False), run), run
        )
        if run.stopped_by is not None:
            return best
        if path is None:
            low, slack = length + 2, 2 * slack + 2
        else:
            best = path
    run.note = ""
    return best


def optimise(method: SlidingCpSat, puzzle: SlidingPuzzle, run: Run) -> str | None:
    """One model that waits as long as it can, with some slack over the lower bound; if it has
    no solution, the next one begins where it ended."""
    low, slack = lower_bound(puzzle), 8
    while True:
        run.note = f"no path shorter than {low} moves"
        if run.should_stop():
            return None
        within = replace(puzzle, at_most=low + slack, undo=False)
        path: str | None = cp_sat.find(method.model(within, run, shortest=True), run)
        run.bound = low  # what the engine proved is of the waits, not of the moves
        if run.stopped_by is not None:
            return path
        if path is not None:
            run.note = ""
            run.bound = len(path)
            return path
        low, slack = low + slack + 2, 2 * slack


METHODS: list[Method] = [
    SlidingCpSat(about=f"{ENCODINGS['still'].about}, every length from below"),
    *(
        SlidingCpSat(name, encoding=name, about=ENCODINGS[name].about)
        for name in list(ENCODINGS)[1:]
    ),
    SlidingCpSat("bisect", climb=bisect, about="at most so many moves, bisected"),
    SlidingCpSat("optimise", climb=optimise, about="one model that minimises the moves"),
    *sliding_by_hand.METHODS,
    *sliding_near.METHODS,
    *textbook.PATHS,
]
