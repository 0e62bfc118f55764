"""Pictures: rows of colour indices, read from lists and arrays, and how large they may be."""

from __future__ import annotations

from typing import Any, NamedTuple

from cpmodels.errors import InputError

__all__ = ["MAX_CELLS", "Picture", "Saved", "check_size", "plain_rows", "read_picture", "widths"]

MAX_CELLS = 1_000_000

Picture = tuple[tuple[int, ...], ...]  # rows of colour indices, 0 for the background


class Saved(NamedTuple):
    """A stored picture beside the goal: a partial solution, or one more solution.

    Attributes
    ----------
    kind : str
        ``saved`` or ``solution``.
    name : str
    cells : tuple of tuples of int
        For each cell the colours still possible: the sum of ``1 << colour``.
    note : str
    """

    kind: str
    name: str
    cells: Picture
    note: str = ""


def check_size(height: int, width: int, where: str = "") -> None:
    """Raise InputError for a board of too many cells; for readers, before anything is allocated."""
    if height < 0 or width < 0 or max(height, 1) * max(width, 1) > MAX_CELLS:
        raise InputError(
            f"{height} rows x {width} columns, expected at most {MAX_CELLS:,} cells", where
        )


def read_picture(picture: Any) -> Picture:
    """Rows of whole numbers, of lists or of a numpy array.

    Raises
    ------
    InputError
        It is none.
    """
    try:
        rows = [list(row) for row in plain_rows(picture)]
        cells = tuple(tuple(map(int, row)) for row in rows)
    except (TypeError, ValueError, OverflowError):
        raise InputError("no picture, expected rows of colour indices") from None
    for number, (row, line) in enumerate(zip(rows, cells, strict=True), 1):
        for entry, cell in zip(row, line, strict=True):
            if entry != cell:  # a text, or a number with a fraction
                raise InputError(
                    f"{entry!r} in a picture, expected colour indices", f"row {number}"
                )
    return cells


def plain_rows(picture: Any) -> Any:
    """Lists of Python's numbers, where it is a numpy array."""
    return picture.tolist() if hasattr(picture, "tolist") else picture


def widths(cells: Picture) -> list[int]:
    """The number of cells of each row."""
    return [len(row) for row in cells]
