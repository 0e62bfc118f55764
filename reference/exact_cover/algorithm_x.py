"""Exact covers by the naive recursion: a 0/1 matrix that is copied and shrunk at every choice.

The textbook form, and that of the paper on tetrominoes: choose a column, try each row with a 1
in it, delete the columns of that row and every row that has a 1 in one of them, and go on with
what is left. Nothing is shared between levels and nothing is clever, which is its use: it is
short enough to be believed.

An entry above 1 is a colour: rows that have the same colour in a column may be chosen together,
so the first of them deletes the rows that differ there, and not the column.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator, Hashable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from reference.kernel.events import Tell, silent

__all__ = ["AlgorithmX", "exact_cover_matrix"]

Matrix = NDArray[np.uint8] | NDArray[np.uint32]


def exact_cover_matrix(
    items: Sequence[Hashable],
    options: Sequence[Sequence[Hashable]],
    colours: Mapping[tuple[int, Any], Hashable] | None = None,
) -> Matrix:
    """Return the matrix with a row for each option and a column for each item.

    Entries are 1, or from 2 on for the colours, given by number of the option and item.

    >>> exact_cover_matrix("abc", ["ac", "b"]).tolist()
    [[1, 0, 1], [0, 1, 0]]
    >>> exact_cover_matrix("ab", ["ab"], {(0, "b"): "red"}).tolist()
    [[1, 2]]
    """
    column = {item: j for j, item in enumerate(items)}
    paints = {colour: k for k, colour in enumerate(dict.fromkeys((colours or {}).values()), 2)}
    matrix = np.zeros((len(options), len(column)), np.uint8 if len(paints) < 254 else np.uint32)
    for i, option in enumerate(options):
        matrix[i, [column[item] for item in option]] = 1
    for (i, item), colour in (colours or {}).items():
        matrix[i, column[item]] = paints[colour]
    return matrix


class AlgorithmX:
    """A search for the exact covers of a 0/1 matrix.

    Parameters
    ----------
    matrix
        Shape (rows, columns), entries 0 and 1; above 1, in columns that are not primary, colours.
    primary
        How many of the columns, from the left, must be covered; the others may be covered once.
        None: all of them. A row without a 1 in the former is never chosen.
    choose
        ``smallest``: the column with fewest ones, the first of equals; ``first``: the first.

    Attributes
    ----------
    complete
        Whether the search came to its end.
    additions, deletions
        Entries of matrices written into smaller copies, and entries left out of them.

    Raises
    ------
    ValueError
        For a matrix that is not two-dimensional or not of whole numbers from 0 on, or with a
        colour in a primary column.

    Examples
    --------
    >>> search = AlgorithmX([[0, 0, 1], [1, 1, 0], [1, 1, 1], [0, 1, 0]])
    >>> list(search.solutions()), search.branches
    ([(1, 0), (2,)], [2, 1])
    """

    def __init__(
        self, matrix: ArrayLike, primary: int | None = None, choose: str = "smallest"
    ) -> None:
        array = np.asarray(matrix)
        large = bool(array.size) and array.max() > 255
        self._matrix: Matrix = array.astype(np.uint32) if large else array.astype(np.uint8)
        must = array[:, :primary] if array.ndim == 2 else array
        if array.ndim != 2 or (self._matrix != array).any() or (must > 1).any():
            raise ValueError("matrix: expected two dimensions and entries 0 and 1, or colours "
                             "behind the primary columns")  # fmt: skip
        if choose not in ("first", "smallest"):
            raise ValueError(f"choose: {choose!r} is neither 'first' nor 'smallest'")
        columns = self._matrix.shape[1]
        self._must = np.arange(columns) < (columns if primary is None else primary)
        self._smallest = choose == "smallest"
        self._reset()

    def _reset(self) -> None:
        self.complete = False
        self.additions = self.deletions = 0
        self._branches: Counter[int] = Counter()

    @property
    def branches(self) -> list[int]:
        """Rows tried at each level."""
        return [self._branches[level] for level in sorted(self._branches)]

    def count(self, should_stop: Callable[[], bool] | None = None) -> int:
        """Count the solutions; a lower bound when not `complete` afterwards."""
        return sum(1 for _ in self.solutions(should_stop))

    def solutions(
        self, should_stop: Callable[[], bool] | None = None, tell: Tell = silent
    ) -> Iterator[tuple[int, ...]]:
        """Yield the solutions, each as row numbers in the order of choice."""
        self._reset()
        self._tell = tell
        rows = np.arange(len(self._matrix))
        self.complete = yield from self._search(self._matrix, self._must, rows, (), should_stop)

    def _search(
        self,
        matrix: Matrix,
        must: NDArray[np.bool_],
        rows: NDArray[np.intp],
        chosen: tuple[int, ...],
        should_stop: Callable[[], bool] | None,
    ) -> Generator[tuple[int, ...], None, bool]:
        """Search what is left of the matrix; return whether the search came to its end."""
        if should_stop and should_stop():
            return False
        if not must.any():
            self._tell("solution", options=chosen)
            yield chosen
            return True
        candidates = np.flatnonzero(matrix[:, self._column(matrix, must)])
        self._tell("column", size=len(candidates), level=len(chosen), shape=matrix.shape,
                   options=rows[candidates])  # fmt: skip
        for r in candidates:
            self._branches[len(chosen)] += 1
            self._tell("try", option=int(rows[r]), level=len(chosen))
            kept_columns = matrix[r] != 1
            kept_rows = ~matrix[:, ~kept_columns].any(axis=1)
            for j in np.flatnonzero(matrix[r] > 1):
                kept_rows &= (matrix[:, j] == 0) | (matrix[:, j] == matrix[r, j])
            smaller = matrix[kept_rows][:, kept_columns]
            self.additions += smaller.size
            self.deletions += matrix.size - smaller.size
            step = (*chosen, int(rows[r]))
            complete = yield from self._search(
                smaller, must[kept_columns], rows[kept_rows], step, should_stop
            )
            self._tell("undo", option=step[-1])
            if not complete:
                return False
        return True

    def _column(self, matrix: Matrix, must: NDArray[np.bool_]) -> int:
        columns = np.flatnonzero(must)
        if not self._smallest:
            return int(columns[0])
        return int(columns[matrix[:, columns].sum(axis=0, dtype=np.intp).argmin()])
