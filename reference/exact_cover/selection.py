"""To choose an option of the dance: cover its items, or purify those that it colours.

A secondary item may have a colour in an option. The first option chosen that colours it *purifies*
its list (Knuth, TAOCP 7.2.2.1, algorithm C): options that would colour it otherwise are taken out.
The nodes of those that agree become spacers of their own, past which every walk along an option
leads: so the walks of `reference.exact_cover.links` need not look at colours. Where no option has
any, ``paint`` is None, and the machine code has nothing of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np

from reference.exact_cover.links import (
    DOWN,
    ITEM,
    NEXT,
    UP,
    Links,
    cover,
    hide,
    uncover,
    unhide,
)
from reference.kernel.kernels import part

__all__ = ["COLOUR", "Paint", "deselect", "paint_of", "select"]

Array = np.ndarray[Any, np.dtype[Any]]
Index = Any  # an unsigned integer

COLOUR = np.uint32(3)
Paint = Any
"""An array with four fields for each node: what it has while it is a spacer, and its `COLOUR`."""


def paint_of(links: Links, colours: Sequence[Sequence[int]]) -> Array | None:
    """Lay out the colours, which stand beside the items of each option; None if there are none."""
    if not colours:
        return None
    paint = links.nodes.copy().reshape(-1, 4)
    paint[:, COLOUR] = 0
    lengths = np.fromiter(map(len, colours), np.int64, len(colours))
    of = np.repeat(np.arange(len(colours)), lengths)
    first = len(links.items) // 4 + 1
    paint[first + of + np.arange(len(of)), COLOUR] = np.fromiter(
        chain.from_iterable(colours), np.uint32
    )
    return paint.ravel()


@part
def select(links: Links, paint: Paint, p: Index, first: Index) -> bool:
    """Put the option of node p, already taken, in the solution: cover its items.

    If that starves another item, undo it and say no.
    """
    q = p + NEXT
    while q != p:
        i = links.nodes[q + ITEM]
        if i == 0:
            q = links.nodes[q + UP]
            continue
        if paint is not None and paint[q + COLOUR] != 0:
            if not _purify(links, paint, q, i):
                _uncover_left(links, paint, p, q - NEXT)
                return False
            q += NEXT
            continue
        last = cover(links, i, False)
        if last != i:
            uncover(links, i, last)
            _uncover_left(links, paint, p, q - NEXT)
            return False
        q += NEXT
    if first != 0:
        i = links.nodes[p + ITEM]
        last = cover(links, i, False)
        if last != i:
            uncover(links, i, last)
            _uncover_left(links, paint, p, p - NEXT)
            return False
    return True


@part
def _uncover_left(links: Links, paint: Paint, p: Index, q: Index) -> None:
    """Uncover the items of p's option from node q to the left, up to p."""
    while q != p:
        i = links.nodes[q + ITEM]
        if i == 0:
            q = links.nodes[q + DOWN]
            continue
        if paint is not None and paint[q + COLOUR] != 0:
            _unpurify(links, paint, q, i, links.nodes[i + UP])
            q -= NEXT
            continue
        uncover(links, i, i)
        q -= NEXT


@part
def deselect(links: Links, paint: Paint, p: Index, first: Index) -> None:
    """Undo `select`."""
    if first != 0:
        uncover(links, links.nodes[p + ITEM], links.nodes[p + ITEM])
    _uncover_left(links, paint, p, p - NEXT)


@part
def _purify(links: Links, paint: Paint, q: Index, i: Index) -> bool:
    """Take out the options that would give item i another colour than node q.

    If that starves another item, undo it and say no. The list of item i rests from now on: it
    has options that are out, and options that agree and walk past it.
    """
    nodes, colour = links.nodes, paint[q + COLOUR]
    p = nodes[i + DOWN]
    while p != i:
        below = nodes[p + DOWN]
        if paint[p + COLOUR] == colour:
            paint[p + UP], paint[p + DOWN], paint[p + ITEM] = nodes[p + UP], below, i
            nodes[p + UP], nodes[p + DOWN], nodes[p + ITEM] = p + NEXT, p - NEXT, np.uint32(0)
        elif hide(links, p):
            _unpurify(links, paint, q, i, p)
            return False
        p = below
    return True


@part
def _unpurify(links: Links, paint: Paint, q: Index, i: Index, last: Index) -> None:
    """Undo `_purify`, from the node ``last`` upwards."""
    nodes, colour = links.nodes, paint[q + COLOUR]
    p = last
    while p != i:
        if paint[p + COLOUR] == colour:
            nodes[p + UP], nodes[p + DOWN], nodes[p + ITEM] = paint[p + UP], paint[p + DOWN], i
        else:
            unhide(links, p)
        p = nodes[p + UP]
