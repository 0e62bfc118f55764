"""The textbook forms of the algorithms as methods, which can be watched as they run.

Each has `trace`, which runs it to its end or to the limit and reports every step; its events are
listed in docs/watch.md. `compare` asks them only when they are named.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import OutOfTime, Run
from cpmodels.kinds.method import Method
from cpmodels.methods.by_hand import building_by_hand, known_cells
from cpmodels.methods.covers import AlgorithmXMethod, once_or_optional, statement
from cpmodels.methods.lattices import by_hand
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.clues import is_blotted
from cpmodels.puzzles.nonogram import Nonogram, Picture
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Placement, Tiling
from reference.exact_cover.dlx_textbook import DancingLinks
from reference.kernel.events import Tell, silent
from reference.kernel.polling import Stopped
from reference.nonograms import line_search_textbook
from reference.nonograms.line import arrangement_count
from reference.sliding import astar_textbook, idastar_textbook
from reference.sliding.boards import Result
from reference.sliding.permutation import unsolvable_certificate
from reference.tilings.crossings import Crossings
from reference.tilings.frontier_textbook import count_tilings
from reference.tilings.image_lists_textbook import tilings
from reference.trominoes import power_of_two_textbook

__all__ = [
    "PATHS",
    "TextbookDLX",
    "TextbookDivision",
    "TextbookFrontier",
    "TextbookImageLists",
    "TextbookLineSearch",
    "TextbookPath",
]

MOST_ARRANGEMENTS = 20_000  # of one line: some 0.2 s
MOST_DEEP = 400  # cells of a region that is filled by recursion
MOST_SIDE = 256  # of a board that is divided by recursion


class TextbookDLX(AlgorithmXMethod):
    """Dancing links on four-way linked nodes, by recursion.

    Parameters are those of `AlgorithmXMethod`, and what is refused is the same.
    """

    name = "dlx:textbook"
    default = False
    about = "dancing links as the paper has them"
    algorithm = "dancing links"

    def refuses(self, puzzle: Any, question: Question) -> str | None:
        """Colours and costs, beside what Algorithm X refuses."""
        if getattr(puzzle, "colours", ()):
            return "colours, which came to dancing links later"
        if puzzle.optimising:
            return "lists all covers, not the cheapest"
        return super().refuses(puzzle, question)

    def _narrate(self, puzzle: Any, run: Run, tell: Tell) -> Iterator[Any]:
        with building_by_hand(run):
            cover = self._cover(puzzle, run.should_stop)
            must, optional, rows = once_or_optional(cover)
            search = DancingLinks(must, rows, optional)
        tell("options", **statement(cover))
        for indices in search.solutions(run.should_stop, tell):
            yield cover.read(tuple(row for row in indices if row < len(cover.options)))
        run.effort.levels = tuple(search.levels[level] for level in sorted(search.levels))
        run.effort.nodes = search.levels.total()


class TextbookFrontier(Method):
    """The sweep over the cells, with its states in a dictionary."""

    name = "frontier:textbook"
    default = False
    puzzle: type[Puzzle] = Tiling
    about = "the sweep over the cells, its states in a dictionary"
    algorithm = "frontier"

    def refuses(self, puzzle: Tiling, question: Question) -> str | None:
        """Sticks that might cross, of which its states know nothing."""
        if Crossings(puzzle.region, by_hand(puzzle.lattice)).items:
            return "sticks that might cross"
        return super().refuses(puzzle, question)

    def count(self, puzzle: Tiling, run: Run) -> int:
        """An exact integer, or 0 when stopped."""
        return self._narrate(puzzle, run, silent)

    def trace(self, puzzle: Tiling, run: Run, tell: Tell) -> None:
        """Count to the end."""
        self._narrate(puzzle, run, tell)

    def _narrate(self, puzzle: Tiling, run: Run, tell: Tell) -> int:
        with suppress(Stopped):
            return count_tilings(
                puzzle.region,
                puzzle.shapes,
                puzzle.turning,
                puzzle.copies,
                run.should_stop,
                tell,
                by_hand(puzzle.lattice),
            )
        return 0


class TextbookImageLists(Method):
    """The first open cell, and lists of what may lie there, by recursion."""

    name = "image-lists:textbook"
    default = False
    puzzle: type[Puzzle] = Tiling
    about = "first open cell, lists of placements by what is filled beside it, by recursion"

    def refuses(self, puzzle: Tiling, question: Question) -> str | None:
        """Large regions, and sticks that might cross."""
        if len(puzzle.region) > MOST_DEEP:
            return f"{len(puzzle.region):,} cells, more than {MOST_DEEP}"
        if Crossings(puzzle.region, by_hand(puzzle.lattice)).items:
            return "sticks that might cross"
        return super().refuses(puzzle, question)

    def solutions(self, puzzle: Tiling, run: Run) -> Iterator[Any]:
        """All tilings in the order of the search."""
        with suppress(Stopped):
            for tiling in tilings(
                puzzle.region,
                puzzle.shapes,
                puzzle.turning,
                puzzle.copies,
                run.should_stop,
                by_hand(puzzle.lattice),
            ):
                yield tuple(Placement(*piece) for piece in tiling)


class TextbookPath(Method):
    """A search for one shortest path.

    Parameters
    ----------
    search : callable
        `shortest` of a textbook form.
    """

    puzzle: type[Puzzle] = SlidingPuzzle
    default = False

    def __init__(
        self, name: str, algorithm: str, search: Callable[..., Result], *, about: str
    ) -> None:
        self.name, self.algorithm, self.about = name, algorithm, about
        self._search = search

    def refuses(self, puzzle: SlidingPuzzle, question: Question) -> str | None:
        """Walks within a horizon."""
        if puzzle.horizon is not None:
            return "it finds shortest paths, not walks within a horizon"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: SlidingPuzzle, run: Run) -> str | None:
        """A shortest path."""
        return self._narrate(puzzle, run, silent).path

    def trace(self, puzzle: SlidingPuzzle, run: Run, tell: Tell) -> None:
        """Search to the end."""
        self._narrate(puzzle, run, tell)

    def _narrate(self, puzzle: SlidingPuzzle, run: Run, tell: Tell) -> Result:
        result = self._search(
            puzzle.start, puzzle.rows, puzzle.columns, puzzle.goal,
            should_stop=run.should_stop, tell=tell,
        )  # fmt: skip
        run.effort.nodes = result.nodes
        why = unsolvable_certificate(puzzle.start, puzzle.goal, puzzle.rows, puzzle.columns)
        run.note = "" if why is None else why.text
        return result


class TextbookLineSearch(Method):
    """Lines solved one after the other, then cells probed, then a guess."""

    name = "line-search:textbook"
    default = False
    puzzle: type[Puzzle] = Nonogram
    about = "lines solved by the recursion over their runs, then cells probed, then a guess"
    algorithm = "line search"

    def refuses(self, puzzle: Nonogram, question: Question) -> str | None:
        """Lines whose arrangements would not be gone through between two looks at the clock."""
        lines = [(clue, puzzle.width) for clue in puzzle.rows]
        lines += [(clue, puzzle.height) for clue in puzzle.columns]
        if any(
            arrangement_count(clue, length) > MOST_ARRANGEMENTS
            for clue, length in lines
            if not is_blotted(clue)
        ):
            return f"a line of more than {MOST_ARRANGEMENTS:,} arrangements"
        return super().refuses(puzzle, question)

    def solutions(self, puzzle: Nonogram, run: Run) -> Iterator[Picture]:
        """Every picture, in the order of the search."""
        return line_search_textbook.solutions(
            puzzle.rows, puzzle.columns, run.should_stop, known_cells(puzzle)
        )

    def trace(self, puzzle: Nonogram, run: Run, tell: Tell) -> None:
        """Search to the end."""
        for _ in line_search_textbook.solutions(
            puzzle.rows, puzzle.columns, run.should_stop, known_cells(puzzle), tell
        ):
            pass


class TextbookDivision(Method):
    """The board of a side of 2^k, halved around a centre piece by recursion."""

    name = "divide-and-conquer:textbook"
    default = False
    puzzle: type[Puzzle] = DefectiveBoard
    about = "halve the board around a centre piece, by recursion"
    algorithm = "divide and conquer"

    def refuses(self, puzzle: DefectiveBoard, question: Question) -> str | None:
        """Sides that are no power of two, and boards without a missing square."""
        side = puzzle.side
        if puzzle.missing is None or side & (side - 1) or side > MOST_SIDE:
            return f"it covers boards of side 2, 4, .. {MOST_SIDE} with a square missing"
        return super().refuses(puzzle, question)

    def solve(self, puzzle: DefectiveBoard, run: Run) -> Any:
        """The one cover that it makes."""
        return self._narrate(puzzle, run, silent)

    def trace(self, puzzle: DefectiveBoard, run: Run, tell: Tell) -> None:
        """Divide to the end."""
        with suppress(OutOfTime):
            self._narrate(puzzle, run, tell)

    def _narrate(self, puzzle: DefectiveBoard, run: Run, tell: Tell) -> Any:
        assert puzzle.missing is not None
        with building_by_hand(run):
            return power_of_two_textbook.cover(
                puzzle.side.bit_length() - 1, puzzle.missing, run.should_stop, tell
            )


PATHS = [
    TextbookPath("astar:textbook", "a*", astar_textbook.shortest, about="A* with a heap"),
    TextbookPath("idastar:textbook", "ida*", idastar_textbook.shortest, about="IDA* by recursion"),
]
