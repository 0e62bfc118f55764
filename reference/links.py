"""Dancing links: the toroidal structure of an exact cover, and the steps of the dance.

Every 1 of the matrix is a node with links up and down within its item's list and the item's
number; its neighbours to the left and right are the places next to it in memory, and the spacer
between two options sends a walk around (Knuth, TAOCP 7.2.2.1, exercise 2). Row ``i`` of ``head``
is the header of item ``i``: its links left and right in the list of items still to cover, whose
root is 0, the length of its list, and how many options it still *needs* and still has *room* for:
1 and 1 for an item to cover exactly once, 0 and 1 for a secondary one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numba import njit

__all__ = ["begin", "choose", "deselect", "end", "following", "link", "select", "take"]

Array = np.ndarray[Any, np.dtype[Any]]

UP, DOWN, ITEM, OPTION = 0, 1, 2, 3
LEFT, RIGHT, SIZE, NEED, ROOM = 0, 1, 2, 3, 4
UPDATES, COVERS, UNCOVERS = 0, 1, 2


def link(options: Sequence[Sequence[int]], needs: Sequence[int], rooms: Sequence[int]) -> Any:
    """Build the arrays ``node`` and ``head`` of a problem with items 1, 2, ..., len(needs).

    Items that need nothing stay out of the list of items to cover; ``rooms`` are at least 1.
    """
    n = len(needs)
    node = np.zeros((n + 2 + sum(len(option) + 1 for option in options), 4), np.int32)
    head = np.zeros((n + 1, 8), np.int32)
    head[1:, NEED], head[1:, ROOM] = needs, rooms
    due = [0, *(i for i in range(1, n + 1) if needs[i - 1] > 0)]
    head[due, LEFT], head[due, RIGHT] = due[-1:] + due[:-1], due[1:] + due[:1]
    node[: n + 1, UP] = node[: n + 1, DOWN] = node[: n + 1, ITEM] = range(n + 1)
    place = n + 2
    for k, option in enumerate(options):
        node[place - 1, DOWN] = place + len(option) - 1
        node[place + len(option), UP] = place
        for p, i in enumerate(option, start=place):
            last = node[i, UP]
            node[p] = last, i, i, k
            node[last, DOWN] = node[i, UP] = p
            head[i, SIZE] += 1
        place += len(option) + 1
    return node, head


@njit(cache=True, nogil=True)
def choose(head: Array, smallest: bool) -> Any:
    """Return the item to branch on: the first, or the first of those with fewest branches."""
    best = head[0, RIGHT]
    if not smallest:
        return best
    fewest = head[best, SIZE] - head[best, NEED]
    i = head[best, RIGHT]
    while i != 0 and fewest > 0:
        spare = head[i, SIZE] - head[i, NEED]
        if spare < fewest:
            best, fewest = i, spare
        i = head[i, RIGHT]
    return best


@njit(cache=True, nogil=True)
def hide(node: Array, head: Array, p: int, effort: Array) -> bool:
    """Take the option of node p out of all lists but p's; say if that starves an item."""
    starved = False
    q = p + 1
    while q != p:
        i = node[q, ITEM]
        if i == 0:
            q = node[q, UP]
            continue
        above, below = node[q, UP], node[q, DOWN]
        node[above, DOWN] = below
        node[below, UP] = above
        head[i, SIZE] -= 1
        starved |= head[i, SIZE] < head[i, NEED]
        effort[UPDATES] += 1
        q += 1
    return starved


@njit(cache=True, nogil=True)
def unhide(node: Array, head: Array, p: int) -> None:
    """Undo `hide`, from the right to the left."""
    q = p - 1
    while q != p:
        i = node[q, ITEM]
        if i == 0:
            q = node[q, DOWN]
            continue
        node[node[q, UP], DOWN] = q
        node[node[q, DOWN], UP] = q
        head[i, SIZE] += 1
        q -= 1


@njit(cache=True, nogil=True)
def cover(node: Array, head: Array, i: int, entire: bool, effort: Array) -> Any:
    """Take away item i if its need is met, and its options if it has no room for more.

    Returns i; or, unless ``entire``, the node at which another item was left with too few
    options: `uncover` is to start there.
    """
    effort[COVERS] += 1
    if head[i, NEED] == 0:
        head[head[i, LEFT], RIGHT] = head[i, RIGHT]
        head[head[i, RIGHT], LEFT] = head[i, LEFT]
    if head[i, ROOM] == 0:
        p = node[i, DOWN]
        while p != i:
            if hide(node, head, p, effort) and not entire:
                return p
            p = node[p, DOWN]
    return i


