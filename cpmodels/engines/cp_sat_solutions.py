"""Solutions from the texts in which CP-SAT's bindings write the values of all variables.

The bindings fetch one value in a quarter of a microsecond, but write all of them as a text
("[0, 1, 0]") in a fiftieth of one each.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

import numpy as np

from cpmodels.models.model import Model
from cpmodels.puzzles.choices import Choices

__all__ = ["Reader"]

Array = np.ndarray[Any, np.dtype[Any]]


class Reader:
    """Reads the solutions of one model."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self._columns = [variable.index for variable in model.primary]
        self._length = 3 * len(model.cp.proto.variables)  # of a text with a digit for each

    def one(self, text: str) -> Any:
        """The solution."""
        (values,) = self._values([text])
        return self._read(values)

    def batch(self, texts: Sequence[str]) -> Sequence[Any]:
        """The solutions; as numbers of pieces, if the model says what each variable stands for."""
        values = self._values(texts)
        pieces = self._model.pieces
        if pieces is None or isinstance(values, list):
            return [self._read(each) for each in values]
        row, piece = np.nonzero(values)
        used = np.bincount(row, minlength=len(values))
        rows = np.full((len(values), int(used.max())), -1, np.int32)
        rows[row, np.arange(len(row)) - (np.cumsum(used) - rows.shape[1])[row]] = piece
        return Choices(pieces, rows)

    def _values(self, texts: Sequence[str]) -> list[list[int]] | Array:
        """Those of the primary variables, a row for each solution."""
        if self._length and all(len(text) == self._length for text in texts):
            digits = np.frombuffer("".join(texts).encode(), np.uint8)[1::3] - ord("0")
            return digits.reshape(len(texts), -1)[:, self._columns]
        return [[known[column] for column in self._columns] for known in map(json.loads, texts)]

    def _read(self, values: list[int] | Array) -> Any:
        """One solution; bytes are read sooner than numbers of numpy."""
        return self._model.read(values if isinstance(values, list) else values.tobytes())
