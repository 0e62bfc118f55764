"""Sliding puzzles at work: the board looked at, its bound, and the boards that wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.watch.board import HOLE, grid_board
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["AStarScene", "IDAStarScene"]

_HOME, _AWAY = 1, 0  # colours of the palette


class _SlidingScene(Scene):
    def __init__(self, puzzle: SlidingPuzzle) -> None:
        self._puzzle = puzzle
        self.board = grid_board(puzzle.rows, puzzle.columns)
        for cell, (number, fill, label) in zip(
            self.board["cells"], self._drawn(puzzle.start), strict=True
        ):
            cell["fill"], cell["label"] = fill, label
            assert cell is self.board["cells"][number]

    def _drawn(self, board: Any) -> list[tuple[int, int, str]]:
        goal = self._puzzle.goal
        return [
            (number, (_HOME if tile == goal[number] else _AWAY) if tile else HOLE, str(tile or ""))
            for number, tile in enumerate(board)
        ]

    def _solved(self, about: Mapping[str, Any], more: Mapping[str, Any]) -> Step:
        path = about["path"]
        return {
            "text": f"the goal, after {len(path)} moves: {path or 'none needed'}",
            "set": self._drawn(about["board"]),
            "values": {**more, "moves": len(path)},
            "solution": True,
        }


class AStarScene(_SlidingScene):
    """Open and closed boards by f = g + h."""

    levels = "boards expanded at depths"
    opening = "the start is open"

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self.values = {"f": "", "g": "", "h": "", "open": 1, "closed": 0}
        self._open: Counter[int] = Counter()
        self._closed = 0

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Expand, open, solution."""
        if event == "solution":
            return self._solved(about, {})
        g, h = about["g"], about["h"]
        f = g + h
        if event == "open":
            self._open[f] += 1
            return {
                "text": f"open a board after {g} moves: g {g} + h {h} = f {f}",
                "values": {"open": self._open.total()},
                "lines": self._lines(f),
            }
        if self._open[f]:
            self._open[f] -= 1
        self._closed += 1
        return {
            "text": f"expand the board of the least f: g {g} + h {h} = f {f}",
            "set": self._drawn(about["board"]),
            "values": {
                "f": f, "g": g, "h": h, "open": self._open.total(), "closed": self._closed,
            },
            "level": g,
            "lines": self._lines(f),
        }  # fmt: skip

    def _lines(self, now: int) -> list[str]:
        return [
            f"{'> ' if f == now else ''}f = {f}: {number:,} open"
            for f, number in sorted(self._open.items())
            if number or f == now
        ]


class IDAStarScene(_SlidingScene):
    """Depth first below a threshold that grows."""

    levels = "boards visited at depths"
    opening = "depth first, from a threshold that is the bound of the start"

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self.values = {"threshold": "", "g": "", "h": "", "boards": 0}
        self._visited = 0
        self._threshold: Any = ""
        self._rounds: list[str] = []

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Threshold, visit, solution."""
        if event == "solution":
            return self._solved(about, {"boards": self._visited})
        if event == "threshold":
            if self._rounds:
                self._rounds[-1] = self._rounds[-1].removeprefix("> ")
            self._threshold = about["value"]
            self._rounds.append(f"> threshold {self._threshold}")
            return {
                "text": f"search all paths whose bound is at most {self._threshold}",
                "values": {"threshold": self._threshold},
                "lines": list(self._rounds),
            }
        self._visited += 1
        g, h = about["g"], about["h"]
        over = g + h > self._threshold
        return {
            "text": f"{'turn back' if over else 'visit'}: g {g} + h {h} = {g + h}"
            + (f", above {self._threshold}" if over else ""),
            "set": self._drawn(about["board"]),
            "values": {"g": g, "h": h, "boards": self._visited},
            "level": g,
        }
