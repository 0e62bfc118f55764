"""The array ``var d=[[...],...];`` in the pages of nonograms.org: an enciphered picture.

Width, height and the number of colours stand in the second to fourth entry, ``a % d + b % d -
c % d`` for an entry ``[a, b, c, d]``; the fifth hides the colours, one an entry. Then come the
number of stretches, their offsets, and each stretch: first column, length, colour, row. What
follows them is left out, as other readers do. Nothing is fetched.
Source: ``NonogramsOrg.decipher`` of pynogram, by Tsionyx.
"""

from __future__ import annotations

import json
import re

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, distinct, named
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["FORMATS", "read"]

_ARRAY = re.compile(r"\bvar\s+d\s*=\s*(\[[\d,\[\]\s-]+\])")

Entry = list[int]


def read(text: str, where: str) -> list[Nonogram]:
    """The puzzle of the array in a text; its picture is the goal."""
    match = _ARRAY.search(text)
    if match is None:
        raise InputError("no array, expected like var d=[[...],...];", where)
    number = text.count("\n", 0, match.start()) + 1
    return [_puzzle(_entries(match[1], f"{where}: line {number}"), f"{where}: line {number}")]


def _entries(text: str, where: str) -> list[Entry]:
    try:
        table = json.loads(text)
    except (ValueError, RecursionError):
        table = None
    if not isinstance(table, list) or not all(
        isinstance(entry, list) and len(entry) == 4 and all(type(part) is int for part in entry)
        for entry in table
    ):
        raise InputError("damaged array, expected entries of four numbers", where)
    return table


def _puzzle(entries: list[Entry], where: str) -> Nonogram:
    try:
        width, height, shades = (
            a % d + b % d - c % d for a, b, c, d in (entries[1], entries[2], entries[3])
        )
        check_size(height, width, where)
        if not 1 <= shades < len(entries):
            raise InputError(f"{shades} colours, expected 1 or more", where)
        key = entries[4]
        colours = [
            ((red - key[1]) % 256, (green - key[0]) % 256, (blue - key[3]) % 256)
            for red, green, blue, _ in entries[5 : 5 + shades]
        ]
        a, b, c, d = entries[5 + shades]
        count = a % d * (a % d) + b % d * 2 + c % d
        offsets, stretches = entries[6 + shades], entries[7 + shades : 7 + shades + count]
        if len(stretches) < count:
            raise IndexError
    except (IndexError, ZeroDivisionError):
        raise InputError("the array ends too early, or divides by 0", where) from None
    picture = [[0] * width for _ in range(height)]
    for stretch in stretches:
        first, length, colour, row = (
            part - off for part, off in zip(stretch, offsets, strict=True)
        )
        inside = 1 <= row <= height and first >= 1 and length >= 1 and first + length - 1 <= width
        if not inside or not 1 <= colour <= shades:
            raise InputError("a stretch of colour outside of the picture", where)
        picture[row - 1][first - 1 : first + length - 1] = [colour] * length
    if shades == 1:
        return Nonogram.from_picture(picture, BLACK_AND_WHITE)
    names = ["".join(f"{part:02x}" for part in rgb) for rgb in colours]
    palette = [
        Colour(f"#{n}", rgb, named(n).character) for n, rgb in zip(names, colours, strict=True)
    ]
    return Nonogram.from_picture(picture, distinct([BLACK_AND_WHITE[0], *palette]))


FORMATS = (
    Format(
        "nonograms.org", "the array var d=[[...]] of a page of nonograms.org", ("nonogram",),
        lambda text: _ARRAY.search(text) is not None, read,
    ),
)  # fmt: skip
