"""Nonograms row by row: two methods for small boards.

Source: "Японский кроссворд" (a method to solve Japanese crosswords by the state of the field),
VII International Student Scientific Conference "Student Scientific Forum", 2015, in Russian.

Both take clues as sequences of (length, colour), and for each cell the mask of the colours that it
may have, if that is known; they yield pictures as tuples of rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby, permutations, product

from reference.kernel.polling import ShouldStop
from reference.nonograms.line import Clue, Known, Line, arrangements, check_clues, gaps

__all__ = ["by_group_orders", "by_rows", "group_orders"]

Picture = tuple[Line, ...]
Progress = tuple[int, int]  # in one column: runs begun, cells filled of the last of them


def _clue_of(line: Line) -> list[tuple[int, int]]:
    return [(len(list(run)), colour) for colour, run in groupby(line) if colour]


def group_orders(clue: Clue, length: int, should_stop: ShouldStop | None = None) -> Iterator[Line]:
    """The enumeration of a line in that source: all orders of its groups and its free white cells.

    Each run is a group with the white cell that must follow it. Of the orders of groups and free
    cells, those that change the order of the runs are discarded, and so are repetitions.

    Examples
    --------
    >>> ["".join(map(str, line)) for line in group_orders([(1, 1), (3, 1), (2, 1)], 9)]
    ['101110110', '101110011', '100111011', '010111011']
    """
    free = length - sum(run for run, _ in clue) - sum(gaps(clue))
    if free < 0:
        return
    groups = [
        (colour,) * run + (0,) * gap for (run, colour), gap in zip(clue, gaps(clue), strict=True)
    ]
    seen = set()
    for order in permutations(range(len(groups) + free)):
        if should_stop is not None and should_stop():
            return
        if [i for i in order if i < len(groups)] == list(range(len(groups))):
            slots = tuple(min(i, len(groups)) for i in order)
            if slots not in seen:
                seen.add(slots)
                yield sum((groups[i] if i < len(groups) else (0,) for i in slots), ())


def by_group_orders(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
) -> Iterator[Picture]:
    """The method of that source: every order of the groups in each row, then check all columns.

    Examples
    --------
    >>> list(by_group_orders([[(1, 1)], [(1, 1)]], [[(2, 1)], []]))
    [((1, 0), (1, 0))]
    """
    check_clues(rows, columns)
    clues = [list(map(tuple, clue)) for clue in columns]
    ways = [
        list(_within(group_orders(row, len(columns), should_stop), known, number))
        for number, row in enumerate(rows)
    ]
    for picture in product(*ways):
        if should_stop is not None and should_stop():
            return
        if all(_clue_of(tuple(row[j] for row in picture)) == want for j, want in enumerate(clues)):
            yield picture


def by_rows(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
) -> Iterator[Picture]:
    """Backtracking: the next row is placed only when all columns can go on from there.

    Examples
    --------
    >>> list(by_rows([[(1, 1)], [(1, 1)]], [[(2, 1)], []]))
    [((1, 0), (1, 0))]
    """
    check_clues(rows, columns)
    picture: list[Line] = []
    progress: list[list[Progress]] = [[(0, 0)] * len(columns)]
    pending: list[Iterator[Line]] = []
    while True:
        if len(picture) == len(rows):
            if all(map(_is_complete, columns, progress[-1])):
                yield tuple(picture)
        else:
            ways = arrangements(rows[len(picture)], len(columns))
            pending.append(_within(ways, known, len(picture)))
        while pending and not _place_next(
            pending[-1], columns, len(rows), picture, progress, len(pending)
        ):
            pending.pop()
        if not pending or (should_stop is not None and should_stop()):
            return


def _within(ways: Iterator[Line], known: Known | None, row: int) -> Iterator[Line]:
    """Of the arrangements of a row, those with the cells known."""
    if known is None:
        return ways
    masks = known[row]
    return (line for line in ways if all(m >> c & 1 for m, c in zip(masks, line, strict=True)))


def _place_next(
    candidates: Iterator[Line],
    columns: Sequence[Clue],
    height: int,
    picture: list[Line],
    progress: list[list[Progress]],
    depth: int,
) -> bool:
    """Replace row `depth` - 1 by the next candidate that all columns accept."""
    del picture[depth - 1 :], progress[depth:]
    for row in candidates:
        after = _advance(columns, progress[-1], row, height - depth)
        if after is not None:
            picture.append(row)
            progress.append(after)
            return True
    return False


def _advance(
    columns: Sequence[Clue], before: list[Progress], row: Line, left: int
) -> list[Progress] | None:
    """Each column's progress after one more row, with `left` rows to come; None if one cannot."""
    after = []
    for clue, (count, filled), colour in zip(columns, before, row, strict=True):
        inside = count > 0 and filled < clue[count - 1][0]
        if colour == 0:
            if inside:
                return None
            step = (count, 0) if count == 0 else (count, clue[count - 1][0] + 1)
        elif inside:
            if colour != clue[count - 1][1]:
                return None
            step = (count, filled + 1)
        else:
            touches = count > 0 and filled == clue[count - 1][0] and colour == clue[count - 1][1]
            if touches or count == len(clue) or colour != clue[count][1]:
                return None
            step = (count + 1, 1)
        if _needed(clue, step) > left:
            return None
        after.append(step)
    return after


def _needed(clue: Clue, progress: Progress) -> int:
    """The rows that the rest of the column takes at least."""
    count, filled = progress
    rest = list(clue[count:])
    inner = max(clue[count - 1][0] - filled, 0) if count else 0
    gap = int(
        bool(count and rest and filled <= clue[count - 1][0] and clue[count - 1][1] == rest[0][1])
    )
    return inner + gap + sum(run for run, _ in rest) + sum(gaps(rest))


def _is_complete(clue: Clue, progress: Progress) -> bool:
    return _needed(clue, progress) == 0
