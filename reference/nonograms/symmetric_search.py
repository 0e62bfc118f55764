"""All solutions of a nonogram, those with the symmetries of its clues looked for first.

Knotty, a puzzle of 39 x 39 that nobody solved in minutes, takes a second that way.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence

import numpy as np

from reference.kernel.polling import ShouldStop
from reference.nonograms.board import Board
from reference.nonograms.line import Clue, Known
from reference.nonograms.line_search import BUDGET, Picture, fit, read_board
from reference.nonograms.search import DONE, PAUSED, SOLVED, Search
from reference.nonograms.symmetry import Symmetry, subgroups, symmetries

__all__ = ["solutions"]

PATIENCE = 400_000  # lines solved before symmetries are thought of, some 0.2 seconds
MOST = 1000  # symmetric solutions remembered


def solutions(
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    should_stop: ShouldStop | None = None,
    known: Known | None = None,
) -> Iterator[Picture]:
    """All solutions once, as `reference.nonograms.line_search.solutions` gives them.

    Where that search has no solution yet after a while, it takes turns with one for pictures
    that are their own image under all symmetries of the clues, then under some of them, until
    it has one. And from the first solution that is not its own image, others follow at once.

    Examples
    --------
    >>> one = [(1, 1)]
    >>> [picture.tolist() for picture in solutions([one, one], [one, one])]
    [[[0, 1], [1, 0]], [[1, 0], [0, 1]]]
    """
    if not fit(rows, columns, known):
        return
    stop = should_stop or (lambda: False)
    search, status = Search(rows, columns, known=known), PAUSED
    seen: set[bytes] = set()
    while status == PAUSED and search.lines < PATIENCE and not stop():
        status = search.go_on(BUDGET)
    if status == PAUSED:
        status = yield from _beside(search, rows, columns, known, seen, stop)
    alone = True
    while status != DONE:
        if status == SOLVED:
            images = symmetries(rows, columns, known) if alone else []
            for picture in _with_images(search.board, images):
                if picture.tobytes() not in seen:
                    seen |= {picture.tobytes()} if alone else set()
                    yield picture
            alone = False
        if stop():
            return
        status = search.go_on(BUDGET)


def _beside(
    search: Search,
    rows: Sequence[Clue],
    columns: Sequence[Clue],
    known: Known | None,
    seen: set[bytes],
    stop: ShouldStop,
) -> Generator[Picture, None, int]:
    """Solutions with symmetries, until the search beside says something else than PAUSED."""
    for group in subgroups(symmetries(rows, columns, known)):
        special, status = Search(rows, columns, group, known), PAUSED
        while status != DONE:
            if stop() or len(seen) >= MOST:
                return PAUSED
            status = special.go_on(BUDGET)
            if status == SOLVED:
                picture = read_board(special.board)
                if picture.tobytes() not in seen:
                    seen.add(picture.tobytes())
                    yield picture
                continue
            outcome = search.go_on(BUDGET)
            if outcome != PAUSED:
                return outcome
    return PAUSED


def _with_images(board: Board, images: Sequence[Symmetry]) -> Iterator[Picture]:
    """The picture on the board, and those that the symmetries make of it."""
    picture, k = read_board(board), len(board.colours)
    yield picture
    entries = np.arange(picture.size) * k + np.searchsorted(board.colours, picture.ravel())
    for symmetry in images:
        moved = np.array(symmetry)[entries]
        image = np.empty(picture.size, np.int64)
        image[moved // k] = board.colours[moved % k]
        yield image.reshape(picture.shape)
