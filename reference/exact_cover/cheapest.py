"""The cheapest exact covers: branch and bound on dancing links.

Options stand in the order of their reduced costs (`reference.exact_cover.multipliers`). What is
spent so far bounds every cover below: an option that would exceed the limit ends its list, and an
item is as good to branch on as its list is short within the limit. The k-th best cover so far is
the limit; the option tried at the root tells what is proved meanwhile.

Source of the idea: D. E. Knuth, The Art of Computer Programming 7.2.2.1, algorithm C with costs,
and his program DLX5.
"""

from __future__ import annotations

import time
from bisect import insort
from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from reference.exact_cover.links import (
    DOWN,
    NEED,
    OPTION,
    RIGHT,
    Links,
    begin,
    end,
    following,
    link,
    take,
)
from reference.exact_cover.multipliers import SCALE, multipliers
from reference.exact_cover.problem import Bounds, state_problem
from reference.exact_cover.selection import Paint, deselect, paint_of, select
from reference.kernel.budget import adapt
from reference.kernel.kernels import kernel, part
from reference.kernel.polling import ShouldStop, polled

__all__ = ["Cheapest"]

Array = np.ndarray[Any, np.dtype[Any]]
Cover = tuple[int, tuple[int, ...]]
"""What it costs, and the numbers of its options."""

ENTER, TRY, LEAVE, DONE = 0, 1, 2, 3
LEVEL, STEP, SOLUTIONS = 0, 1, 2
CAP, LIMIT = 0, 1
MOST = 1 << 60


@part
def _choose(links: Links, reduced: Array, left: Any) -> Any:
    """Return the item with fewest options to try within what is left; 0 if one has too few."""
    best, fewest = links.items[RIGHT], np.int64(1 << 60)
    i = best
    while i != 0:
        spare = -np.int64(links.counts[i + NEED])
        p = links.nodes[i + DOWN]
        while p != i and spare < fewest and reduced[links.nodes[p + OPTION]] <= left:
            spare += 1
            p = links.nodes[p + DOWN]
        if spare < 0:
            return np.uint32(0)
        if spare < fewest:
            best, fewest = i, spare
        i = links.items[i + RIGHT]
    return best


def _search(
    links: Links,
    paint: Paint,
    reduced: Array,
    costs: Array,
    within: Array,
    spent: Array,
    prices: Array,
    state: Array,
    stack: Array,
    branches: Array,
    out: Array,
    budget: int,
) -> None:
    """Search on from ``state`` for a budget of steps, or until ``out`` is full.

    Row l of ``stack`` is (item, node being tried, what `begin` returned) of level l; ``spent`` and
    ``prices`` are the reduced and the true costs of the options chosen above it.
    """
    level, step, number = state[LEVEL], state[STEP], 0
    while step != DONE and budget > 0 and number < len(out):
        budget -= 1
        if step == ENTER and links.items[RIGHT] == 0:
            step = LEAVE
            if prices[level] <= within[LIMIT]:
                for k in range(level):
                    out[number, k] = links.nodes[stack[k, 1] + OPTION]
                out[number, level] = -1
                number += 1
        elif step == ENTER:
            i = _choose(links, reduced, within[CAP] - spent[level])
            if i == 0:
                step = LEAVE
                continue
            stack[level, 0], stack[level, 1] = i, i
            stack[level, 2] = begin(links, i)
            step = TRY
        elif step == TRY:
            i, p, first = stack[level, 0], stack[level, 1], stack[level, 2]
            p = following(links, i, p, first)
            stack[level, 1] = p
            o = links.nodes[p + OPTION]
            if p == i or spent[level] + reduced[o] > within[CAP]:
                end(links, i, first)
                step = LEAVE
                continue
            take(links, p, first, 1)
            branches[level] += 1
            if select(links, paint, p, first):
                spent[level + 1] = spent[level] + reduced[o]
                prices[level + 1] = prices[level] + costs[o]
                level += 1
                step = ENTER
                continue
            take(links, p, first, -1)
        elif level == 0:
            step = DONE
        else:
            level -= 1
            p, first = stack[level, 1], stack[level, 2]
            deselect(links, paint, p, first)
            take(links, p, first, -1)
            step = TRY
    state[LEVEL], state[STEP] = level, step
    state[SOLUTIONS] = number


_plain, _coloured = kernel("branch-and-bound")(_search), kernel("branch-and-bound")(_search)


