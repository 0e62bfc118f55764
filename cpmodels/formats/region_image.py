"""A region given as a picture: every pixel that is not background is a cell."""

from __future__ import annotations

from pathlib import Path

from cpmodels.errors import InputError
from cpmodels.formats.nonogram_image import read_pbm, read_png
from cpmodels.formats.reading import read_bytes
from cpmodels.puzzles.cells import Cells

__all__ = ["SUFFIXES", "read_region"]

SUFFIXES = (".pbm", ".png")


def read_region(path: str | Path) -> Cells:
    """The cells of a PBM or PNG picture, a pixel a cell, rows from the top.

    Raises
    ------
    InputError
        A file that cannot be read, is no such picture, or has no cell.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder, "corner.pbm")
    ...     _ = file.write_text("P1 2 2  1 1  0 1")
    ...     read_region(file)
    ((0, 0), (0, 1), (1, 1))
    """
    data = read_bytes(path)
    read = read_png if data[:4] == b"\x89PNG" else read_pbm
    [picture] = read(data, str(path))
    cells = tuple(
        (row, column)
        for row, pixels in enumerate(picture.goal or ())
        for column, pixel in enumerate(pixels)
        if pixel
    )
    if not cells:
        raise InputError("a picture with no cells, expected pixels that differ", str(path))
    return cells
