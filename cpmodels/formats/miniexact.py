"""Exact covers in the syntax of miniexact.

``< a b:2 c:1;3 >`` names the primary items, with how often they are covered; ``[ s t ]`` the
secondary ones, if there are any. Options follow, each ended by a semicolon; ``s:red`` is an item in
a colour, and ``$5`` at the end says what the option costs.
Source: M. Heisinger, miniexact, https://github.com/miniexact/miniexact.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.puzzles.copies import Bounds
from cpmodels.puzzles.exact_cover import ExactCover
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["FORMATS", "read", "write"]

_NAME = r"[A-Za-z0-9_,!#@+%^&*\-\u0080-\U0010ffff]+"
_TOKEN = re.compile(rf"(?P<space>\s+)|(?P<sign>[<>\[\]:;$])|(?P<name>{_NAME})")
Token = tuple[str, str]  # what, and where


def _sniff(text: str) -> bool:
    return re.match(r"\s*<[^<>]*>\s*(\[[^\[\]]*\])?[^<>\[\]]*;", text) is not None


def _tokens(text: str, where: str) -> Iterator[Token]:
    line, at = 1, 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        place = f"{where}: line {line}"
        if match is None:
            raise InputError(f"{text[at]!r}, expected a name or one of < > [ ] : ; $", place)
        if match["space"] is None:
            yield match[0], place
        line += match[0].count("\n")
        at = match.end()
    yield "", f"{where}: line {line}"


class _Reader:
    """The tokens, one in advance."""

    def __init__(self, text: str, where: str) -> None:
        self._tokens = _tokens(text, where)
        self.token, self.place = next(self._tokens)

    def accept(self, token: str) -> bool:
        """Go on if this comes next; whether it does."""
        if self.token != token:
            return False
        self.token, self.place = next(self._tokens)
        return True

    def expect(self, token: str) -> None:
        """Go on, if this comes next."""
        if not self.accept(token):
            raise InputError(f"{self._token}, expected {token}", self.place)

    def name(self, what: str, pattern: str = _NAME) -> str:
        """Go on past a name."""
        token = self.token
        if not re.fullmatch(pattern, token):
            raise InputError(f"{self._token}, expected {what}", self.place)
        self.token, self.place = next(self._tokens)
        return token

    @property
    def _token(self) -> str:
        return repr(self.token) if self.token else "the end"


def read(text: str, where: str) -> list[Puzzle]:
    """The cover in the text.

    Examples
    --------
    >>> [puzzle] = read("< a b:1;2 > [ s ]\\na s:red $5;\\nb s:red;", "text")
    >>> puzzle.options, puzzle.bounds["b"], puzzle.costs
    ((('a', 's:red'), ('b', 's:red')), (1, 2), (5, 0))
    """
    reader = _Reader(text, where)
    bounds: dict[str, Bounds] = {}
    primary: dict[str, str] = {}
    reader.expect("<")
    while not reader.accept(">"):
        name = _new_item(reader, primary, {})
        if reader.accept(":"):
            low = int(reader.name("how often", "[0-9]{1,18}"))
            pair = reader.accept(";") or reader.accept(":")
            bounds[name] = (low, int(reader.name("how often", "[0-9]{1,18}")) if pair else low)
    secondary: dict[str, str] = {}
    if reader.accept("["):
        while not reader.accept("]"):
            _new_item(reader, secondary, primary)
    options, costs = [], []
    while reader.token:
        option, cost = _option(reader, primary, secondary)
        options.append(option)
        costs.append(cost)
    prices = [cost or 0 for cost in costs] if any(cost is not None for cost in costs) else ()
    return [ExactCover.of(primary, options, secondary, bounds, costs=prices)]


def _new_item(reader: _Reader, items: dict[str, str], others: dict[str, str]) -> str:
    place = reader.place
    name = reader.name("the name of an item")
    if name in items or name in others:
        raise InputError(f"item {name} appears twice, expected once", place)
    items[name] = place
    return name


def _option(
    reader: _Reader, primary: dict[str, str], secondary: dict[str, str]
) -> tuple[list[str], int | None]:
    option: dict[str, str] = {}
    cost = None
    while not option or not (reader.token == "" or reader.accept(";")):
        place = reader.place
        if option and reader.accept("$"):
            cost = int(reader.name("a cost, an integer of 0 or more", "[0-9]{1,18}"))
            if reader.token:
                reader.expect(";")
            break
        name = reader.name("an item")
        if name not in primary and name not in secondary:
            raise InputError(f"unknown item {name!r}, expected one of those above", place)
        if name in option:
            raise InputError(f"item {name} twice in one option, expected once", place)
        option[name] = name
        if reader.accept(":"):
            colour = reader.name("a colour")
            if name in primary:
                raise InputError(f"primary item {name} in colour {colour!r}, expected none", place)
            option[name] = f"{name}:{colour}"
    return list(option.values()), cost


def write(puzzle: ExactCover) -> str:
    """The cover as text.

    Examples
    --------
    >>> puzzle = ExactCover.of("a b", ["a s:red", "b"], secondary="s", bounds={"b": (1, 2)})
    >>> print(write(puzzle), end="")
    < a b:1;2 >
    [ s ]
    a s:red;
    b;
    """
    for name in (*puzzle.items, *puzzle.secondary, *puzzle.colours):
        if not re.fullmatch(_NAME, name):
            raise InputError(f"name {name!r}, expected letters, digits and any of _-,!#@+%^&*")
    items = [name if name not in puzzle.bounds else f"{name}:{_range(name, puzzle.bounds[name])}"
             for name in puzzle.items]  # fmt: skip
    lines = [" ".join(["<", *items, ">"])]
    if puzzle.secondary:
        lines.append(" ".join(["[", *puzzle.secondary, "]"]))
    for index, option in enumerate(puzzle.options):
        cost = f" ${puzzle.costs[index]}" if puzzle.costs else ""
        lines.append(" ".join(option) + cost + ";")
    return "\n".join(lines) + "\n"


def _range(name: str, bounds: Bounds) -> str:
    low, high = bounds
    if high is None:
        raise InputError(f"item {name} has no upper bound, which format miniexact cannot say")
    return str(low) if low == high else f"{low};{high}"


FORMATS = (
    Format(
        "miniexact", "an exact cover in miniexact's syntax", ("exact-cover",), _sniff, read, write,
        dropped=lambda puzzle: ["the title"] if puzzle.title else [],
    ),
)  # fmt: skip
