"""Boards of nonograms on a page: the clues stand around the cells, and are struck off."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from cpmodels.puzzles.clues import ANY_RUNS, Run, length_text
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.watch.board import HOLE, SIDE, Board, grid_board

__all__ = ["DARK", "colour_fill", "nonogram_board", "runs_done"]

DARK = -3  # the fill of a dark cell
_STEP = 0.6 * SIDE  # from one number of a clue to the next


def colour_fill(puzzle: Nonogram, colour: int) -> int | str:
    """The fill of a cell of that colour: dark where there is one only, else as the puzzle says."""
    if colour == 0:
        return HOLE
    return f"#{puzzle.colours[colour].hex}" if puzzle.coloured else DARK


def nonogram_board(puzzle: Nonogram) -> Board:
    """The cells; the marks are the runs of the rows' clues in turn, then those of the columns."""
    board = grid_board(puzzle.height, puzzle.width, outlined=False)
    if not board.cells:
        return board
    across = max((len(clue) for clue in puzzle.rows), default=0)
    down = max((len(clue) for clue in puzzle.columns), default=0)
    left, top = (across + 0.2) * _STEP, (down + 0.2) * _STEP
    board.move(left, top)
    board.lines += [
        (left + j * SIDE, top, left + j * SIDE, top + puzzle.height * SIDE)
        for j in range(5, puzzle.width, 5)
    ]
    board.lines += [
        (left, top + i * SIDE, left + puzzle.width * SIDE, top + i * SIDE)
        for i in range(5, puzzle.height, 5)
    ]
    for i, clue in enumerate(puzzle.rows):
        y = top + (i + 0.5) * SIDE
        for k, run in enumerate(clue):
            x = (across - len(clue) + k + 0.5) * _STEP
            board.marks.append(_mark(puzzle, x, y, run))
    for j, clue in enumerate(puzzle.columns):
        x = left + (j + 0.5) * SIDE
        for k, run in enumerate(clue):
            y = (down - len(clue) + k + 0.5) * _STEP
            board.marks.append(_mark(puzzle, x, y, run))
    return board


def _mark(puzzle: Nonogram, x: float, y: float, run: Run) -> dict[str, Any]:
    text = length_text(run)
    mark = {"x": round(x, 2), "y": round(y, 2), "text": text, "anchor": "middle", "size": 12}
    if puzzle.coloured and run.colour:
        red, green, blue = puzzle.colours[run.colour].rgb
        mark["behind"] = f"#{puzzle.colours[run.colour].hex}"
        mark["ink"] = "#ffffff" if 299 * red + 587 * green + 114 * blue < 128_000 else "#111111"
    return mark


def runs_done(clue: Sequence[tuple[int, int]], masks: Sequence[int]) -> list[bool]:
    """Which runs of a clue are complete for sure, as a person strikes them off.

    A run is when the line is decided from one of its ends up to the cell after the run; all are
    when the whole line is decided.

    Parameters
    ----------
    masks : sequence of int
        The colours that each cell can have, a bit for each.

    Examples
    --------
    >>> runs_done([(1, 1), (2, 1)], [1, 2, 1, 3, 3])
    [True, False]
    >>> runs_done([(1, 1), (2, 1)], [3, 3, 3, 2, 2])
    [False, True]
    """
    done = [False] * len(clue)
    if ANY_RUNS in clue:
        return [all(mask > 0 and not mask & (mask - 1) for mask in masks)] * len(clue)
    for back in (False, True):
        line = masks[::-1] if back else masks
        lengths = clue[::-1] if back else clue
        known = []
        for mask in line:
            if mask <= 0 or mask & (mask - 1):
                break
            known.append(mask.bit_length() - 1)
        runs = [(colour, len(list(cells))) for colour, cells in groupby(known)]
        if len(known) < len(line) and runs and runs[-1][0]:
            last = lengths[sum(1 for colour, _ in runs if colour) - 1 :][:1]
            if not last or last[0][0] != runs[-1][1]:
                runs.pop()  # it may go on
        for k in range(min(sum(1 for colour, _ in runs if colour), len(done))):
            done[len(done) - 1 - k if back else k] = True
    return done
