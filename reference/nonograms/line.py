"""One line of a nonogram: its arrangements, and what each of its cells can still be.

A clue is a sequence of runs ``(length, colour)`` with colours from 1; 0 is white. Two runs of
one colour need a white cell between them, two of different colours none. What is known of a
cell is the bit mask of the colours that it can have: 1 is white, 2 is colour 1, 3 is both. Clues
with blots are those of `reference.nonograms.blots`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import reduce
from itertools import combinations, pairwise
from math import comb, prod
from operator import or_

import numpy as np
from numpy.typing import NDArray

from reference.nonograms.blots import ANY, BLOT

__all__ = [
    "Clue",
    "Known",
    "Line",
    "arrangement_count",
    "arrangements",
    "check_clues",
    "colours_of",
    "gaps",
    "line_masks",
    "search_space",
    "try_block",
]

Clue = Sequence[tuple[int, int]]
Line = tuple[int, ...]
Known = Sequence[Sequence[int]]  # rows of masks: bit c is set where a cell may have colour c


def check_clues(rows: Sequence[Clue], columns: Sequence[Clue]) -> None:
    """Raise ValueError, naming the line, unless each run has a length and a colour from 1 on."""
    for name, clues in (("row", rows), ("column", columns)):
        for number, clue in enumerate(clues, 1):
            _check_clue(clue, f"{name} {number}", blots=True)


def _check_clue(clue: Clue, where: str, *, blots: bool = False) -> None:
    for number, (length, colour) in enumerate(clue, 1):
        if (length < 1 or colour < 1) and not (blots and length == BLOT and colour >= 0):
            raise ValueError(
                f"{where}, run {number}: expected a length and a colour of at least 1,"
                f" got ({length}, {colour})"
            )


def colours_of(
    rows: Sequence[Clue], columns: Sequence[Clue], known: Known | None = None
) -> list[int]:
    """The colours that a cell may have, white first.

    Those of the clues; where a clue stands for any runs, those of the cells known, too.

    Examples
    --------
    >>> colours_of([[(2, 3)]], [[(1, 1)]])
    [0, 1, 3]
    """
    clues = (*rows, *columns)
    colours = {0} | {colour for clue in clues for _, colour in clue}
    if any(tuple(run) == ANY for clue in clues for run in clue):
        every = reduce(or_, (mask for row in known or () for mask in row), 0)
        colours |= {colour for colour in range(every.bit_length()) if every >> colour & 1}
    return sorted(colours)


def gaps(clue: Clue) -> tuple[int, ...]:
    """The white cells that must follow each run: 1 before a run of the same colour, else 0.

    Examples
    --------
    >>> gaps([(1, 1), (3, 1), (2, 2)])
    (1, 0, 0)
    """
    colours = [colour for _, colour in clue]
    return (*(int(a == b) for a, b in pairwise(colours)), 0)[: len(clue)]


def _slack(clue: Clue, length: int) -> int:
    return length - sum(run for run, _ in clue) - sum(gaps(clue))


def arrangement_count(clue: Clue, length: int) -> int:
    """In how many ways the runs fit a line of `length` cells: the slack spread over all gaps.

    Not for clues with blots.

    Examples
    --------
    The example of `reference.nonograms.rows`, 1 3 2 in nine cells:

    >>> arrangement_count([(1, 1), (3, 1), (2, 1)], 9)
    4
    """
    slack = _slack(clue, length)
    return comb(slack + len(clue), len(clue)) if slack >= 0 else 0


def search_space(rows: Sequence[Clue], columns: Sequence[Clue]) -> int:
    """The number of pictures that satisfy all rows, whatever their columns.

    Examples
    --------
    >>> search_space([[(1, 1)], [(1, 1)]], [[(2, 1)], []])
    4
    """
    return prod(arrangement_count(row, len(columns)) for row in rows)


def arrangements(clue: Clue, length: int) -> Iterator[Line]:
    """All ways to place the runs in a line of `length` cells, leftmost first.

    Examples
    --------
    >>> list(arrangements([(1, 1), (1, 2)], 3))
    [(1, 2, 0), (1, 0, 2), (0, 1, 2)]
    """
    slack = _slack(clue, length)
    if slack < 0:
        return
    blocks = [
        (colour,) * run + (0,) * gap for (run, colour), gap in zip(clue, gaps(clue), strict=True)
    ]
    for slots in combinations(range(slack + len(clue)), len(clue)):
        line: Line = ()
        for index, (slot, block) in enumerate(zip(slots, blocks, strict=True)):
            needed = slot - index + sum(map(len, blocks[:index]))
            line += (0,) * (needed - len(line)) + block
        yield line + (0,) * (length - len(line))


def try_block(clue: Clue, known: Sequence[int]) -> Line | None:
    """What each cell can still be, by recursion over the runs of the line.

    Known from a Pascal program as TryBlock, which the source of `reference.nonograms.rows` prints.

    Exponential; `line_masks` gives the same in linear time.

    Parameters
    ----------
    clue
        The runs, ``(length, colour)`` each.
    known
        A bit mask of possible colours for each cell of the line.

    Returns
    -------
    tuple of int or None
        The masks narrowed to the colours seen in some arrangement; None when there is none.

    Examples
    --------
    >>> try_block([(3, 1)], [3, 3, 3, 3])
    (3, 2, 2, 3)
    """
    seen = [0] * len(known)
    gap = gaps(clue)

    def paint(start: int, stop: int, colour: int) -> None:
        for cell in range(start, stop):
            seen[cell] |= 1 << colour

    def fits(start: int, stop: int, colour: int) -> bool:
        return all(known[cell] >> colour & 1 for cell in range(start, stop))

    def rest(block: int, free: int, earliest: int) -> bool:
        """Place `block` and all after it; cells from `free` on are not yet painted."""
        if block == len(clue):
            if not fits(free, len(known), 0):
                return False
            paint(free, len(known), 0)
            return True
        run, colour = clue[block]
        possible = False
        for start in range(earliest, len(known) - run + 1):
            if not fits(free, start, 0):
                break
            end = start + run
            if fits(start, end, colour) and rest(block + 1, end, end + gap[block]):
                possible = True
                paint(free, start, 0)
                paint(start, end, colour)
        return possible

    return tuple(seen) if rest(0, 0, 0) else None


def line_masks(clue: Clue, known: Sequence[int]) -> Line | None:
    """What each cell can still be, by dynamic programming in time cells x runs.

    Parameters and result as for `try_block`; colours up to 62.

    Examples
    --------
    >>> line_masks([(1, 1), (3, 1), (2, 1)], [3] * 9)
    (3, 3, 3, 2, 2, 3, 3, 2, 3)
    >>> line_masks([(3, 1)], [3, 1, 3, 3]) is None
    True
    """
    _check_clue(clue, "line")
    runs = np.array([(*run, gap) for run, gap in zip(clue, gaps(clue), strict=True)], np.int64)
    masks = _line_masks(runs.reshape(-1, 3), np.array(known, np.int64))
    return tuple(masks.tolist()) if len(masks) == len(known) else None


def _reach(runs: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.bool_]:
    """ok[j, p]: the first j runs fit the first p cells, the last of them anywhere."""
    cells, count = len(known), len(runs)
    ok = np.zeros((count + 1, cells + 1), np.bool_)
    ok[0, 0] = True
    for j in range(count + 1):
        streak = 0  # cells before p that can all have the colour of run j - 1
        length, colour, gap = 0, 0, 0
        if j > 0:
            length, colour = runs[j - 1, 0], runs[j - 1, 1]
            gap = runs[j - 2, 2] if j > 1 else 0
        for p in range(1, cells + 1):
            if ok[j, p - 1] and known[p - 1] & 1:
                ok[j, p] = True
            if j == 0:
                continue
            streak = streak + 1 if known[p - 1] >> colour & 1 else 0
            start = p - length
            if streak >= length and start >= gap:
                before = start - gap
                if ok[j - 1, before] and (gap == 0 or known[start - 1] & 1):
                    ok[j, p] = True
    return ok


def _line_masks(runs: NDArray[np.int64], known: NDArray[np.int64]) -> NDArray[np.int64]:
    """The narrowed masks; one element too many when nothing fits."""
    cells, count = len(known), len(runs)
    mirrored = runs[::-1].copy()
    mirrored[:-1, 2] = runs[::-1][1:, 2]  # the gap after a run is the one before it in the mirror
    left, right = _reach(runs, known), _reach(mirrored, known[::-1].copy())
    if not left[count, cells]:
        return np.zeros(cells + 1, np.int64)
    masks = np.zeros(cells, np.int64)
    for j in range(count + 1):
        for p in range(cells):  # cell p white, between run j - 1 and run j
            if known[p] & 1 and left[j, p] and right[count - j, cells - p - 1]:
                masks[p] |= 1
    for j in range(count):
        length, colour = runs[j, 0], runs[j, 1]
        before, after = (runs[j - 1, 2] if j > 0 else 0), runs[j, 2]
        streak, painted = 0, 0  # painted: cells up to here lie in a possible place of run j
        for end in range(1, cells + 1):
            streak = streak + 1 if known[end - 1] >> colour & 1 else 0
            start = end - length
            if streak < length or start < before or end + after > cells:
                continue
            if (before and not known[start - 1] & 1) or (after and not known[end] & 1):
                continue
            if left[j, start - before] and right[count - j - 1, cells - end - after]:
                for p in range(max(start, painted), end):
                    masks[p] |= 1 << colour
                painted = end
    return masks
