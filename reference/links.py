"""Dancing links: the toroidal structure of an exact cover, and the steps of the dance.

Every 1 of the matrix is a node with links up and down within the list of its item; its
neighbours to the left and right are the places next to it in memory, and the spacer between two
options sends a walk around (Knuth, TAOCP 7.2.2.1). Node i is the header of item i. The headers
are linked left and right in the list of items still to cover, whose root is 0. Each has the size
of its list, and how many options the item still *needs* and still has *room* for: 1 and 1 for
one to cover exactly once, 0 and 1 for a secondary one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numba import njit

__all__ = ["Links", "begin", "choose", "deselect", "end", "following", "link", "select", "take"]

Array = np.ndarray[Any, np.dtype[Any]]
Index = Any  # an unsigned integer


class Links(NamedTuple):
    """The structure; by node: up, down, item, option; by item: left, right, size, need, room.

    ``item`` is 0 at a spacer, whose ``up`` is the first node of the option before it and whose
    ``down`` the last node of the one behind it. ``effort`` counts the nodes taken out of their
    lists, the items covered, the items uncovered.
    """

    up: Array
    down: Array
    item: Array
    option: Array
    left: Array
    right: Array
    size: Array
    need: Array
    room: Array
    effort: Array


UPDATES, COVERS, UNCOVERS = 0, 1, 2
ONE = np.uint32(1)  # unsigned arithmetic all through spares a test for each index


def link(options: Sequence[Sequence[int]], needs: Sequence[int], rooms: Sequence[int]) -> Links:
    """Build the structure of a problem with items 1, 2, ..., len(needs).

    Items that need nothing stay out of the list of items to cover; ``rooms`` are at least 1.
    """
    n = len(needs)
    nodes = n + 2 + sum(len(option) + 1 for option in options)
    up, down, item, option_of = (np.zeros(nodes, np.uint32) for _ in range(4))
    left, right = np.zeros(n + 1, np.uint32), np.zeros(n + 1, np.uint32)
    size = np.zeros(n + 1, np.int64)
    due = [0, *(i for i in range(1, n + 1) if needs[i - 1] > 0)]
    left[due], right[due] = due[-1:] + due[:-1], due[1:] + due[:1]
    up[: n + 1] = down[: n + 1] = item[: n + 1] = range(n + 1)
    place = n + 2
    for k, option in enumerate(options):
        down[place - 1] = place + len(option) - 1
        up[place + len(option)] = place
        for p, i in enumerate(option, start=place):
            up[p], down[p], item[p], option_of[p] = up[i], i, i, k
            down[up[i]] = up[i] = p
            size[i] += 1
        place += len(option) + 1
    need, room = np.array([0, *needs], np.int64), np.array([0, *rooms], np.int64)
    effort = np.zeros(3, np.int64)
    return Links(up, down, item, option_of, left, right, size, need, room, effort)


@njit(cache=True, nogil=True)
def choose(links: Links, smallest: bool) -> Any:
    """Return the item to branch on: the first, or the first of those with fewest branches."""
    best = links.right[0]
    if not smallest:
        return best
    fewest = links.size[best] - links.need[best]
    i = links.right[best]
    while i != 0 and fewest > 0:
        spare = links.size[i] - links.need[i]
        if spare < fewest:
            best, fewest = i, spare
        i = links.right[i]
    return best


@njit(cache=True, nogil=True)
def hide(links: Links, p: Index) -> bool:
    """Take the option of node p out of all lists but p's; say if that starves an item."""
    up, down, item, size, need = links.up, links.down, links.item, links.size, links.need
    starved = False
    q = p + ONE
    updates = 0
    while q != p:
        i = item[q]
        if i == 0:
            q = up[q]
            continue
        above, below = up[q], down[q]
        down[above] = below
        up[below] = above
        size[i] -= 1
        starved |= size[i] < need[i]
        updates += 1
        q += ONE
    links.effort[UPDATES] += updates
    return starved


@njit(cache=True, nogil=True)
def unhide(links: Links, p: Index) -> None:
    """Undo `hide`, from the right to the left."""
    up, down, item, size = links.up, links.down, links.item, links.size
    q = p - ONE
    while q != p:
        i = item[q]
        if i == 0:
            q = down[q]
            continue
        down[up[q]] = q
        up[down[q]] = q
        size[i] += 1
        q -= ONE


