"""All boards that can be reached, as a graph of NetworkX: an oracle for small boards."""

from __future__ import annotations

from collections.abc import Sequence

import networkx as nx

__all__ = ["networkx_graph"]


def networkx_graph(rows: int, columns: int, goal: Sequence[int]) -> nx.Graph[tuple[int, ...]]:
    """The component of `goal`; an edge is a move."""
    graph, stack = nx.Graph(), [tuple(goal)]
    graph.add_node(tuple(goal))
    cells = nx.grid_2d_graph(rows, columns)
    while stack:
        board = stack.pop()
        blank = board.index(0)
        for row, column in cells[divmod(blank, columns)]:
            other, target = list(board), row * columns + column
            other[blank], other[target] = board[target], 0
            if tuple(other) not in graph:
                stack.append(tuple(other))
            graph.add_edge(board, tuple(other))
    return graph
