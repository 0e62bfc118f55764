"""A puzzle's lattice as the reference names it: nothing but a word and numbers go over."""

from __future__ import annotations

from cpmodels.puzzles import lattice
from reference.tilings.lattices import Lattice, Step

__all__ = ["by_hand"]


def by_hand(of: lattice.Lattice) -> Lattice:
    """The reference's own lattice of that name, with the steps by which the board wraps."""
    return Lattice(of.name, [Step(wrap.vector, wrap.mirror) for wrap in of.wraps])
