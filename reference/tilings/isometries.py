"""Isometries that keep the origin: of the square grid in any dimension, of the triangular one."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence

__all__ = ["Cell", "Map", "signed_permutations", "triangular_isometries"]

Cell = tuple[int, ...]
Map = Callable[[Cell], Cell]
SignedPermutation = tuple[tuple[int, ...], tuple[int, ...]]


def signed_permutations(dimension: int, turning: str = "free") -> list[SignedPermutation]:
    """List the ways to turn space about the origin, as pairs (axes, signs).

    Coordinate ``k`` of the image is ``signs[k] * cell[axes[k]]``. The identity comes first.

    >>> [len(signed_permutations(3, turning)) for turning in ("free", "one-sided", "fixed")]
    [48, 24, 1]
    """
    _check(turning)
    every = itertools.product(
        itertools.permutations(range(dimension)), itertools.product((1, -1), repeat=dimension)
    )
    if turning == "free":
        return list(every)
    return [g for g in every if _determinant(*g) == 1][: 1 if turning == "fixed" else None]


def triangular_isometries(turning: str) -> Iterator[Map]:
    """Yield those of the triangular grid, on points (a, b) that stand for (a, b, -a - b).

    >>> [len(list(triangular_isometries(turning))) for turning in ("free", "one-sided", "fixed")]
    [12, 6, 1]
    """
    _check(turning)
    for axes in itertools.permutations(range(3)):
        # an even permutation turns by a third, an odd one reflects; the sign turns by a half
        if turning != "free" and _determinant(axes, ()) < 0:
            continue
        for sign in (1, -1):

            def image(point: Cell, axes: Sequence[int] = axes, sign: int = sign) -> Cell:
                vector = (point[0], point[1], -point[0] - point[1])
                return (sign * vector[axes[0]], sign * vector[axes[1]])

            yield image
            if turning == "fixed":
                return


def _check(turning: str) -> None:
    if turning not in ("free", "one-sided", "fixed"):
        raise ValueError(f"turning: {turning!r} is not one of 'free', 'one-sided', 'fixed'")


def _determinant(axes: Sequence[int], signs: Sequence[int]) -> int:
    inversions = sum(a > b for a, b in itertools.combinations(axes, 2))
    negatives = sum(s < 0 for s in signs)
    return -1 if (inversions + negatives) % 2 else 1
