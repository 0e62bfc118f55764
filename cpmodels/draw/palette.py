"""Colours: few, told apart by the colour-blind and in grey, such that neighbours differ."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from cpmodels.draw.colouring import few_colours
from cpmodels.puzzles.cells import Cell
from cpmodels.puzzles.lattice import SQUARES, Lattice

__all__ = ["EMPTY", "PALETTE", "colour_pieces", "shades_of"]

# after Okabe and Ito (2008), lightened; the first four, which do for a map, fall in lightness by
# steps of ten, so that they also differ in grey and for the colour-blind
PALETTE = ("#f7e98e", "#9fd3f0", "#e89b3f", "#4f9f80", "#d99ac0", "#d0703f", "#4a84bb", "#9a9a9a")


EMPTY = "empty"
"""What is no piece: cells that a packing leaves empty. It is white."""


def shades_of(pieces: Mapping[Cell, Hashable], lattice: Lattice = SQUARES) -> dict[Hashable, str]:
    """The colour of each piece."""
    shades = {
        piece: PALETTE[k % len(PALETTE)] for piece, k in colour_pieces(pieces, lattice).items()
    }
    return shades | {EMPTY: "#ffffff"}


def colour_pieces(
    pieces: Mapping[Cell, Hashable], lattice: Lattice = SQUARES
) -> dict[Hashable, int]:
    """A palette index for each piece, different for pieces that share a side; below 4 for a map.

    Examples
    --------
    >>> colours = colour_pieces({(0, 0): "a", (0, 1): "b", (1, 0): "b"})
    >>> colours["a"] != colours["b"]
    True
    """
    import networkx as nx  # takes a while

    graph = nx.Graph()
    graph.add_nodes_from(pieces.values())
    for cell, piece in pieces.items():
        for other in lattice.neighbours(cell):
            if pieces.get(other, piece) != piece:
                graph.add_edge(piece, pieces[other])
    return few_colours(graph)
