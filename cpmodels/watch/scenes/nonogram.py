"""Nonograms at work: lines solved one after the other, guesses, contradictions."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from typing import Any

from cpmodels.puzzles.clues import length_text
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.watch.board import PLAIN, SIDE
from cpmodels.watch.clues import colour_fill, nonogram_board, runs_done
from cpmodels.watch.scenes.scene import Scene, Step

__all__ = ["LineScene"]


class LineScene(Scene):
    """What each cell can still be: white where it is not known, a dot where it is white."""

    levels = "guesses at depths"
    opening = "nothing is known"
    tree = True

    def __init__(self, puzzle: Nonogram) -> None:
        self._puzzle = puzzle
        rows, columns = puzzle.height, puzzle.width
        self.board = nonogram_board(puzzle)
        self._clues = [*puzzle.rows, *puzzle.columns]
        self._first = list(accumulate((len(clue) for clue in self._clues), initial=0))
        self._struck: set[int] = set()
        self._every = 1 | sum({1 << colour for clue in self._clues for _, colour in clue})
        known = puzzle.known or ((self._every,) * columns,) * rows
        self._masks = [[mask & self._every for mask in row] for row in known]
        for k, cell in enumerate(self.board.cells):  # known beforehand
            _, cell["fill"], cell["label"], _ = self._mark(*divmod(k, columns))
        self._stack: list[list[list[int]]] = []
        self._solutions = self._lines_solved = self._probes = 0
        self.values = {"lines": 0, "probes": 0, "cells known": self._known(), "guesses open": 0,
                       "solutions": 0}  # fmt: skip

    def step(self, event: str, about: Mapping[str, Any]) -> Step:
        """Line, contradiction, probe, guess, undo, solution."""
        return {
            "line": self._line,
            "contradiction": self._contradiction,
            "probe": self._probe,
            "guess": self._guess,
            "undo": self._undo,
            "solution": self._solution,
        }[event](about)

    def _line(self, about: Mapping[str, Any]) -> Step:
        self._lines_solved += 1
        axis, number, masks = about["axis"], about["line"], about["masks"]
        places = [(number, k) if axis == "row" else (k, number) for k in range(len(masks))]
        news = 0
        changes = []
        for (i, j), mask in zip(places, masks, strict=True):
            known = _is_known(mask) and not _is_known(self._masks[i][j])
            news += known
            if mask != self._masks[i][j]:
                self._masks[i][j] = mask
                changes.append(self._mark(i, j))
        clue = self._puzzle.rows[number] if axis == "row" else self._puzzle.columns[number]
        runs = " ".join(map(length_text, clue)) or "0"
        return {
            "text": f"{axis} {number + 1} ({runs}): {news} cell{'' if news == 1 else 's'} known",
            "set": changes,
            **self._strikes(),
            "values": {"lines": self._lines_solved, "cells known": self._known()},
            "frame": self._line_frame(axis, number),
        }

    def _contradiction(self, about: Mapping[str, Any]) -> Step:
        return {
            "text": f"{about['axis']} {about['line'] + 1} cannot be filled: a contradiction",
            "frame": self._line_frame(about["axis"], about["line"]),
        }

    def _probe(self, about: Mapping[str, Any]) -> Step:
        i, j, colour = about["row"], about["column"], about["colour"]
        self._probes += 1
        text = f"probe row {i + 1}, column {j + 1}: if it were {self._name(colour)}, "
        values = {"probes": self._probes}
        if about["possible"]:
            return {
                "text": text + "no line would contradict it",
                "values": values,
                "frame": self._frame(i, j, i + 1, j + 1),
            }
        self._masks[i][j] &= self._every ^ 1 << colour
        return {
            "text": text + "a line could not be filled: it is not",
            "set": [self._mark(i, j)],
            **self._strikes(),
            "values": {**values, "cells known": self._known()},
            "frame": self._frame(i, j, i + 1, j + 1),
        }

    def _guess(self, about: Mapping[str, Any]) -> Step:
        i, j, colour = about["row"], about["column"], about["colour"]
        self._stack.append([row[:] for row in self._masks])
        self._masks[i][j] = 1 << colour
        return {
            "text": f"guess that row {i + 1}, column {j + 1} is {self._name(colour)}",
            "set": [self._mark(i, j)],
            **self._strikes(),
            "values": {"guesses open": len(self._stack), "cells known": self._known()},
            "level": len(self._stack) - 1,
        }

    def _undo(self, about: Mapping[str, Any]) -> Step:
        before, self._masks = self._masks, self._stack.pop()
        changes = [
            self._mark(i, j)
            for i, row in enumerate(before)
            for j, mask in enumerate(row)
            if mask != self._masks[i][j]
        ]
        place = f"row {about['row'] + 1}, column {about['column'] + 1}"
        return {
            "text": f"back to before the guess at {place}",
            "set": changes,
            **self._strikes(),
            "values": {"guesses open": len(self._stack), "cells known": self._known()},
        }

    def _solution(self, about: Mapping[str, Any]) -> Step:
        self._solutions += 1
        return {
            "text": f"every cell is known: solution {self._solutions:,}",
            "values": {"solutions": self._solutions},
            "solution": True,
        }

    def _name(self, colour: int) -> str:
        return "white" if colour == 0 else self._puzzle.colours[colour].name

    def _frame(self, top: int, left: int, low: int, right: int) -> list[float]:
        """Around the cells of these rows and columns."""
        if not self.board.cells:
            return []
        corner = self.board.cells[0]
        x, y = corner["x"] + (left - 0.5) * SIDE, corner["y"] + (top - 0.5) * SIDE
        return [round(x, 2), round(y, 2), (right - left) * SIDE, (low - top) * SIDE]

    def _line_frame(self, axis: str, number: int) -> list[float]:
        if axis == "row":
            return self._frame(number, 0, number + 1, self._puzzle.width)
        return self._frame(0, number, self._puzzle.height, number + 1)

    def _known(self) -> int:
        return sum(_is_known(mask) for row in self._masks for mask in row)

    def _strikes(self) -> Step:
        """Runs that are complete now and were not, or the other way round."""
        lines = [*self._masks, *map(list, zip(*self._masks, strict=True))]
        now = {
            first + k
            for first, clue, line in zip(self._first, self._clues, lines, strict=False)
            for k, done in enumerate(runs_done(clue, line))
            if done
        }
        changed, self._struck = sorted(now ^ self._struck), now
        return {"strike": [[mark, int(mark in now)] for mark in changed]} if changed else {}

    def _mark(self, i: int, j: int) -> tuple[Any, ...]:
        mask, cell = self._masks[i][j], i * self._puzzle.width + j
        if not _is_known(mask):
            return cell, PLAIN, "", -1
        colour = mask.bit_length() - 1
        return cell, colour_fill(self._puzzle, colour), "" if colour else "·", -1


def _is_known(mask: int) -> bool:
    return mask > 0 and mask & (mask - 1) == 0
