"""Knuth's exact-cover text, as his DLX programs read it.

Lines that start with ``|`` are comments. The first other line names the items, primary before
a lone ``|`` and secondary behind it; ``2|a`` or ``1:3|a`` says how often item a is covered. Every
further line is an option; ``s:red`` gives secondary item s the colour red there, and ``|5`` says
what the option costs (nothing, where other options have a cost and it has none).
Source: D. E. Knuth, The Art of Computer Programming 7.2.2.1, and the programs DLX1, DLX2, DLX3 and
DLX5.
"""

from __future__ import annotations

import re
from collections import Counter

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.models.placements import placements
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.copies import Bounds
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.tiling import Tiling

__all__ = ["FORMATS", "read", "write"]


def _sniff(text: str) -> bool:
    lines = [line.split() for line in text.splitlines() if line.strip() and line[0] != "|"]
    if not lines:
        return False
    items = {_name(word) for word in lines[0]}
    items_text = (
        {word.partition(":")[0] for word in option if not word.startswith("|")}
        for option in lines[1:]
    )
    return len(lines) > 1 and all(option <= items for option in items_text)


def read(text: str, where: str) -> list[Puzzle]:
    """The exact cover in the text."""
    lines = [
        (number, line.split())
        for number, line in enumerate(text.splitlines(), 1)
        if line.strip() and not line.startswith("|")
    ]
    title = next((line[1:].strip() for line in text.splitlines() if line.startswith("|")), "")
    if not lines:
        raise InputError("no line with items, expected one", where)
    primary, secondary, bounds = _items(lines[0][1], f"{where}: line {lines[0][0]}")
    options, costs = [], []
    for number, words in lines[1:]:
        option, cost = _cost(words, f"{where}: line {number}")
        _check_option(option, set(primary), set(secondary), f"{where}: line {number}")
        options.append(option)
        costs.append(cost)
    prices = [cost or 0 for cost in costs] if any(cost is not None for cost in costs) else []
    try:
        return [ExactCover.of(primary, options, secondary, bounds, title, prices)]
    except InputError as error:
        raise error.at(where) from None


def write(puzzle: ExactCover | Tiling) -> str:
    """The exact cover as text; a tiling as the exact cover that it is.

    Examples
    --------
    >>> print(write(ExactCover.of("a b", ["a s", "b"], secondary="s")), end="")
    a b | s
    a s
    b
    """
    if isinstance(puzzle, Tiling):
        puzzle = as_exact_cover(puzzle)
    if not puzzle.items:  # a line that begins with | is a comment
        raise InputError("no primary items, expected one or more in format knuth")
    for name in (*puzzle.items, *puzzle.secondary):
        if re.search(r"[\s|:]", name) or not name:
            raise InputError(f"item {name!r} cannot be written: a name without space, | and :")
    for colour in puzzle.colours:
        if re.search(r"[\s|:]", colour):
            raise InputError(f"colour {colour!r} cannot be written: a word without | and :")
    head = [_spell(name, puzzle.bounds.get(name)) for name in puzzle.items]
    if puzzle.secondary:
        head += ["|", *puzzle.secondary]
    title = [f"| {' '.join(puzzle.title.split())}"] if puzzle.title else []
    lines = [" ".join(option) for option in puzzle.options]
    if puzzle.costs:
        lines = [f"{line} |{cost}" for line, cost in zip(lines, puzzle.costs, strict=True)]
    return "\n".join([*title, " ".join(head), *lines]) + "\n"


def as_exact_cover(puzzle: Tiling) -> ExactCover:
    """A tiling as an exact cover: an item a cell, and one a shape whose copies are bounded.

    Examples
    --------
    >>> as_exact_cover(Tiling.of("1x2", "monomino + domino", {"D": 1})).options
    (('0,0',), ('0,0', '0,1', 'D'), ('0,1',))
    """
    bounds = {name: pair for name, pair in puzzle.copies.items() if pair != (0, None)}

    def item(cell: Cell) -> str:
        return ",".join(map(str, cell))

    options = [
        [*map(item, cells), *([shape] if shape in bounds else [])]
        for shape, cells in placements(puzzle)
    ]
    items = [*map(item, puzzle.region), *bounds]
    return ExactCover.of(items, options, bounds=bounds, title=puzzle.describe())


def _items(words: list[str], where: str) -> tuple[list[str], list[str], dict[str, Bounds]]:
    if words.count("|") > 1:
        raise InputError("two lone |, expected at most one, before the secondary items", where)
    at = words.index("|") if "|" in words else len(words)
    bounds: dict[str, Bounds] = {}
    for word in words[:at]:
        match = re.fullmatch(r"(?:([0-9]{1,18}):)?([0-9]{1,18})\|(.+)", word)
        if match:
            bounds[match[3]] = (int(match[1] or match[2]), int(match[2]))
        elif "|" in word:
            raise InputError(f"item {word!r}, expected a name, 2|name or 1:3|name", where)
    names = [_name(word) for word in words]
    for name, times in Counter(names[:at] + names[at + 1 :]).items():
        if not name or ":" in name or "|" in name:
            raise InputError(f"item {name!r}, expected a name without : and |", where)
        if times > 1:
            raise InputError(f"item {name} appears twice, expected once", where)
    return names[:at], names[at + 1 :], bounds


def _cost(words: list[str], where: str) -> tuple[list[str], int | None]:
    """The items of an option, and what it costs."""
    bars = [word for word in words if word.startswith("|")]
    if not bars:
        return words, None
    if len(bars) > 1:
        raise InputError(f"two costs, {bars[0]} and {bars[1]}, expected one", where)
    if not re.fullmatch(r"\|[0-9]{1,18}", bars[0]):
        raise InputError(f"cost {bars[0]!r}, expected | and an integer of 0 or more", where)
    return [word for word in words if word is not bars[0]], int(bars[0][1:])


def _check_option(option: list[str], primary: set[str], secondary: set[str], where: str) -> None:
    if primary.issuperset(option) and len(set(option)) == len(option):
        return
    parts = [word.partition(":") for word in option]
    for item, colon, colour in parts:
        if item not in primary and item not in secondary:
            raise InputError(f"unknown item {item!r}, expected one of the items above", where)
        if colon and item in primary:
            raise InputError(
                f"primary item {item} in colour {colour!r}, expected colours of items behind the |",
                where,
            )
        if colon and (not colour or ":" in colour):
            raise InputError(f"colour {colour!r} of item {item}, expected a word", where)
    for item, times in Counter(item for item, _, _ in parts).items():
        if times > 1:
            raise InputError(f"item {item} twice in one option, expected once", where)


def _name(word: str) -> str:
    return word.rpartition("|")[2] if word != "|" else word


def _spell(name: str, bounds: Bounds | None) -> str:
    if bounds is None:
        return name
    low, high = bounds
    if high is None:
        raise InputError(f"item {name} has no upper bound, which Knuth's text cannot say")
    return f"{low}|{name}" if low == high else f"{low}:{high}|{name}"


FORMATS = (
    Format(
        "knuth", "Knuth's exact-cover text", ("exact-cover", "tiling"), _sniff, read, write,
        suffixes=(".dlx", ".xc"),
    ),
)  # fmt: skip
