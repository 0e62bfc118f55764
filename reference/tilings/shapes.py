"""Shapes by name, drawn: the polyominoes of one to five cells and the pieces of the Soma cube."""

from __future__ import annotations

from reference.tilings.polyomino import Cell

__all__ = ["SOMA", "cells_of", "named"]

_DRAWINGS = {
    "monominoes": {"M": "#"},
    "dominoes": {"D": "##"},
    "trominoes": {"I": "###", "L": "##/#."},
    "tetrominoes": {"I": "####", "O": "##/##", "T": "###/.#.", "S": ".##/##.", "L": "###/#.."},
    "pentominoes": {
        "F": ".##/##./.#.",
        "I": "#####",
        "L": "####/#...",
        "N": "##../.###",
        "P": "###/##.",
        "T": "###/.#./.#.",
        "U": "#.#/###",
        "V": "#../#../###",
        "W": "#../##./.##",
        "X": ".#./###/.#.",
        "Y": "####/.#..",
        "Z": "##./.#./.##",
    },
}

SOMA: dict[str, list[Cell]] = {
    "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
    "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
    "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
    "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
    "A": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)],
    "B": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)],
    "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
}
"""The seven pieces of the Soma cube, to be turned but not reflected; A and B mirror each other."""


def cells_of(picture: str) -> list[Cell]:
    """Return the cells marked ``#`` in a picture whose rows are parted by slashes.

    >>> cells_of("##/.#")
    [(0, 0), (0, 1), (1, 1)]
    """
    return [
        (r, c)
        for r, row in enumerate(picture.split("/"))
        for c, mark in enumerate(row)
        if mark == "#"
    ]


def named(name: str) -> dict[str, list[Cell]]:
    """Return a set of shapes, or those of its letters that follow a colon.

    Raises
    ------
    ValueError
        For an unknown set or letter.

    Examples
    --------
    >>> list(named("tetrominoes:IO"))
    ['I', 'O']
    """
    family, _, letters = name.partition(":")
    if family not in _DRAWINGS:
        raise ValueError(f"shapes: {family!r} is not one of {', '.join(_DRAWINGS)}")
    pictures = _DRAWINGS[family]
    for letter in letters:
        if letter not in pictures:
            raise ValueError(f"shapes: {family} have no {letter!r}, only {''.join(pictures)}")
    return {letter: cells_of(pictures[letter]) for letter in letters or pictures}
