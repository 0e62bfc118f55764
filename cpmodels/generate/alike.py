"""Random sliding puzzles with tiles that look alike, or with several blanks."""

from __future__ import annotations

from random import Random

from cpmodels.errors import InputError
from cpmodels.puzzles.alike import AlikePuzzle

__all__ = ["random_alike"]

LETTERS = "ABCDEFGHJKLMNPQRSTUVWYZ"


def random_alike(seed: int = 0, *, size: int = 6) -> AlikePuzzle:
    """Two random boards of the same tiles, of about so many cells, the same for the same seed.

    Examples
    --------
    >>> puzzle = random_alike(5)
    >>> puzzle.start.count("") > 0, sorted(puzzle.start) == sorted(puzzle.goal)
    (True, True)
    """
    if not 2 < size <= 400:
        raise InputError(f"size {size}, expected 3 to 400 cells")
    rng = Random(f"alike {seed}")
    rows = rng.choice([1, 2, 2, 3]) if size > 3 else 1
    columns = max(2 if rows > 1 else 3, size // rows)
    blanks = rng.choice([1, 1, 2, 3 if rows * columns > 4 else 2])
    kinds = rng.randint(1, max(1, min(len(LETTERS), rows * columns - blanks - 1)))
    tiles = [LETTERS[i % kinds] for i in range(rows * columns - blanks)] + ["_"] * blanks
    start, goal = (" ".join(rng.sample(tiles, len(tiles))) for _ in range(2))
    return AlikePuzzle.of(start, goal, (rows, columns), title=f"random tiles alike, seed {seed}")
