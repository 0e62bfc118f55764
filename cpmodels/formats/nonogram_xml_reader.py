"""Read one puzzle of webpbn's XML; `nonogram_xml` says what the format is."""

from __future__ import annotations

import warnings
from collections import Counter
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import Element

from cpmodels.errors import InputError, InputWarning
from cpmodels.formats.nonogram_clues import TextAt, build, integer
from cpmodels.puzzles.clues import ANY_RUNS, BLOT, Run
from cpmodels.puzzles.colours import Colour, distinct, named, rgb_of
from cpmodels.puzzles.nonogram import Nonogram, Picture, Saved, check_size

__all__ = ["FIELDS", "KNOWN_ID", "Reader", "warn_of_unread"]

FIELDS = ("title", "author", "copyright", "description", "license")
KNOWN_ID = "known"  # of a saved solution
_KNOWN = {"white": Colour("white", (255, 255, 255), "."), "black": Colour("black", (0, 0, 0), "X")}
_PARTS = {  # what is read inside of an element, and its attributes
    "puzzleset": (("puzzle",), ()),
    "puzzle": (
        ("clues", "color", "solution"),
        ("type", "defaultcolor", "backgroundcolor"),
    ),
    "color": ((), ("name", "char")),
    "clues": (("line",), ("type",)),
    "line": (("count",), ()),
    "count": ((), ("color",)),
    "solution": (("image", "note"), ("type", "id")),
    "image": ((), ()),
    "note": ((), ()),
}
_KINDS = ("goal", "solution", "saved")


def warn_of_unread(root: Element) -> None:
    """Say which elements and attributes are lost, if there are some."""
    names = Counter(_unread(root))
    if names:
        what = ", ".join(name if n == 1 else f"{name} ({n} times)" for name, n in names.items())
        warnings.warn(InputWarning(f"not kept: {what}"), stacklevel=2)


def _unread(element: Element) -> Iterator[str]:
    parts, attributes = _PARTS.get(element.tag, ((), ()))
    yield from (f"{name} of <{element.tag}>" for name in element.attrib if name not in attributes)
    free = element.tag in ("puzzleset", "puzzle")  # whose texts are further fields of the puzzle
    for child in element:
        text = free and not len(child) and child.tag not in (*parts, "puzzle")
        if child.tag in parts or text:
            yield from _unread(child)
        else:
            yield f"<{child.tag}> in <{element.tag}>"


