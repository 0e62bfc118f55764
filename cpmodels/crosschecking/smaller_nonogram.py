"""Smaller versions of a nonogram: fewer rows, columns, colours, runs, cells, and cells known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from cpmodels.crosschecking.smaller import fewer
from cpmodels.errors import InputError
from cpmodels.puzzles.clues import Clue, Run
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["smaller_nonograms"]

Lines = Sequence[Clue]
Rows = Sequence[Sequence[int]]


def smaller_nonograms(puzzle: Nonogram, solution: Any) -> Iterator[Nonogram]:
    """Those of a picture, when a solution is known: they have one too. Then those of the clues."""
    known = puzzle.known or ((puzzle.every,) * puzzle.width,) * puzzle.height
    picture = puzzle.goal if solution is None else puzzle.key(solution)
    if picture is not None:
        yield from _of_pictures(picture, known)  # type: ignore[arg-type]
    yield from _of_clues(puzzle.rows, puzzle.columns, known)
    yield from _less_known(puzzle)


def _less_known(puzzle: Nonogram) -> Iterator[Nonogram]:
    if puzzle.known is None:
        return
    yield replace(puzzle, known=None)
    for i, row in enumerate(puzzle.known):
        for j, mask in enumerate(row):
            if mask != puzzle.every:
                less = (*row[:j], puzzle.every, *row[j + 1 :])
                yield replace(puzzle, known=(*puzzle.known[:i], less, *puzzle.known[i + 1 :]))


def _of_pictures(picture: Picture, known: Rows) -> Iterator[Nonogram]:
    for rows in fewer(range(len(picture))):
        yield from _of_picture([picture[i] for i in rows], [known[i] for i in rows])
    for columns in fewer(range(len(picture[0]) if picture else 0)):
        yield from _of_picture(_columns(picture, columns), _columns(known, columns))
    colours = sorted({cell for row in picture for cell in row if cell})
    for old in colours:
        for new in (0, *colours[: colours.index(old)]):
            yield from _of_picture(
                [[new if c == old else c for c in row] for row in picture], known
            )
    for i, row in enumerate(picture):
        for j, cell in enumerate(row):
            if cell:
                blank = (*row[:j], 0, *row[j + 1 :])
                yield from _of_picture([*picture[:i], blank, *picture[i + 1 :]], known)


def _columns(rows: Rows, columns: Sequence[int]) -> Rows:
    return [[row[j] for j in columns] for row in rows]


def _of_picture(picture: Rows, known: Rows) -> Iterator[Nonogram]:
    """Colours are numbered anew, so that none is left over."""
    if picture and picture[0]:
        in_use = sorted({0, *(cell for row in picture for cell in row)})
        number = {colour: index for index, colour in enumerate(in_use)}
        masks = [[_renumbered(mask, number) for mask in row] for row in known]
        if all(map(all, masks)):
            cells = [[number[cell] for cell in row] for row in picture]
            yield Nonogram.from_picture(cells, max(2, len(in_use)), known=_pad(masks, len(in_use)))


def _renumbered(mask: int, number: dict[int, int]) -> int:
    return sum(1 << new for old, new in number.items() if mask >> old & 1)


def _pad(masks: Rows, in_use: int) -> Rows:
    """Of a picture without any colour, black is not excluded."""
    return masks if in_use > 1 else [[3 for _ in row] for row in masks]


def _of_clues(rows: Lines, columns: Lines, known: Rows) -> Iterator[Nonogram]:
    for rest in fewer(range(len(rows))):
        yield from _with_clues([rows[i] for i in rest], columns, [known[i] for i in rest])
    for rest in fewer(range(len(columns))):
        yield from _with_clues(rows, [columns[j] for j in rest], _columns(known, rest))
    across, down = list(_shorter(rows)), list(_shorter(columns))
    for each in across:
        yield from _with_clues(each, columns, known)
    for other in down:
        yield from _with_clues(rows, other, known)
    for each in across:  # in both, so that their sums may still be the same
        for other in down:
            yield from _with_clues(each, other, known)


def _with_clues(rows: Lines, columns: Lines, known: Rows) -> Iterator[Nonogram]:
    if rows and columns:
        try:
            puzzle = Nonogram.of(rows, columns)
            masks = tuple(tuple(mask & puzzle.every for mask in row) for row in known)
            yield replace(puzzle, known=masks)
        except InputError:
            return


def _shorter(lines: Lines) -> Iterator[Lines]:
    """One run less, or one cell less in a run."""
    for index, clue in enumerate(lines):
        for j, (length, colour) in enumerate(clue):
            for run in [(), (Run(length - 1, colour),)][: 1 + (length > 1)]:
                yield (*lines[:index], (*clue[:j], *run, *clue[j + 1 :]), *lines[index + 1 :])
