"""Pictures of thousands of solutions: those of `pieces_text`, drawn all at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from cpmodels.draw.pieces import CORNERS, LARGEST_TEXT
from cpmodels.puzzles.cells import Cell, Cells
from cpmodels.puzzles.choices import Choices

__all__ = ["ManyPieces", "suits"]

Array = np.ndarray[Any, np.dtype[Any]]

_AT_ONCE = 1 << 22  # letters


class ManyPieces:
    """Draws batches of solutions over one region of squares, flat or not more than that.

    Parameters
    ----------
    region : tuple of cells
    pieces : sequence of (name, cells)
        What the numbers in batches stand for.
    """

    def __init__(self, region: Cells, pieces: Sequence[tuple[str, Cells]]) -> None:
        least = [min(axis) for axis in zip(*region, strict=True)]
        rows, columns = (
            max(a) - m + 1 for a, m in zip(zip(*region, strict=True), least, strict=True)
        )
        self._shape = (rows, columns)
        wide = columns + 2  # with a margin of places that are in no region
        place: dict[Cell, int] = {
            (r, c): (r - least[0] + 1) * wide + c - least[1] + 1 for r, c in region
        }
        outside, empty = len(pieces) + 1, len(pieces)
        self._blank = np.full((rows + 2) * wide, outside, np.int32)
        self._blank[list(place.values())] = empty
        most = max((len(cells) for _, cells in pieces), default=1)
        self._places = np.zeros((len(pieces) + 1, most), np.int64)  # the corner, for none
        for number, (_, cells) in enumerate(pieces):
            places = [place[cell] for cell in cells]
            self._places[number] = places + places[:1] * (most - len(places))
        texts = [f"{name[:3]:^3}" for name, _ in pieces] + [" · ", "   "]
        self._labels = np.array([[ord(letter) for letter in text] for text in texts], np.uint32)
        self._outside = outside
        self._gaps = len(region) < rows * columns

    def texts(self, batch: Choices) -> Iterator[str]:
        """The picture of each solution."""
        rows, columns = self._shape
        step = max(1, _AT_ONCE // ((2 * rows + 1) * (4 * columns + 2)))
        for start in range(0, len(batch), step):
            text = self._draw(batch.rows[start : start + step]).tobytes().decode("utf-32-le")
            if self._gaps:
                text = re.sub(" +(?=[\n\0])", "", text)
            yield from text.split("\0")[:-1]

    def _draw(self, chosen: Array) -> Array:
        """The letters, a line end behind each line and NUL behind each picture."""
        number, (rows, columns) = len(chosen), self._shape
        owners = np.broadcast_to(self._blank, (number, len(self._blank))).copy()
        owners[np.arange(number)[:, None, None], self._places[chosen]] = chosen[:, :, None]
        owners[:, 0] = self._outside
        owners = owners.reshape(number, rows + 2, columns + 2)
        upright = owners[:, :, :-1] != owners[:, :, 1:]
        level = owners[:, :-1] != owners[:, 1:]
        letters = np.full((number, 2 * rows + 1, 4 * columns + 2), ord("\n"), "<u4")
        corners = (
            upright[:, :-1]
            + 2 * upright[:, 1:].view(np.uint8)
            + 4 * level[:, :, 1:].view(np.uint8)
            + 8 * level[:, :, :-1].view(np.uint8)
        )
        letters[:, ::2, :-1:4] = _CORNERS[corners]
        letters[:, 1::2, :-1:4] = _UPRIGHT[upright[:, 1:-1].view(np.uint8)]
        inner = owners[:, 1:-1, 1:-1]
        for k in range(3):
            letters[:, ::2, 1 + k : -1 : 4] = _LEVEL[level[:, :, 1:-1].view(np.uint8)]
            letters[:, 1::2, 1 + k : -1 : 4] = self._labels[:, k][inner]
        letters[:, -1, -1] = 0
        return letters


def _codes(text: str) -> Array:
    return np.array([ord(letter) for letter in text], np.uint32)


_CORNERS, _UPRIGHT, _LEVEL = _codes(CORNERS), _codes(" │"), _codes(" ─")


def suits(region: Cells) -> bool:
    """Whether the pictures of a region can be drawn so."""
    if not region or len(region[0]) != 2:
        return False
    return all(max(axis) - min(axis) < LARGEST_TEXT for axis in zip(*region, strict=True))