class Reader:
    """One puzzle, or the texts of a puzzle set."""

    def __init__(self, element: Element, lines: dict[Element, int], where: str) -> None:
        self.element, self.lines, self.where = element, lines, where
        self.default = element.get("defaultcolor", "black")
        self.colours: dict[str, Colour] = {}
        self.letters: dict[str, int] = {}

    def place(self, element: Element) -> str:
        return f"{self.where}: line {self.lines[element]}"

    def puzzle(self, texts: dict[str, Any]) -> Nonogram:
        kind = self.element.get("type", "grid").lower()
        if kind != "grid":
            what = "triddlers are" if kind == "triddler" else f"puzzle type {kind!r} is"
            raise InputError(f"{what} not supported, expected a grid", self.place(self.element))
        self.declare()
        rows, columns = self.clues("rows"), self.clues("columns")
        if len(self.colours) == 1 and self.default in _KNOWN:
            self.colour(self.default, self.element)
        own = self.texts()
        more = {**texts, **own, "extra": (*texts.get("extra", ()), *own.get("extra", ()))}
        more["extra"] += self.goal_notes()
        source = [more.pop(key) for key in ("source", "id") if key in more]
        more["catalogue"] = " ".join(source)
        more["goal"], more["saved"], more["known"] = self.pictures()
        colours = distinct(self.colours.values())
        if rows is None and columns is None and more["goal"] is not None:
            return Nonogram.from_picture(more.pop("goal"), colours, **more)
        if rows is None or columns is None:
            missing = "rows" if rows is None else "columns"
            raise InputError(f'no <clues type="{missing}">', self.place(self.element))
        return build(rows, columns, self.where, colours, **more)

    def texts(self) -> dict[str, Any]:
        """The fields that hold text, those that are there."""
        values: dict[str, Any] = {}
        for child in self.element:
            text = (child.text or "").strip()
            if len(child) or not text or child.tag == "color":
                continue
            if child.tag in (*FIELDS, "source", "id"):
                values[child.tag] = text
            elif child.tag != "clues":
                values["extra"] = (*values.get("extra", ()), (child.tag, text))
        return values

    def declare(self) -> None:
        """Take the colours, the background first."""
        background = self.element.get("backgroundcolor", "white")
        declared = {child.get("name", ""): child for child in self.element.findall("color")}
        if background not in declared:
            self.colour(background, self.element)
        order = sorted(declared, key=lambda name: name != background)
        in_use = {child.get("char") for child in declared.values()}
        for name in order:
            self.colours[name] = self.declared(declared[name], name, in_use)
        for index, colour in enumerate(self.colours.values()):
            self.letters.setdefault(colour.character, index)

    def declared(self, child: Element, name: str, in_use: set[str | None]) -> Colour:
        text = (child.text or "").strip()
        rgb = rgb_of(text) if text else rgb_of(name)
        if not name or rgb is None:
            raise InputError("not a colour, expected a name and 3 or 6 hexadecimal digits",
                             self.place(child))  # fmt: skip
        letter = child.get("char", "")[:1]
        if not letter:
            known = _KNOWN.get(name)
            letter = known.character if known and known.character not in in_use else ""
        return Colour(name, rgb, letter or named(name).character)

    def colour(self, name: str, element: Element) -> int:
        """The index of a colour; white and black need not be declared."""
        if name not in self.colours:
            if name not in _KNOWN and rgb_of(name) is None:
                raise InputError(f"colour {name!r} is not defined", self.place(element))
            known = _KNOWN.get(name) or named(name)
            self.colours[name] = known
            self.letters.setdefault(known.character, len(self.colours) - 1)
        return list(self.colours).index(name)

    def clues(self, kind: str) -> list[TextAt] | None:
        """The clues of one direction; None when there are none of it."""
        elements = [c for c in self.element.findall("clues") if c.get("type", "").lower() == kind]
        if not elements:
            return None
        if len(elements) > 1:
            raise InputError(f'a second <clues type="{kind}">', self.place(elements[1]))
        return [self.clue(line) for line in elements[0].findall("line")]

    def clue(self, line: Element) -> TextAt:
        runs = []
        for count in line.findall("count"):
            text = (count.text or "").strip()
            if text == "*":
                runs.append(ANY_RUNS)
                continue
            length = BLOT if text == "?" else integer(text, "a length", self.place(count))
            runs.append(Run(length, self.colour(count.get("color", self.default), count)))
        return TextAt(self.lines[line], () if [run.length for run in runs] == [0] else tuple(runs))

    def pictures(self) -> tuple[Picture | None, tuple[Saved, ...], Picture | None]:
        """The first complete goal, every other stored picture, and the cells known beforehand."""
        goal, states, known = None, [], None
        for element in self.element.findall("solution"):
            kind = element.get("type", "goal").lower()
            if kind not in _KINDS:
                raise InputError(f"solution type {kind!r}, expected goal, solution or saved",
                                 self.place(element))  # fmt: skip
            cells = self.image(element)
            full = all(cell & (cell - 1) == 0 for row in cells for cell in row)
            if kind == "goal" and goal is None and full:
                goal = tuple(tuple(cell.bit_length() - 1 for cell in row) for row in cells)
            elif kind == "saved" and element.get("id") == KNOWN_ID and known is None:
                known = cells
            else:
                kind = "saved" if kind == "saved" or not full else "solution"
                states.append(Saved(kind, element.get("id", ""), cells, _note(element)))
        return goal, tuple(states), known

    def goal_notes(self) -> tuple[tuple[str, str], ...]:
        """The notes of goals, as further fields of the puzzle."""
        solutions = self.element.findall("solution")
        goals = [each for each in solutions if each.get("type", "goal").lower() == "goal"]
        return tuple(("note", _note(each)) for each in goals[:1] if _note(each))

    def image(self, element: Element) -> Picture:
        """The cells of a stored picture: sets of colours, as sums of ``1 << colour``."""
        image = element.find("image")
        if image is None or not (image.text or "").strip():
            raise InputError("<solution> without an <image>", self.place(element))
        place = self.place(image)
        parts = "".join((image.text or "").split()).split("|")
        if len(parts) % 2 == 0 or any(parts[::2]):
            raise InputError("an image whose rows do not stand between two |", place)
        rows = tuple(self.row(part, place) for part in parts[1::2])
        check_size(len(rows), max(map(len, rows)), place)
        if len({len(row) for row in rows}) > 1:
            raise InputError("an image with rows of different lengths", place)
        return rows

    def row(self, text: str, place: str) -> tuple[int, ...]:
        cells: list[int] = []
        at = 0
        while at < len(text):
            end = text.find("]", at) if text[at] == "[" else at
            letters = text[at + 1 : end] if text[at] == "[" else text[at]
            if end < 0 or not letters:
                raise InputError("a [ without its ], or nothing in between", place)
            cells.append(self.cell(letters, place))
            at = end + 1
        return tuple(cells)

    def cell(self, letters: str, place: str) -> int:
        if letters == "?":
            return (1 << len(self.colours)) - 1
        for letter in letters:
            if letter not in self.letters:
                raise InputError(f"{letter!r} in an image is no colour's character", place)
        return sum(1 << self.letters[letter] for letter in set(letters))


def _note(element: Element) -> str:
    notes = ((note.text or "").strip() for note in element.findall("note"))
    return "\n".join(note for note in notes if note)
