"""Symmetries of a nonogram: turns and mirror images after which its clues read the same.

Empty lines at the edges stay out of it, and colours may be exchanged. Cells known beforehand must
be the images of others known alike. A symmetry makes solutions of solutions, so a solution that is
alone has all of them itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

from cpmodels.puzzles.clues import Clue
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["Symmetry", "nonogram_symmetries"]

Cell = tuple[int, int]


@dataclass(frozen=True)
class Symmetry:
    """Where each cell goes, cells of empty edges left out; and what each colour becomes."""

    cells: dict[Cell, Cell]
    colours: tuple[int, ...]


@dataclass
class _Frame:
    """The puzzle as it looks from one side: its lines, and which cell stands where."""

    rows: list[Clue]
    columns: list[Clue]
    cells: list[list[Cell]]

    def turn(self) -> _Frame:
        """A quarter turn: the last column becomes the first row."""
        columns = [tuple(reversed(clue)) for clue in self.rows]
        return _Frame(
            self.columns[::-1], columns, [list(row) for row in zip(*self.cells, strict=True)][::-1]
        )

    def mirror(self) -> _Frame:
        """Left and right exchanged."""
        rows = [tuple(reversed(clue)) for clue in self.rows]
        return _Frame(rows, self.columns[::-1], [row[::-1] for row in self.cells])


def nonogram_symmetries(puzzle: Nonogram) -> list[Symmetry]:
    """All symmetries but the identity, each once.

    Examples
    --------
    >>> len(nonogram_symmetries(Nonogram.of([1, 1, ""], [1, 1])))  # the square of four cells
    7
    >>> [same.cells[0, 0] for same in nonogram_symmetries(Nonogram.of([2], [1, 1, 0]))]
    [(0, 1)]
    """
    top, rows = _trim(puzzle.rows)
    left, columns = _trim(puzzle.columns)
    cells = [[(top + i, left + j) for j in range(len(columns))] for i in range(len(rows))]
    first = frame = _Frame(rows, columns, cells)
    frames, seen = [], [cells]
    for _ in range(2):
        for _ in range(4):
            swap = _swap(first, frame, len(puzzle.colours))
            if swap is not None and frame.cells not in seen:
                seen.append(frame.cells)
                pairs = zip(chain(*cells), chain(*frame.cells), strict=True)
                symmetry = Symmetry(dict(pairs), swap)
                if puzzle.known is None or _keeps(symmetry, puzzle.known):
                    frames.append(symmetry)
            frame = frame.turn()
        frame = first.mirror()
    return frames


def _keeps(symmetry: Symmetry, known: Picture) -> bool:
    """Whether what is known of each cell is what is known of its image."""
    return all(
        known[to_i][to_j]
        == sum(1 << new for old, new in enumerate(symmetry.colours) if known[i][j] >> old & 1)
        for (i, j), (to_i, to_j) in symmetry.cells.items()
    )


def _trim(clues: Sequence[Clue]) -> tuple[int, list[Clue]]:
    """Lines from the first to the last with a run, and how many come before."""
    in_use = [number for number, clue in enumerate(clues) if clue]
    return (in_use[0], list(clues[in_use[0] : in_use[-1] + 1])) if in_use else (0, [])


def _swap(one: _Frame, other: _Frame, count: int) -> tuple[int, ...] | None:
    """The exchange of colours that makes the clues of one those of the other, if there is one."""
    if (len(one.rows), len(one.columns)) != (len(other.rows), len(other.columns)):
        return None
    pairs = {(0, 0)}
    for before, after in zip([*one.rows, *one.columns], [*other.rows, *other.columns], strict=True):
        if [run.length for run in before] != [run.length for run in after]:
            return None
        pairs |= {(a.colour, b.colour) for a, b in zip(before, after, strict=True)}
    becomes = dict(pairs)
    if len(becomes) < len(pairs) or len(set(becomes.values())) < len(pairs):
        return None
    return tuple(becomes.get(colour, colour) for colour in range(count))
