"""A random puzzle of any kind, from a seed alone: what crosscheck and audit feed on."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from cpmodels.errors import InputError
from cpmodels.generate.nonogram import random_nonogram
from cpmodels.generate.sliding import random_board
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.clues import ANY_RUNS, BLOT, Clue
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle

__all__ = ["random_puzzle"]

BOARDS = ((1, 2), (1, 4), (5, 1), (2, 2), (2, 3), (3, 2), (2, 4), (3, 3))


def random_puzzle(kind: str, seed: int = 0, *, size: int | None = None) -> Puzzle:
    """A random puzzle of that kind, the same for the same seed and size on every machine.

    Parameters
    ----------
    kind : str
        One of `registry.random_kinds()`.
    size : int, optional
        Cells (of a region or board) or options, about; small by default.

    Examples
    --------
    >>> random_puzzle("sliding", 3).describe()
    '2x4, random sliding puzzle, seed 3 to 7 4 2 6 / 5 3 1 x, exactly 7 moves, no undo'
    """
    make = registry.find_kind(kind).random if kind in registry.random_kinds() else None
    if make is None:
        names = ", ".join(registry.random_kinds())
        raise InputError(f"no random puzzles of kind {kind!r}, expected one of {names}")
    return make(seed) if size is None else make(seed, size=size)


def nonogram_case(seed: int = 0, *, size: int = 30) -> Nonogram:
    """A nonogram of any density, with one to three colours; one in four has a clue changed.

    The others have the solution that they were made of, and often more. A changed clue mostly
    leaves none. One in five has cells known beforehand, some of them perhaps against its clues;
    as many have blots in their clues.
    """
    rng = Random(f"nonogram {seed}")
    height = rng.randint(1, max(1, round(1.4 * size**0.5)))
    width = rng.randint(1, max(1, size // height))
    density = rng.choice([0.2, 0.4, 0.5, 0.6, 0.8, 1.0])
    colours = rng.choice([1, 1, 2, 3])
    puzzle = random_nonogram(
        height, width, density=density, colours=colours, seed=rng.randrange(2**31)
    )
    title = f"random nonogram, seed {seed}"
    puzzle = _change(puzzle, rng, title) if rng.random() < 0.25 else replace(puzzle, title=title)
    puzzle = _partly_known(puzzle, rng) if rng.random() < 0.2 else puzzle
    return _blotted(puzzle, rng) if rng.random() < 0.2 else puzzle


def sliding_case(seed: int = 0, *, size: int = 9) -> SlidingPuzzle:
    """A sliding puzzle of any shape and goal: shortest paths, or walks within a horizon.

    One in six cannot be solved; the others are some moves away from their goal, at most as many
    as the horizon.
    """
    rng = Random(f"sliding {seed}")
    rows, columns = rng.choice([b for b in BOARDS if b[0] * b[1] <= max(size, 2)])
    horizon = rng.choice([None, rng.randint(0, 8 if rows * columns < 9 else 6)])
    if rng.random() < 1 / 6 and rows * columns > 2:
        puzzle = random_board(rows, columns, solvable=False, seed=rng.randrange(2**31))
    else:
        steps = rng.randint(0, 16 if horizon is None else horizon)
        puzzle = random_board(rows, columns, steps=steps, seed=rng.randrange(2**31))
    puzzle = replace(_rename(puzzle, rng), title=f"random sliding puzzle, seed {seed}")
    if horizon is None:
        return puzzle
    undo = rng.random() < 0.5
    if rng.random() < 0.5:
        return replace(puzzle, moves=horizon, undo=undo)
    return replace(puzzle, at_most=horizon, undo=undo)


def _change(puzzle: Nonogram, rng: Random, title: str) -> Nonogram:
    """One cell less or more in a run of a row, and half of the time in one of a column too."""
    columns = _other(puzzle.columns, rng) if rng.random() < 0.5 else puzzle.columns
    try:
        return Nonogram(_other(puzzle.rows, rng), columns, puzzle.colours, title)
    except InputError:
        return replace(puzzle, title=title)


def _partly_known(puzzle: Nonogram, rng: Random) -> Nonogram:
    """Cells of the picture known, or some of their colours; few of them wrong."""
    wrong = rng.choice([0.0, 0.0, 0.1])

    def mask(cell: int) -> int:
        if rng.random() < 0.6:
            return puzzle.every
        if rng.random() < wrong:
            return rng.randint(1, puzzle.every)
        return 1 << cell | (rng.randint(0, puzzle.every) if rng.random() < 0.3 else 0)

    picture = puzzle.goal or ((0,) * puzzle.width,) * puzzle.height
    return puzzle.with_known(tuple(tuple(map(mask, row)) for row in picture))


def _blotted(puzzle: Nonogram, rng: Random) -> Nonogram:
    """Some lengths blotted out, some runs replaced by "any number of runs"."""
    some, any_ = rng.choice([(0.5, 0.0), (0.3, 0.2), (0.8, 0.1)])

    def blotted(clue: Clue) -> Clue:
        new = []
        for run in clue:
            chance = rng.random()
            new.append(
                ANY_RUNS if chance < any_
                else run._replace(length=BLOT) if chance < any_ + some
                else run
            )  # fmt: skip
        return (*new, ANY_RUNS) if rng.random() < any_ / 4 else tuple(new)

    rows, columns = (tuple(map(blotted, clues)) for clues in (puzzle.rows, puzzle.columns))
    return replace(puzzle, rows=rows, columns=columns)


def _other(lines: tuple[Clue, ...], rng: Random) -> tuple[Clue, ...]:
    runs = [(i, j) for i, clue in enumerate(lines) for j in range(len(clue))]
    if not runs:
        return lines
    i, j = rng.choice(runs)
    run = lines[i][j]
    longer = run._replace(length=run.length + rng.choice([-1, 1]))
    rest = (longer,) if longer.length else ()
    return (*lines[:i], (*lines[i][:j], *rest, *lines[i][j + 1 :]), *lines[i + 1 :])


def _rename(puzzle: SlidingPuzzle, rng: Random) -> SlidingPuzzle:
    """The same puzzle with other numbers on its tiles: any goal, the blank where it was."""
    tiles = list(range(1, len(puzzle.start)))
    name = dict(zip([0, *tiles], [0, *rng.sample(tiles, len(tiles))], strict=True))
    start, goal = (tuple(name[tile] for tile in board) for board in (puzzle.start, puzzle.goal))
    return replace(puzzle, start=start, goal=goal)
