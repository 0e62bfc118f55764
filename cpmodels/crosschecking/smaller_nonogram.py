"""Smaller versions of a nonogram: fewer rows, columns, colours, runs and cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cpmodels.crosschecking.smaller import fewer
from cpmodels.errors import InputError
from cpmodels.puzzles.clues import Clue, Run
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["smaller_nonograms"]

Lines = Sequence[Clue]


def smaller_nonograms(puzzle: Nonogram, solution: Any) -> Iterator[Nonogram]:
    """Those of a picture, when a solution is known: they have one too. Then those of the clues."""
    picture = puzzle.goal if solution is None else puzzle.key(solution)
    if picture is not None:
        yield from _of_pictures(picture)  # type: ignore[arg-type]
    yield from _of_clues(puzzle.rows, puzzle.columns)


def _of_pictures(picture: Picture) -> Iterator[Nonogram]:
    for rows in fewer(picture):
        yield from _pictured(rows)
    for columns in fewer(tuple(zip(*picture, strict=True))):
        yield from _pictured(tuple(zip(*columns, strict=True)))
    colours = sorted({cell for row in picture for cell in row if cell})
    for old in colours:
        for new in (0, *colours[: colours.index(old)]):
            yield from _pictured([[new if c == old else c for c in row] for row in picture])
    for i, row in enumerate(picture):
        for j, cell in enumerate(row):
            if cell:
                cleared = (*row[:j], 0, *row[j + 1 :])
                yield from _pictured([*picture[:i], cleared, *picture[i + 1 :]])


def _pictured(picture: Sequence[Sequence[int]]) -> Iterator[Nonogram]:
    """Colours are numbered anew, so that none is left over."""
    if picture and picture[0]:
        used = sorted({0, *(cell for row in picture for cell in row)})
        number = {colour: index for index, colour in enumerate(used)}
        yield Nonogram.from_picture([[number[cell] for cell in row] for row in picture])


def _of_clues(rows: Lines, columns: Lines) -> Iterator[Nonogram]:
    for kept in fewer(rows):
        yield from _clued(kept, columns)
    for kept in fewer(columns):
        yield from _clued(rows, kept)
    across, down = list(_shorter(rows)), list(_shorter(columns))
    for each in across:
        yield from _clued(each, columns)
    for other in down:
        yield from _clued(rows, other)
    for each in across:  # in both, so that their sums may still be the same
        for other in down:
            yield from _clued(each, other)


def _clued(rows: Lines, columns: Lines) -> Iterator[Nonogram]:
    if rows and columns:
        try:
            yield Nonogram.of(rows, columns)
        except InputError:
            return


def _shorter(lines: Lines) -> Iterator[Lines]:
    """One run less, or one cell less in a run."""
    for index, clue in enumerate(lines):
        for j, (length, colour) in enumerate(clue):
            for run in [(), (Run(length - 1, colour),)][: 1 + (length > 1)]:
                yield (*lines[:index], (*clue[:j], *run, *clue[j + 1 :]), *lines[index + 1 :])
