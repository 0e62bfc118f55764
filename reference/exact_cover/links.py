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

from reference.kernel.kernels import part

__all__ = [
    "DOWN",
    "ITEM",
    "LEFT",
    "NEED",
    "NEXT",
    "OPTION",
    "RIGHT",
    "ROOM",
    "SPARE",
    "UP",
    "Links",
    "begin",
    "choose",
    "cover",
    "end",
    "following",
    "has_room",
    "hide",
    "link",
    "remove",
    "restore",
    "take",
    "uncover",
    "unhide",
]

Array = np.ndarray[Any, np.dtype[Any]]
Index = Any  # an unsigned integer

# Unsigned arithmetic all through spares a test for each index.
UP, DOWN, ITEM, OPTION = (np.uint32(k) for k in range(4))  # fields of a node
LEFT, RIGHT = (np.uint32(k) for k in range(2))  # fields of an item
SPARE, NEED, ROOM = (np.uint32(k) for k in range(3))  # of its counts
NEXT = np.uint32(4)
"""From one node or item to the next: each is known by the place of its first field."""


class Links(NamedTuple):
    """The structure: four numbers for each node, twice four for each item; and how much was done.

    Node p has its fields at ``nodes[p + UP]`` and so on, item i at ``items[i + LEFT]`` and
    ``counts[i + SPARE]``; p and i are multiples of four. The ITEM of a spacer is 0, its UP the
    first node of the option before it, its DOWN the last node of the one behind it. ``updates[0]``
    counts the nodes taken out of their lists.
    """

    nodes: Array
    items: Array
    counts: Array
    updates: Array


def link(options: Sequence[Sequence[int]], needs: Sequence[int], rooms: Sequence[int]) -> Links:
    """Build the structure of a problem with items 1, 2, ..., len(needs).

    Items that need nothing stay out of the list of items to cover; ``rooms`` are at least 1.
    """
    n = len(needs)
    nodes = np.zeros((n + 2 + sum(len(option) + 1 for option in options), 4), np.uint32)
    items, counts = np.zeros((n + 1, 4), np.uint32), np.zeros((n + 1, 4), np.int32)
    due = [0, *(i for i in range(1, n + 1) if needs[i - 1] > 0)]
    items[due, LEFT], items[due, RIGHT] = due[-1:] + due[:-1], due[1:] + due[:1]
    counts[1:, NEED], counts[1:, ROOM] = needs, rooms
    up, down, item, number = nodes.T
    up[: n + 1] = down[: n + 1] = item[: n + 1] = range(n + 1)
    lengths = np.fromiter(map(len, options), np.int64, len(options))
    spacers = n + 1 + np.cumsum(lengths + 1)  # behind each option
    up[spacers], down[spacers - lengths - 1] = spacers - lengths, spacers - 1
    of = np.repeat(np.arange(len(options)), lengths)
    place = n + 2 + of + np.arange(len(of))
    item[place], number[place] = np.fromiter(chain.from_iterable(options), np.int64), of
    order = np.concatenate([np.arange(n + 1), place])
    order = order[np.argsort(item[order], kind="stable")]  # list by list, each header first
    below = np.roll(order, -1)
    last = item[below] != item[order]
    below[last] = item[order[last]]
    down[order], up[below] = below, order
    sizes = np.bincount(item[n + 1 :], minlength=n + 1)[1:]
    counts[1:, SPARE] = sizes - counts[1:, NEED]
    nodes[:, :OPTION] *= NEXT
    return Links(nodes.ravel(), NEXT * items.ravel(), counts.ravel(), np.zeros(1, np.int64))


@part
def choose(links: Links, smallest: bool) -> Any:
    """Return the item to branch on: the first, or the first of those with fewest branches."""
    best = links.items[RIGHT]
    if not smallest:
        return best
    fewest = links.counts[best + SPARE]
    i = links.items[best + RIGHT]
    while i != 0 and fewest > 0:
        spare = links.counts[i + SPARE]
        if spare < fewest:
            best, fewest = i, spare
        i = links.items[i + RIGHT]
    return best


@part
def hide(links: Links, p: Index) -> bool:
    """Take the option of node p out of all lists but p's; say if that starves an item."""
    nodes, counts = links.nodes, links.counts
    starved = False
    q = p + NEXT
    updates = 0
    while q != p:
        i = nodes[q + ITEM]
        if i == 0:
            q = nodes[q + UP]
            continue
        above, below = nodes[q + UP], nodes[q + DOWN]
        nodes[above + DOWN] = below
        nodes[below + UP] = above
        counts[i + SPARE] -= 1
        starved |= counts[i + SPARE] < 0
        updates += 1
        q += NEXT
    links.updates[0] += updates
    return starved


