"""CP-SAT at work: the groups of the model, what presolve leaves, solutions and bounds."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.watch.painters import painter
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["ModelScene"]


class ModelScene(Scene):
    """The model built group by group, then solutions as they come; conflicts by second."""

    levels = "conflicts in seconds"
    opening = "the model is empty"

    def __init__(self, puzzle: Puzzle) -> None:
        self.board, self._paint = painter(puzzle)
        self.values = {"constraints": 0, "solutions": 0, "conflicts": 0, "branches": 0}
        self._constraints = self._conflicts = 0
        self._groups: list[str] = []

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Rung, group, presolve, solution, bound, end."""
        return {
            "rung": self._rung,
            "group": self._group,
            "presolve": self._presolve,
            "solution": self._solution,
            "bound": self._bound,
            "end": self._end,
        }[event](about)

    def _rung(self, about: Mapping[str, Any]) -> Step:
        self._constraints, self._groups = 0, []
        return {
            "text": f"is there a path of {about['moves']} moves? A model of its own",
            "values": {"moves": about["moves"], "constraints": 0},
            "lines": [],
        }

    def _group(self, about: Mapping[str, Any]) -> Step:
        self._constraints += about["size"]
        role = "implied" if about["implied"] else "defining"
        name, size = about["name"], about["size"]
        self._groups.append(f"{name} ({role}): {size:,}")
        meaning = f": {about['about']}" if about["about"] else ""
        return {
            "text": f"group {name}, {role}, {size:,} constraint{'' if size == 1 else 's'}{meaning}",
            "values": {"constraints": self._constraints},
            "lines": list(self._groups),
        }

    def _presolve(self, about: Mapping[str, Any]) -> Step:
        before, after = about["before"], about["after"]
        return {
            "text": f"the search begins: {after:,} of {before:,} variables are left",
            "values": {"variables": before, "variables left": after},
        }

    def _solution(self, about: Mapping[str, Any]) -> Step:
        return {
            "text": f"solution {about['number']:,}, after {about['conflicts']:,} conflicts",
            "set": self._paint(about["solution"]),
            "values": {
                "solutions": about["number"],
                "conflicts": about["conflicts"],
                "branches": about["branches"],
            },
            "solution": True,
            **self._more(about),
        }

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
        """Conflicts since the last step, in the second in which they were told."""
        news, self._conflicts = about["conflicts"] - self._conflicts, about["conflicts"]
        if news < 0:  # another model has begun
            news = about["conflicts"]
        return {"level": int(about["seconds"]), "nodes": news}
