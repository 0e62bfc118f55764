"""Dancing links: the toroidal structure of an exact cover, and the steps of the dance.

Every 1 of the matrix is a node with links up and down within the list of its item; its
neighbours to the left and right are the places next to it in memory, and the spacer between two
options sends a walk around (Knuth, TAOCP 7.2.2.1). Node i is the header of item i. The headers
are linked left and right in the list of items still to cover, whose root is 0. Each tells how
many options the item still *needs* and still has *room* for: 1 and 1 for one to cover exactly
once, 0 and 1 for a secondary one; and, in place of the size of its list, how many options it has
to *spare*: the size less what is needed, so that the smallest lists are those with least to spare.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any, NamedTuple

import numpy as np
from numba import njit

__all__ = [
    "ONE",
    "Links",
    "begin",
    "choose",
    "deselect",
    "end",
    "following",
    "has_room",
    "link",
    "remove",
    "restore",
    "select",
    "take",
]

Array = np.ndarray[Any, np.dtype[Any]]
Index = Any  # an unsigned integer

NODE = np.dtype([(name, np.uint32) for name in ("up", "down", "item", "option")])
ITEM = np.dtype(
    [(name, np.uint32) for name in ("left", "right")]
    + [(name, np.int32) for name in ("spare", "need", "room")]
)


class Links(NamedTuple):
    """The structure: records of type `NODE` and of type `ITEM`, and how much was done.

    The ``item`` of a spacer is 0, its ``up`` the first node of the option before it, its ``down``
    the last node of the one behind it. ``updates[0]`` counts the nodes taken out of their lists.
    """

    nodes: Any
    items: Any
    updates: Array


ONE = np.uint32(1)  # unsigned arithmetic all through spares a test for each index


def link(options: Sequence[Sequence[int]], needs: Sequence[int], rooms: Sequence[int]) -> Links:
    """Build the structure of a problem with items 1, 2, ..., len(needs).

    Items that need nothing stay out of the list of items to cover; ``rooms`` are at least 1.
    """
    n = len(needs)
    nodes = np.zeros(n + 2 + sum(len(option) + 1 for option in options), NODE)
    items = np.zeros(n + 1, ITEM)
    due = [0, *(i for i in range(1, n + 1) if needs[i - 1] > 0)]
    items["left"][due], items["right"][due] = due[-1:] + due[:-1], due[1:] + due[:1]
    items["need"][1:], items["room"][1:] = needs, rooms
    up, down, item = nodes["up"], nodes["down"], nodes["item"]
    up[: n + 1] = down[: n + 1] = item[: n + 1] = range(n + 1)
    lengths = np.fromiter(map(len, options), np.int64, len(options))
    spacers = n + 1 + np.cumsum(lengths + 1)  # behind each option
    up[spacers], down[spacers - lengths - 1] = spacers - lengths, spacers - 1
    of = np.repeat(np.arange(len(options)), lengths)
    place = n + 2 + of + np.arange(len(of))
    item[place], nodes["option"][place] = np.fromiter(chain.from_iterable(options), np.int64), of
    listed = np.concatenate([np.arange(n + 1), place])
    listed = listed[np.argsort(item[listed], kind="stable")]  # list by list, each header first
    below = np.roll(listed, -1)
    last = item[below] != item[listed]
    below[last] = item[listed[last]]
    down[listed], up[below] = below, listed
    sizes = np.bincount(item[n + 1 :], minlength=n + 1)[1:]
    items["spare"][1:] = sizes - items["need"][1:]
    return Links(nodes, items, np.zeros(1, np.int64))


@njit(cache=True, nogil=True)
def choose(links: Links, smallest: bool) -> Any:
    """Return the item to branch on: the first, or the first of those with fewest branches."""
    best = links.items[0].right
    if not smallest:
        return best
    fewest = links.items[best].spare
    i = links.items[best].right
    while i != 0 and fewest > 0:
        spare = links.items[i].spare
        if spare < fewest:
            best, fewest = i, spare
        i = links.items[i].right
    return best


@njit(cache=True, nogil=True)
def hide(links: Links, p: Index) -> bool:
    """Take the option of node p out of all lists but p's; say if that starves an item."""
    nodes, items = links.nodes, links.items
    starved = False
    q = p + ONE
    updates = 0
    while q != p:
        i = nodes[q].item
        if i == 0:
            q = nodes[q].up
            continue
        above, below = nodes[q].up, nodes[q].down
        nodes[above].down = below
        nodes[below].up = above
        items[i].spare -= 1
        starved |= items[i].spare < 0
        updates += 1
        q += ONE
    links.updates[0] += updates
    return starved


@njit(cache=True, nogil=True)
def unhide(links: Links, p: Index) -> None:
    """Undo `hide`, from the right to the left."""
    nodes, items = links.nodes, links.items
    q = p - ONE
    while q != p:
        i = nodes[q].item
        if i == 0:
            q = nodes[q].down
            continue
        nodes[nodes[q].up].down = q
        nodes[nodes[q].down].up = q
        items[i].spare += 1
        q -= ONE


