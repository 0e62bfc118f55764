"""Lines of a nonogram with blots in their clues, by an automaton that may be in several states.

A run ``(BLOT, colour)`` has an unknown length, 1 or more; people write ``?``. ``(BLOT, 0)`` stands
for any number of runs of any lengths and colours, none too; people write ``*``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

__all__ = ["ANY", "BLOT", "Arcs", "arcs_of", "blotted_masks", "is_blotted", "shortest"]

BLOT = -1
ANY = (BLOT, 0)

Clue = Sequence[tuple[int, int]]
State = tuple[str, int, int]
"""What was read last. ("white", i, 0): a white cell, or nothing yet, item i of the clue is next;
("run", i, n): n cells of item i; ("any", i, c): a run of colour c, one of those for which item i
stands."""


class Arcs(NamedTuple):
    """An automaton; its first state is 0.

    Attributes
    ----------
    arcs : tuple of (int, int, int)
        A state, a colour, a state after a cell of that colour.
    last : tuple of int
        States at which a line may end.
    states : int
        How many there are.
    """

    arcs: tuple[tuple[int, int, int], ...]
    last: tuple[int, ...]
    states: int


def is_blotted(clue: Clue) -> bool:
    """Whether a run of the clue is blotted out."""
    return any(length == BLOT for length, _ in clue)


def shortest(clue: Clue) -> int:
    """The cells that a clue takes at least.

    Examples
    --------
    >>> shortest([(2, 1), (BLOT, 0), (BLOT, 1)])
    4
    """
    runs = [(length, colour) for length, colour in clue if (length, colour) != ANY]
    return sum(abs(length) for length, _ in runs) + sum(a[1] == b[1] for a, b in pairwise(runs))


def arcs_of(clue: Clue, colours: Sequence[int]) -> Arcs:
    """The automaton that reads lines with this clue.

    Parameters
    ----------
    colours
        What a cell may have, white too.

    Examples
    --------
    >>> arcs_of([(BLOT, 1)], [0, 1])
    Arcs(arcs=((0, 0, 0), (0, 1, 1), (1, 1, 1), (1, 0, 2), (2, 0, 2)), last=(1, 2), states=3)
    """
    return _arcs(tuple((int(length), int(colour)) for length, colour in clue), tuple(colours))


@lru_cache(maxsize=4096)
def _arcs(clue: tuple[tuple[int, int], ...], colours: tuple[int, ...]) -> Arcs:
    first: State = ("white", 0, 0)
    number, states, arcs = {first: 0}, [first], list[tuple[int, int, int]]()
    for state in states:
        for colour, after in dict.fromkeys(_after(state, clue, colours)):
            if after not in number:
                number[after] = len(states)
                states.append(after)
            arcs.append((number[state], colour, number[after]))
    last = tuple(number[state] for state in states if _may_end(state, clue))
    return Arcs(tuple(arcs), last, len(states))


def _after(
    state: State, clue: tuple[tuple[int, int], ...], colours: tuple[int, ...]
) -> Iterator[tuple[int, State]]:
    """What a cell may be after a state, and the states that follow."""
    kind, item, number = state
    if kind == "white":
        yield from _next(item, 0, clue, colours)
        return
    if kind == "any":
        yield number, state
        yield from _next(item, number, clue, colours)
        return
    length, colour = clue[item]
    if length == BLOT:
        yield colour, state
    elif number < length:
        yield colour, ("run", item, number + 1)
        return
    yield from _next(item + 1, colour, clue, colours)


def _next(
    item: int, before: int, clue: tuple[tuple[int, int], ...], colours: tuple[int, ...]
) -> Iterator[tuple[int, State]]:
    """What a cell may be where a run has ended, by this item and those after it."""
    yield 0, ("white", item, 0)
    while item < len(clue) and clue[item] == ANY:
        for colour in colours:
            if colour not in (0, before):
                yield colour, ("any", item, colour)
        item += 1
    if item < len(clue) and clue[item][1] != before:
        yield clue[item][1], ("run", item, 1)


def _may_end(state: State, clue: tuple[tuple[int, int], ...]) -> bool:
    kind, item, number = state
    if kind == "run":
        if clue[item][0] not in (BLOT, number):
            return False
        item += 1
    return all(run == ANY for run in clue[item:])


def blotted_masks(clue: Clue, known: Sequence[int], colours: Sequence[int]) -> list[int] | None:
    """What each cell can still be, as masks of colours; None when nothing fits.

    Examples
    --------
    >>> blotted_masks([(BLOT, 1), (2, 1)], [3, 3, 1, 3, 3], [0, 1])
    [3, 3, 1, 2, 2]
    """
    table = arcs_of(clue, colours)
    ahead = [{0}]
    for mask in known:
        ahead.append({b for a, c, b in table.arcs if mask >> c & 1 and a in ahead[-1]})
    alive = ahead[-1] & set(table.last)
    if not alive:
        return None
    masks = []
    for place in range(len(known) - 1, -1, -1):
        ways = [
            (a, c)
            for a, c, b in table.arcs
            if known[place] >> c & 1 and a in ahead[place] and b in alive
        ]
        masks.append(sum({1 << c for _, c in ways}))
        alive = {a for a, _ in ways}
    return masks[::-1]
