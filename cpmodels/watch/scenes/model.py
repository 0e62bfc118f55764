"""CP-SAT at work: the groups of the model, what presolve leaves, solutions and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.watch.board import PLAIN
from cpmodels.watch.painters import painter
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["ModelScene"]

_CLOCKS = (
    (0.4, 0.01, "conflicts in hundredths of a second"),
    (4.0, 0.1, "conflicts in tenths of a second"),
    (float("inf"), 1.0, "conflicts in seconds"),
)  # by how long it took


class ModelScene(Scene):
    """The model built group by group, then solutions as they come; conflicts by second."""

    levels = "conflicts in seconds"
    opening = "the model is empty"

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self.board, self._paint = painter(puzzle)
        self.values = {"constraints": 0, "solutions": 0, "conflicts": 0, "branches": 0}
        self.more["rows"] = {"name": "", "heads": ["constraints"]}
        self._constraints = self._conflicts = 0
        self._solution_last: Any = None

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Rung, settled, group, presolve, solution, bound, end."""
        return {
            "rung": self._rung,
            "settled": self._settled,
            "group": self._group,
            "presolve": self._presolve,
            "solution": self._solution,
            "bound": self._bound,
            "end": self._end,
        }[event](about)

    def _rung(self, about: Mapping[str, Any]) -> Step:
        self._constraints = 0
        return {
            "text": f"is there a path of {about['moves']} moves? A model of its own",
            "values": {"moves": about["moves"], "constraints": 0},
            "clear": 1,
        }

    def _settled(self, about: Mapping[str, Any]) -> Step:
        known, cells = about["known"], about["cells"]
        return {
            "text": f"solving lines has fixed {known:,} of {cells:,} cells; the rest is modelled",
            "values": {"fixed by lines": known, "cells": cells},
        }

    def _group(self, about: Mapping[str, Any]) -> Step:
        self._constraints += about["size"]
        role = "implied" if about["implied"] else "defining"
        name, size = about["name"], about["size"]
        meaning = f": {about['about']}" if about["about"] else ""
        return {
            "text": f"group {name}, {role}, {size:,} constraint{'' if size == 1 else 's'}{meaning}",
            "values": {"constraints": self._constraints},
            "rows": {f"{name} ({role})": [size]},
            "now": f"{name} ({role})",
        }

    def _presolve(self, about: Mapping[str, Any]) -> Step:
        before, after = about["before"], about["after"]
        return {
            "text": f"presolve has fixed or merged {before - after:,} of {before:,} variables; "
            f"the search begins with {after:,}",
            "values": {"variables": before, "variables left": after},
        }

    def _solution(self, about: Mapping[str, Any]) -> Step:
        self._solution_last = about["solution"]
        values = {name: about[name] for name in ("conflicts", "branches")}
        worth = about.get("objective")
        if worth is not None:
            values["objective"] = worth
        return {
            "text": f"solution {about['number']:,}, after {about['conflicts']:,} conflicts"
            + ("" if worth is None else f": worth {worth:g}"),
            "set": [
                *((k, PLAIN, "", -1) for k, cell in enumerate(self.board.cells)
                  if "beyond" in cell and "fill" not in cell),
                *self._paint(about["solution"]),
            ],
            "values": {"solutions": about["number"], **values},
            "solution": True,
            **self._more(about),
        }  # fmt: skip

    def _bound(self, about: Mapping[str, Any]) -> Step:
        return {
            "text": f"a bound: no solution is better than {about['value']:g}",
            "values": {"bound": about["value"]},
        }

    def _end(self, about: Mapping[str, Any]) -> Step:
        words = {
            "OPTIMAL": "the search is exhausted",
            "FEASIBLE": "stopped, with a solution",
            "INFEASIBLE": "proved: there is none",
        }
        status = about["status"]
        return {
            "text": f"{words.get(status, 'stopped before anything was proved')} ({status})",
            "values": {"conflicts": about["conflicts"], "branches": about["branches"]},
            **self._more(about),
        }

    def _more(self, about: Mapping[str, Any]) -> Step:
        """Conflicts since the last step."""
        news, self._conflicts = about["conflicts"] - self._conflicts, about["conflicts"]
        if news < 0:  # another model has begun
            news = about["conflicts"]
        return {"conflicts": news}

    def epilogue(self, steps: list[Step]) -> list[Step]:
        """The way to the solution; and conflicts are put into seconds, or parts of them."""
        last = steps[-1]["t"] if steps else 0
        part, self.levels = next(
            (part, words) for most, part, words in _CLOCKS if last < most
        )  # fmt: skip
        for step in steps:
            if "conflicts" in step:
                step |= {"level": int(step["t"] / part), "nodes": step.pop("conflicts")}
        if self._solution_last is None:
            return []
        return registry.kind_of(self._puzzle).replay(self._puzzle, self._solution_last)
