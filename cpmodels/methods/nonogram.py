"""What can answer a `Nonogram`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.kinds.method import Method, count_checked
from cpmodels.methods import nonogram_counts
from cpmodels.methods.by_hand import known_cells
from cpmodels.methods.nonogram_cubes import NonogramCpSat
from cpmodels.methods.nonogram_symmetric import SymmetricFirst
from cpmodels.methods.textbook import TextbookLineSearch
from cpmodels.models.nonogram import ENCODINGS, nonogram_model
from cpmodels.puzzles.clues import shortest
from cpmodels.puzzles.nonogram import Nonogram, Picture
from cpmodels.puzzles.puzzle import Puzzle
from reference.nonograms import rows, symmetric_search
from reference.nonograms.line import arrangement_count, search_space

__all__ = ["METHODS", "ByHand"]

MOST_ARRANGEMENTS = 20_000  # of one row: some 0.2 s between two looks at the clock
MOST_GROUPS = 9  # with the free cells; 9! orders of one row
MOST_PICTURES = 1_000_000
BLOTS = "clues with blots (? or *)"


class ByHand(Method):
    """A search written by hand.

    Parameters
    ----------
    search : callable
        From rows, columns, ``should_stop`` and what is known of the cells to all pictures.
    too_large : callable, optional
        From a puzzle to the reason why the search would not end, or None.
    """

    puzzle: type[Puzzle] = Nonogram

    def __init__(
        self,
        name: str,
        search: Callable[..., Iterable[Any]],
        *,
        too_large: Callable[[Nonogram], str | None] | None = None,
        default: bool = True,
        about: str = "",
    ) -> None:
        self.name, self.default, self.about = name, default, about
        self._search, self._too_large = search, too_large

    def refuses(self, puzzle: Nonogram, question: Question) -> str | None:
        """Boards on which it would not end."""
        reason = self._too_large(puzzle) if self._too_large else None
        return reason or super().refuses(puzzle, question)

    def solutions(self, puzzle: Nonogram, run: Run) -> Iterator[Picture]:
        """Every picture, in the order of the search."""
        for picture in self._search(
            puzzle.rows, puzzle.columns, run.should_stop, known_cells(puzzle)
        ):
            yield _read(picture)

    def count(self, puzzle: Nonogram, run: Run) -> int:
        """Number of pictures; those beyond the first 10,000 are not checked."""
        pictures = self._search(puzzle.rows, puzzle.columns, run.should_stop, known_cells(puzzle))
        return count_checked(puzzle, pictures, run, _read)


def _read(picture: Any) -> Picture:
    return tuple(tuple(map(int, row)) for row in picture)


def _long_rows(puzzle: Nonogram) -> str | None:
    if puzzle.blotted:
        return BLOTS
    most = max((arrangement_count(row, puzzle.width) for row in puzzle.rows), default=0)
    if most <= MOST_ARRANGEMENTS:
        return None
    return f"a row of more than {MOST_ARRANGEMENTS:,} arrangements"


def _many_orders(puzzle: Nonogram) -> str | None:
    if puzzle.blotted:
        return BLOTS
    if search_space(puzzle.rows, puzzle.columns) > MOST_PICTURES:
        return f"more than {MOST_PICTURES:,} pictures have these rows"
    groups = max((len(row) + puzzle.width - shortest(row) for row in puzzle.rows), default=0)
    if groups > MOST_GROUPS:
        return f"up to {groups} groups and free cells in a row, at most {MOST_GROUPS}"
    return None


def _variant(name: str, about: str, **options: Any) -> NonogramCpSat:
    return NonogramCpSat(Nonogram, partial(nonogram_model, **options), variant=name, about=about)


METHODS: list[Method] = [
    SymmetricFirst(
        Nonogram,
        nonogram_model,
        about="lines solved first, then runs in the order encoding; symmetric pictures first",
    ),
    _variant("bare", "the order encoding alone, no line solved first", solve_lines=False),
    *(_variant(name, ENCODINGS[name].about, encoding=name) for name in list(ENCODINGS)[1:]),
    ByHand(
        "line-search",
        symmetric_search.solutions,
        about="line solving, probing, backtracking, symmetric pictures first; compiled",
    ),
    TextbookLineSearch(),
    ByHand(
        "row-by-row",
        rows.by_rows,
        too_large=_long_rows,
        default=False,
        about="backtracking over rows, columns looked at as they grow",
    ),
    ByHand(
        "group-orders",
        rows.by_group_orders,
        too_large=_many_orders,
        default=False,
        about="all orders of the groups in each row, then all columns checked",
    ),
    *nonogram_counts.METHODS,
]
