"""All sliding boards of a size by their distance from a goal."""

from __future__ import annotations

from collections.abc import Iterator

from cpmodels.answers.run import Run
from cpmodels.errors import InputError
from cpmodels.puzzles.sliding_text import Board
from reference.sliding.census import Census, bytes_needed

__all__ = ["MOST_BYTES", "SlidingCensus"]

MOST_BYTES = 2**30


class SlidingCensus:
    """A census as it goes on.

    Parameters
    ----------
    rows, columns : int
    goal : Board
    run : Run
        Its limit ends the census; the layers that were yielded are whole.
    paths : bool
        Whether shortest paths are counted, which takes eight bytes a board more.

    Raises
    ------
    InputError
        It would take more than a gigabyte, which is said first.

    Examples
    --------
    >>> census = SlidingCensus(2, 3, (1, 2, 3, 4, 5, 0), Run())
    >>> list(census.layers())[-1], census.complete, list(census.farthest())
    (1, True, [(4, 5, 0, 1, 2, 3)])
    """

    def __init__(
        self, rows: int, columns: int, goal: Board, run: Run, *, paths: bool = False
    ) -> None:
        cells, possible = rows * columns, 0
        if 2 <= cells <= 16 or min(rows, columns) == 1:
            possible = bytes_needed(rows, columns, paths=paths)
        if not 0 < possible <= MOST_BYTES or cells > 10_000:
            size = f", it would take {possible / 2**30:,.1f} GB" if possible else ""
            most = 10 if paths else 12
            raise InputError(f"{rows}x{columns}{size}, expected a size of at most {most} cells")
        self._census = Census(rows, columns, goal, run.should_stop, paths=paths)

    @property
    def complete(self) -> bool:
        """Whether the layers were all."""
        return self._census.complete

    @property
    def paths(self) -> int:
        """How many shortest paths lead to the boards of the last layer that was yielded."""
        return self._census.paths

    def layers(self) -> Iterator[int]:
        """The number of boards at each distance, from 0."""
        return self._census.layers()

    def farthest(self) -> Iterator[Board]:
        """The boards of the last layer."""
        return self._census.farthest()
