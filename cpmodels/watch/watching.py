"""watch: run methods on a puzzle, and make the page that plays what they did."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from html import escape
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Limits, OutOfTime, Run
from cpmodels.errors import InputError
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.watch.page import page
from cpmodels.watch.painters import painter
from cpmodels.watch.scenes.cover import CoverScene
from cpmodels.watch.scenes.frontier import FrontierScene
from cpmodels.watch.scenes.model import ModelScene
from cpmodels.watch.scenes.nonogram import LineScene
from cpmodels.watch.scenes.scene import Plain, Scene, play
from cpmodels.watch.scenes.sliding import AlikeAStarScene, AStarScene, IDAStarScene
from cpmodels.watch.scenes.tromino import DivisionScene
from cpmodels.watch.trace import MOST_STEPS, Trace

__all__ = ["Watch", "watch", "watchable"]

LIMIT = 10.0
"""Seconds for each method, where none are given."""


@runtime_checkable
class Tracing(Protocol):
    """A method that can be watched.

    ``trace(puzzle, run, tell)`` runs it to its end, or until ``run.should_stop()``, and calls
    ``tell`` with the name and the data of each step; ``algorithm`` says what the steps are of.
    """

    name: str
    side: str
    about: str
    algorithm: str

    def trace(self, puzzle: Any, run: Run, tell: Callable[..., None]) -> None: ...


def _cover_scene(puzzle: Any, **options: bool) -> Scene:
    return CoverScene(painter(puzzle)[0], **options)


_SCENES: dict[str, Callable[[Any], Scene]] = {
    "dancing links": _cover_scene,
    "algorithm x": partial(_cover_scene, shrinking=True),
    "frontier": FrontierScene,
    "a*": AStarScene,
    "a* of tiles alike": AlikeAStarScene,
    "ida*": IDAStarScene,
    "divide and conquer": DivisionScene,
    "line search": LineScene,
    "cp-sat": ModelScene,
}


@dataclass
class Watch:
    """What methods did on one puzzle. In a notebook it shows itself as the page, in a frame.

    Attributes
    ----------
    puzzle : Puzzle
    traces : list of Trace
        One a method, in the order asked.
    """

    puzzle: Puzzle
    traces: list[Trace] = field(default_factory=list)

    def html(self) -> str:
        """The page: one file that loads nothing else."""
        title = self.puzzle.title or self.puzzle.describe()
        names = ", ".join(trace.method for trace in self.traces)
        played_traces = [
            play(trace, _SCENES.get(trace.algorithm, lambda puzzle: Plain())(self.puzzle))
            for trace in self.traces
        ]
        return page(f"{title}: {names}", self.puzzle.describe(), played_traces)

    def save(self, path: str | Path) -> None:
        """Write the page to a file."""
        Path(path).write_text(self.html(), encoding="utf-8")

    def lines(self) -> Iterable[str]:
        """The events as JSON, a line each; the first says what is in it."""
        yield json.dumps({"cpmodels": "trace", "version": 1, "puzzle": self.puzzle.describe()})
        for trace in self.traces:
            yield from trace.lines()

    def _repr_html_(self) -> str:
        frame = escape(self.html(), quote=True)
        return (
            f'<iframe srcdoc="{frame}" sandbox="allow-scripts" '
            'style="width: 100%; height: 640px; border: 0"></iframe>'
        )


def watchable(puzzle: Puzzle) -> list[str]:
    """Names of the methods that can be watched on this puzzle."""
    return [
        method.name for method in registry.methods_of(type(puzzle)) if isinstance(method, Tracing)
    ]


def watch(
    puzzle: Puzzle,
    *,
    methods: Sequence[str] | None = None,
    limit: float | None = LIMIT,
    steps: int = MOST_STEPS,
    seed: int = 0,
    progress: Callable[[str], None] | None = None,
) -> Watch:
    """Run methods, one after the other, and keep what they say of their steps.

    Parameters
    ----------
    methods : sequence of str, optional
        Some of `watchable`; ``dlx`` stands for ``dlx:textbook``. By default the first model and
        the first algorithm by hand.
    limit : float, optional
        Seconds for each method; what it did by then is shown.
    steps : int
        How many steps of each are kept.
    progress : callable, optional
        Told the name of each method as it begins.

    Raises
    ------
    InputError
        A method that does not exist, cannot be watched, or refuses the puzzle.

    Examples
    --------
    >>> import cpmodels as cm
    >>> seen = watch(cm.Tiling.of("2x2", "dominoes"), methods=["dlx"])
    >>> [event.name for event in seen.traces[0].events][:3]
    ['options', 'item', 'try']
    """
    if steps < 1:
        raise InputError(f"steps {steps}, expected 1 or more")
    result = Watch(puzzle)
    for name, method in _choose(puzzle, methods):
        if progress is not None:
            progress(method.name)
        trace = Trace(method.name, method.about, method.algorithm, _note(name, method), most=steps)
        run = Run(Limits(limit, seed=seed))
        trace.start()
        result.traces.append(trace)
        with suppress(OutOfTime):  # a limit may come before the first step
            method.trace(puzzle, run, trace)
        trace.complete = run.stopped_by is None
    return result


def _note(name: str, method: Tracing) -> str:
    """What is shown in the place of what was asked for."""
    if name == method.name:
        return ""
    return (
        f"Asked for: {name}. Shown: its textbook form, one step after the other; it has the same "
        "answers, and perhaps more steps."
    )


def _choose(puzzle: Puzzle, names: Sequence[str] | None) -> list[tuple[str, Tracing]]:
    """Methods, with the names by which they were asked for."""
    known = {m.name: m for m in registry.methods_of(type(puzzle)) if isinstance(m, Tracing)}
    if names is None:
        able = [
            m
            for m in known.values()
            if m.refuses(puzzle, Question(puzzle.default_question)) is None
        ]
        # forms to read before others, by hand before the model
        able.sort(key=lambda m: (m.side == "model", not m.name.endswith(":textbook")))
        sides: dict[str, Tracing] = {}
        for method in able:
            sides.setdefault(method.side, method)
        return [(method.name, method) for method in sides.values()]
    methods: list[tuple[str, Tracing]] = []
    for name in names:
        method_or_none = known.get(name) or known.get(f"{name}:textbook")
        if method_or_none is None:
            raise InputError(
                f"method {name!r} cannot be watched on this {puzzle.kind}, "
                f"expected one of {', '.join(known) or 'none'}"
            )
        reasons = [method_or_none.refuses(puzzle, question) for question in Question]
        if all(reasons):
            raise InputError(f"method {method_or_none.name} cannot be watched here: {reasons[0]}")
        methods.append((name, method_or_none))
    return methods
