"""Splits: whether the parts of a cube leave none of its solutions out, and share none.

What is in no part of a cube, or in two, is a set of cubes again, which have to be empty: the cube
without the first piece of each part, and each two parts together. Another method is asked about
them. Nearly all are refuted at a glance, so every split of a count can be looked at, however long
the count was; counts of single cubes by another method do not see a part that is not there.

Where one part stands for a class under symmetry, the others of the class are put beside it first,
by the symmetries that the puzzle itself knows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations, islice
from math import comb
from typing import Any, TypeAlias

from cpmodels.errors import InputError
from cpmodels.kinds.registry import classes_of
from cpmodels.kinds.splitting import Cube, Pieces, Splitting
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["WrongWeights", "must_be_empty", "unfold"]

MOST = 2000  # pairs of symmetries that are tried

Symmetry: TypeAlias = Callable[[Any], Hashable]
"""From a piece to its image."""


class WrongWeights(ValueError):
    """Parts that stand for more, or fewer, than any symmetries map them to."""


def must_be_empty(cube: Cube, parts: Iterable[Cube]) -> Iterator[Cube]:
    """What of a cube is in none of its parts, or in several, or of a part outside of the cube.

    Examples
    --------
    >>> [str(each) for each in must_be_empty(Cube((7,)), [Cube((7, 1)), Cube((7, 2))])]
    ['-3.-2.7', '1.2.7']
    >>> [str(each) for each in must_be_empty(Cube((7,)), [Cube((7, 1)), Cube((7, -2))])]
    []
    """
    whole = frozenset(cube.decisions)
    inside = []
    for part in parts:
        decisions = frozenset(part.decisions)
        inside.append(decisions - whole)
        for decision in whole - decisions:
            yield _cube(decisions | {-decision - 1})
    todo = [(whole, inside)]
    while todo:
        decided, left = todo.pop()
        if frozenset() in left:  # a part has all of it, and others share what they have
            left.remove(frozenset())
            yield from (_cube(decided | each) for each in left)
        elif not left:
            yield _cube(decided)
        else:
            chosen = min(left[0])
            for decision, other in ((chosen, -chosen - 1), (-chosen - 1, chosen)):
                some = [each - {decision} for each in left if other not in each]
                todo.append((decided | {decision}, some))


def _cube(decisions: frozenset[int]) -> Cube:
    return Cube(tuple(sorted(decisions)))


def unfold(
    splitting: Splitting, puzzle: Puzzle, cube: Cube, parts: Sequence[Cube]
) -> Iterator[Sequence[Cube]]:
    """The parts, and with those that stand for a class all others of it.

    Which symmetries make the classes is not known, only how many parts each has to have: all those
    are given, one after the other, of which that is so. One that leaves nothing out, and nothing
    twice, shows that the split is right.

    Raises
    ------
    WrongWeights
        No symmetries make classes of these sizes.
    InputError
        Nothing is known of symmetries of such a puzzle; or so many that not all were tried.
    """
    if all(part.weight == cube.weight for part in parts):
        yield parts
        return
    group: Iterable[Symmetry] | None = getattr(classes_of(puzzle), "symmetries", None)
    if group is None:
        raise InputError(f"the symmetries of a {puzzle.kind} are not known")
    whole = splitting.pieces_of(cube)
    fixing = [symmetry for symmetry in group if _image(symmetry, whole) == whole]
    weights = {splitting.pieces_of(part): Fraction(part.weight, cube.weight) for part in parts}
    seen = set()
    for generators in islice(chain([fixing], combinations(fixing, 2)), MOST):
        classes = _classes(weights, generators)
        if classes is not None and classes not in seen:
            seen.add(classes)
            yield [splitting.cube_of(pieces) for alike in classes for pieces in alike]
    if comb(len(fixing), 2) >= MOST:
        raise InputError("not all symmetries were tried")
    if not seen:
        raise WrongWeights("no symmetries make classes of its parts of the sizes that they count")


def _classes(
    weights: Mapping[Pieces, Fraction], generators: Iterable[Symmetry]
) -> frozenset[frozenset[Pieces]] | None:
    """What these symmetries map the parts to; None where the sizes are not the weights.

    A class may have several parts here: their weights add up.
    """
    left, classes = dict(weights), set()
    while left:
        part = next(iter(left))
        alike, todo = {part}, [part]
        while todo:
            pieces = todo.pop()
            images = {_image(symmetry, pieces) for symmetry in generators} - alike
            alike |= images
            todo += images
        if sum(left.pop(pieces) for pieces in alike & left.keys()) != len(alike):
            return None
        classes.add(frozenset(alike))
    return frozenset(classes)


def _image(symmetry: Symmetry, pieces: Pieces) -> Pieces:
    chosen, left_out = (frozenset(map(symmetry, each)) for each in (pieces.chosen, pieces.left_out))
    return Pieces(chosen, left_out)