@njit(cache=True, nogil=True)
def cover(links: Links, i: Index, entire: bool) -> Any:
    """Take away item i if its need is met, and its options if it has no room for more.

    Returns i; or, unless ``entire``, the node at which another item was left with too few
    options: `uncover` is to start there.
    """
    links.effort[COVERS] += 1
    if links.need[i] == 0:
        links.right[links.left[i]] = links.right[i]
        links.left[links.right[i]] = links.left[i]
    if links.room[i] == 0:
        p = links.down[i]
        while p != i:
            if hide(links, p) and not entire:
                return p
            p = links.down[p]
    return i


@njit(cache=True, nogil=True)
def uncover(links: Links, i: Index, last: Index) -> None:
    """Undo `cover`, from the node ``last`` upwards (i: from the bottom of the list)."""
    links.effort[UNCOVERS] += 1
    if links.room[i] == 0:
        p = links.up[i] if last == i else last
        while p != i:
            unhide(links, p)
            p = links.up[p]
    if links.need[i] == 0:
        links.right[links.left[i]] = i
        links.left[links.right[i]] = i


@njit(cache=True, nogil=True)
def take(links: Links, p: Index, first: Index, copies: int) -> None:
    """Let the items of p's option need, and have room for, that much less.

    Not p's own item when `begin` (which returned ``first``) did so.
    """
    if first != 0:
        links.need[links.item[p]] -= copies
        links.room[links.item[p]] -= copies
    q = p + ONE
    while q != p:
        i = links.item[q]
        if i == 0:
            q = links.up[q]
            continue
        links.need[i] -= copies
        links.room[i] -= copies
        q += ONE


@njit(cache=True, nogil=True)
def select(links: Links, p: Index, first: Index) -> bool:
    """Put the option of node p, already taken, in the solution: cover its items.

    If that starves another item, undo it and say no.
    """
    q = p + ONE
    while q != p:
        i = links.item[q]
        if i == 0:
            q = links.up[q]
            continue
        last = cover(links, i, False)
        if last != i:
            uncover(links, i, last)
            _uncover_left(links, p, q)
            return False
        q += ONE
    if first != 0:
        i = links.item[p]
        last = cover(links, i, False)
        if last != i:
            uncover(links, i, last)
            _uncover_left(links, p, p)
            return False
    return True


@njit(cache=True, nogil=True)
def _uncover_left(links: Links, p: Index, q: Index) -> None:
    """Uncover the items of p's option to the left of node q, up to p."""
    q -= ONE
    while q != p:
        i = links.item[q]
        if i == 0:
            q = links.down[q]
            continue
        uncover(links, i, i)
        q -= ONE


@njit(cache=True, nogil=True)
def deselect(links: Links, p: Index, first: Index) -> None:
    """Undo `select`."""
    if first != 0:
        uncover(links, links.item[p], links.item[p])
    _uncover_left(links, p, p)


@njit(cache=True, nogil=True)
def begin(links: Links, i: Index) -> Any:
    """Prepare to branch on item i.

    With room for one option, whichever it will be excludes the rest: cover i, return 0. With
    room for more, return the first node of the list: each option is to be taken out of it when
    its turn comes.
    """
    if links.room[i] > 1:
        return links.down[i]
    links.need[i] -= 1
    links.room[i] -= 1
    cover(links, i, True)
    return np.uint32(0)


@njit(cache=True, nogil=True)
def following(links: Links, i: Index, p: Index, first: Index) -> Any:
    """Return the node to try after p in the list of item i; i itself when there is none."""
    if first == 0:
        return links.down[p]
    p = links.down[i]
    if p == i or links.size[i] < links.need[i]:
        return i
    hide(links, p)
    links.down[i] = links.down[p]
    links.up[links.down[p]] = i
    links.size[i] -= 1
    links.effort[UPDATES] += 1
    return p


@njit(cache=True, nogil=True)
def end(links: Links, i: Index, first: Index) -> None:
    """Undo `begin` and every `following`: all options of item i are back in their lists."""
    if first == 0:
        uncover(links, i, i)
        links.need[i] += 1
        links.room[i] += 1
        return
    p, above, rest = first, i, links.down[i]
    while p != rest:
        links.down[above] = p
        links.up[p] = above
        unhide(links, p)
        links.size[i] += 1
        above, p = p, links.down[p]
    links.down[above] = rest
    links.up[rest] = above
