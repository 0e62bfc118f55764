"""ExactCover: a 0/1 matrix with named columns, primary and secondary (Knuth's items, options)."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.choices import Checker, PieceChecker
from cpmodels.puzzles.copies import Bounds, parse_bounds, spell
from cpmodels.puzzles.fields import FrozenDict, check_texts, freeze
from cpmodels.puzzles.puzzle import Puzzle, is_integer

__all__ = ["ExactCover"]

MAX_COST = 10**9  # beyond it, sums leave the range of 64 bits


@dataclass(frozen=True)
class ExactCover(Puzzle):
    """Choose options so that each item is covered as often as it wants. Use `ExactCover.of`.

    A solution is a set of option indices (0-based). A primary item is covered exactly once, or
    as its bounds say; a secondary item at most once, or by several options that give it the same
    colour. An option of secondary items alone is never chosen, as Knuth has it; two equal options
    are two different choices. Where options have costs, the solutions are the cheapest ones.

    Attributes
    ----------
    items, secondary : tuple of str
    options : tuple of tuple of str
        Names of items; ``s:red`` for secondary item s in colour red.
    bounds : mapping of str to (int, int or None)
        Only of primary items that want something else than exactly once.
    costs : tuple of int
        Of each option, 0 or more; empty where no option has any.
    """

    kind: ClassVar[str] = "exact-cover"

    items: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    secondary: tuple[str, ...] = ()
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    costs: tuple[int, ...] = ()
    title: str = field(default="", compare=False)

    @classmethod
    def of(
        cls,
        items: Iterable[str],
        options: Iterable[Sequence[str]],
        secondary: Iterable[str] = (),
        bounds: Mapping[str, Bounds] | None = None,
        title: str = "",
        costs: Iterable[int] = (),
    ) -> ExactCover:
        """State an exact cover; texts are split into words.

        Raises
        ------
        InputError
            An item named twice; an option with an unknown item, with one twice, with a colour of
            a primary item, or empty; costs that are no integers of 0 or more, or not as many as
            the options.

        Examples
        --------
        >>> puzzle = ExactCover.of("a b c", ["a b", "c", "b c"])
        >>> puzzle.describe()
        '3 items, 3 options'
        >>> shared = ExactCover.of("a b", ["a s:red", "b s:red", "b s:blue"], secondary="s")
        >>> shared.check([0, 1])
        >>> ExactCover.of("a b", ["a", "b", "a b"], costs=[1, 2, 4]).measure([0, 1])
        3
        """
        rows = tuple(map(_words, _sequence(options, "options")))
        return cls(
            _words(items), rows, _words(secondary), dict(_items(bounds)), _costs(costs), title
        )

    def __post_init__(self) -> None:
        """Refuse invalid input, however the puzzle is built; mappings can't be changed."""
        check_texts(self, "title")
        primary, others = _words(self.items), _words(self.secondary)
        rows = tuple(map(_words, _sequence(self.options, "options")))
        for name, number in Counter(primary + others).items():
            if number > 1:
                raise InputError(f"item {name} appears {number} times, expected once")
        known, aside = set(primary), set(others)
        for index, row in enumerate(rows, 1):
            _check_option(row, index, known, aside)
        bounds_of = {name: _bounds(name, pair, primary) for name, pair in _items(self.bounds)}
        unusual = {name: pair for name, pair in bounds_of.items() if pair != (1, 1)}
        costs = _costs(self.costs)
        if costs and len(costs) != len(rows):
            raise InputError(f"{len(costs)} costs for {len(rows)} options, expected one for each")
        freeze(
            self, items=primary, options=rows, secondary=others, bounds=FrozenDict(unusual),
            costs=costs,
        )  # fmt: skip

    @property
    def optimising(self) -> bool:  # type: ignore[override]
        """Whether the cheapest covers are asked for: options have costs."""
        return bool(self.costs)

    @property
    def default_question(self) -> str:  # type: ignore[override]
        """What `compare` asks: the cheapest cover, or how many covers there are."""
        return "solve" if self.costs else "count"

    def measure(self, solution: Iterable[int]) -> int | None:
        """What the chosen options cost; None where they have no costs."""
        return sum(self.costs[index] for index in solution) if self.costs else None

    def __hash__(self) -> int:
        return hash((self.items, self.options, self.secondary, self.bounds, self.costs))

    def bound(self, item: str) -> Bounds:
        """How often an item must and may be covered."""
        return self.bounds.get(item, (1, 1)) if item not in self.secondary else (0, 1)

    @cached_property
    def pairs(self) -> tuple[tuple[tuple[str, str], ...], ...]:
        """Each option as pairs of an item and its colour, empty for none."""
        known = {*self.items, *self.secondary}
        return tuple(tuple(_pair(word, known) for word in option) for option in self.options)

    @cached_property
    def colours(self) -> tuple[str, ...]:
        """The colours, in the order of the options."""
        return tuple(dict.fromkeys(c for option in self.pairs for _, c in option if c))

    def usable(self, index: int) -> bool:
        """Whether an option has a primary item."""
        return any(item in self._primary for item, _ in self.pairs[index])

    @cached_property
    def _primary(self) -> frozenset[str]:
        return frozenset(self.items)

    def check(self, solution: Iterable[int]) -> None:
        """Raise `WrongSolution` unless the chosen options cover as the items want."""
        times: Counter[str] = Counter()
        colours: dict[str, str] = {}
        indices: set[int] = set()
        for index in _indices(solution):
            if not 0 <= index < len(self.options):
                raise WrongSolution(f"option {index}, expected 0 to {len(self.options) - 1}")
            if index in indices:
                raise WrongSolution(f"option {index} is chosen twice")
            if not self.usable(index):
                raise WrongSolution(f"option {index} has secondary items alone")
            indices.add(index)
            for item, colour in self.pairs[index]:
                before = colours.setdefault(item, colour)
                if colour and times[item] and before == colour:
                    continue  # they share it
                if times[item] and (colour or before):
                    raise WrongSolution(
                        f"item {item} is covered {_spell(colour)} and {_spell(before)}, "
                        "expected options that agree on it"
                    )
                times[item] += 1
        for item in (*self.items, *self.secondary):
            low, high = self.bound(item)
            if times[item] < low or (high is not None and times[item] > high):
                raise WrongSolution(
                    f"item {item} is covered {times[item]} times, expected {spell((low, high))}"
                )

    def checker(self) -> Checker:
        """One that looks at each option once, where items are covered exactly or at most once."""
        plain = not self.colours and all(pair == (0, 1) for pair in self.bounds.values())
        return _CoverChecker(self, (*self.items, *self.secondary)) if plain else Checker(self)

    def key(self, solution: Iterable[int]) -> Hashable:
        """The set of options, whatever their order."""
        return frozenset(solution)

    def describe(self) -> str:
        """The puzzle in one line."""
        more = f" and {len(self.secondary)} secondary" if self.secondary else ""
        paints = f", {len(self.colours)} colours" if self.colours else ""
        size = f"{len(self.items)} items{more}, {len(self.options)} options{paints}"
        size += ", cheapest cover" if self.costs else ""
        return f"{self.title}, {size}" if self.title else size

    def notes(self) -> tuple[str, ...]:
        """Options that can never be chosen."""
        idle = sum(not self.usable(index) for index in range(len(self.options)))
        note = f"{idle} options have secondary items alone and are never chosen"
        return (note,) if idle else ()


