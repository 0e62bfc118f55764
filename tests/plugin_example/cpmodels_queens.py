"""n queens for cpmodels, in one file: the puzzle, a model, a search by hand, a file, a picture.

And a variant of a model that is there already: tilings by a sum for each cell.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from types import SimpleNamespace
from typing import ClassVar

import cpmodels as cm

__all__ = ["KINDS", "METHODS", "Queens"]

Boards = Iterator[tuple[int, ...]]


@dataclass(frozen=True)
class Queens(cm.Puzzle):
    """Queens on an n x n board, none attacking another. A solution: the column in each row."""

    kind: ClassVar[str] = "queens"

    n: int
    title: str = ""

    def __post_init__(self) -> None:
        if self.n < 1:
            raise cm.InputError(f"n {self.n}, expected 1 or more")

    def check(self, solution: Sequence[int]) -> None:
        """Raise `WrongSolution` unless it keeps the rules."""
        columns = tuple(solution)
        if len(columns) != self.n or not all(0 <= column < self.n for column in columns):
            raise cm.WrongSolution(f"{columns}, expected {self.n} columns of 0 to {self.n - 1}")
        for sign, line in ((0, "a column"), (1, "a diagonal"), (-1, "a diagonal")):
            if len({column + sign * row for row, column in enumerate(columns)}) < self.n:
                raise cm.WrongSolution(f"two queens share {line}: {columns}")

    def describe(self) -> str:
        """The puzzle in one line."""
        return self.title or f"{self.n} queens"


def queens_model(puzzle: Queens, *, without: Sequence[str] = ()) -> cm.Model:
    """One Boolean a square; a queen in each row and column, at most one on a diagonal."""
    model = cm.Model("queens", without=without)
    n = puzzle.n
    square = [[model.boolean(f"queen {row},{column}") for column in range(n)] for row in range(n)]
    with model.group("rows", about="one queen in each row"):
        for row in square:
            model.cp.add_exactly_one(row)
    with model.group("columns", about="one queen in each column"):
        for column in zip(*square, strict=True):
            model.cp.add_exactly_one(column)
    with model.group("diagonals", about="at most one queen on each diagonal"):
        for sign in (1, -1):
            lines = defaultdict(list)
            for r, c in product(range(n), repeat=2):
                lines[c + sign * r].append(square[r][c])
            for line in lines.values():
                model.cp.add_at_most_one(line)
    model.read = lambda values: tuple(i % n for i, value in enumerate(values) if value)
    return model


class Backtracking(cm.Method):
    """Row by row, with the attacked columns and diagonals as bits."""

    name = "backtracking"
    puzzle = Queens
    about = "row by row, attacked columns and diagonals as bits"

    def solutions(self, puzzle: Queens, run: cm.Run) -> Boards:
        """All solutions in the order of their columns."""
        everything = (1 << puzzle.n) - 1

        def place(queens: tuple[int, ...], columns: int, left: int, right: int) -> Boards:
            if len(queens) == puzzle.n:
                yield queens
            free = everything & ~(columns | left | right)
            while free and not run.should_stop():
                bit = free & -free
                free ^= bit
                column = bit.bit_length() - 1
                yield from place(
                    (*queens, column), columns | bit, (left | bit) << 1, (right | bit) >> 1
                )

        return place((), 0, 0, 0)


def text(puzzle: Queens, solution: Sequence[int] | None = None, *, colour: bool = False) -> str:
    """The board for the terminal."""
    columns = solution or [-1] * puzzle.n
    rows = (["Q" if column == queen else "." for column in range(puzzle.n)] for queen in columns)
    return "\n".join(" ".join(row) for row in rows)


def canvas(puzzle: Queens, solution: Sequence[int] | None = None) -> cm.Canvas:
    """The board for SVG and PNG."""
    picture = cm.Canvas(28 * puzzle.n, 28 * puzzle.n, puzzle.describe())
    for row in range(puzzle.n):
        for column in range(puzzle.n):
            shade = "#ffffff" if (row + column) % 2 == 0 else "#dddddd"
            picture.rectangle(28 * column, 28 * row, 28, 28, shade)
    for row, column in enumerate(solution or ()):
        picture.text(28 * column + 14, 28 * row + 14, "Q")
    return picture


def random_queens(seed: int = 0, *, size: int = 36) -> Queens:
    """A board of at most so many squares, for crosscheck and audit."""
    return Queens(1 + seed % int(size**0.5), title=f"queens, seed {seed}")


def sums_model(puzzle: cm.Tiling, *, without: Sequence[str] = ()) -> cm.Model:
    """A variant for tilings: the placements on a cell sum to one."""
    model = cm.Model("tiling:sums", without=without)
    pieces = cm.placements(puzzle)
    literals = [model.boolean() for _ in pieces]
    with model.group("cover", about="the placements on each cell sum to one"):
        for cell in puzzle.region:
            on_cell = [v for v, place in zip(literals, pieces, strict=True) if cell in place.cells]
            model.cp.add(sum(on_cell) == 1)
    with model.group("copies", about="each shape as often as its bounds allow"):
        for name, bounds in puzzle.copies.items():
            of_shape = [v for v, place in zip(literals, pieces, strict=True) if place.shape == name]
            model.bound(of_shape, bounds)
    model.read = lambda values: tuple(p for p, v in zip(pieces, values, strict=True) if v)
    return model


KINDS = [
    cm.Kind(
        Queens,
        methods=[cm.CpSat(Queens, queens_model, about="a Boolean a square"), Backtracking()],
        read=lambda table: Queens(**table),
        write=lambda puzzle: {"n": puzzle.n},
        drawing=SimpleNamespace(text=text, canvas=canvas),
        random=random_queens,
        facts=lambda puzzle: {"squares": f"{puzzle.n**2:,}"},
        smaller=lambda puzzle, solution: (Queens(n) for n in range(1, puzzle.n)),
        size=lambda puzzle: puzzle.n**2,
    )
]

METHODS = [cm.CpSat(cm.Tiling, sums_model, variant="sums", about="a linear sum for each cell")]
