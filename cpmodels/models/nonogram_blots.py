"""Lines of a nonogram of whose clue some is blotted out, as automata.

What a reader of a line keeps in mind: how many items of the clue the runs so far may stand for,
and the colour and length of the run that is being read. So each line is read in one way.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from cpmodels.puzzles.clues import ANY_RUNS, BLOT, Clue, Run

__all__ = ["Automaton", "automaton", "live_states"]


class Automaton(NamedTuple):
    """A deterministic automaton; its first state is 0.

    Attributes
    ----------
    moves : tuple of dict
        For each state, from colours to the next states.
    final : frozenset of int
        The states at the end of a line that has the clue.
    """

    moves: tuple[dict[int, int], ...]
    final: frozenset[int]


class _State(NamedTuple):
    """The items of the clue that the runs so far may stand for, and the run that is being read."""

    items: frozenset[int]
    run: Run | None = None


@lru_cache(maxsize=4096)
def automaton(clue: Clue, colours: int) -> Automaton:
    """The automaton that accepts the lines of a clue.

    Parameters
    ----------
    colours : int
        Colours that a cell may have, background included.

    Examples
    --------
    >>> automaton((Run(BLOT, 1),), 2)
    Automaton(moves=({0: 0, 1: 1}, {0: 2, 1: 3}, {0: 2}, {0: 2, 1: 3}), final=frozenset({1, 2, 3}))
    """
    longest = [
        max((run.length for run in clue if run.colour == c), default=0) for c in range(colours)
    ]
    first = _State(_with_any(frozenset([0]), clue))
    number, waiting, moves = {first: 0}, [first], list[dict[int, int]]()
    for state in waiting:
        moves.append({})
        for colour in range(colours):
            after = _next(state, colour, clue, longest)
            if after is not None:
                if after not in number:
                    number[after] = len(number)
                    waiting.append(after)
                moves[-1][colour] = number[after]
    final = frozenset(number[state] for state in waiting if len(clue) in _items_after(state, clue))
    return Automaton(tuple(moves), final)


def _next(state: _State, colour: int, clue: Clue, longest: Sequence[int]) -> _State | None:
    """The state after one more cell; None if the line cannot have the clue then."""
    run = state.run
    if run is not None and colour == run.colour:
        longer = Run(min(run.length + 1, longest[colour] + 1), colour)
        return _possible(_State(state.items, longer), clue)
    items = _items_after(state, clue)
    if not items:
        return None
    return _possible(_State(items, Run(1, colour) if colour else None), clue)


def _possible(state: _State, clue: Clue) -> _State | None:
    """The state, without items that its run cannot be; None if there are none left."""
    run = state.run
    if run is None:
        return state
    items = frozenset(
        at
        for at in state.items
        if at < len(clue)
        and (
            clue[at] == ANY_RUNS
            or (clue[at].colour == run.colour
                and (clue[at].length == BLOT or clue[at].length >= run.length))
        )
    )  # fmt: skip
    return _State(items, run) if items else None


def _items_after(state: _State, clue: Clue) -> frozenset[int]:
    """The items that the runs may stand for once this one is over."""
    run = state.run
    if run is None:
        return state.items
    after = {at + 1 for at in state.items if clue[at] in (run, Run(BLOT, run.colour))}
    return _with_any(frozenset(after | {at for at in state.items if clue[at] == ANY_RUNS}), clue)


def _with_any(items: frozenset[int], clue: Clue) -> frozenset[int]:
    """Any number of runs may be none."""
    more = set(items)
    for at, run in enumerate(clue):
        if at in more and run == ANY_RUNS:
            more.add(at + 1)
    return frozenset(more)


def live_states(table: Automaton, can: Sequence[int], length: int) -> list[set[int]]:
    """Before each cell and at the end, the states on a way through cells with these colours.

    Parameters
    ----------
    can : sequence of int
        Bit i of ``can[c]`` says that cell i can have colour c.
    """
    ahead: list[set[int]] = [{0}]
    for cell in range(length):
        open_ = [colour for colour, mask in enumerate(can) if mask >> cell & 1]
        moves = (table.moves[state] for state in ahead[-1])
        ahead.append({move[colour] for move in moves for colour in open_ if colour in move})
    ahead[-1] &= table.final
    for cell in range(length - 1, -1, -1):
        open_ = [colour for colour, mask in enumerate(can) if mask >> cell & 1]
        ahead[cell] = {
            state
            for state in ahead[cell]
            if any(table.moves[state].get(colour) in ahead[cell + 1] for colour in open_)
        }
    return ahead
