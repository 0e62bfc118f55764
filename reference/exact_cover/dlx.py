"""Exact covers by dancing links, with items to cover exactly once, at most once, or lo..hi times.

The search is Knuth's algorithm X on the structure of `reference.exact_cover.links`: choose an item,
try each option of its list, cover the other items of that option, search on, undo it all in
reverse order.
Two things are added. An item that may take several options is never split into copies of itself
(k of them would count each solution k! times): as in Knuth's algorithm M, TAOCP 7.2.2.1, the
options of its list are tried in order, and one that has been tried is out for those that follow.
And an option is given up as soon as covering its items leaves another item with too few options.
With a region rule, options that break it are taken out where few nodes are and much lies below:
that makes the lists shorter and the choice among them better (cf. Knuth's algorithm P, ibid.).
And before an option is chosen, the cells beside it are asked for an option that would be left:
to look into a few lists costs less than to cover six items and undo it.

Conventions: a solution is a set of options that meets the bounds of every item, so a problem
without items has one solution, the empty one. An option of secondary items alone is never chosen
(Knuth's rule). One whose primary items may all be left uncovered is chosen or not, both ways count.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.exact_cover.links import (
    OPTION,
    RIGHT,
    Links,
    begin,
    deselect,
    end,
    following,
    link,
    select,
    take,
)
from reference.exact_cover.links import choose as choose_item
from reference.exact_cover.regions import (
    Rule,
    Word,
    pack,
    sift,
    splits_badly,
    starves,
    strands,
    unsift,
)
from reference.kernel.budget import adapted
from reference.kernel.kernels import kernel
from reference.kernel.polling import ShouldStop, polled

__all__ = ["DLX", "Effort", "RegionRule"]

Array = np.ndarray[Any, np.dtype[Any]]
Bounds = tuple[int, int | None]
RegionRule = tuple[Sequence[tuple[Hashable, Hashable]], Sequence[bool]]
"""Pairs of adjacent items, and whether 0, 1, 2, ... connected uncovered items can be filled."""

SIFTED = 4  # levels at whose nodes every option is held against the region rule beforehand
MANY = 1 << 30  # room for all options that there can be
ENTER, TRY, LEAVE, DONE = 0, 1, 2, 3
LEVEL, STEP, FOUND = 0, 1, 2


@kernel("dlx")
def _search(
    links: Links,
    smallest: bool,
    rule: Rule,
    word: Word,
    state: Array,
    stack: Array,
    gone: Array,
    uncovered: Array,
    branches: Array,
    out: Array,
    budget: int,
) -> None:
    """Search on from ``state`` for a budget of steps, or until ``out`` is full.

    Row l of ``stack`` is (item, node being tried, what `begin` returned, how many options were
    ``gone`` before) of level l. Solutions go to ``out`` as rows of option numbers, ended by -1,
    unless it has no rows.
    """
    left, ruled = uncovered[0], len(word.shifts) > 0
    level, step, found = state[LEVEL], state[STEP], 0
    while step != DONE and budget > 0 and (found < len(out) or len(out) == 0):
        budget -= 1
        if step == ENTER and links.items[RIGHT] == 0:
            if len(out) > 0:
                for k in range(level):
                    out[found, k] = links.nodes[stack[k, 1] + OPTION]
                out[found, level] = -1
            found += 1
            step = LEAVE
        elif step == ENTER:
            stack[level, 3] = gone[0]
            if ruled and level < SIFTED and not sift(links, word, left, gone):
                unsift(links, gone, stack[level, 3])
                step = LEAVE
                continue
            i = choose_item(links, smallest)
            stack[level, 0], stack[level, 1] = i, i
            stack[level, 2] = begin(links, i)
            step = TRY
        elif step == TRY:
            i, p, first = stack[level, 0], stack[level, 1], stack[level, 2]
            p = following(links, i, p, first)
            stack[level, 1] = p
            if p == i:
                end(links, i, first)
                unsift(links, gone, stack[level, 3])
                step = LEAVE
                continue
            if ruled:
                o = links.nodes[p + OPTION]
                if strands(left & ~word.covers[o], word.beside[o], word):
                    continue
            take(links, p, first, 1)
            if not splits_badly(links, p, rule):
                branches[level] += 1
                starved = ruled and starves(links, word, p, left)
                if not starved and select(links, p, first):
                    if ruled:
                        left ^= word.covers[links.nodes[p + OPTION]]
                    level += 1
                    step = ENTER
                    continue
            take(links, p, first, -1)
        elif level == 0:
            step = DONE
        else:
            level -= 1
            i, p, first = stack[level, 0], stack[level, 1], stack[level, 2]
            if ruled:
                left ^= word.covers[links.nodes[p + OPTION]]
            deselect(links, p, first)
            take(links, p, first, -1)
            step = TRY
    state[LEVEL], state[STEP] = level, step
    uncovered[0] = left
    state[FOUND] += found


@dataclass(frozen=True)
class Effort:
    """What a search did: options tried at each level, and updates of the links.

    ``updates`` counts the nodes taken out of their lists (each is put back once, too);
    ``branches[k]`` the options tried with k options chosen before.
    """

    updates: int = 0
    branches: tuple[int, ...] = ()

    @property
    def nodes(self) -> int:
        """The nodes of the search tree: the root, and one for every option tried."""
        return 1 + sum(self.branches)


class DLX:
    """A search for the exact covers of one problem.

    Parameters
    ----------
    items
        Names of the primary items, in order of position (the order of choice among equals).
    options
        Each a sequence of distinct items, at least one.
    secondary
        Names of more items, which one option may cover, or none.
    bounds
        For some of the primary items, how many options are to cover them if it is not exactly
        one: (at least, at most), at most None for any number.
    choose
        ``smallest``: branch on the item with the fewest options to try; ``first``: on the first.
    region_rule
        Pairs of adjacent items and fillable sizes, see `reference.exact_cover.regions.tiling_rule`.

    Raises
    ------
    ValueError
        For an unknown or repeated item, an empty option, impossible bounds.
    Stopped
        When ``should_stop`` says so while the options are read.

    Examples
    --------
    Knuth's example, options {c,e,f}, {a,d,g}, {b,c,f}, {a,d}, {b,g}, {d,e,g}:

    >>> options = ["cef", "adg", "bcf", "ad", "bg", "deg"]
    >>> search = DLX("abcdefg", options)
    >>> list(search.solutions()), search.complete, search.effort.branches
    ([(3, 0, 4)], True, (2, 2, 1))
    >>> sorted(DLX("ab", ["a", "ab", "b"], bounds={"b": (0, 1)}).solutions())
    [(0,), (0, 2), (1,)]
    """

    def __init__(
        self,
        items: Sequence[Hashable],
        options: Sequence[Sequence[Hashable]],
        secondary: Sequence[Hashable] = (),
        bounds: Mapping[Any, Bounds] | None = None,
        choose: str = "smallest",
        region_rule: RegionRule | None = None,
        should_stop: ShouldStop | None = None,
    ) -> None:
        if choose not in ("first", "smallest"):
            raise ValueError(f"choose: {choose!r} is neither 'first' nor 'smallest'")
        read = polled(options, should_stop)
        self._problem = problem = _problem(items, read, secondary, bounds or {})
        self._smallest = choose == "smallest"
        number = {item: k for k, item in enumerate(items, start=1)}
        pairs, fillable = region_rule or ((), ())
        numbered = [(number[a], number[b]) for a, b in pairs]
        self._rules = pack(problem.options, problem.needs, problem.rooms, numbered, fillable)
        self.effort = Effort()
        self.complete = False
        self.found = 0

    def count(self, should_stop: ShouldStop | None = None) -> int:
        """Count the solutions and keep none; a lower bound when not `complete` afterwards."""
        return sum(found for found, _ in self._chunks(0, should_stop))

    def solutions(self, should_stop: ShouldStop | None = None) -> Iterator[tuple[int, ...]]:
        """Yield the solutions, each as the numbers of its options in the order of choice."""
        number = self._problem.numbers
        for found, out in self._chunks(1024, should_stop):
            for row in out[:found].tolist():
                chosen = (number[k] for k in row[: row.index(-1)])
                yield tuple(k for k in chosen if k >= 0)

    def _chunks(self, rows: int, should_stop: ShouldStop | None) -> Iterator[tuple[int, Array]]:
        """Run the search in pieces of about a tenth of a second; yield what each one found."""
        problem = self._problem
        links = link(problem.options, problem.needs, problem.rooms)
        depth = 1 + min(len(problem.options), sum(problem.needs))
        state = np.zeros(3, np.int64)
        stack, branches = np.zeros((depth, 4), np.uint32), np.zeros(depth, np.int64)
        gone = np.zeros(len(problem.options) + 1, np.uint32)
        uncovered = np.array([self._rules[1].cells], np.uint64)
        out = np.zeros((rows, depth), np.int32)
        self.complete, self.found = False, 0
        # A step may look at all items.
        budget = least = 1 + min(1000, 10**6 // (1 + len(problem.needs)))
        while state[STEP] != DONE and not (should_stop and should_stop()):
            began, state[FOUND] = time.perf_counter(), 0
            _search(
                links, self._smallest, *self._rules, state, stack, gone, uncovered,
                branches, out, budget,
            )  # fmt: skip
            if not rows or state[FOUND] < rows:  # a call cut short by full ``out`` tells nothing
                budget = adapted(budget, began, least)
            tried = tuple(np.trim_zeros(branches, "b").tolist())
            self.effort = Effort(int(links.updates[0]), tried)
            self.complete = bool(state[STEP] == DONE)
            self.found += int(state[FOUND])
            yield int(state[FOUND]), out


@dataclass(frozen=True)
class _Problem:
    """A problem in the terms of `link`; ``numbers`` tells the caller's number of each option."""

    options: list[list[int]]
    needs: list[int]
    rooms: list[int]
    numbers: list[int]