@njit(cache=True, nogil=True)
def uncover(node: Array, head: Array, i: int, last: int, effort: Array) -> None:
    """Undo `cover`, from the node ``last`` upwards (i: from the bottom of the list)."""
    effort[UNCOVERS] += 1
    if head[i, ROOM] == 0:
        p = node[i, UP] if last == i else last
        while p != i:
            unhide(node, head, p)
            p = node[p, UP]
    if head[i, NEED] == 0:
        head[head[i, LEFT], RIGHT] = i
        head[head[i, RIGHT], LEFT] = i


@njit(cache=True, nogil=True)
def take(node: Array, head: Array, p: int, first: int, copies: int) -> None:
    """Let the items of p's option need, and have room for, that much less.

    Not p's own item when `begin` (which returned ``first``) did so.
    """
    if first != 0:
        head[node[p, ITEM], NEED] -= copies
        head[node[p, ITEM], ROOM] -= copies
    q = p + 1
    while q != p:
        i = node[q, ITEM]
        if i == 0:
            q = node[q, UP]
            continue
        head[i, NEED] -= copies
        head[i, ROOM] -= copies
        q += 1


@njit(cache=True, nogil=True)
def commit(node: Array, head: Array, p: int, effort: Array) -> bool:
    """Cover the other items of p's option, already taken; or undo it all if that starves one."""
    q = p + 1
    while q != p:
        i = node[q, ITEM]
        if i == 0:
            q = node[q, UP]
            continue
        last = cover(node, head, i, False, effort)
        if last != i:
            uncover(node, head, i, last, effort)
            uncommit(node, head, p, q, effort)
            return False
        q += 1
    return True


@njit(cache=True, nogil=True)
def uncommit(node: Array, head: Array, p: int, end: int, effort: Array) -> None:
    """Undo `commit` for the items from node ``end`` (not included) leftwards to p."""
    q = end - 1
    while q != p:
        i = node[q, ITEM]
        if i == 0:
            q = node[q, DOWN]
            continue
        uncover(node, head, i, i, effort)
        q -= 1


@njit(cache=True, nogil=True)
def begin(node: Array, head: Array, i: int, effort: Array) -> int:
    """Prepare to branch on item i.

    With room for one option, whichever it will be excludes the rest: cover i, return 0. With
    room for more, return the first node of the list: each option is to be taken out of it when
    its turn comes.
    """
    if head[i, ROOM] > 1:
        return int(node[i, DOWN])
    head[i, NEED] -= 1
    head[i, ROOM] -= 1
    cover(node, head, i, True, effort)
    return 0


@njit(cache=True, nogil=True)
def following(node: Array, head: Array, i: int, p: int, first: int, effort: Array) -> Any:
    """Return the node to try after p in the list of item i; i itself when there is none."""
    if first == 0:
        return node[p, DOWN]
    p = node[i, DOWN]
    if p == i or head[i, SIZE] < head[i, NEED]:
        return i
    hide(node, head, p, effort)
    node[i, DOWN] = node[p, DOWN]
    node[node[p, DOWN], UP] = i
    head[i, SIZE] -= 1
    effort[UPDATES] += 1
    return p


@njit(cache=True, nogil=True)
def end(node: Array, head: Array, i: int, first: int, effort: Array) -> None:
    """Undo `begin` and every `following`: all options of item i are back in their lists."""
    if first == 0:
        uncover(node, head, i, i, effort)
        head[i, NEED] += 1
        head[i, ROOM] += 1
        return
    p, above, rest = first, i, node[i, DOWN]
    while p != rest:
        node[above, DOWN] = p
        node[p, UP] = above
        unhide(node, head, p)
        head[i, SIZE] += 1
        above, p = p, node[p, DOWN]
    node[above, DOWN] = rest
    node[rest, UP] = above


@njit(cache=True, nogil=True)
def select(node: Array, head: Array, i: int, p: int, first: int, effort: Array) -> bool:
    """Put the option of node p, already taken, in the solution; undo and say no if that starves
    an item.
    """
    if not commit(node, head, p, effort):
        return False
    if first != 0:
        last = cover(node, head, i, False, effort)
        if last != i:
            uncover(node, head, i, last, effort)
            uncommit(node, head, p, p, effort)
            return False
    return True


@njit(cache=True, nogil=True)
def deselect(node: Array, head: Array, i: int, p: int, first: int, effort: Array) -> None:
    """Undo `select`."""
    if first != 0:
        uncover(node, head, i, i, effort)
    uncommit(node, head, p, p, effort)
