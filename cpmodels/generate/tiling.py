"""Random tilings on any lattice: regions with holes, shapes in parts, bounds on copies."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

from cpmodels.errors import InputError
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.cells import TURNINGS, Cell, Cells, box
from cpmodels.puzzles.lattice import LATTICES, SQUARES, Lattice
from cpmodels.puzzles.tiling import Tiling
from cpmodels.puzzles.wraps import Wrap

__all__ = ["random_defective_board", "random_tiling"]

NAMES = "ABC"


def random_tiling(seed: int = 0, *, size: int = 12) -> Tiling:
    """A small tiling of any sort; many have no solution, some have several.

    Half of the regions are made of random placements of the shapes, so that they have a tiling
    as far as copies go; the others are any cells. One in two lies on squares, of which one in five
    is solid; the others on triangles, hexagons, edges, and most of them on boards that wrap. One
    in eight shapes is in two parts.

    Parameters
    ----------
    size : int
        Cells of the region, about.

    Examples
    --------
    >>> random_tiling(1).describe()
    'random tiling, seed 1, A:2 B:any C:3, one-sided'
    """
    if size < 1:
        raise InputError(f"size {size}, expected 1 or more")
    rng = Random(f"tiling {seed}")
    if Random(f"lattice {seed}").random() < 0.5:
        return _on_lattice(rng, seed, size)
    dimension = 3 if rng.random() < 0.2 else 2
    turning = rng.choice(TURNINGS)
    shapes = _shapes(rng, SQUARES, dimension, turning)
    sides = _sides(rng, dimension, size)
    if rng.random() < 0.5:
        region = _partition(rng, SQUARES, shapes, sides, size)
    else:
        region = _scatter(rng, box(sides))
    copies = {name: _bounds(rng) for name in shapes}
    return Tiling.of(sorted(region), shapes, copies, turning, f"random tiling, seed {seed}")


def _on_lattice(rng: Random, seed: int, size: int) -> Tiling:
    """The same on any lattice, or on a board that wraps."""
    name = rng.choice(LATTICES)
    sorts = Lattice(name).sorts
    sides = _sides(rng, 2, max(1, size // sorts))
    lattice = _board(rng, name, sides)
    turning = rng.choice(TURNINGS) if not any(w.mirror for w in lattice.wraps) else "free"
    shapes = _shapes(rng, lattice, 2 + (sorts > 1), turning)
    if rng.random() < 0.5:
        region = _partition(rng, lattice, shapes, sides, size)
    else:
        cells = box([*sides, *([sorts] if sorts > 1 else [])])
        region = _scatter(rng, {lattice.home(cell): None for cell in cells})
    copies = {name: _bounds(rng) for name in shapes}
    title = f"random tiling of {lattice}, seed {seed}"
    return Tiling.of(sorted(region), shapes, copies, turning, title, lattice=lattice)


def _board(rng: Random, name: str, sides: list[int]) -> Lattice:
    """The plane, or a parallelogram that wraps in one direction or both."""
    down, across = [sides[0], 0], [0, sides[1]]
    twist = {"by": down, "mirror": [1, sides[1] - 1]}
    slanting = [sides[0], rng.randint(0, 2)]
    boards: list[list[Any]] = [[down], [across], [down, across], [slanting, across]]
    if name == "squares":  # of which the plane has a half of all puzzles already
        boards += [[twist], [twist], [twist, across], [twist, across]]
    else:
        boards += [[], []]
    return Lattice.of(name, rng.choice(boards))


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


def _shapes(rng: Random, board: Lattice, dimension: int, turning: str) -> dict[str, Cells]:
    """One to three shapes, each of which can be laid without wrapping onto itself."""
    shapes: dict[str, Cells] = {}
    seen = set()
    for name in NAMES[: rng.randint(1, len(NAMES))]:
        cells = _shape(rng, board, dimension, rng.randint(1, 4))
        form = board.canonical(cells, turning)
        if form not in seen and any(map(board.fits, board.orientations(cells, turning))):
            seen.add(form)
            shapes[name] = cells
    return shapes or {NAMES[0]: _shape(rng, board, dimension, 1)}


def _shape(rng: Random, board: Lattice, dimension: int, number: int) -> Cells:
    plane, sorts = Lattice(board.name), board.sorts
    cells = {(0,) * (dimension - 1) + (rng.randrange(sorts),)}
    if rng.random() < 1 / 8:  # any cells of a small box
        last = 3 if sorts == 1 else sorts
        cells |= set(rng.sample(box((2,) * (dimension - 1) + (last,)), number))
    while len(cells) < number:
        around = sorted({other for cell in cells for other in plane.neighbours(cell)} - cells)
        cells.add(rng.choice(around))
    return plane.normalise(cells)


def _partition(
    rng: Random, board: Lattice, shapes: dict[str, Cells], sides: list[int], size: int
) -> set[Cell]:
    """Shapes laid down at random where there is room, as they are."""
    region: set[Cell] = set()
    for _ in range(6 * size):
        shape = rng.choice(list(shapes.values()))
        move = Wrap(tuple(rng.randrange(side) for side in sides))
        cells = {board.home(move(cell)) for cell in shape}
        room = not cells & region and len(region) + len(cells) <= size
        if room and len(cells) == len(shape):
            region |= cells
    return region


def _scatter(rng: Random, cells: Iterable[Cell]) -> set[Cell]:
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
