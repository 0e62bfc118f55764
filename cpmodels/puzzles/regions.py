"""Regions by name: ``4x9 parallelogram of triangles``, ``hexagon 4 of hexagons``, ``4x6 torus``."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import product

from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cell, Cells, box
from cpmodels.puzzles.lattice import Lattice
from cpmodels.puzzles.wraps import Wrap

__all__ = ["MAX_CELLS", "REGIONS", "named_region"]

MAX_CELLS = 1_000_000

_TRIANGULAR = ("triangles", "hexagons", "trigs")
_EDGES = {"sticks": "squares", "trigs": "triangles"}
_WRAPS = ("torus", "tube", "moebius strip", "klein bottle")
_WORDS = {
    "rhombus": "parallelogram", "rectangle": "parallelogram", "grid": "parallelogram",
    "box": "parallelogram", "": "parallelogram", "trapezoid": "trapezium", "cylinder": "tube",
    "möbius strip": "moebius strip", "mobius strip": "moebius strip", "diamond": "aztec diamond",
}  # fmt: skip

REGIONS = (
    "6x6", "3x4x5", "4x9 parallelogram of triangles", "hexagon 4 of triangles",
    "hexagon 2x3x4 of triangles", "triangle 7 of hexagons", "trapezium 11x4 of triangles",
    "ring 5x3 of hexagons", "pyramid 5", "aztec diamond 4", "5x5 of sticks", "4x6 torus",
    "5x4 tube", "6x4 torus of hexagons", "6x2 moebius strip", "4x4 klein bottle",
)  # fmt: skip
"""An example of each form."""

_NAME = re.compile(
    r"\s*(?P<before>[0-9x×*\s]*?)\s*(?P<word>[a-zöäü]*(?:\s(?:strip|bottle|diamond))?)\s*"
    r"(?P<after>[0-9x×*\s]*?)\s*(?:\bof\s+(?P<of>[a-z ]+?))?\s*"
)


def named_region(text: str, of: str = "squares") -> tuple[Lattice, Cells] | None:
    """The lattice and the cells that a text names; None where it names none.

    Numbers stand before a word or behind it. Where the text says of what the region is made,
    that counts, otherwise `of`. Of edges, the region is that of the grid's cells: all their sides.

    Raises
    ------
    InputError
        A name with numbers out of range.

    Examples
    --------
    >>> for text in ("4x9 parallelogram of triangles", "hexagon 4 of hexagons", "5x5 of sticks"):
    ...     lattice, cells = named_region(text)
    ...     print(lattice, len(cells))
    triangles 72
    hexagons 37
    sticks 60
    >>> [wrap.vector for wrap in named_region("5x4 tube")[0].wraps]
    [(5, 0)]
    """
    match = _NAME.fullmatch(text.lower())
    if match is None or not (match["before"] or match["after"]):
        return None
    word = _WORDS.get(match["word"], match["word"])
    if word not in _WRAPS and word not in _MAKERS:
        return None
    lattice = Lattice.of((match["of"] or of).strip())
    size = match["before"] or match["after"]
    if (match["before"] and match["after"]) or not re.fullmatch(r"\d+(\s*[x×*]\s*\d+)*", size):
        raise InputError(f"region {text!r}, expected numbers such as 6x6")
    sides = [int(number[:10]) for number in re.findall(r"\d+", size)]
    if 0 in sides:
        raise InputError(f"region {text.strip()} has no cells, expected sides of 1 or more")
    if word in _WRAPS:
        wraps = _wraps(word, sides, lattice, text)
        region = _region("parallelogram", sides, lattice.name, text)
        lattice = Lattice(lattice.name, wraps)
        return lattice, tuple(sorted({lattice.home(cell) for cell in region}))
    return lattice, _region(word, sides, lattice.name, text)


def _region(word: str, sides: list[int], name: str, text: str) -> Cells:
    if name in _EDGES:
        cells = _region(word, sides, _EDGES[name], text)
        return _sides_of(cells, name)
    try:
        return _MAKERS[word](sides, name)
    except InputError:
        raise
    except (KeyError, ValueError):
        near = "; ".join(each for each in REGIONS if word in each) or ", ".join(REGIONS)
        raise InputError(f"region {text.strip()!r} of {name}, expected such as {near}") from None


def _limit(number: int) -> None:
    if number > MAX_CELLS:
        raise InputError(f"region with {number:,} cells, expected at most {MAX_CELLS:,}")


def _plane(sides: list[int], name: str) -> list[Cell]:
    """A parallelogram of cells of all sorts."""
    sorts = Lattice(name).sorts
    total = sorts
    for side in sides:
        total *= side
    _limit(total)
    return list(box([*sides, *([sorts] if sorts > 1 else [])]))


def _parallelogram(sides: list[int], name: str) -> Cells:
    if (name == "squares" and len(sides) not in (2, 3)) or (name != "squares" and len(sides) != 2):
        raise ValueError
    return tuple(_plane(sides, name))


def _triangular(name: str) -> int:
    """What a cell's sort adds to the sum of its coordinates, along the third axis."""
    if name not in _TRIANGULAR:
        raise ValueError
    return 1 if name == "triangles" else 0


