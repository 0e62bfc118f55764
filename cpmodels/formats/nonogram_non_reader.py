"""Read one puzzle of Steve Simpson's .non; `nonogram_non` says what the format is."""

from __future__ import annotations

import html
import re
from typing import Any

from cpmodels.errors import InputError
from cpmodels.formats.nonogram_clues import NumberedLine, TextAt, build, integer, section
from cpmodels.puzzles.clues import ANY_RUNS, BLOT, Run
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour, distinct, named, rgb_of
from cpmodels.puzzles.nonogram import Nonogram, Picture, Saved, check_size

__all__ = ["FIELDS", "KEYS", "Reader"]

FIELDS = {
    "title": "title",
    "by": "author",
    "author": "author",
    "copyright": "copyright",
    "catalogue": "catalogue",
    "license": "license",
    "description": "description",
}
_SIZES = {"width": "width", "height": "height", "columns": "width", "rows": "height"}
_PICTURES = ("goal", "saved", "known")
_COLOUR = ("color", "colour")
KEYS = {*FIELDS, *_SIZES, *_PICTURES, *_COLOUR, "colorname", "maxrule"}


_Length = tuple[int | None, str]  # of a run, None for any number of them; the code of its colour


class Reader:
    """One puzzle of a .non text."""

    def __init__(self, lines: list[NumberedLine], where: str) -> None:
        self.lines, self.where = lines, where
        self.sizes: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self.extra: list[tuple[str, str]] = []
        self.sections: dict[str, list[NumberedLine]] = {}
        self.pictures: list[tuple[int, str, str]] = []
        self.read: list[NumberedLine] = []
        self.background = BLACK_AND_WHITE[0]
        self.colours: dict[str, Colour] = {}
        self.names: dict[str, str] = {}

    def place(self, number: int) -> str:
        return f"{self.where}: line {number}"

    def puzzle(self) -> Nonogram:
        for line in self.lines:
            word, rest = _split(line.text)
            if word in _COLOUR:
                self.colour(rest, line.number)
        at = 0
        while at < len(self.lines):
            at = self.entry(at)
        rows, columns = self.clues("rows", "height"), self.clues("columns", "width")
        colours, codes = self.palette(rows, columns)
        across, down = (
            [
                TextAt(
                    n,
                    tuple(
                        ANY_RUNS if length is None else Run(length, codes[code])
                        for length, code in clue
                    ),
                )
                for n, clue in part
            ]
            for part in (rows, columns)
        )
        more: dict[str, Any] = {**self.texts, "extra": tuple(self.extra)}
        more["goal"], more["saved"], more["known"] = self.states(codes, len(colours))
        return build(across, down, self.where, colours, lines=self.read, **more)

    def entry(self, at: int) -> int:
        """Take the line at this index, and those that belong to it; the index of the next."""
        number, text = self.lines[at]
        word, rest = _split(text)
        if not text or word in _COLOUR or word == "maxrule":
            return at + 1
        if not text[0].isalpha():
            message = f"{text[:40]!r}, expected a word and its text, or a clue"
            if not (text[0].isdigit() or text[0] in "?*"):
                raise InputError(message, self.place(number))
            raise InputError("a clue too many, or one that stands outside of rows and columns",
                             self.place(number))  # fmt: skip
        if word in _SIZES:
            return self.size_or_section(at, word, rest)
        if word in _PICTURES:
            return self.picture(at, word, rest)
        if word == "colorname":
            code, name = _split(rest)
            self.names[code] = _unquote(name)
        elif word in FIELDS:
            self.texts[FIELDS[word]] = _unquote(rest)
        else:
            self.extra.append((word, _unquote(rest)))
        return at + 1

    def size_or_section(self, at: int, word: str, rest: str) -> int:
        number = self.lines[at].number
        if rest:
            size = integer(rest, f"a {_SIZES[word]}", self.place(number))
            if self.sizes.setdefault(_SIZES[word], size) != size:
                raise InputError(f"a second {_SIZES[word]}, {size}", self.place(number))
            if len(self.sizes) == 2:
                check_size(self.sizes["height"], self.sizes["width"], self.place(number))
        elif word in ("width", "height"):
            raise InputError(f"{word} without a number", self.place(number))
        if word in ("width", "height"):
            return at + 1
        end = at + 1
        while end < len(self.lines) and self.is_clue(self.lines[end].text):
            end += 1
        clues = self.lines[at + 1 : end]
        if rest and not any(line.text for line in clues):
            return at + 1  # rows 5 gives the height; the clues stand elsewhere
        if word in self.sections:
            raise InputError(f"a second list of {word}", self.place(number))
        self.sections[word] = clues
        return end

    def is_clue(self, text: str) -> bool:
        return not text or text[0].isdigit() or text[0] in "?*" or _word(text) in self.colours

    def clues(self, word: str, size: str) -> list[tuple[int, list[_Length]]]:
        if size not in self.sizes:
            raise InputError(f"no {size}, expected like '{size} 5'", self.where)
        if word not in self.sections:
            raise InputError(f"no {word}, expected a line '{word}' and clues under it", self.where)
        lines = section(self.sections[word], self.sizes[size], word, self.where)
        self.read += lines
        return [(line.number, self.clue(line)) for line in lines]

    def clue(self, line: NumberedLine) -> list[_Length]:
        """Pairs of a length and the code of a colour, "" for none."""
        place = self.place(line.number)
        words = list(re.finditer(r"\d+|[?*]|[^\s,\d?*]+", line.text))
        before = bool(words) and not _is_length(words[0][0])
        end = 0
        text: list[_Length] = []
        code = ""
        for match in words:
            word, beside = match[0], match.start() == end
            end = match.end()
            if word == "*":
                text.append((None, ""))
            elif _is_length(word):
                length = BLOT if word == "?" else integer(word, "a length", place)
                text.append((length, code if before else ""))
                code = ""
            elif before:
                code = word
            elif (
                text[-1][0] is not None
                and not text[-1][1]
                and word[0].isalpha()
                and (beside or word in self.colours)
            ):
                text[-1] = (text[-1][0], word)
            else:
                raise InputError(f"{word[:40]!r} in a clue, expected numbers", place)
        if code:
            raise InputError(f"colour {code!r} without a number", place)
        if [length for length, _ in text] == [0]:
            return []
        return text

    def colour(self, rest: str, number: int) -> None:
        code, value = _split(rest)
        rgb = rgb_of(value)
        if not code or rgb is None:
            raise InputError("not a colour, expected like 'color b #ff0000'", self.place(number))
        if code == "0":
            self.background = Colour(self.background.name, rgb, ".")
        else:
            self.colours[code] = Colour(code, rgb, code[0])

    def palette(
        self, *parts: list[tuple[int, list[_Length]]]
    ) -> tuple[tuple[Colour, ...], dict[str, int]]:
        """The colours, and the index of each code; "" is the code of bare numbers."""
        in_use = {code: n for part in parts for n, clue in part for length, code in clue if length}
        known = dict(self.colours)
        for code, number in in_use.items():
            if code and code not in known and self.colours:
                names = ", ".join(self.colours)
                raise InputError(
                    f"colour {code!r} is not defined; colours: {names}", self.place(number)
                )
            if code and code not in known:
                known[code] = Colour(code, named(code).rgb, code[0])
        if "" in in_use or not known:
            known = {"": BLACK_AND_WHITE[1], **known}
        codes = {code: index for index, code in enumerate(known, 1)}
        palette = [
            Colour(self.names.get(code, colour.name), colour.rgb, colour.character)
            for code, colour in (("0", self.background), *known.items())
        ]
        return distinct(palette), codes

    def picture(self, at: int, word: str, rest: str) -> int:
        """A goal or a saved state, on its line or on those that follow."""
        number, text, at = self.lines[at].number, _unquote(rest), at + 1
        cells = self.sizes.get("width", 0) * self.sizes.get("height", 0)
        size = len("".join(text.split()))
        while at < len(self.lines) and size < cells and _word(self.lines[at].text) not in KEYS:
            text += self.lines[at].text
            size += len(self.lines[at].text)
            at += 1
        self.pictures.append((number, word, "".join(text.split())))
        return at

    def states(
        self, codes: dict[str, int], colours: int
    ) -> tuple[Picture | None, tuple[Saved, ...], Picture | None]:
        """The goal, the saved states, cells known beforehand.

        A goal that is partly known is a saved state.
        """
        goal, saved, known = None, [], None
        width, height = self.sizes["width"], self.sizes["height"]
        letters = {code: index for code, index in codes.items() if len(code) == 1}
        letters |= {"0": 0, "1": codes.get("", 1)}
        for number, word, text in self.pictures:
            if len(text) != width * height:
                raise InputError(f"{word} of {len(text)} cells, expected {width * height}",
                                 self.place(number))  # fmt: skip
            strange = set(text) - letters.keys() - {"?"}
            if strange:
                raise InputError(f"{word} with {min(strange)!r}, expected 0, 1 or a colour",
                                 self.place(number))  # fmt: skip
            rows = [text[r * width : (r + 1) * width] for r in range(height)]
            if word == "goal" and "?" not in text:
                goal = tuple(tuple(letters[cell] for cell in row) for row in rows)
            else:
                sets = {letter: 1 << index for letter, index in letters.items()}
                sets["?"] = (1 << colours) - 1
                cells = tuple(tuple(sets[c] for c in row) for row in rows)
                if word == "known":
                    known = cells
                else:
                    saved.append(Saved("saved", "", cells))
        return goal, tuple(saved), known


def _is_length(word: str) -> bool:
    return word.isdigit() or word in "?*"


def _split(text: str) -> tuple[str, str]:
    """The first word and the rest."""
    word, _, rest = text.replace("\t", " ").partition(" ")
    return word, rest.strip()


def _word(text: str) -> str:
    return re.split(r"[\s,\d]", text, maxsplit=1)[0] if text[:1].isalpha() else ""


def _unquote(text: str) -> str:
    if text[:1] in ('"', "'"):
        text = text[1 : text.rfind(text[0]) if text.rfind(text[0]) > 0 else None]
    return html.unescape(text)
