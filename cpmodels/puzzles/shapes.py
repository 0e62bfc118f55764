"""Named sets of shapes, from the monomino to the pentacubes, hexiamonds, pentahexes, tetratrigs.

Names follow Golomb: the tetrominoes I O T S L, the pentominoes F I L N P T U V W X Y Z; others
are in `polyforms`.
Mirror images, where they count as shapes of their own, take an apostrophe (F and F'), except
that the one-sided tetrominoes are J L and S Z as everybody calls them. Hexominoes, tetracubes and
edges of triangles are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cpmodels.errors import InputError
from cpmodels.puzzles.cells import (
    Cell,
    Cells,
    normalise,
    parse_picture,
)
from cpmodels.puzzles.drawings import cells_of_drawing
from cpmodels.puzzles.lattice import SQUARES, Lattice
from cpmodels.puzzles.polyforms import HEXAGONS, PENTACUBES, STICKS, TRIANGLES

__all__ = ["SETS", "lattice_of_shapes", "named_shapes", "polyforms"]

_DRAWINGS = {
    "monomino": {"M": "#"},
    "domino": {"D": "##"},
    "tromino": {"I": "###", "L": "#.\n##"},
    "tetromino": {"I": "####", "O": "##\n##", "T": "###\n.#.", "S": ".##\n##.", "L": "#.\n#.\n##"},
    "pentomino": {
        "F": ".##\n##.\n.#.",
        "I": "#####",
        "L": "#.\n#.\n#.\n##",
        "N": ".#\n.#\n##\n#.",
        "P": "##\n##\n#.",
        "T": "###\n.#.\n.#.",
        "U": "#.#\n###",
        "V": "#..\n#..\n###",
        "W": "#..\n##.\n.##",
        "X": ".#.\n###\n.#.",
        "Y": ".#\n##\n.#\n.#",
        "Z": "##.\n.#.\n.##",
    },
}
_SOMA = {
    "V": "##\n#.",
    "L": "###\n#..",
    "T": "###\n.#.",
    "Z": "##.\n.##",
    "A": "##\n#.\n\n#.\n..",
    "B": "##\n#.\n\n.#\n..",
    "P": "##\n#.\n\n..\n#.",
}
_PLURALS = {
    "monomino": "monominoes",
    "domino": "dominoes",
    "tromino": "trominoes",
    "tetromino": "tetrominoes",
    "pentomino": "pentominoes",
    "hexomino": "hexominoes",
    "tetracube": "tetracubes",
    "pentacube": "pentacubes",
}
_OTHERS = {
    singular: (lattice, drawings)
    for lattice, sets in (("triangles", TRIANGLES), ("hexagons", HEXAGONS), ("sticks", STICKS))
    for singular, drawings in sets.items()
}
_PLURALS |= {
    singular: f"{singular}es" if lattice == "hexagons" else f"{singular}s"
    for singular, (lattice, _) in _OTHERS.items()
}
_TRIGS = {"monotrig": 1, "ditrig": 2, "tritrig": 3, "tetratrig": 4}
_PLURALS |= {singular: f"{singular}s" for singular in _TRIGS}
_ALIASES = {"lozenge": "diamond", "lozenges": "diamond"}
SETS = (*_PLURALS.values(), "soma")
_JL = {"L'": "J", "S'": "Z"}


@cache
def polyforms(
    size: int, dimension: int, turning: str, lattice: Lattice = SQUARES
) -> tuple[Cells, ...]:
    """Every connected set of so many cells, one of each up to the turning, in sorted order.

    Examples
    --------
    >>> [len(polyforms(6, 2, turning)) for turning in ("free", "one-sided", "fixed")]
    [35, 60, 216]
    >>> [len(polyforms(size, 2, "free", Lattice("trigs"))) for size in (1, 2, 3, 4)]
    [1, 3, 12, 60]
    """
    if size == 1:
        origin = (0,) * dimension
        ones = [(*origin, sort) for sort in range(lattice.sorts)] if lattice.sorts > 1 else [origin]
        return tuple(sorted({lattice.canonical((one,), turning) for one in ones}))
    growths = {
        lattice.canonical((*cells, cell), turning)
        for cells in polyforms(size - 1, dimension, turning, lattice)
        for old in cells
        for cell in lattice.neighbours(old)
        if cell not in cells
    }
    return tuple(sorted(growths))


def named_shapes(text: str) -> dict[str, Cells]:
    """The shapes that a text names: ``pentominoes``, ``tetrominoes:IOTS``, sums with ``+``.

    In front of a set, ``one-sided`` gives mirror images a name of their own (rotating only),
    and ``fixed`` each orientation. In a sum, names that clash take the size behind them.

    Raises
    ------
    InputError
        An unknown set, or a letter that its set does not have.

    Examples
    --------
    >>> list(named_shapes("tetrominoes:IOTS")), len(named_shapes("one-sided pentominoes"))
    (['I', 'O', 'T', 'S'], 18)
    >>> list(named_shapes("tromino:L + tetromino:LO"))
    ['L3', 'L4', 'O']
    """
    terms = [_term(term.strip()) for term in text.split("+")]
    terms_of = [name for term in terms for name in term]
    shapes: dict[str, Cells] = {}
    for term in terms:
        for name, cells in term.items():
            unique = name if terms_of.count(name) == 1 else f"{name}{len(cells)}"
            if unique in shapes:
                raise InputError(f"shape {unique!r} twice in {text!r}, expected each set once")
            shapes[unique] = cells
    return shapes


def lattice_of_shapes(text: str) -> str:
    """The name of the lattice on which the sets lie.

    Raises
    ------
    InputError
        An unknown set, or sets of several lattices.

    Examples
    --------
    >>> lattice_of_shapes("hexiamonds:IO + triamonds")
    'triangles'
    """
    names = [_split(_normal(term.partition(":")[0]))[1] for term in text.split("+")]
    lattices = {
        "trigs" if name in _TRIGS else _OTHERS[name][0] if name in _OTHERS else "squares"
        for name in names
    }
    if len(lattices) > 1:
        raise InputError(f"shapes {text!r} of {' and '.join(sorted(lattices))}, expected of one")
    return lattices.pop()


def _normal(name: str) -> str:
    return " ".join(name.lower().replace("-", " ").split())


def _split(name: str) -> tuple[str, str]:
    """How the shapes of a set turn, and its name in the singular."""
    turning = "free"
    for prefix in ("one sided", "fixed", "free"):
        if name.startswith(prefix + " "):
            turning, name = prefix.replace(" ", "-"), name.removeprefix(prefix + " ")
    name = _ALIASES.get(name, name)
    return turning, next((s for s, plural in _PLURALS.items() if name in (s, plural)), name)


def _term(text: str) -> dict[str, Cells]:
    name, colon, letters = text.partition(":")
    shapes = _read_set(_normal(name))
    if not colon:
        return shapes
    names_of = letters.replace(",", " ").split() if "," in letters or " " in letters else letters
    for letter in names_of:
        if letter not in shapes:
            known = " ".join(shapes)
            raise InputError(f"unknown shape {letter!r} in {text!r}, expected some of {known}")
    if not names_of:
        raise InputError(f"no shape behind the colon of {text!r}, expected names such as IOTS")
    if len(set(names_of)) < len(names_of):
        raise InputError(f"a shape appears twice in {text!r}, expected each once (see copies)")
    return {letter: shapes[letter] for letter in names_of}


def _read_set(name: str) -> dict[str, Cells]:
    turning, singular = _split(name)
    if singular in _DRAWINGS:
        return _variants({k: parse_picture(v) for k, v in _DRAWINGS[singular].items()}, turning)
    if singular in _OTHERS:
        lattice, drawings = Lattice(_OTHERS[singular][0]), _OTHERS[singular][1]
        shapes = {k: cells_of_drawing(v, lattice) for k, v in drawings.items()}
        return _variants(shapes, turning, lattice)
    if singular == "pentacube" and turning != "fixed":
        flat = {k: _spatial(parse_picture(v)) for k, v in _DRAWINGS["pentomino"].items()}
        return flat | {k: normalise(parse_picture(v)) for k, v in PENTACUBES.items()}
    if singular in _TRIGS:
        return _number_forms("T", polyforms(_TRIGS[singular], 2, turning, Lattice("trigs")))
    if singular == "hexomino":
        return _number_forms("H", polyforms(6, 2, turning))
    if singular in ("tetracube", "pentacube"):
        size = 4 if singular == "tetracube" else 5
        # cubes cannot be reflected by hand: a set of pieces has both mirror images
        return _number_forms("C", polyforms(size, 3, "one-sided" if turning == "free" else turning))
    if singular == "soma":
        return {k: _spatial(parse_picture(v)) for k, v in _SOMA.items()}
    raise InputError(f"unknown set of shapes {name!r}, expected one of {', '.join(SETS)}")


def _variants(
    shapes: Mapping[str, Cells], turning: str, lattice: Lattice = SQUARES
) -> dict[str, Cells]:
    """The shapes with those of their orientations that the turning cannot reach apart."""
    if turning == "free":
        return {name: lattice.normalise(cells) for name, cells in shapes.items()}
    lattices: dict[str, Cells] = {}
    for name, cells in shapes.items():
        seen = {lattice.canonical(cells, turning)}
        lattices[name] = lattice.normalise(cells)
        for other in lattice.orientations(cells, "free"):
            if lattice.canonical(other, turning) not in seen:
                seen.add(lattice.canonical(other, turning))
                label = f"{name}'" if turning == "one-sided" else f"{name}{len(seen)}"
                plain = lattice.name != "squares" or len(cells) != 4
                lattices[label if plain else _JL.get(label, label)] = other
    return lattices


def _number_forms(letter: str, forms: tuple[Cells, ...]) -> dict[str, Cells]:
    width = len(str(len(forms)))
    return {f"{letter}{index:0{width}}": cells for index, cells in enumerate(forms, 1)}


def _spatial(cells: Cells) -> Cells:
    flat: list[Cell] = [(0, *cell) if len(cell) == 2 else cell for cell in cells]
    return normalise(flat)
