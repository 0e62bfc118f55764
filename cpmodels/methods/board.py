"""What can answer a `DefectiveBoard`: divide and conquer, and whatever answers its tiling."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.answers.run import Run
from cpmodels.errors import InputError
from cpmodels.kinds.method import Method
from cpmodels.methods import tiling
from cpmodels.methods.by_hand import building_by_hand
from cpmodels.methods.cp_sat import CpSat
from cpmodels.methods.textbook import TextbookDivision
from cpmodels.models.board import board_model
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.puzzle import Puzzle
from reference.trominoes import any_side, power_of_two

__all__ = ["METHODS", "AsTiling", "DivideAndConquer"]

_MOST_SQUARES = 1 << 16  # side 256: beyond it, only stating the placements takes seconds


def _too_large(puzzle: DefectiveBoard) -> str | None:
    if puzzle.squares <= _MOST_SQUARES:
        return None
    return f"{puzzle.squares:,} squares, at most {_MOST_SQUARES:,}"


class BoardCpSat(CpSat):
    """CP-SAT on the board's tiling, while its placements are few enough to write down."""

    def refuses(self, puzzle: DefectiveBoard, question: Question) -> str | None:
        """Boards too large, and what CP-SAT cannot be asked at all."""
        return _too_large(puzzle) or super().refuses(puzzle, question)


class AsTiling(Method):
    """A method for tilings by hand, asked about the board's tiling.

    Parameters
    ----------
    inner : Method
        Answers a `Tiling`.
    """

    puzzle: type[Puzzle] = DefectiveBoard

    def __init__(self, inner: Method) -> None:
        self.inner = inner
        self.name, self.default, self.about = inner.name, inner.default, inner.about
        self.questions = inner.questions

    def refuses(self, puzzle: DefectiveBoard, question: Question) -> str | None:
        """Boards too large, and what the method for tilings refuses."""
        return _too_large(puzzle) or self.inner.refuses(puzzle.tiling, question)

    def solutions(self, puzzle: DefectiveBoard, run: Run) -> Iterator[Any]:
        """Every cover, as a board of numbers."""
        return map(puzzle.numbered, self.inner.solutions(puzzle.tiling, run))

    def solve(self, puzzle: DefectiveBoard, run: Run) -> Any | None:
        """One cover, as a board of numbers."""
        tiling = self.inner.solve(puzzle.tiling, run)
        return None if tiling is None else puzzle.numbered(tiling)

    def count(self, puzzle: DefectiveBoard, run: Run) -> int:
        """Number of covers."""
        return self.inner.count(puzzle.tiling, run)


class TracedAsTiling(AsTiling):
    """The same of a method that can be watched."""

    def __init__(self, inner: Method) -> None:
        super().__init__(inner)
        self.algorithm = inner.algorithm  # type: ignore[attr-defined]

    def trace(self, puzzle: DefectiveBoard, run: Run, tell: Callable[..., None]) -> None:
        """Watch the board's tiling."""
        self.inner.trace(puzzle.tiling, run, tell)  # type: ignore[attr-defined]


class DivideAndConquer(Method):
    """One cover of a board of any side, or the reason why there is none; at memory speed."""

    name = "divide-and-conquer"
    puzzle: type[Puzzle] = DefectiveBoard
    about = "halve the board around a centre piece; an odd side is cut even first"

    def solve(self, puzzle: DefectiveBoard, run: Run) -> Any | None:
        """The one cover that it makes."""
        with building_by_hand(run):
            cover = self._cover(puzzle, run)
        if cover is None:
            reason = any_side.obstruction(puzzle.side, puzzle.side, puzzle.missing)
            run.note = f"no cover: {reason}"
            return None
        run.note = f"{cover.pieces} pieces, {cover.levels} levels"
        return cover.board

    def _cover(self, puzzle: DefectiveBoard, run: Run) -> power_of_two.Cover | None:
        side, missing = puzzle.side, puzzle.missing
        try:
            if missing is not None and side & (side - 1) == 0:
                return power_of_two.cover(side.bit_length() - 1, missing, run.should_stop)
            return any_side.cover_board(side, missing, run.should_stop)
        except ValueError as error:
            raise InputError(str(error)) from None


METHODS: list[Method] = [
    BoardCpSat(DefectiveBoard, board_model, about="the model of its tiling"),
    DivideAndConquer(),
    TextbookDivision(),
    *(
        TracedAsTiling(method) if hasattr(method, "trace") else AsTiling(method)
        for method in tiling.METHODS
        if method.side == "hand"
    ),
]
