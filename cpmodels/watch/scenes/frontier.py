"""The frontier at work: the sweep over the cells, with the states and ways behind it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cpmodels.puzzles.tiling import Tiling
from cpmodels.watch.board import HOLE, cells_board
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["FrontierScene"]


class FrontierScene(Scene):
    """Each cell as the sweep passes it, with the number of states after it."""

    levels = "states after cells"
    opening = "one state: nothing is covered"

    def __init__(self, puzzle: Tiling) -> None:
        self.board, self._number = cells_board(puzzle.region)
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
        number, states = self._number[tuple(about["cell"])], about["states"]
        return {
            "text": f"pass cell {number + 1}: {states:,} state{'' if states == 1 else 's'}, "
            f"{ways} ways to reach them",
            "set": [(number, HOLE, str(states) if states < 1000 else "")],
            "values": {"states": states, "ways": ways},
            "level": number,
            "nodes": states,
        }
