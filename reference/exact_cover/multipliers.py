"""Multipliers of items: what a cover costs at least, and what each option costs beyond its share.

Any numbers u for the items to be covered bound the cost of a cover from below: it pays u of each
item once, and what an option costs more than the u of its items, its *reduced cost*, if that is
never negative. Good numbers come from subgradient steps (M. Held and R. M. Karp, Mathematical
Programming 1, 1971); then all is done again in integers, so that no rounding can make a bound
false: shares are taken back where a reduced cost is negative, and given out where all are positive.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from reference.kernel.polling import ShouldStop

__all__ = ["SCALE", "multipliers"]

Array = np.ndarray[Any, np.dtype[Any]]
SCALE = 1000  # integers that are multipliers are this fine
STEPS = 2000


def multipliers(
    options: Sequence[Sequence[int]],
    costs: Sequence[int],
    needs: Sequence[int],
    free: Sequence[bool],
    should_stop: ShouldStop | None = None,
) -> tuple[int, Array]:
    """Return a lower bound on the cost of a cover and the reduced costs, both in thousandths.

    Parameters
    ----------
    options, needs
        As for `reference.exact_cover.links.link`: items are numbers from 1 on.
    costs
        Of each option, 0 or more.
    free
        By item, whether it is covered exactly as often as it needs: then its multiplier may be
        negative.

    Examples
    --------
    >>> bound, reduced = multipliers([[1], [2], [1, 2]], [3, 4, 5], [1, 1], [True, True])
    >>> bound, reduced.min()
    (5000, np.int64(0))
    """
    need = np.array([0, *needs], np.int64)
    able = np.array([False, *free]), need > 0
    lengths = np.fromiter(map(len, options), np.int64, len(options))
    items = np.fromiter((i for option in options for i in option), np.int64, int(lengths.sum()))
    of = np.repeat(np.arange(len(options)), lengths)
    price = np.array(costs, np.int64) * SCALE
    if not len(options):
        return 0, price
    starts = np.concatenate([[0], np.cumsum(lengths)])
    steps = _subgradient(price, items, of, need, able, should_stop)
    share = np.floor(np.clip(steps, -price.sum(), price.sum())).astype(np.int64)
    reduced = price - np.add.reduceat(share[items], starts[:-1])
    _take_back(share, reduced, items, of, starts, able)
    _give_out(share, reduced, items, of, able)
    assert np.array_equal(reduced, price - np.add.reduceat(share[items], starts[:-1]))
    assert reduced.min() >= 0
    assert share[~able[0]].min() >= 0
    assert not share[~able[1]].any()
    return int(share @ need), reduced


def _subgradient(
    price: Array, items: Array, of: Array, need: Array, able: Any, should_stop: ShouldStop | None
) -> Array:
    """Step uphill from fair shares; the best point on the way."""
    size = np.bincount(of, able[1][items].astype(float), len(price))
    fair = price / np.maximum(size, 1)
    share = np.full(len(need), np.inf)
    np.minimum.at(share, items, fair[of])
    share[~able[1] | ~np.isfinite(share)] = 0
    best, best_share, pace, patience = -np.inf, share, 1.0, 0
    for _ in range(STEPS):
        if should_stop and should_stop():
            break
        reduced = price - np.bincount(of, share[items], len(price))
        cheap = reduced < 0
        bound = share @ need + reduced[cheap].sum()
        if bound > best + 1e-6 * abs(bound):
            best, best_share, patience = bound, share.copy(), 0
        else:
            patience += 1
            if patience == 20:
                pace, patience, share = pace / 2, 0, best_share.copy()
                continue
        slope = need - np.bincount(items, cheap[of].astype(float), len(need))
        slope[~able[1]] = 0
        steep = slope @ slope
        if steep == 0 or pace < 1e-3 or bound > price.sum():  # there is no cover at all
            break
        share = share + pace * (0.05 * abs(bound) + SCALE) / steep * slope
        share[~able[0]] = np.maximum(share[~able[0]], 0)
    return best_share


def _take_back(
    share: Array, reduced: Array, items: Array, of: Array, starts: Array, able: Any
) -> None:
    """Lower shares until no reduced cost is negative."""
    lists = _lists(items, of, len(share))
    for option in np.argsort(reduced):
        for i in items[starts[option] : starts[option + 1]]:
            if reduced[option] >= 0:
                break
            if able[1][i]:
                less = -reduced[option] if able[0][i] else min(-reduced[option], share[i])
                share[i] -= less
                reduced[lists[i]] += less


def _give_out(share: Array, reduced: Array, items: Array, of: Array, able: Any) -> None:
    """Raise shares as long as no reduced cost becomes negative."""
    for i, options in enumerate(_lists(items, of, len(share))):
        if able[1][i] and len(options):
            more = reduced[options].min()
            share[i] += more
            reduced[options] -= more


def _lists(items: Array, of: Array, length: int) -> list[Array]:
    order = np.argsort(items, kind="stable")
    ends = np.cumsum(np.bincount(items, minlength=length))
    return np.split(of[order], ends[:-1])