@part
def unhide(links: Links, p: Index) -> None:
    """Undo `hide`, from the right to the left."""
    nodes, counts = links.nodes, links.counts
    q = p - NEXT
    while q != p:
        i = nodes[q + ITEM]
        if i == 0:
            q = nodes[q + DOWN]
            continue
        nodes[nodes[q + UP] + DOWN] = q
        nodes[nodes[q + DOWN] + UP] = q
        counts[i + SPARE] += 1
        q -= NEXT


@part
def remove(links: Links, p: Index) -> bool:
    """Take the option of node p out of all its lists; say if that starves an item."""
    nodes, counts = links.nodes, links.counts
    starved = hide(links, p)
    nodes[nodes[p + UP] + DOWN] = nodes[p + DOWN]
    nodes[nodes[p + DOWN] + UP] = nodes[p + UP]
    counts[nodes[p + ITEM] + SPARE] -= 1
    links.updates[0] += 1
    return bool(starved or counts[nodes[p + ITEM] + SPARE] < 0)


@part
def restore(links: Links, p: Index) -> None:
    """Undo `remove`.

    Of two neighbours in a list the one that left first still points at the other, and mends
    the link back: options may return in the order they left, or in reverse.
    """
    nodes, counts = links.nodes, links.counts
    counts[nodes[p + ITEM] + SPARE] += 1
    nodes[nodes[p + DOWN] + UP] = p
    nodes[nodes[p + UP] + DOWN] = p
    unhide(links, p)


@part
def cover(links: Links, i: Index, entire: bool) -> Any:
    """Take away item i if its need is met, and its options if it has no room for more.

    Returns i; or, unless ``entire``, the node at which another item was left with too few
    options: `uncover` is to start there.
    """
    if links.counts[i + NEED] == 0:
        links.items[links.items[i + LEFT] + RIGHT] = links.items[i + RIGHT]
        links.items[links.items[i + RIGHT] + LEFT] = links.items[i + LEFT]
    if links.counts[i + ROOM] == 0:
        p = links.nodes[i + DOWN]
        while p != i:
            if hide(links, p) and not entire:
                return p
            p = links.nodes[p + DOWN]
    return i


@part
def uncover(links: Links, i: Index, last: Index) -> None:
    """Undo `cover`, from the node ``last`` upwards (i: from the bottom of the list)."""
    if links.counts[i + ROOM] == 0:
        p = links.nodes[i + UP] if last == i else last
        while p != i:
            unhide(links, p)
            p = links.nodes[p + UP]
    if links.counts[i + NEED] == 0:
        links.items[links.items[i + LEFT] + RIGHT] = i
        links.items[links.items[i + RIGHT] + LEFT] = i


@part
def take(links: Links, p: Index, first: Index, copies: int) -> None:
    """Let the items of p's option need, and have room for, that much less.

    Not p's own item when `begin` (which returned ``first``) did so.
    """
    if first != 0:
        links.counts[links.nodes[p + ITEM] + NEED] -= copies
        links.counts[links.nodes[p + ITEM] + SPARE] += copies
        links.counts[links.nodes[p + ITEM] + ROOM] -= copies
    q = p + NEXT
    while q != p:
        i = links.nodes[q + ITEM]
        if i == 0:
            q = links.nodes[q + UP]
            continue
        links.counts[i + NEED] -= copies
        links.counts[i + SPARE] += copies
        links.counts[i + ROOM] -= copies
        q += NEXT


@part
def has_room(links: Links, p: Index) -> bool:
    """Say if all items of the option of node p have room for it."""
    q = p + NEXT
    while q != p:
        i = links.nodes[q + ITEM]
        if i == 0:
            q = links.nodes[q + UP]
            continue
        if links.counts[i + ROOM] <= 0:
            return False
        q += NEXT
    return True


@part
def begin(links: Links, i: Index) -> Any:
    """Prepare to branch on item i.

    With room for one option, whichever it will be excludes the rest: cover i, return 0. With
    room for more, return the first node of the list: each option is to be taken out of it when
    its turn comes.
    """
    if links.counts[i + ROOM] > 1:
        return links.nodes[i + DOWN]
    links.counts[i + NEED] -= 1
    links.counts[i + SPARE] += 1
    links.counts[i + ROOM] -= 1
    cover(links, i, True)
    return np.uint32(0)


@part
def following(links: Links, i: Index, p: Index, first: Index) -> Any:
    """Return the node to try after p in the list of item i; i itself when there is none."""
    if first == 0:
        return links.nodes[p + DOWN]
    p = links.nodes[i + DOWN]
    if p == i or links.counts[i + SPARE] < 0:
        return i
    remove(links, p)
    return p


@part
def end(links: Links, i: Index, first: Index) -> None:
    """Undo `begin` and every `following`: all options of item i are back in their lists."""
    if first == 0:
        uncover(links, i, i)
        links.counts[i + NEED] += 1
        links.counts[i + SPARE] -= 1
        links.counts[i + ROOM] += 1
        return
    p, rest = first, links.nodes[i + DOWN]
    while p != rest:
        restore(links, p)
        p = links.nodes[p + DOWN]
