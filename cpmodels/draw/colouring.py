"""Colour the nodes of a graph so that neighbours differ: four colours for a map, nearly always."""

from __future__ import annotations

from collections.abc import Hashable
from itertools import count, permutations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx as nx

__all__ = ["few_colours"]

_FOUR = range(4)


def few_colours(graph: nx.Graph) -> dict[Hashable, int]:
    """A colour from 0 for each node, different for neighbours.

    Smallest last (Matula and Beck 1983): in a planar graph a node then meets at most five
    coloured neighbours. Where it would take a fifth colour, two colours are exchanged along a
    Kempe chain to spare it. Pieces in several parts or in three dimensions may need more.

    Examples
    --------
    >>> import networkx as nx
    >>> wheel = nx.wheel_graph(6)
    >>> sorted(set(few_colours(wheel).values()))
    [0, 1, 2, 3]
    """
    from networkx.algorithms import coloring  # takes a while

    colours: dict[Hashable, int] = {}
    for node in coloring.strategy_smallest_last(graph, {}):
        neighbours = {colours[other] for other in graph[node] if other in colours}
        free = next(colour for colour in count() if colour not in neighbours)
        exchange = _exchange(graph, colours, node) if free == len(_FOUR) else None
        colours[node] = free if exchange is None else exchange
    return colours


def _exchange(graph: nx.Graph, colours: dict[Hashable, int], node: Hashable) -> int | None:
    """Free one of the four colours for a node by exchanging it with another around there."""
    for old, new in permutations(_FOUR, 2):
        chain = {other for other in graph[node] if colours.get(other) == old}
        border = list(chain)
        while border:
            for other in graph[border.pop()]:
                if other not in chain and colours.get(other) in (old, new):
                    chain.add(other)
                    border.append(other)
        if not any(colours.get(other) == new for other in chain.intersection(graph[node])):
            for other in chain:
                colours[other] = new if colours[other] == old else old
            return old
    return None
