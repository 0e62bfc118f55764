"""Scene: from the events of a trace to the steps that a page plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from cpmodels.watch.board import Board, empty_board
from cpmodels.watch.trace import Trace

__all__ = ["Plain", "Scene", "Step", "played"]

Step = dict[str, Any]


class Scene(ABC):
    """How one kind of trace looks.

    Attributes
    ----------
    board : dict
        As `cpmodels.watch.board` makes it, each cell with a ``fill`` and a ``label`` at first.
    values : dict
        Numbers shown beside the board, as they are before the first step.
    levels : str
        What is counted at each level.
    opening : str
        What is said before the first step.
    """

    board: Board
    values: Mapping[str, Any]
    levels: str = "options tried at levels"
    opening: str = "nothing is done yet"

    @abstractmethod
    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """What changes: ``text``, and perhaps ``set`` (triples of a cell's number, fill and
        label), ``values``, ``level``, ``lines`` and ``solution``. ``about`` has the ``seconds``,
        too.
        """


class Plain(Scene):
    """For events that no scene is made for: their words, and nothing else."""

    def __init__(self) -> None:
        self.board, self.values = empty_board(), {}

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """The event and its data."""
        words = ", ".join(f"{name} {value}" for name, value in about.items() if name != "seconds")
        return {"text": f"{event}: {words}" if words else event}


def played(trace: Trace, scene: Scene) -> dict[str, Any]:
    """The trace as the page takes it."""
    steps = []
    for event in trace.events:
        step = scene.step(event.name, {**event.about, "seconds": event.seconds})
        steps.append({"t": round(event.seconds, 6), **step})
    return {
        "method": trace.method,
        "about": trace.about,
        "cut": trace.cut,
        "board": scene.board,
        "values": dict(scene.values),
        "levels": scene.levels,
        "opening": scene.opening,
        "steps": steps,
    }
