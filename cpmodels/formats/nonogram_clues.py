"""What the nonogram formats share: lines with their numbers, clues, and what is left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cpmodels.errors import InputError
from cpmodels.puzzles.clues import Clue, Run
from cpmodels.puzzles.colours import BLACK_AND_WHITE, Colour
from cpmodels.puzzles.nonogram import Nonogram

__all__ = [
    "TEXTS",
    "NumberedLine",
    "TextAt",
    "build",
    "characters",
    "dropping",
    "first_filled",
    "integer",
    "lengths",
    "number_lines",
    "plain_clues",
    "section",
    "shape_header",
]

MAX_DIGITS = 9
TEXTS = ("title", "author", "copyright", "catalogue", "license", "description")


class NumberedLine(NamedTuple):
    """A line of a file and its number, from 1."""

    number: int
    text: str


class TextAt(NamedTuple):
    """A clue and the number of the line where it stands."""

    number: int
    clue: Clue


def number_lines(text: str) -> list[NumberedLine]:
    """The lines of a text, stripped. Only line feeds end a line here."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines and not lines[-1]:
        lines.pop()
    return [NumberedLine(number, line.strip()) for number, line in enumerate(lines, 1)]


def integer(word: str, what: str, where: str) -> int:
    """The number that a word is.

    Raises
    ------
    InputError
        It is none, or has more than 9 digits.

    Examples
    --------
    >>> integer("12", "a width", "a.nin: line 1")
    12
    """
    if not (word.isascii() and word.isdigit()):
        raise InputError(f"{word[:40]!r} is not a number, expected {what}", where)
    if len(word) > MAX_DIGITS:
        raise InputError(f"{word[:12]}... is too large, expected {what}", where)
    return int(word)


def lengths(line: NumberedLine, where: str) -> TextAt:
    """A clue of one colour: numbers between spaces or commas; nothing, or 0 alone, is empty.

    Examples
    --------
    >>> lengths(NumberedLine(7, "3, 1"), "a.nin").clue
    (Run(length=3, colour=1), Run(length=1, colour=1))
    """
    place = f"{where}: line {line.number}"
    numbers = [integer(w, "lengths of runs", place) for w in line.text.replace(",", " ").split()]
    if numbers == [0]:
        numbers = []
    if 0 in numbers:
        raise InputError("a run of 0 beside others, expected 0 alone for an empty line", place)
    return TextAt(line.number, tuple(Run(length, 1) for length in numbers))


def section(lines: Sequence[NumberedLine], count: int, what: str, where: str) -> list[NumberedLine]:
    """Exactly so many clue lines.

    Blank lines say nothing when there are enough others; otherwise each is an empty clue.

    Raises
    ------
    InputError
        Too few or too many lines, with the number found.
    """
    texts = [line for line in lines if line.text]
    if len(texts) == count:
        return texts
    if len(texts) < count <= len(lines) and not any(line.text for line in lines[count:]):
        return list(lines[:count])
    last = (lines[-1].number if len(texts) < count else texts[count].number) if lines else 1
    raise InputError(f"{len(texts)} {what}, expected {count}", f"{where}: line {last}")


def shape_header(line: NumberedLine, what: tuple[str, str], where: str) -> tuple[int, int]:
    """The two numbers at the head of a file."""
    words = line.text.split()
    place = f"{where}: line {line.number}"
    if len(words) != 2:
        raise InputError(f"{line.text[:40]!r}, expected {what[0]} and {what[1]}", place)
    return integer(words[0], f"a {what[0]}", place), integer(words[1], f"a {what[1]}", place)


def build(
    rows: Sequence[TextAt],
    columns: Sequence[TextAt],
    where: str,
    colours: tuple[Colour, ...] = BLACK_AND_WHITE,
    *,
    lines: Sequence[NumberedLine] = (),
    **more: Any,
) -> Nonogram:
    """The puzzle; an error in a clue names its line of the file.

    `lines` are those that the clues were read from, where a blank one stands for an empty clue.
    When that leaves sums that differ, a clue is missing rather than empty.
    """
    try:
        puzzle = Nonogram(
            tuple(line.clue for line in rows),
            tuple(line.clue for line in columns),
            colours,
            **more,
        )
    except InputError as error:
        match = re.fullmatch(r"(row|column) (\d+)", error.where)
        if match is None:
            raise error.at(where) from None
        number = (rows if match[1] == "row" else columns)[int(match[2]) - 1].number
        raise error.at(f"{where}: line {number}") from None
    blank = [line for line in lines if not line.text]
    if blank and puzzle.why_none():
        raise InputError(
            f"{len(lines) - len(blank)} clues, expected {len(lines)}; with blank lines for empty "
            "clues the sums of rows and columns differ", f"{where}: line {blank[0].number}",
        )  # fmt: skip
    return puzzle


def plain_clues(puzzle: Nonogram, format: str, separator: str = " ") -> tuple[list[str], list[str]]:
    """Rows and columns as numbers alone, 0 for an empty clue.

    Raises
    ------
    InputError
        The puzzle has runs of more than one colour.
    """
    if any(run.colour != 1 for clue in (*puzzle.rows, *puzzle.columns) for run in clue):
        raise InputError(f"format {format} holds one colour on a background, not several")
    return tuple(  # type: ignore[return-value]
        [separator.join(str(run.length) for run in clue) or "0" for clue in clues]
        for clues in (puzzle.rows, puzzle.columns)
    )


def characters(puzzle: Nonogram, format: str, allowed: Callable[[str], bool]) -> list[str]:
    """A different character for each colour, its own one where that is allowed."""
    spare = [chr(code) for code in range(0x21, 0x7F) if allowed(chr(code))]
    spare.sort(key=lambda letter: not letter.isalpha())
    own = [colour.character for colour in puzzle.colours]
    free = (letter for letter in spare if letter not in own)
    try:
        return [letter if allowed(letter) else next(free) for letter in own]
    except StopIteration:
        raise InputError(f"format {format} cannot tell {len(own)} colours apart") from None


def dropping(*fields: str) -> Callable[[Nonogram], list[str]]:
    """A function that says what of a puzzle is not among the fields that a format keeps.

    Examples
    --------
    >>> dropping("title")(Nonogram.of([1], [1], title="Dot", author="me", goal=[[1]]))
    ['author', 'goal']
    """

    def dropped(puzzle: Nonogram) -> list[str]:
        losses = [name for name in TEXTS if name not in fields and getattr(puzzle, name)]
        if "extra" not in fields:
            losses += [name for name, _ in puzzle.extra]
        if "colours" not in fields and puzzle.colours != BLACK_AND_WHITE:
            losses.append("colours")
        if "goal" not in fields and puzzle.goal is not None:
            losses.append("goal")
        if "saved" not in fields and puzzle.saved:
            losses.append("saved states" if len(puzzle.saved) > 1 else "saved state")
        return losses

    return dropped


def first_filled(lines: Iterable[NumberedLine], what: str, where: str) -> NumberedLine:
    """The first line with something on it."""
    for line in lines:
        if line.text:
            return line
    raise InputError(f"empty, expected {what}", where)