def _triangle(sides: list[int], name: str) -> Cells:
    (side,) = sides
    return _trapezium([side, side], name)


def _trapezium(sides: list[int], name: str) -> Cells:
    base, height = sides
    _triangular(name)
    if height > base:
        raise ValueError
    return tuple(cell for cell in _plane([base, height], name) if sum(cell) < base)


def _hexagon(sides: list[int], name: str) -> Cells:
    """Of triangles with sides a b c a b c; of hexagons with as many cells a side."""
    a, b, c = sides * 3 if len(sides) == 1 else sides
    if not _triangular(name):
        a, b, c = a - 1, b - 1, c - 1
        return tuple(
            cell for cell in _plane([a + c + 1, b + c + 1], name) if c <= sum(cell) <= a + b + c
        )
    return tuple(cell for cell in _plane([a + c, b + c], name) if c <= sum(cell) < a + b + c)


def _ring(sides: list[int], name: str) -> Cells:
    outer, hole = (
        sides if len(sides) == 2 else (sides[0], sides[0] - (2 if name == "squares" else 1))
    )
    gap = outer - hole
    if gap < 1 or hole < 0 or (name == "squares" and gap % 2):
        raise ValueError
    if name == "squares":
        whole, edge = _parallelogram([outer, outer], name), gap // 2
        inside: set[Cell] = {(r + edge, c + edge) for r, c in box((hole, hole))}
    else:
        whole = _hexagon([outer], name)
        around = _hexagon([hole], name) if hole else ()
        inside = {(x + gap, y + gap, *sort) for x, y, *sort in around}
    return tuple(cell for cell in whole if cell not in inside)


def _pyramid(sides: list[int], name: str) -> Cells:
    """Cubes in layers, each one cube narrower on all sides than the one below."""
    (side,) = sides
    if name != "squares":
        raise ValueError
    _limit(side**3 // 6)
    height = (side + 1) // 2
    return tuple(
        (z, r, c)
        for z, r, c in product(range(height), range(side), range(side))
        if min(r, c, side - 1 - r, side - 1 - c) >= height - 1 - z
    )


def _aztec(sides: list[int], name: str) -> Cells:
    (order,) = sides
    if name != "squares":
        raise ValueError
    _limit(2 * order * (order + 1))
    span = range(-order, order)
    return tuple(
        (r + order, c + order)
        for r, c in product(span, span)
        if abs(2 * r + 1) + abs(2 * c + 1) <= 2 * order
    )


_MAKERS: dict[str, Callable[[list[int], str], Cells]] = {
    "parallelogram": _parallelogram,
    "triangle": _triangle,
    "trapezium": _trapezium,
    "hexagon": _hexagon,
    "ring": _ring,
    "pyramid": _pyramid,
    "aztec diamond": _aztec,
}


def _wraps(word: str, sides: list[int], lattice: Lattice, text: str) -> tuple[Wrap, ...]:
    twist = word in ("moebius strip", "klein bottle")
    if twist and (lattice.name != "squares" or len(sides) != 2):
        raise InputError(f"region {text.strip()!r}, expected a {word} of squares, such as 6x2")
    around = [
        Wrap(tuple(side if k == axis else 0 for k in range(len(sides))))
        for axis, side in enumerate(sides)
    ]
    if twist:
        around[0] = Wrap(around[0].vector, (1, sides[1] - 1))
    return tuple(around if word in ("torus", "klein bottle") else around[:1])


def _sides_of(cells: Cells, name: str) -> Cells:
    """All edges of squares, or of triangles."""
    edges: set[Cell] = set()
    for cell in cells:
        if name == "sticks":
            if len(cell) != 2:
                raise InputError("a solid region of sticks, expected a flat one such as 5x5")
            r, c = cell
            edges |= {(r, c, 0), (r + 1, c, 0), (r, c, 1), (r, c + 1, 1)}
        else:
            x, y, down = cell
            edges |= (
                {(x + 1, y, 1), (x, y + 1, 0), (x, y, 2)}
                if down
                else {(x, y, 0), (x, y, 1), (x, y, 2)}
            )
    return tuple(sorted(edges))
