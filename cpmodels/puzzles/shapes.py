"""Named sets of shapes: monomino to hexominoes, tetracubes, pentacubes, the Soma pieces.

Names follow Golomb: the tetrominoes I O T S L, the pentominoes F I L N P T U V W X Y Z.
Mirror images, where they count as shapes of their own, take an apostrophe (F and F'), except
that the one-sided tetrominoes are J L and S Z as everybody calls them. Hexominoes, tetracubes
and pentacubes are numbered.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from cpmodels.errors import InputError
from cpmodels.puzzles.cells import (
    Cell,
    Cells,
    canonical,
    neighbours,
    normalise,
    orientations,
    parse_picture,
)

__all__ = ["SETS", "named_shapes", "polyforms"]

_DRAWN = {
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
SETS = (*_PLURALS.values(), "soma")
_JL = {"L'": "J", "S'": "Z"}


@cache
def polyforms(size: int, dimension: int, turning: str) -> tuple[Cells, ...]:
    """Every connected set of so many cells, one of each up to the turning, in sorted order.

    Examples
    --------
    >>> [len(polyforms(6, 2, turning)) for turning in ("free", "one-sided", "fixed")]
    [35, 60, 216]
    """
    if size == 1:
        return (((0,) * dimension,),)
    grown = {
        canonical((*cells, cell), turning)
        for cells in polyforms(size - 1, dimension, turning)
        for old in cells
        for cell in neighbours(old)
        if cell not in cells
    }
    return tuple(sorted(grown))


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
    taken = [name for term in terms for name in term]
    shapes: dict[str, Cells] = {}
    for term in terms:
        for name, cells in term.items():
            unique = name if taken.count(name) == 1 else f"{name}{len(cells)}"
            if unique in shapes:
                raise InputError(f"shape {unique!r} twice in {text!r}, expected each set once")
            shapes[unique] = cells
    return shapes


def _term(text: str) -> dict[str, Cells]:
    name, colon, letters = text.partition(":")
    shapes = _set(" ".join(name.lower().replace("-", " ").split()))
    if not colon:
        return shapes
    chosen = letters.replace(",", " ").split() if "," in letters or " " in letters else letters
    for letter in chosen:
        if letter not in shapes:
            known = " ".join(shapes)
            raise InputError(f"unknown shape {letter!r} in {text!r}, expected some of {known}")
    if not chosen:
        raise InputError(f"no shape behind the colon of {text!r}, expected names such as IOTS")
    if len(set(chosen)) < len(chosen):
        raise InputError(f"a shape stands twice in {text!r}, expected each once (see copies)")
    return {letter: shapes[letter] for letter in chosen}


def _set(name: str) -> dict[str, Cells]:
    turning = "free"
    for prefix in ("one sided", "fixed", "free"):
        if name.startswith(prefix + " "):
            turning, name = prefix.replace(" ", "-"), name.removeprefix(prefix + " ")
    singular = next((s for s, plural in _PLURALS.items() if name in (s, plural)), name)
    if singular in _DRAWN:
        return _variants({k: parse_picture(v) for k, v in _DRAWN[singular].items()}, turning)
    if singular == "hexomino":
        return _numbered("H", polyforms(6, 2, turning))
    if singular in ("tetracube", "pentacube"):
        size = 4 if singular == "tetracube" else 5
        # cubes cannot be reflected by hand: a set of pieces has both mirror images
        return _numbered("C", polyforms(size, 3, "one-sided" if turning == "free" else turning))
    if singular == "soma":
        return {k: _spatial(parse_picture(v)) for k, v in _SOMA.items()}
    raise InputError(f"unknown set of shapes {name!r}, expected one of {', '.join(SETS)}")


def _variants(shapes: Mapping[str, Cells], turning: str) -> dict[str, Cells]:
    """The shapes with those of their orientations that the turning cannot reach apart."""
    if turning == "free":
        return {name: normalise(cells) for name, cells in shapes.items()}
    found: dict[str, Cells] = {}
    for name, cells in shapes.items():
        seen = {canonical(cells, turning)}
        found[name] = normalise(cells)
        for other in orientations(cells, "free"):
            if canonical(other, turning) not in seen:
                seen.add(canonical(other, turning))
                label = f"{name}'" if turning == "one-sided" else f"{name}{len(seen)}"
                found[_JL.get(label, label) if len(cells) == 4 else label] = other
    return found


def _numbered(letter: str, forms: tuple[Cells, ...]) -> dict[str, Cells]:
    width = len(str(len(forms)))
    return {f"{letter}{index:0{width}}": cells for index, cells in enumerate(forms, 1)}


def _spatial(cells: Cells) -> Cells:
    flat: list[Cell] = [(0, *cell) if len(cell) == 2 else cell for cell in cells]
    return normalise(flat)
