"""Scene: from the events of a trace to the steps that a page plays."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from cpmodels.watch.board import Board
from cpmodels.watch.trace import Trace

__all__ = ["Plain", "Scene", "Step", "play"]

Step = dict[str, Any]


class Scene(ABC):
    """How one kind of trace looks.

    Attributes
    ----------
    board : Board
    values : dict
        Numbers shown beside the board, as they are before the first step.
    levels : str
        What is counted at each level.
    opening : str
        What is said before the first step.
    tree : bool
        Whether the steps with a level are the nodes of a search tree, each below the last one
        of the level before.
    more : dict
        What else the page needs to know of the whole trace.
    """

    board: Board
    values: Mapping[str, Any]
    levels: str = "options tried at levels"
    opening: str = "nothing is done yet"
    tree: bool = False

    @cached_property
    def more(self) -> dict[str, Any]:
        return {}

    @abstractmethod
    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """What changes: ``text``, and perhaps ``set`` (of a cell its number, fill, label, the piece
        on it and a small number), ``values``, ``level``, ``lines`` and ``solution``. ``about`` has
        the ``seconds``, too.
        """

    def epilogue(self, steps: list[Step]) -> list[Step]:
        """What is shown when the method has ended: steps of no event; it may mend those before."""
        return []


class Plain(Scene):
    """For events that no scene is made for: their words, and nothing else."""

    def __init__(self) -> None:
        self.board, self.values = Board(), {}

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """The event and its data."""
        words = ", ".join(f"{name} {value}" for name, value in about.items() if name != "seconds")
        return {"text": f"{event}: {words}" if words else event}


def play(trace: Trace, scene: Scene) -> dict[str, Any]:
    """The trace as the page takes it."""
    steps = []
    for event in trace.events:
        step = scene.step(event.name, {**event.about, "seconds": event.seconds})
        steps.append({"t": round(event.seconds, 6), **step})
    last = steps[-1]["t"] if steps else 0
    last_steps = scene.epilogue(steps)
    if trace.total == len(trace.events):
        steps += [{"t": last, **step} for step in last_steps]
    _leave_out_what_stays(steps)
    return {
        "method": trace.method,
        "about": trace.about,
        "note": trace.note,
        "cut": trace.cut,
        "board": scene.board.plain(),
        "values": dict(scene.values),
        "levels": scene.levels,
        "opening": scene.opening,
        "tree": scene.tree,
        **scene.more,
        "steps": steps,
    }


def _leave_out_what_stays(steps: list[Step]) -> None:
    """Of each step, keep the cells that change."""
    looks: dict[int, tuple[Any, ...]] = {}
    for step in steps:
        if "set" in step:
            target = {cell: tuple(look) for cell, *look in step["set"]}
            step["set"] = [
                (cell, *look) for cell, look in target.items() if looks.get(cell) != look
            ]
            looks |= target
