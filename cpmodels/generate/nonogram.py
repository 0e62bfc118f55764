"""Random nonograms, those with one solution, and domino chains, hard for line solvers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from cpmodels.errors import InputError, Undecided
from cpmodels.puzzles.colours import palette
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["domino_chain", "random_nonogram", "unique_nonogram"]

Cells = list[list[int]]
FILL = 0.75  # how often an empty cell is filled rather than any changed: it leads there faster


def random_nonogram(
    height: int, width: int, *, density: float = 0.5, colours: int = 1, seed: int = 0
) -> Nonogram:
    """The nonogram of a random picture, which is its `goal`.

    Parameters
    ----------
    density : float
        Probability of a cell to be filled, 0 to 1.
    colours : int
        Number of colours beside the background; each is as likely as the others.

    Raises
    ------
    InputError
        A size, density or number of colours out of range.

    Examples
    --------
    >>> puzzle = random_nonogram(2, 3, seed=1)
    >>> puzzle.goal
    ((1, 0, 1), (1, 0, 1))
    """
    _check(height, width, density, colours)
    random = Random(seed)
    title = f"random {height}x{width}, density {density}, seed {seed}"
    return _puzzle(_picture(random, height, width, density, colours), colours, title)


def unique_nonogram(
    height: int,
    width: int,
    *,
    is_unique: Callable[[Nonogram], Any],
    density: float = 0.5,
    colours: int = 1,
    seed: int = 0,
    tries: int = 10_000,
) -> Nonogram:
    """A random nonogram with exactly one solution.

    Parameters
    ----------
    is_unique : callable
        Such as `cpmodels.is_unique`: true for one solution. If what it returns has a `solution`
        and a `second` one, cells in which they differ are changed, mostly filled, until one
        solution is left, so that the density grows a little; otherwise a new picture is drawn.
    tries : int
        Questions asked before giving up.

    Raises
    ------
    InputError
        A value out of range, or nothing found in so many tries.
    """
    _check(height, width, density, colours)
    random = Random(seed)
    cells = _picture(random, height, width, density, colours)
    title = f"random {height}x{width}, one solution, density {density}, seed {seed}"
    for repairs in range(1, tries + 1):
        puzzle = _puzzle(cells, colours, title)
        answer = is_unique(puzzle)
        try:
            if answer:
                return puzzle
        except Undecided:
            answer = None
        if getattr(answer, "second", None) is None or repairs % (height * width + 1) == 0:
            cells = _picture(random, height, width, density, colours)
        else:
            _change(cells, answer.solution, answer.second, colours, random)
    raise InputError(
        f"no puzzle with one solution in {tries} tries of {height}x{width}, density {density}; "
        "expected a density nearer to 0.6 or a smaller board"
    )


def domino_chain(number: int) -> Nonogram:
    """The "n-dom" puzzle: a diagonal chain of dominoes, one solution that lines alone don't find.

    Its side is ``2 * number + 1``. Source: Jan Wolter's survey of paint-by-number solvers.

    Examples
    --------
    >>> puzzle = domino_chain(2)
    >>> " / ".join(map(puzzle.spell, puzzle.columns))
    '1 / 1 / 1 3 / 1 / 3'
    """
    if number < 1:
        raise InputError(f"{number} dominoes, expected 1 or more")
    rows = [(3,), (1,), *((3, 1), (1,)) * (number - 1), (1,)]
    columns = [(1,), *((1,), (1, 3)) * (number - 1), (1,), (3,)]
    return Nonogram.of(rows, columns, title=f"{number}-dom")


def _check(height: int, width: int, density: float, colours: int) -> None:
    if height < 1 or width < 1:
        raise InputError(f"{height} rows x {width} columns, expected 1 or more of each")
    check_size(height, width)
    if not 0 <= density <= 1:
        raise InputError(f"density {density}, expected 0 to 1")
    if colours < 1:
        raise InputError(f"{colours} colours, expected 1 or more beside the background")
    palette(colours + 1)


def _picture(random: Random, height: int, width: int, density: float, colours: int) -> Cells:
    return [
        [_colour(random, colours) if random.random() < density else 0 for _ in range(width)]
        for _ in range(height)
    ]


def _puzzle(cells: Cells, colours: int, title: str) -> Nonogram:
    return Nonogram.from_picture(cells, palette(colours + 1), title=title)


def _change(cells: Cells, one: Any, other: Any, colours: int, random: Random) -> None:
    """Fill or clear one of the cells in which two solutions differ."""
    differ = [
        (row, column)
        for row, line in enumerate(cells)
        for column in range(len(line))
        if one[row][column] != other[row][column]
    ]
    empty = [(row, column) for row, column in differ if not cells[row][column]]
    if empty and random.random() < FILL:
        differ = empty
    row, column = differ[int(random.random() * len(differ))]
    cells[row][column] = 0 if cells[row][column] else _colour(random, colours)


def _colour(random: Random, colours: int) -> int:
    return 1 + int(random.random() * colours)
