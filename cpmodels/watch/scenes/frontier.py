"""The frontier at work: the sweep over the cells, with the states and ways behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpmodels.puzzles.tiling import Tiling
from cpmodels.watch.board import HOLE, region_board
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["FrontierScene"]

_PASSING = 2  # a colour of the palette


class FrontierScene(Scene):
    """Each cell as the sweep passes it, with the number of states after it."""

    levels = "states after cells"
    opening = "one state: nothing is covered"

    def __init__(self, puzzle: Tiling) -> None:
        self.board = region_board(puzzle.region, puzzle.lattice)
        self._passed = 0
        self._here: tuple[Any, ...] | None = None
        self.values = {"states": 1, "ways": "1"}

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Cell, count."""
        ways = f"{about['ways']:,}"
        if event == "count":
            return {
                "text": f"all cells are passed: {ways} tilings",
                "values": {"ways": ways},
                "solution": True,
            }
        number, states = self.board.number.get(tuple(about["cell"])), about["states"]
        changes = [] if self._here is None else [self._here]
        if number is not None:
            label = str(states) if states < 1000 else f"{states:.0e}".replace("e+0", "e")
            self._here = (number, HOLE, "", -1, label)
            changes.append((number, _PASSING, "", -1, label))
        self._passed += 1
        return {
            "text": f"pass cell {self._passed:,}: {states:,} state{'' if states == 1 else 's'}, "
            f"{ways} ways to reach them",
            "set": changes,
            "values": {"states": states, "ways": ways},
            "level": self._passed - 1,
            "nodes": states,
        }
