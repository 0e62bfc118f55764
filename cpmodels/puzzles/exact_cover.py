"""ExactCover: a 0/1 matrix with named columns, primary and secondary (Knuth's items, options)."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.copies import Bounds, parse_bounds, spell
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["ExactCover"]


@dataclass(frozen=True)
class ExactCover(Puzzle):
    """Choose options so that each item is covered as often as it wants. Use `ExactCover.of`.

    A solution is a set of option indices (0-based). A primary item is covered exactly once, or
    as its bounds say; a secondary item at most once. An option of secondary items alone is never
    chosen, as Knuth has it; two equal options are two different choices.

    Attributes
    ----------
    items, secondary : tuple of str
    options : tuple of tuple of str
    bounds : mapping of str to (int, int or None)
        Only of primary items that want something else than exactly once.
    """

    kind: ClassVar[str] = "exact-cover"

    items: tuple[str, ...]
    options: tuple[tuple[str, ...], ...]
    secondary: tuple[str, ...] = ()
    bounds: Mapping[str, Bounds] = field(default_factory=dict)
    title: str = field(default="", compare=False)

    @classmethod
    def of(
        cls,
        items: Iterable[str],
        options: Iterable[Sequence[str]],
        secondary: Iterable[str] = (),
        bounds: Mapping[str, Bounds] | None = None,
        title: str = "",
    ) -> ExactCover:
        """State an exact cover; texts are split into words.

        Raises
        ------
        InputError
            An item named twice, an option with an unknown item or with one twice, or empty.

        Examples
        --------
        >>> puzzle = ExactCover.of("a b c", ["a b", "c", "b c"])
        >>> puzzle.describe()
        '3 items, 3 options'
        """
        primary, others = _words(items), _words(secondary)
        rows = tuple(map(_words, _sequence(options, "options")))
        for name, number in Counter(primary + others).items():
            if number > 1:
                raise InputError(f"item {name} stands {number} times, expected once")
        known = {*primary, *others}
        for index, row in enumerate(rows, 1):
            _check_option(row, index, known)
        wanted = {name: _bounds(name, pair, primary) for name, pair in _items(bounds)}
        kept = {name: pair for name, pair in wanted.items() if pair != (1, 1)}
        return cls(primary, rows, others, kept, title)

    def __hash__(self) -> int:
        return hash((self.items, self.options, self.secondary, tuple(self.bounds.items())))

    def bound(self, item: str) -> Bounds:
        """How often an item must and may be covered."""
        return self.bounds.get(item, (1, 1)) if item not in self.secondary else (0, 1)

    def usable(self, index: int) -> bool:
        """Whether an option has a primary item."""
        secondary = set(self.secondary)
        return any(item not in secondary for item in self.options[index])

    def check(self, solution: Iterable[int]) -> None:
        """Raise `WrongSolution` unless the chosen options cover as the items want."""
        covered: Counter[str] = Counter()
        chosen: set[int] = set()
        for index in _chosen(solution):
            if not 0 <= index < len(self.options):
                raise WrongSolution(f"option {index}, expected 0 to {len(self.options) - 1}")
            if index in chosen:
                raise WrongSolution(f"option {index} is chosen twice")
            if not self.usable(index):
                raise WrongSolution(f"option {index} has secondary items alone")
            chosen.add(index)
            covered.update(self.options[index])
        for item in (*self.items, *self.secondary):
            low, high = self.bound(item)
            if covered[item] < low or (high is not None and covered[item] > high):
                raise WrongSolution(
                    f"item {item} is covered {covered[item]} times, expected {spell((low, high))}"
                )

    def key(self, solution: Iterable[int]) -> Hashable:
        """The set of options, whatever their order."""
        return frozenset(solution)

    def describe(self) -> str:
        """The puzzle in one line."""
        more = f" and {len(self.secondary)} secondary" if self.secondary else ""
        size = f"{len(self.items)} items{more}, {len(self.options)} options"
        return f"{self.title}, {size}" if self.title else size

    def notes(self) -> tuple[str, ...]:
        """Options that can never be chosen."""
        secondary = set(self.secondary)
        idle = sum(secondary.issuperset(option) for option in self.options)
        return (f"{idle} options have secondary items alone and are never chosen",) * bool(idle)


def _chosen(solution: Any) -> list[int]:
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


def _check_option(option: tuple[str, ...], number: int, known: set[str]) -> None:
    if not option:
        raise InputError(f"option {number} is empty, expected at least one item")
    if known.issuperset(option) and len(set(option)) == len(option):
        return
    for item, times in Counter(option).items():
        if item not in known:
            raise InputError(f"option {number} has unknown item {item!r}")
        if times > 1:
            raise InputError(f"option {number} has item {item} twice, expected once")
