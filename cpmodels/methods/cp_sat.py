"""CP-SAT as a method: a builder of models turned into something that can be asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from cpmodels.answers.run import Run
from cpmodels.engines import cp_sat
from cpmodels.engines.cubes import Space
from cpmodels.kinds.method import Method
from cpmodels.kinds.splitting import Cube, Splitting, SplittingByPieces
from cpmodels.lazy import lazy
from cpmodels.models.model import Model
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["CpSat", "CpSatSplitting", "trace_model"]

watch_search = lazy("cpmodels.engines.cp_sat_log:watch_search")  # which imports the solver


class CpSat(Method):
    """Answers by building a model and running CP-SAT on it.

    Parameters
    ----------
    puzzle : type
        The kind of puzzle.
    build : callable
        From a puzzle (and ``without``, groups to leave out) to its `Model`.
    variant : str
        Names an encoding that is not the default: the method is then ``cp-sat:variant``.
    classes_of_cubes : bool
        Whether a count may search one part of the space for all that symmetries map it to.
    """

    side = "model"
    algorithm = "cp-sat"
    build: Callable[..., Model]

    def __init__(
        self,
        puzzle: type[Puzzle],
        build: Callable[..., Model],
        *,
        variant: str = "",
        about: str = "",
        classes_of_cubes: bool = True,
    ) -> None:
        self.name = f"cp-sat:{variant}" if variant else "cp-sat"
        self.puzzle = puzzle
        self.build = build
        self.default = not variant
        self.about = about
        self.classes_of_cubes = classes_of_cubes

    def _model(self, puzzle: Puzzle, run: Run) -> Model:
        with run.building():
            return self.build(puzzle)

    def solutions(self, puzzle: Any, run: Run) -> Iterator[Any]:
        """All solutions, streamed from CP-SAT."""
        return cp_sat.enumerate_all(self._model(puzzle, run), run)

    def batches(self, puzzle: Any, run: Run) -> Iterator[Sequence[Any]]:
        """The same, some hundreds at a time."""
        return cp_sat.enumerate_batches(self._model(puzzle, run), run)

    def solve(self, puzzle: Any, run: Run) -> Any | None:
        """One solution, searched for with CP-SAT's own strategy."""
        return cp_sat.find(self._model(puzzle, run), run)

    def count(self, puzzle: Any, run: Run) -> int:
        """Solutions counted inside of CP-SAT's callback."""
        return cp_sat.count(self._model(puzzle, run), run, classes=self.classes_of_cubes)

    def splitting(self, puzzle: Any, run: Run) -> Splitting | None:
        """By the literals of "exactly one" constraints; none of puzzles that have a best."""
        if puzzle.optimising:
            return None
        model = self._model(puzzle, run)
        return CpSatSplitting(model, classes=self.classes_of_cubes)

    def trace(self, puzzle: Any, run: Run, tell: Callable[..., None]) -> None:
        """Look for all solutions, or for one of an optimising puzzle, and report every step."""
        trace_model(self._model(puzzle, run), run, tell, every=not puzzle.optimising)


class CpSatSplitting(SplittingByPieces):
    """The count of a model in cubes of its literals."""

    def __init__(self, model: Model, *, classes: bool) -> None:
        self._model = model
        self._space = Space(model, classes=classes)
        places = [variable.index for variable in model.primary]
        self.pieces = {} if model.pieces is None else dict(zip(places, model.pieces, strict=True))

    def parts(self, cube: Cube) -> list[Cube] | None:
        """Those that propagation alone does not refute."""
        parts = self._space.parts(cube)
        return parts and [part for part in parts if self._space.size(part) is not None]

    def count(self, cube: Cube, run: Run) -> int:
        """One search with one worker; none where propagation alone refutes the cube."""
        if self._space.fixed(cube) is None:
            return 0
        return cp_sat.count_cubes(self._model, [cube.alone], run)


def trace_model(model: Model, run: Run, tell: Callable[..., None], *, every: bool) -> bool:
    """Run CP-SAT and report its steps, solutions as the puzzle has them; whether it had any."""
    solved = False

    def notify(event: str, /, **about: Any) -> None:
        nonlocal solved
        if event == "solution":
            solved = True
            about = {**about, "solution": model.read(about.pop("values"))}
        tell(event, **about)

    if model.settled is not None:
        known, cells = model.settled
        tell("settled", known=known, cells=cells)
    watch_search(model, run, notify, every=every)
    return solved
