"""Random packings: random tilings whose regions need not be full."""

from __future__ import annotations

from random import Random

from cpmodels.generate.tiling import random_tiling
from cpmodels.puzzles.copies import Bounds
from cpmodels.puzzles.packing import GOALS, Packing

__all__ = ["random_packing"]


def random_packing(seed: int = 0, *, size: int = 8) -> Packing:
    """A small packing of any sort; most have several solutions.

    Region, shapes, copies, turning and lattice are those of `random_tiling`. One in two packings
    bounds the number of empty cells, two in three have a goal, and one in three excludes shapes:
    those that are laid, or some of them.

    Parameters
    ----------
    size : int
        Cells of the region, about.

    Examples
    --------
    >>> random_packing(1).describe()
    'random packing, seed 1, any cells empty, fewest pieces'
    """
    tiling = random_tiling(seed, size=size)
    rng = Random(f"packing {seed}")
    leave = _bounds(rng) if rng.random() < 0.5 else (0, None)
    weights = {name: rng.randint(0, 5) for name in tiling.shapes}
    goals: list[str | dict[str, int]] = ["", "", *GOALS, weights]
    goal = rng.choice(goals)
    shapes = tiling.usable_shapes
    excluded = {name: cells for name, cells in shapes.items() if rng.random() < 0.7}
    exclude = rng.choice([{}, {}, {}, {}, shapes, excluded])
    return Packing(tiling, leave, goal, exclude, f"random packing, seed {seed}")


def _bounds(rng: Random) -> Bounds:
    low = rng.randint(0, 3)
    return rng.choice([(low, low), (low, low + 1), (0, low), (low, None)])