@njit(cache=True, nogil=True)
def remove(links: Links, p: Index) -> bool:
    """Take the option of node p out of all its lists; say if that starves an item."""
    nodes, items = links.nodes, links.items
    starved = hide(links, p)
    nodes[nodes[p].up].down = nodes[p].down
    nodes[nodes[p].down].up = nodes[p].up
    items[nodes[p].item].spare -= 1
    links.updates[0] += 1
    return bool(starved or items[nodes[p].item].spare < 0)


@njit(cache=True, nogil=True)
def restore(links: Links, p: Index) -> None:
    """Undo `remove`.

    Of two neighbours in a list the one that left first still points at the other, and mends
    the link back: options may return in the order they left, or in reverse.
    """
    nodes, items = links.nodes, links.items
    items[nodes[p].item].spare += 1
    nodes[nodes[p].down].up = p
    nodes[nodes[p].up].down = p
    unhide(links, p)


@njit(cache=True, nogil=True)
def cover(links: Links, i: Index, entire: bool) -> Any:
    """Take away item i if its need is met, and its options if it has no room for more.

    Returns i; or, unless ``entire``, the node at which another item was left with too few
    options: `uncover` is to start there.
    """
    if links.items[i].need == 0:
        links.items[links.items[i].left].right = links.items[i].right
        links.items[links.items[i].right].left = links.items[i].left
    if links.items[i].room == 0:
        p = links.nodes[i].down
        while p != i:
            if hide(links, p) and not entire:
                return p
            p = links.nodes[p].down
    return i


@njit(cache=True, nogil=True)
def uncover(links: Links, i: Index, last: Index) -> None:
    """Undo `cover`, from the node ``last`` upwards (i: from the bottom of the list)."""
    if links.items[i].room == 0:
        p = links.nodes[i].up if last == i else last
        while p != i:
            unhide(links, p)
            p = links.nodes[p].up
    if links.items[i].need == 0:
        links.items[links.items[i].left].right = i
        links.items[links.items[i].right].left = i


@njit(cache=True, nogil=True)
def take(links: Links, p: Index, first: Index, copies: int) -> None:
    """Let the items of p's option need, and have room for, that much less.

    Not p's own item when `begin` (which returned ``first``) did so.
    """
    if first != 0:
        links.items[links.nodes[p].item].need -= copies
        links.items[links.nodes[p].item].spare += copies
        links.items[links.nodes[p].item].room -= copies
    q = p + ONE
    while q != p:
        i = links.nodes[q].item
        if i == 0:
            q = links.nodes[q].up
            continue
        links.items[i].need -= copies
        links.items[i].spare += copies
        links.items[i].room -= copies
        q += ONE


@njit(cache=True, nogil=True)
def has_room(links: Links, p: Index) -> bool:
    """Say if all items of the option of node p have room for it."""
    q = p + ONE
    while q != p:
        i = links.nodes[q].item
        if i == 0:
            q = links.nodes[q].up
            continue
        if links.items[i].room <= 0:
            return False
        q += ONE
    return True


@njit(cache=True, nogil=True)
def select(links: Links, p: Index, first: Index) -> bool:
    """Put the option of node p, already taken, in the solution: cover its items.

    If that starves another item, undo it and say no.
    """
    q = p + ONE
    while q != p:
        i = links.nodes[q].item
        if i == 0:
            q = links.nodes[q].up
            continue
        last = cover(links, i, False)
        if last != i:
            uncover(links, i, last)
            _uncover_left(links, p, q)
            return False
        q += ONE
    if first != 0:
        i = links.nodes[p].item
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
        i = links.nodes[q].item
        if i == 0:
            q = links.nodes[q].down
            continue
        uncover(links, i, i)
        q -= ONE


@njit(cache=True, nogil=True)
def deselect(links: Links, p: Index, first: Index) -> None:
    """Undo `select`."""
    if first != 0:
        uncover(links, links.nodes[p].item, links.nodes[p].item)
    _uncover_left(links, p, p)


@njit(cache=True, nogil=True)
def begin(links: Links, i: Index) -> Any:
    """Prepare to branch on item i.

    With room for one option, whichever it will be excludes the rest: cover i, return 0. With
    room for more, return the first node of the list: each option is to be taken out of it when
    its turn comes.
    """
    if links.items[i].room > 1:
        return links.nodes[i].down
    links.items[i].need -= 1
    links.items[i].spare += 1
    links.items[i].room -= 1
    cover(links, i, True)
    return np.uint32(0)


@njit(cache=True, nogil=True)
def following(links: Links, i: Index, p: Index, first: Index) -> Any:
    """Return the node to try after p in the list of item i; i itself when there is none."""
    if first == 0:
        return links.nodes[p].down
    p = links.nodes[i].down
    if p == i or links.items[i].spare < 0:
        return i
    remove(links, p)
    return p


@njit(cache=True, nogil=True)
def end(links: Links, i: Index, first: Index) -> None:
    """Undo `begin` and every `following`: all options of item i are back in their lists."""
    if first == 0:
        uncover(links, i, i)
        links.items[i].need += 1
        links.items[i].spare -= 1
        links.items[i].room += 1
        return
    p, rest = first, links.nodes[i].down
    while p != rest:
        restore(links, p)
        p = links.nodes[p].down
