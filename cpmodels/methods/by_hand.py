"""What methods by hand have in common: how the reference stops, in this package's terms."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cpmodels.answers.run import OutOfTime, Run
from cpmodels.puzzles.nonogram import Nonogram, Picture
from reference.kernel.polling import Stopped

__all__ = ["building_by_hand", "known_cells"]


@contextmanager
def building_by_hand(run: Run) -> Iterator[None]:
    """`Run.building` for what the reference builds: its `Stopped` is our `OutOfTime`."""
    with run.building():
        try:
            yield
        except Stopped:
            raise OutOfTime from None


def known_cells(puzzle: Nonogram) -> Picture | None:
    """A nonogram's known cells, for the reference; all colours, where a clue allows them."""
    if puzzle.open_to_all and puzzle.known is None:
        return ((puzzle.every,) * puzzle.width,) * puzzle.height
    return puzzle.known
