"""Sliding puzzles at work: the board looked at, its bound, and the boards that wait."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from cpmodels.lazy import lazy
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.watch.scenes.scene import Scene, Step
from cpmodels.watch.tiles import tiles, tiles_board

__all__ = ["AStarScene", "AlikeAStarScene", "IDAStarScene", "walk"]

bounds_of = lazy("cpmodels.methods.sliding_parts:bounds_of")  # a page of tilings needs none


def walk(puzzle: Any, path: Any) -> list[Step]:
    """The path, a step a move."""
    states = puzzle.states(path)
    number = len(states) - 1
    return [
        {"text": f"the path found: {'the start' if k == 0 else f'move {k} of {number}'}",
         "set": tiles(state, puzzle.goal)}
        for k, state in enumerate(states if number else [])
    ]  # fmt: skip


class _SlidingScene(Scene):
    def __init__(self, puzzle: SlidingPuzzle) -> None:
        self._puzzle = puzzle
        self.board = tiles_board(puzzle.rows, puzzle.columns, puzzle.start, puzzle.goal)
        self._path: str | None = None
        self._bounds = lru_cache(maxsize=None)(self._bounds_of)

    def _marks(self, board: Sequence[int]) -> list[Any]:
        """The board, below each tile its distance from home."""
        return tiles(board, self._puzzle.goal, [abs(y) + abs(x) for y, x in self._ways(board)])

    def _ways(self, board: Sequence[int]) -> list[tuple[int, int]]:
        """Rows and columns from each tile to its home."""
        puzzle = self._puzzle
        home = {tile: divmod(k, puzzle.columns) for k, tile in enumerate(puzzle.goal)}
        return [
            (home[tile][0] - k // puzzle.columns, home[tile][1] - k % puzzle.columns)
            for k, tile in enumerate(board)
        ]

    def _parts(self, board: Sequence[int]) -> dict[str, Any]:
        """What the bound is made of, and what other bounds say of the same board."""
        ways = [way for tile, way in zip(board, self._ways(board), strict=True) if tile]
        rows, columns = sum(abs(y) for y, _ in ways), sum(abs(x) for _, x in ways)
        return {"h's parts": f"{rows} rows + {columns} columns", **self._bounds(tuple(board))}

    def _bounds_of(self, board: tuple[int, ...]) -> dict[str, int]:
        puzzle = self._puzzle
        bounds = bounds_of(board, puzzle.rows, puzzle.columns, puzzle.goal)
        return {name: value for name, value in bounds.items() if name != "Manhattan"}

    def _solved(self, about: Mapping[str, Any], more: Mapping[str, Any]) -> Step:
        self._path = about["path"]
        moves = len(self._puzzle.states(self._path)) - 1
        return {
            "text": f"the goal, after {moves} moves: {self._path or 'none needed'}",
            "set": self._marks(about["board"]),
            "values": {**more, "moves": moves},
            "solution": True,
        }

    def epilogue(self, steps: list[Step]) -> list[Step]:
        """The path found, move by move."""
        return walk(self._puzzle, self._path) if self._path else []


class AStarScene(_SlidingScene):
    """Open and closed boards by f = g + h."""

    levels = "boards expanded at depths"
    opening = "the start is open"

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self.values = {"f": "", "g": "", "h": "", "open": 1, "closed": 0, "boards": 1}
        self.more["rows"] = {"name": "f = ", "heads": ["open", "closed"]}
        self._open: Counter[int] = Counter()
        self._closed: Counter[int] = Counter()

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
                "values": {"open": self._open.total(), "boards": about["boards"]},
                "rows": {f: [self._open[f], self._closed[f]]},
            }
        self._open[f] -= self._open[f] > 0
        self._closed[f] += 1
        return {
            "text": f"expand the board of the least f: g {g} + h {h} = f {f}",
            "set": self._marks(about["board"]),
            "values": {
                "f": f, "g": g, "h": h, "open": self._open.total(),
                "closed": self._closed.total(), **self._parts(about["board"]),
            },
            "level": g,
            "rows": {f: [self._open[f], self._closed[f]]},
            "now": f,
        }  # fmt: skip


class AlikeAStarScene(AStarScene):
    """The same where tiles look alike: none of them has a home of its own."""

    def _marks(self, board: Sequence[Any]) -> list[Any]:
        return tiles(board, self._puzzle.goal)

    def _parts(self, board: Sequence[Any]) -> dict[str, Any]:
        return {}


class IDAStarScene(_SlidingScene):
    """Depth first below a threshold that grows."""

    levels = "boards visited at depths"
    opening = "depth first, from a threshold that is the bound of the start"
    tree = True

    def __init__(self, puzzle: SlidingPuzzle) -> None:
        super().__init__(puzzle)
        self.values = {"threshold": "", "g": "", "h": "", "boards": 0}
        self.more["rows"] = {"name": "threshold ", "heads": ["boards visited"]}
        self._visited = 0
        self._rounds: Counter[int] = Counter()
        self._threshold = 0

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Threshold, visit, solution."""
        if event == "solution":
            return self._solved(about, {"boards": self._visited})
        if event == "threshold":
            self._threshold = about["value"]
            return {
                "text": f"search all paths whose bound is at most {self._threshold}",
                "values": {"threshold": self._threshold},
                "rows": {self._threshold: [0]},
                "now": self._threshold,
            }
        self._visited += 1
        self._rounds[self._threshold] += 1
        g, h = about["g"], about["h"]
        over = g + h > self._threshold
        return {
            "text": f"{'turn back' if over else 'visit'}: g {g} + h {h} = {g + h}"
            + (f", above {self._threshold}" if over else ""),
            "set": self._marks(about["board"]),
            "values": {"g": g, "h": h, "boards": self._visited, **self._parts(about["board"])},
            "level": g,
            "rows": {self._threshold: [self._rounds[self._threshold]]},
        }
