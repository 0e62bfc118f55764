"""Boards that wrap: the translations that lead from a cell to itself, read and brought in order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any, NamedTuple

from cpmodels.errors import InputError
from cpmodels.puzzles.cells import Cell

__all__ = ["Wrap", "echelon", "pivot", "read_wraps"]


class Wrap(NamedTuple):
    """A translation that leads from each cell to itself; it may mirror an axis as it goes round.

    `mirror` is (axis, sum): coordinate c along that axis becomes sum - c.
    """

    vector: Cell
    mirror: tuple[int, int] | None = None

    def __call__(self, cell: Cell, times: int = 1) -> Cell:
        """The cell, moved so often."""
        image = [c + times * v for c, v in zip(cell, self.vector, strict=False)]
        image += cell[len(image) :]
        if self.mirror is not None and times % 2:
            axis, total = self.mirror
            image[axis] = total - image[axis]
        return tuple(image)


def read_wraps(vectors: Iterable[Any]) -> list[Wrap]:
    """Vectors, or tables of a vector and a mirror: none of them 0, mirrors along one axis each.

    Raises
    ------
    InputError
        They are none of it.
    """
    expected = "expected vectors such as [[4, 0], [0, 6]]"
    try:
        tables = [one if isinstance(one, Mapping) else {"by": one} for one in vectors]
        wraps = [
            Wrap(tuple(map(index, one["by"])), tuple(map(index, one["mirror"]))  # type: ignore[arg-type]
                 if "mirror" in one else None)
            for one in tables
        ]  # fmt: skip
    except (TypeError, KeyError):
        raise InputError(f"wrap, {expected}") from None
    if not all(any(wrap.vector) for wrap in wraps):
        raise InputError(f"wrap by no step at all, {expected}")
    axes_used: set[int] = set()
    for wrap in wraps:
        if not any(other.mirror for other in wraps):
            continue
        axes = [axis for axis, value in enumerate(wrap.vector) if value]
        if len(axes) > 1 or wrap.vector[axes[0]] < 0 or axes[0] in axes_used:
            raise InputError("wrap with a mirror, expected vectors along one axis each")
        axes_used.add(axes[0])
        if wrap.mirror and (
            len(wrap.mirror) != 2
            or wrap.mirror[0] == axes[0]
            or not 0 <= wrap.mirror[0] < len(wrap.vector)
        ):
            raise InputError("wrap, expected mirror = [axis, sum], the axis another one")
    return wraps


def pivot(vector: Cell) -> int:
    """The first axis along which it leads."""
    return next(axis for axis, value in enumerate(vector) if value)


def echelon(vectors: Sequence[Cell]) -> list[Cell]:
    """The vectors that span the same translations, as Hermite's normal form has them."""
    rows = [list(vector) for vector in vectors]
    done: list[list[int]] = []
    for axis in range(len(rows[0]) if rows else 0):
        while sum(row[axis] != 0 for row in rows) > 1:
            least = min((row for row in rows if row[axis]), key=lambda row: abs(row[axis]))
            for row in rows:
                if row is not least:
                    times = row[axis] // least[axis]
                    row[:] = [c - times * v for c, v in zip(row, least, strict=True)]
        for row in [row for row in rows if row[axis]]:
            rows.remove(row)
            done.append(row if row[axis] > 0 else [-c for c in row])
    if rows:
        raise InputError("wrap, expected vectors of which none is a sum of others")
    for k, row in enumerate(done):
        axis = pivot(tuple(row))
        for other in done[:k]:
            times = other[axis] // row[axis]
            other[:] = [c - times * v for c, v in zip(other, row, strict=True)]
    return [tuple(row) for row in done]