def _problem(
    items: Sequence[Hashable],
    options: Iterable[Sequence[Hashable]],
    secondary: Sequence[Hashable],
    bounds: Mapping[Any, Bounds],
) -> _Problem:
    """Check a problem and number its items from 1, the primary ones first."""
    number = {item: k for k, item in enumerate([*items, *secondary], start=1)}
    if len(number) < len(items) + len(secondary):
        raise ValueError("items: one is repeated, expected distinct items")
    primary = set(items)
    for item, (low, high) in bounds.items():
        if item not in primary:
            raise ValueError(f"bounds: {item!r} is not a primary item")
        if low < 0 or (high is not None and high < low):
            raise ValueError(f"bounds of {item!r}: {low}..{high}, expected 0 <= least <= most")
    limits = [bounds.get(item, (1, 1)) for item in items] + [(0, 1)] * len(secondary)
    rooms = [MANY if high is None else max(high, 1) for _, high in limits]
    problem = _Problem([], [low for low, _ in limits], rooms, [])
    for k, option in enumerate(options):
        _add(problem, k, _numbered(k, option, number), limits, len(items))
    return problem


def _numbered(k: int, option: Sequence[Hashable], number: Mapping[Hashable, int]) -> list[int]:
    try:
        chosen = [number[item] for item in option]
    except KeyError as error:
        raise ValueError(f"option {k}: {error.args[0]!r} is not an item") from None
    if not chosen or len(set(chosen)) < len(chosen):
        raise ValueError(f"option {k}: expected at least one item, and none twice")
    return chosen


def _add(
    problem: _Problem, k: int, option: list[int], limits: Sequence[Bounds], primary: int
) -> None:
    """Add an option, if it can be chosen at all.

    If none of its items is to be covered exactly once, add an item that decides on the option.
    """
    if min(option) > primary or any(limits[i - 1][1] == 0 for i in option):
        return
    problem.options.append(option)
    problem.numbers.append(k)
    if not any(limits[i - 1] == (1, 1) for i in option):
        problem.needs.append(1)
        problem.rooms.append(1)
        option.append(len(problem.needs))
        problem.options.append([len(problem.needs)])
        problem.numbers.append(-1)
