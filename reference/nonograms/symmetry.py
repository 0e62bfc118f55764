"""Symmetries of a nonogram's clues: turns and mirror images that give the same clues again.

A symmetry moves the cells, and may exchange colours; it turns solutions into solutions. So a
solution that is the only one is its own image, and where the clues have symmetries, a solution
that has them is worth looking for first: it has a fraction of the cells to decide. Empty lines
at the edges do not count, as they are white in every solution.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, combinations

from reference.nonograms.line import Clue, Known, colours_of

__all__ = ["Symmetry", "subgroups", "symmetries"]

Symmetry = tuple[int, ...]  # where entry cell * k + colour goes; colours numbered by size
Turn = tuple[bool, bool, bool]  # rows and columns exchanged; then upside down; then left to right


def symmetries(
    rows: Sequence[Clue], columns: Sequence[Clue], known: Known | None = None
) -> list[Symmetry]:
    """All symmetries of the clues but the identity, as far as they keep what is known of cells.

    Returns
    -------
    list of tuple of int
        Each says where the pair of a cell and a colour goes. The cell in row i and column j has
        the number ``i * len(columns) + j``, its pair with the c-th colour used (0 is white) the
        number cell * k + c, with k - 1 colours used in the clues.

    Examples
    --------
    A square of four ones is the same however it is turned, or seen in a mirror:

    >>> one = [(1, 1)]
    >>> len(symmetries([one, one], [one, one]))
    7
    >>> symmetries([one], [one, []])  # the second column counts for nothing
    []
    """
    top, height = _inner(rows)
    left, width = _inner(columns)
    inner = [rows[top : top + height], columns[left : left + width]]
    colours = colours_of(rows, columns, known)
    maps: list[Symmetry] = []
    for turn in _turns(height == width):
        swap = _exchange(inner[0], inner[1], turn, colours)
        if swap is None:
            continue
        k = len(colours)
        image = list(range(len(rows) * len(columns) * k))
        for i in range(height):
            for j in range(width):
                to_i, to_j = _moved(i, j, height, width, turn)
                start = ((top + i) * len(columns) + left + j) * k
                stop = ((top + to_i) * len(columns) + left + to_j) * k
                for colour in range(k):
                    image[start + colour] = stop + swap[colour]
        if tuple(image) not in maps and image != sorted(image) and _keeps(image, known, colours):
            maps.append(tuple(image))
    return maps


def _keeps(image: Sequence[int], known: Known | None, colours: Sequence[int]) -> bool:
    """Whether entries known to be possible go where they are, and the others too."""
    if known is None:
        return True
    may = [mask >> colour & 1 for row in known for mask in row for colour in colours]
    return all(may[entry] == may[to] for entry, to in enumerate(image))


def subgroups(symmetries: Sequence[Symmetry]) -> list[list[Symmetry]]:
    """Sets of symmetries that a picture may have together, the largest first.

    Each is closed: with two of its members, it has the one that is both after each other.
    """
    groups: dict[frozenset[Symmetry], None] = {}
    for size in (2, 1):
        for some in combinations(symmetries, size):
            groups.setdefault(_closure(some))
    return sorted((sorted(group) for group in groups), key=lambda group: -len(group))


def _closure(some: Iterable[Symmetry]) -> frozenset[Symmetry]:
    generators = list(some)
    identity = tuple(range(len(generators[0])))
    group, fresh = {identity}, [identity]
    while fresh:
        one = fresh.pop()
        for other in generators:
            both = tuple([other[entry] for entry in one])
            if both not in group:
                group.add(both)
                fresh.append(both)
    return frozenset(group - {identity})


def _inner(clues: Sequence[Clue]) -> tuple[int, int]:
    """The first line with a run, and how many lines there are up to the last one with a run."""
    used = [number for number, clue in enumerate(clues) if len(clue)]
    return (used[0], used[-1] + 1 - used[0]) if used else (0, 0)


def _turns(square: bool) -> list[Turn]:
    across = (False, True) if square else (False,)
    return [(a, b, c) for a in across for b in (False, True) for c in (False, True)]


def _moved(i: int, j: int, height: int, width: int, turn: Turn) -> tuple[int, int]:
    exchange, down, right = turn
    if exchange:
        i, j = j, i
    return (height - 1 - i if down else i), (width - 1 - j if right else j)


def _exchange(
    rows: Sequence[Clue], columns: Sequence[Clue], turn: Turn, colours: Sequence[int]
) -> list[int] | None:
    """What each colour becomes if the clues are the same after the turn; None if they are not."""
    exchange, down, right = turn
    first, second = (columns, rows) if exchange else (rows, columns)
    first, second = (_flip(first, down, right), _flip(second, right, down))
    number = {colour: index for index, colour in enumerate(colours)}
    swap: dict[int, int] = {0: 0}
    for before, after in zip(chain(first, second), chain(rows, columns), strict=True):
        if len(before) != len(after):
            return None
        for (length, colour), (other_length, other) in zip(before, after, strict=True):
            if (
                length != other_length
                or swap.setdefault(number[colour], number[other]) != (number[other])
            ):
                return None
    if len(set(swap.values())) < len(swap):
        return None
    return [swap.get(index, index) for index in range(len(colours))]


def _flip(clues: Sequence[Clue], order: bool, inside: bool) -> list[Clue]:
    """The lines in reverse order, or each of them read from its end."""
    read = [list(clue)[::-1] if inside else clue for clue in clues]
    return read[::-1] if order else read