class _CoverChecker(PieceChecker):
    """The items of a cover are its places."""

    def covered(self, piece: Any) -> Sequence[str] | None:
        """The items of an option that may be chosen."""
        puzzle = self._puzzle
        if not (is_integer(piece) and 0 <= piece < len(puzzle.options) and puzzle.usable(piece)):
            return None
        option: Sequence[str] = puzzle.options[piece]
        return option

    def fault(self, rows: Any, masks: Any) -> Any:
        """Items that must be covered and are not."""
        must = self.mask(
            [item for item in self._puzzle.items if self._puzzle.bound(item) == (1, 1)]
        )
        return (masks & must != must).any(axis=1)


def _indices(solution: Any) -> list[int]:
    try:
        return list(map(operator.index, solution))
    except TypeError:
        raise WrongSolution("expected a set of option indices") from None


def _words(text: Any) -> tuple[str, ...]:
    if isinstance(text, str):
        return tuple(text.split())
    names = _sequence(text, "items")
    for name in names:
        if not isinstance(name, str):
            raise InputError(f"item {name!r}, expected a name")
    return names


def _sequence(values: Any, what: str) -> tuple[Any, ...]:
    try:
        return tuple(values)
    except TypeError:
        raise InputError(f"{what} {values!r}, expected a sequence of them") from None


def _items(bounds: Any) -> list[tuple[str, Any]]:
    if not isinstance(bounds, Mapping | None):
        raise InputError(f"bounds {bounds!r}, expected a table of pairs (low, high)")
    return list((bounds or {}).items())


def _bounds(name: str, pair: Any, primary: tuple[str, ...]) -> Bounds:
    if name not in primary:
        raise InputError(f"bounds of {name}, expected a primary item")
    return parse_bounds(pair, f"bounds of {name}")


def _pair(word: str, known: set[str]) -> tuple[str, str]:
    """The item and the colour that a word of an option says."""
    item, colon, colour = word.rpartition(":")
    return (item, colour) if colon and word not in known else (word, "")


def _spell(colour: str) -> str:
    return f"in colour {colour}" if colour else "without a colour"


def _costs(costs: Any) -> tuple[int, ...]:
    prices = _sequence(costs, "costs")
    for number, cost in enumerate(prices, 1):
        if not is_integer(cost) or not 0 <= cost <= MAX_COST:
            raise InputError(
                f"option {number} costs {cost!r}, expected an integer of 0 to {MAX_COST:,}"
            )
    return prices


def _check_option(
    option: tuple[str, ...], number: int, primary: set[str], secondary: set[str]
) -> None:
    if not option:
        raise InputError(f"option {number} is empty, expected at least one item")
    if primary.issuperset(option) and len(set(option)) == len(option):
        return
    known = primary | secondary
    pairs = [_pair(word, known) for word in option]
    for word, (item, colour) in zip(option, pairs, strict=True):
        if item not in known:
            raise InputError(f"option {number} has unknown item {item!r}")
        if item in primary and word != item:
            raise InputError(
                f"option {number} gives primary item {item} the colour {colour!r}, "
                "expected colours of secondary items alone"
            )
        if word != item and not colour:
            raise InputError(f"option {number} has {word!r}, expected a colour behind the colon")
    for item, times in Counter(item for item, _ in pairs).items():
        if times > 1:
            raise InputError(f"option {number} has item {item} twice, expected once")
