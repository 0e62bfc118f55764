"""Colours of a picture: a name, red-green-blue, and the character that stands for it in text."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain

from cpmodels.errors import InputError

__all__ = [
    "BLACK_AND_WHITE",
    "MAX_COLOURS",
    "NAMED",
    "Colour",
    "distinct",
    "named",
    "palette",
    "parse_rgb",
    "rgb_of",
]

Rgb = tuple[int, int, int]

MAX_COLOURS = 256
NAMED: dict[str, Rgb] = {
    "white": (255, 255, 255),
    "black": (0, 0, 0),
    "red": (255, 0, 0),
    "blue": (0, 0, 255),
    "green": (0, 160, 0),
    "orange": (255, 128, 0),
    "purple": (128, 0, 128),
    "yellow": (255, 220, 0),
    "cyan": (0, 200, 200),
    "brown": (139, 69, 19),
    "pink": (255, 128, 192),
    "grey": (128, 128, 128),
    "gray": (128, 128, 128),
    "magenta": (255, 0, 255),
    "lime": (128, 255, 0),
    "navy": (0, 0, 128),
    "teal": (0, 128, 128),
    "maroon": (128, 0, 0),
    "olive": (128, 128, 0),
    "tan": (210, 180, 140),
    "violet": (160, 80, 255),
}
_CHARACTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ123456789@%&*+=~^$!;:<>"


@dataclass(frozen=True)
class Colour:
    """One colour of a puzzle; two are equal when name and red-green-blue are.

    Attributes
    ----------
    name : str
    rgb : (int, int, int)
        Each 0 to 255.
    character : str
        One character, different for each colour of a puzzle; layout only.
    """

    name: str
    rgb: Rgb
    character: str = field(compare=False)

    @property
    def hex(self) -> str:
        """Six hexadecimal digits.

        Examples
        --------
        >>> Colour("red", (255, 0, 0), "r").hex
        'ff0000'
        """
        return "".join(f"{part:02x}" for part in self.rgb)


BLACK_AND_WHITE = (Colour("white", NAMED["white"], "."), Colour("black", NAMED["black"], "#"))


def parse_rgb(text: str) -> Rgb | None:
    """Red, green, blue of 3 or 6 hexadecimal digits, with or without ``#``; None if it is not.

    Examples
    --------
    >>> parse_rgb("#ff8000"), parse_rgb("0f0"), parse_rgb("red")
    ((255, 128, 0), (0, 255, 0), None)
    """
    digits = text.strip().removeprefix("#")
    if not re.fullmatch(r"[0-9a-fA-F]{3}|[0-9a-fA-F]{6}", digits):
        return None
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:], 16)


def rgb_of(text: str) -> Rgb | None:
    """Red, green, blue of a known name or of hexadecimal digits; None if it is neither."""
    return NAMED.get(text.strip().lower()) or parse_rgb(text)


def palette(colours: Iterable[Colour | str] | int) -> tuple[Colour, ...]:
    """Colours with a character each; index 0 is the background.

    Parameters
    ----------
    colours : iterable of Colour or str, or int
        Names (known ones get their red-green-blue) or colours; or how many, background included.

    Raises
    ------
    InputError
        No colour, too many, a name or a character twice.

    Examples
    --------
    >>> [colour.character for colour in palette(["white", "black", "red", "brown"])]
    ['.', '#', 'r', 'b']
    >>> palette(3)[2].name
    'red'
    """
    if isinstance(colours, int):
        known = _from_number(colours)
    else:
        known = list(colours) if isinstance(colours, Iterable) else [colours]
    for colour in known:
        if not isinstance(colour, (str, Colour)):
            raise InputError(f"colour {colour!r}, expected a name or a Colour")
    if not 1 <= len(known) <= MAX_COLOURS:
        raise InputError(
            f"{len(known)} colours, expected 1 to {MAX_COLOURS}, the first is background"
        )
    in_use = {c.character for c in known if isinstance(c, Colour)}
    result: list[Colour] = []
    for index, colour in enumerate(known):
        if isinstance(colour, str):
            colour = _colour_of(colour, index, in_use)
            in_use.add(colour.character)
        result.append(colour)
    for what in ("name", "character"):
        values = [getattr(colour, what) for colour in result]
        for value in values:
            if values.count(value) > 1:
                raise InputError(f"two colours with the {what} {value!r}, expected different ones")
    return tuple(result)


def named(name: str) -> Colour:
    """A colour of that name: red-green-blue if it is known, and a likely character.

    Examples
    --------
    >>> named("red")
    Colour(name='red', rgb=(255, 0, 0), character='r')
    """
    return _colour_of(name, 1, set())


def distinct(colours: Iterable[Colour]) -> tuple[Colour, ...]:
    """The same colours, where a name or a character that is taken gives way to another.

    Examples
    --------
    >>> red = Colour("red", (255, 0, 0), "r")
    >>> [(colour.name, colour.character) for colour in distinct([red, red])]
    [('red', 'r'), ('red 2', 'e')]
    """
    known, result = list(colours), list[Colour]()
    if len(known) > MAX_COLOURS:
        raise InputError(f"{len(known)} colours, expected at most {MAX_COLOURS}")
    for index, colour in enumerate(known, 1):
        name, letter = colour.name, colour.character
        while any(name == other.name for other in result):
            name = f"{colour.name} {index}"
            index += 1
        in_use = {other.character for other in result}
        if letter in in_use:
            letter = _colour_of(name, len(result), in_use).character
        result.append(Colour(name, colour.rgb, letter))
    return palette(result)


def _from_number(number: int) -> list[Colour | str]:
    names = [name for name in NAMED if name != "gray"]
    names += [f"colour {index}" for index in range(len(names), min(number, MAX_COLOURS + 1))]
    return list(names[:number])


def _colour_of(name: str, index: int, in_use: set[str]) -> Colour:
    rgb = rgb_of(name)
    if rgb is None:  # spread over the circle, so that unknown names differ
        turn = index * 137 % 360
        rgb = (60 + turn * 7 % 180, 60 + turn * 13 % 180, 60 + turn * 29 % 180)
    preference = "." if index == 0 else "#" if name.lower() == "black" else name[:1]
    letters = [letter for letter in preference + name.lower() + name.upper() if letter.isalnum()]
    spare = map(chr, range(0x100, 0x300))
    choice = chain(preference if preference in "#." else "", letters, _CHARACTERS, spare)
    return Colour(name, rgb, next(letter for letter in choice if letter not in in_use))
