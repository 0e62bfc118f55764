"""The shortest length by asking one after the other, from the lower bound up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any, Protocol

from cpmodels.answers.run import Run
from cpmodels.engines.cp_sat import Finding
from cpmodels.models.model import Model
from cpmodels.models.sliding_bounds import lower_bound
from cpmodels.models.sliding_reach import neighbours
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["rungs"]

_POLL = 0.02  # seconds between two looks at the searches
_EASY = 8  # moves over the lower bound: lengths below are refuted in a second or less
_OPPOSITE = str.maketrans("rlud", "lrdu")
_ANOTHER = {"random_polarity_ratio": 0.01}  # what makes the seed matter: by itself it changes none


class _Stating(Protocol):
    """A method that states the model of a puzzle with a horizon."""

    def model(self, puzzle: SlidingPuzzle, run: Run, *, one: bool = ...) -> Model: ...


class _Search(Protocol):
    """A search for one solution of a model, in a thread of its own."""

    run: Run

    def wait(self, seconds: float) -> bool: ...
    def solution(self) -> Any | None: ...
    @property
    def stop(self) -> Callable[[], None]: ...


def rungs(
    method: _Stating,
    puzzle: SlidingPuzzle,
    run: Run,
    *,
    begin: Callable[[Model, Run], _Search] = Finding,
    least: int = 0,
    best: str | None = None,
) -> str | None:
    """Ask each length from the lower bound up, without undos; each "none" is proved.

    With several workers, some are asked at a time; not within a deterministic limit.

    Parameters
    ----------
    begin : callable
        Begins the search of a model.
    least : int
        What is proved already: no path is shorter.
    best : str or None
        A path that is known already.
    """
    race = _Race(method, puzzle, run, begin)
    race.known(least, best)
    return race.path()


class _Race:
    """Several searches at a time: of the lowest open length from either end, and of the next one.

    How long a path takes to be found is luck, and how long a refutation takes depends on the end
    that it begins at: so hard lengths are tried from both ends first, with more workers the next
    length is begun beside, and then come other seeds. Easy ones are refuted two at a time.

    A way back is as long. It is sought first where the blank has fewer neighbours at the goal than
    at the start: for eight of Korf's boards that refuted a length in a third of the conflicts.
    """

    def __init__(
        self,
        method: _Stating,
        puzzle: SlidingPuzzle,
        run: Run,
        begin: Callable[[Model, Run], _Search],
    ) -> None:
        self._method, self._puzzle, self._run, self._search = method, puzzle, run, begin
        self._slots = 1 if run.limits.deterministic is not None else run.limits.workers
        self._open = lower_bound(puzzle)  # no shorter path exists
        self._best: str | None = None  # a path, of the lowest open length or a longer one
        self._hard = self._open + _EASY
        self._refuted: set[int] = set()
        self._begun: Counter[int] = Counter()  # searches of each length
        self._models: dict[tuple[int, bool], Model] = {}
        self._searches: dict[_Search, tuple[int, bool]] = {}  # length, whether it is the way back
        steps = neighbours(puzzle.rows, puzzle.columns)
        here, there = (len(steps[board.index(0)]) for board in (puzzle.start, puzzle.goal))
        self._back_first = there < here

    def known(self, least: int, best: str | None) -> None:
        """Begin with what others have proved."""
        self._open, self._best = max(self._open, least), best

    def path(self) -> str | None:
        """A shortest path; None if stopped before."""
        try:
            while self._best is None or len(self._best) > self._open:
                self._run.note = f"no path shorter than {self._open} moves"
                if self._run.should_stop():
                    return None
                if len(self._searches) < self._slots:
                    self._begin(self._next())
                self._look()
        finally:
            for search in self._searches:
                search.stop()
                self._add_effort(search)
        self._run.note = ""
        return self._best

    def _next(self) -> int:
        """The length that the next search is of."""
        ahead = self._open + 2
        of_open = sum(length == self._open for length, _ in self._searches.values())
        if of_open < (2 if self._open >= self._hard else 1):
            return self._open
        if self._begun[ahead] or (self._best is not None and ahead >= len(self._best)):
            return self._open
        return ahead

    def _begin(self, length: int) -> None:
        begun, limits = self._begun[length], self._run.limits
        back = self._back_first ^ bool(begun % 2)
        if (length, back) not in self._models:
            self._models[length, back] = self._method.model(
                self._statement(length, back=back), self._run, one=True
            )
        model = copy(self._models[length, back])
        if begun > 1:
            model.parameters = {**model.parameters, **_ANOTHER}
        seed = (limits.seed + begun // 2) % 2**31
        self._begun[length] += 1
        run = Run(replace(limits, seed=seed, progress=None), started=self._run.started)
        self._searches[self._search(model, run)] = length, back

    def _statement(self, length: int, *, back: bool) -> SlidingPuzzle:
        puzzle = replace(self._puzzle, moves=length, undo=False)
        return replace(puzzle, start=puzzle.goal, goal=puzzle.start) if back else puzzle

    def _look(self) -> None:
        """Take what has ended; searches that are of no use any more are stopped."""
        for search, (length, back) in list(self._searches.items()):
            useless = length < self._open or (self._best is not None and length >= len(self._best))
            if useless:
                search.stop()
            elif not search.wait(_POLL / len(self._searches)):
                continue
            del self._searches[search]
            self._add_effort(search)
            if not useless:
                path: str | None = search.solution()
                if path is not None and back:
                    path = path[::-1].translate(_OPPOSITE)
                self._take(path, search.run, length)

    def _take(self, path: str | None, run: Run, length: int) -> None:
        if path is not None:
            self._best = path
        elif run.stopped_by is not None:
            self._run.stop(run.stopped_by)
        else:
            self._refuted.add(length)
            for back in (False, True):
                self._models.pop((length, back), None)
            while self._open in self._refuted:
                self._open += 2

    def _add_effort(self, search: _Search) -> None:
        total, part = self._run.effort, search.run.effort
        for name in ("branches", "conflicts"):
            if getattr(part, name) is not None:
                setattr(total, name, (getattr(total, name) or 0) + getattr(part, name))