class Cheapest:
    """A search for the covers that cost least.

    Parameters
    ----------
    items, options, secondary, bounds, colours, should_stop
        As for `reference.exact_cover.dlx.DLX`.
    costs
        Of each option, an integer of 0 or more.

    Attributes
    ----------
    bound : int
        What is proved meanwhile: no cover costs less.
    complete : bool
        Whether the search came to its end.
    nodes : int
        Options tried.

    Raises
    ------
    ValueError
        As for `DLX`; and for costs that are none, or too large for words of 64 bits.

    Examples
    --------
    >>> search = Cheapest("abc", ["ab", "c", "a", "bc", "b"], [3, 4, 1, 5, 1])
    >>> search.cheapest(2), search.complete, search.bound
    ([(6, (1, 2, 4)), (6, (2, 3))], True, 6)
    """

    def __init__(
        self,
        items: Sequence[Hashable],
        options: Sequence[Sequence[Hashable]],
        costs: Sequence[int],
        secondary: Sequence[Hashable] = (),
        bounds: Mapping[Any, Bounds] | None = None,
        colours: Mapping[tuple[int, Any], Hashable] | None = None,
        should_stop: ShouldStop | None = None,
    ) -> None:
        if len(costs) != len(options) or min(costs, default=0) < 0:
            raise ValueError("costs: expected one of 0 or more for each option")
        if sum(costs) * SCALE * (1 + len(items)) >= MOST:
            raise ValueError("costs: too large for words of 64 bits")
        read = polled(options, should_stop)
        problem = state_problem(items, read, secondary, bounds or {}, colours or {})
        price = [costs[k] if k >= 0 else 0 for k in problem.numbers]
        free = [need == room for need, room in zip(problem.needs, problem.rooms, strict=True)]
        self._least, reduced = multipliers(problem.options, price, problem.needs, free, should_stop)
        order = np.argsort(reduced, kind="stable").tolist()
        self._reduced = np.array(reduced[order], np.int64)
        self._costs = np.array([price[k] for k in order], np.int64)
        self._numbers = [problem.numbers[k] for k in order]
        self._options = [problem.options[k] for k in order]
        self._colours = [problem.colours[k] for k in order] if problem.colours else []
        self._needs, self._rooms = problem.needs, problem.rooms
        self.bound = -(-self._least // SCALE)
        self.complete, self.nodes = False, 0

    def cheapest(
        self, k: int = 1, should_stop: ShouldStop | None = None, show: Any = None
    ) -> list[Cover]:
        """Return the k cheapest covers, the cheapest first; the best so far when not `complete`.

        Parameters
        ----------
        show : callable, optional
            Called with each cover that is among the best so far.
        """
        best: list[Cover] = []
        within = np.array([MOST, MOST], np.int64)
        for cover in self._covers(within, 1, should_stop):
            insort(best, cover)
            del best[k:]
            if show is not None:
                show(cover)
            if len(best) == k:
                self._restrict(within, best[-1][0] - 1)
        if best:  # what is out is known to cost no less than the best
            self.bound = best[0][0] if self.complete else min(self.bound, best[0][0])
        return best

    def within(self, limit: int, should_stop: ShouldStop | None = None) -> Iterator[Cover]:
        """Yield every cover that costs no more than the limit."""
        bounds = np.zeros(2, np.int64)
        self._restrict(bounds, limit)
        yield from self._covers(bounds, 256, should_stop)

    def _restrict(self, within: Array, limit: int) -> None:
        within[CAP], within[LIMIT] = limit * SCALE - self._least, limit

    def _covers(self, within: Array, rows: int, should_stop: ShouldStop | None) -> Iterator[Cover]:
        """Run the search in slices; who takes a cover may lower what is ``within`` the limit."""
        links = link(self._options, self._needs, self._rooms)
        paint = paint_of(links, self._colours)
        search = _plain if paint is None else _coloured
        depth = 1 + min(len(self._options), sum(self._needs))
        state, branches = np.zeros(3, np.int64), np.zeros(depth, np.int64)
        stack, out = np.zeros((depth, 3), np.uint32), np.zeros((rows, depth), np.int32)
        spent, prices = np.zeros(depth + 1, np.int64), np.zeros(depth + 1, np.int64)
        self.complete, self.nodes = False, 0
        budget = least = 1 + min(1000, 10**6 // (1 + len(self._options)))
        while state[STEP] != DONE and not (should_stop and should_stop()):
            began = time.perf_counter()
            search(
                links, paint, self._reduced, self._costs, within, spent, prices, state, stack,
                branches, out, budget,
            )  # fmt: skip
            number = int(state[SOLUTIONS])
            if number < rows:
                budget = adapt(budget, began, least)
            self.nodes = int(branches.sum())
            self.complete = bool(state[STEP] == DONE)
            if state[LEVEL] and not self.complete:  # the first option chosen costs no less later
                reduction = self._reduced[links.nodes[stack[0, 1] + OPTION]]
                self.bound = max(self.bound, int(-(-(self._least + reduction) // SCALE)))
            for row in out[:number].tolist():
                options_of = row[: row.index(-1)]
                numbers = sorted(self._numbers[o] for o in options_of if self._numbers[o] >= 0)
                yield int(self._costs[options_of].sum()) if options_of else 0, tuple(numbers)
