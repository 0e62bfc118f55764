"""Cells are integer tuples of any dimension; turning a set of them is a signed permutation.

A polyomino, a polycube and a region are all just finite sets of cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from itertools import permutations, product

__all__ = [
    "TURNINGS",
    "Cell",
    "Cells",
    "Turn",
    "bounding_box",
    "box",
    "canonical",
    "components",
    "connected_parts",
    "neighbours",
    "normalise",
    "orientations",
    "parse_picture",
    "picture",
    "turned",
    "turns",
]

Cell = tuple[int, ...]
Cells = tuple[Cell, ...]
Turn = tuple[tuple[int, int], ...]  # for each new axis: the old axis and its sign

TURNINGS = ("free", "one-sided", "fixed")
_FILLED = "#Xx*@Oo1█"
_EMPTY = ".-_0 "


def box(sides: Iterable[int]) -> Cells:
    """All cells of a box, in lexicographic order.

    Examples
    --------
    >>> box((2, 2))
    ((0, 0), (0, 1), (1, 0), (1, 1))
    """
    return tuple(product(*(range(side) for side in sides)))


def bounding_box(cells: Iterable[Cell]) -> Cell:
    """The sides of the smallest box around the cells; () when there are none."""
    return tuple(max(axis) - min(axis) + 1 for axis in zip(*cells, strict=True))


def neighbours(cell: Cell) -> Iterator[Cell]:
    """The cells that share a side (a face, in three dimensions) with this one."""
    for axis, value in enumerate(cell):
        for step in (-1, 1):
            yield (*cell[:axis], value + step, *cell[axis + 1 :])


def components(cells: Iterable[Cell]) -> list[set[Cell]]:
    """The connected parts, side by side."""
    return connected_parts(cells, neighbours)


def connected_parts(
    cells: Iterable[Cell], neighbours: Callable[[Cell], Iterable[Cell]]
) -> list[set[Cell]]:
    """The parts of a set that are connected by neighbours, in the order of their first cells.

    Examples
    --------
    >>> connected_parts([(0,), (2,), (1,), (4,)], lambda cell: [(cell[0] + 1,), (cell[0] - 1,)])
    [{(0,), (1,), (2,)}, {(4,)}]
    """
    left, parts = dict.fromkeys(cells), []
    for first in list(left):
        if first not in left:
            continue
        del left[first]
        part, border = {first}, [first]
        while border:
            for cell in neighbours(border.pop()):
                if cell in left:
                    del left[cell]
                    part.add(cell)
                    border.append(cell)
        parts.append(part)
    return parts


def normalise(cells: Iterable[Cell]) -> Cells:
    """Moved so that every least coordinate is 0, and sorted.

    Examples
    --------
    >>> normalise([(3, 5), (2, 5)])
    ((0, 0), (1, 0))
    """
    cells = list(cells)
    least = [min(axis) for axis in zip(*cells, strict=True)]
    return tuple(sorted(tuple(c - m for c, m in zip(cell, least, strict=True)) for cell in cells))


@cache
def turns(dimension: int, turning: str) -> tuple[Turn, ...]:
    """The signed permutations of the axes: all (free), those of determinant 1, or one (fixed)."""
    if turning == "fixed":
        return (tuple((axis, 1) for axis in range(dimension)),)
    every = (
        tuple(zip(axes, signs, strict=True))
        for axes in permutations(range(dimension))
        for signs in product((1, -1), repeat=dimension)
    )
    return tuple(turn for turn in every if turning == "free" or _determinant(turn) == 1)


def turned(cells: Iterable[Cell], turn: Turn) -> Cells:
    """The cells after a signed permutation of the axes, normalised."""
    return normalise(tuple(sign * cell[axis] for axis, sign in turn) for cell in cells)


def orientations(cells: Iterable[Cell], turning: str) -> tuple[Cells, ...]:
    """The different ways to lay a shape down, each normalised, in sorted order.

    Examples
    --------
    >>> s_tetromino = [(0, 0), (0, 1), (1, 1), (1, 2)]
    >>> [len(orientations(s_tetromino, turning)) for turning in TURNINGS]
    [4, 2, 1]
    """
    return _orientations(tuple(cells), turning)


@lru_cache(maxsize=4096)
def _orientations(cells: Cells, turning: str) -> tuple[Cells, ...]:
    return tuple(sorted({turned(cells, turn) for turn in turns(len(cells[0]), turning)}))


def canonical(cells: Iterable[Cell], turning: str) -> Cells:
    """The same for two shapes exactly when the allowed turning makes them equal."""
    return orientations(cells, turning)[0]


def parse_picture(text: str) -> Cells:
    """Cells of a text picture: ``#`` is a cell, ``.`` is none; a blank line starts a new layer.

    Raises
    ------
    ValueError
        A character that is neither, with its line and column.

    Examples
    --------
    >>> parse_picture("##\\n.#")
    ((0, 0), (0, 1), (1, 1))
    """
    layers: list[list[Cell]] = [[]]
    row = 0
    for number, line in enumerate(text.strip("\r\n").splitlines(), 1):
        if not line.strip():
            layers.append([])
            row = 0
            continue
        for column, letter in enumerate(line.rstrip()):
            if letter in _FILLED:
                layers[-1].append((row, column))
            elif letter not in _EMPTY:
                raise ValueError(
                    f"unknown letter {letter!r} in line {number}, column {column + 1} of the "
                    f"picture, expected # for a cell or . for none"
                )
        row += 1
    if len(layers) == 1:
        return tuple(sorted(layers[0]))
    return tuple(sorted((z, *cell) for z, layer in enumerate(layers) for cell in layer))


def picture(cells: Iterable[Cell]) -> str:
    """The text picture that `parse_picture` reads back, up to moving; 2 or 3 dimensions."""
    cells = set(normalise(cells))
    sides = bounding_box(cells)
    layers = [(z,) for z in range(sides[0])] if len(sides) == 3 else [()]
    rows, columns = sides[-2:]
    return "\n\n".join(
        "\n".join(
            "".join("#" if (*z, r, c) in cells else "." for c in range(columns))
            for r in range(rows)
        )
        for z in layers
    )


def _determinant(turn: Turn) -> int:
    axes = [axis for axis, _ in turn]
    inversions = sum(a > b for i, a in enumerate(axes) for b in axes[i + 1 :])
    sign = -1 if inversions % 2 else 1
    for _, factor in turn:
        sign *= factor
    return sign
