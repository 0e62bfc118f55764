"""Random tilings: regions with holes, shapes in one or more parts, bounds on copies."""

from __future__ import annotations

from random import Random
from typing import Any

from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import TURNINGS, Cell, Cells, box, canonical, neighbours, normalise
from cpmodels.puzzles.tiling import Tiling

__all__ = ["random_defective_board", "random_tiling"]

NAMES = "ABC"


def random_tiling(seed: int = 0, *, size: int = 12) -> Tiling:
    """A small tiling of any sort; many have no solution, some have several.

    Half of the regions are made of random placements of the shapes, so that they have a tiling
    as far as copies go; the others are any cells. One in five is solid, one in eight shapes is in
    two parts.

    Parameters
    ----------
    size : int
        Cells of the region, about.

    Examples
    --------
    >>> random_tiling(3).describe()
    'random tiling, seed 3, A:any B:0..2 C:any, one-sided'
    """
    if size < 1:
        raise InputError(f"size {size}, expected 1 or more")
    rng = Random(f"tiling {seed}")
    dimension = 3 if rng.random() < 0.2 else 2
    turning = rng.choice(TURNINGS)
    shapes = _shapes(rng, dimension, turning)
    region = _laid(rng, shapes, size) if rng.random() < 0.5 else _scattered(rng, dimension, size)
    copies = {name: _bounds(rng) for name in shapes}
    return Tiling.of(sorted(region), shapes, copies, turning, f"random tiling, seed {seed}")


def random_defective_board(seed: int = 0, *, size: int = 36) -> DefectiveBoard:
    """A board of any side with at most so many squares; one in six is whole.

    Examples
    --------
    >>> random_defective_board(1).describe()
    'random board, seed 1'
    """
    if size < 1:
        raise InputError(f"size {size}, expected 1 or more")
    rng = Random(f"board {seed}")
    side = rng.randint(1, int(size**0.5))
    square = (rng.randrange(side), rng.randrange(side))
    missing = None if rng.random() < 1 / 6 else square
    return DefectiveBoard(side, missing, f"random board, seed {seed}")


def _shapes(rng: Random, dimension: int, turning: str) -> dict[str, Cells]:
    shapes: dict[str, Cells] = {}
    seen = set()
    for name in NAMES[: rng.randint(1, len(NAMES))]:
        cells = _shape(rng, dimension, rng.randint(1, 4))
        form = canonical(cells, turning)
        if form not in seen:
            seen.add(form)
            shapes[name] = cells
    return shapes


def _shape(rng: Random, dimension: int, number: int) -> Cells:
    cells = {(0,) * dimension}
    if rng.random() < 1 / 8:  # any cells of a small box
        cells |= set(rng.sample(box((2,) * (dimension - 1) + (3,)), number))
    while len(cells) < number:
        cells.add(_beside(rng, cells))
    return normalise(cells)


def _beside(rng: Random, cells: set[Cell]) -> Cell:
    around = sorted({other for cell in cells for other in neighbours(cell)} - cells)
    return rng.choice(around)


def _laid(rng: Random, shapes: dict[str, Cells], size: int) -> set[Cell]:
    """Shapes laid down at random where there is room, as they are."""
    sides = _sides(rng, len(next(iter(shapes.values()))[0]), size)
    region: set[Cell] = set()
    for _ in range(6 * size):
        shape = rng.choice(list(shapes.values()))
        anchor = [rng.randrange(side) for side in sides]
        cells = {tuple(a + c for a, c in zip(anchor, cell, strict=True)) for cell in shape}
        if not cells & region and len(region) + len(cells) <= size:
            region |= cells
    return region


def _scattered(rng: Random, dimension: int, size: int) -> set[Cell]:
    cells = box(_sides(rng, dimension, size))
    density = rng.choice([0.7, 0.9, 1.0])
    return {cell for cell in cells if rng.random() < density}


def _sides(rng: Random, dimension: int, size: int) -> list[int]:
    """Sides of a box of at most so many cells."""
    sides, left = [], size
    for axis in range(dimension, 0, -1):
        side = rng.randint(1, max(1, round(1.5 * left ** (1 / axis)))) if axis > 1 else left
        sides.append(min(side, left))
        left //= sides[-1]
    rng.shuffle(sides)
    return sides


def _bounds(rng: Random) -> Any:
    low = rng.randint(0, 3)
    return rng.choice(["any", "any", "any", low, (low, low + 1), (0, low), (low, None)])
