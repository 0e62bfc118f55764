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
Options that give a secondary item the same colour may be chosen together (algorithm C, ibid.).

Conventions: a solution is a set of options that meets the bounds of every item, so a problem
without items has one solution, the empty one. An option of secondary items alone is never chosen
(Knuth's rule). One whose primary items may all be left uncovered is chosen or not, both ways count.
"""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from reference.exact_cover.links import (
    OPTION,
    RIGHT,
    Links,
    begin,
    end,
    following,
    link,
    take,
)
from reference.exact_cover.links import choose as choose_item
from reference.exact_cover.problem import Bounds, state_problem
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
from reference.exact_cover.selection import Paint, deselect, paint_of, select
from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel
from reference.kernel.polling import ShouldStop, polled

__all__ = ["DLX", "Effort", "RegionRule"]

Array = np.ndarray[Any, np.dtype[Any]]
RegionRule = tuple[Sequence[tuple[Hashable, Hashable]], Sequence[bool]]
"""Pairs of adjacent items, and whether 0, 1, 2, ... connected uncovered items can be filled."""

SIFTED = 4  # levels at whose nodes every option is held against the region rule beforehand
ENTER, TRY, LEAVE, DONE = 0, 1, 2, 3
LEVEL, STEP, SOLUTIONS = 0, 1, 2


def _search(
    links: Links,
    paint: Paint,
    smallest: bool,
    rule: Rule,
    word: Word,
    state: Array,
    stack: Array,
    removed: Array,
    uncovered: Array,
    branches: Array,
    out: Array,
    budget: int,
) -> None:
    """Search on from ``state`` for a budget of steps, or until ``out`` is full.

    Row l of ``stack`` is (item, node being tried, what `begin` returned, how many options were
    ``removed`` before) of level l. Solutions go to ``out`` as rows of option numbers, ended by -1,
    unless it has no rows.
    """
    left, ruled = uncovered[0], len(word.shifts) > 0
    level, step, number = state[LEVEL], state[STEP], 0
    while step != DONE and budget > 0 and (number < len(out) or len(out) == 0):
        budget -= 1
        if step == ENTER and links.items[RIGHT] == 0:
            if len(out) > 0:
                for k in range(level):
                    out[number, k] = links.nodes[stack[k, 1] + OPTION]
                out[number, level] = -1
            number += 1
            step = LEAVE
        elif step == ENTER:
            stack[level, 3] = removed[0]
            if ruled and level < SIFTED and not sift(links, word, left, removed):
                unsift(links, removed, stack[level, 3])
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
                unsift(links, removed, stack[level, 3])
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
                if not starved and select(links, paint, p, first):
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
            deselect(links, paint, p, first)
            take(links, p, first, -1)
            step = TRY
    state[LEVEL], state[STEP] = level, step
    uncovered[0] = left
    state[SOLUTIONS] += number


_plain, _coloured = kernel("dlx")(_search), kernel("dlx")(_search)
"""The search without paint, and with: what a kernel takes is always of the same types."""


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
    colours
        By number of an option and secondary item in it, the colour that it gives the item: options
        that agree on it may share the item.

    Raises
    ------
    ValueError
        For an unknown or repeated item, an empty option, impossible bounds, a colour of an item
        that is not secondary or not in the option.
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
    >>> red, blue = {(0, "s"): "red", (1, "s"): "red"}, {(2, "s"): "blue"}
    >>> list(DLX("ab", ["as", "bs", "bs"], "s", colours=red | blue).solutions())
    [(0, 1)]
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
        colours: Mapping[tuple[int, Any], Hashable] | None = None,
    ) -> None:
        if choose not in ("first", "smallest"):
            raise ValueError(f"choose: {choose!r} is neither 'first' nor 'smallest'")
        read = polled(options, should_stop)
        self._problem = problem = state_problem(items, read, secondary, bounds or {}, colours or {})
        self._smallest = choose == "smallest"
        number = {item: k for k, item in enumerate(items, start=1)}
        pairs, fillable = region_rule or ((), ())
        number_pairs = [(number[a], number[b]) for a, b in pairs]
        self._rules = pack(problem.options, problem.needs, problem.rooms, number_pairs, fillable)
        self.effort = Effort()
        self.complete = False
        self.total = 0

    def count(self, should_stop: ShouldStop | None = None) -> int:
        """Count the solutions and keep none; a lower bound when not `complete` afterwards."""
        return sum(number for number, _ in self._chunks(0, should_stop))

    def solutions(self, should_stop: ShouldStop | None = None) -> Iterator[tuple[int, ...]]:
        """Yield the solutions, each as the numbers of its options in the order of choice."""
        for rows in self.batches(should_stop):
            for row in rows.tolist():
                yield tuple([k for k in row if k >= 0])

    def batches(self, should_stop: ShouldStop | None = None) -> Iterator[Array]:
        """Yield some solutions at a time: a row of numbers of options each, and -1 for none."""
        number = np.array([*self._problem.numbers, -1], np.int32)
        for rows_here, out in self._chunks(1024, should_stop):
            rows = out[:rows_here]
            rows[np.logical_or.accumulate(rows < 0, axis=1)] = -1
            if rows_here:
                yield number[rows]

    def _chunks(self, rows: int, should_stop: ShouldStop | None) -> Iterator[tuple[int, Array]]:
        """Run the search in pieces of about a tenth of a second; yield what each one found."""
        problem = self._problem
        links = link(problem.options, problem.needs, problem.rooms)
        paint = paint_of(links, problem.colours)
        search = _plain if paint is None else _coloured
        depth = 1 + min(len(problem.options), sum(problem.needs))
        state = np.zeros(3, np.int64)
        stack, branches = np.zeros((depth, 4), np.uint32), np.zeros(depth, np.int64)
        removed = np.zeros(len(problem.options) + 1, np.uint32)
        uncovered = np.array([self._rules[1].cells], np.uint64)
        out = np.zeros((rows, depth), np.int32)
        self.complete, self.total = False, 0
        # A step may look at all items.
        budget = least = 1 + min(1000, 10**6 // (1 + len(problem.needs)))
        while state[STEP] != DONE and not (should_stop and should_stop()):
            began, state[SOLUTIONS] = time.perf_counter(), 0
            search(
                links, paint, self._smallest, *self._rules, state, stack, removed, uncovered,
                branches, out, budget,
            )  # fmt: skip
            if not rows or state[SOLUTIONS] < rows:  # a full ``out`` cut it short
                budget = adapt(budget, began, least)
            per_level = tuple(np.trim_zeros(branches, "b").tolist())
            self.effort = Effort(int(links.updates[0]), per_level)
            self.complete = bool(state[STEP] == DONE)
            self.total += int(state[SOLUTIONS])
            yield int(state[SOLUTIONS]), out
