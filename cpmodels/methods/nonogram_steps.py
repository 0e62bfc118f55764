"""Steps to a nonogram's picture, found by hand; each is checked by the model's own line solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from cpmodels.errors import WrongSolution
from cpmodels.methods.by_hand import known_cells
from cpmodels.models.nonogram_lines import colour_count, narrow, unsolved
from cpmodels.puzzles.nonogram import Nonogram, Picture
from reference.kernel.polling import Stopped
from reference.nonograms.steps import CONTRADICTION, GUESS, IMPOSSIBLE, WRONG, Step, steps

__all__ = [
    "CONTRADICTION",
    "GUESS",
    "IMPOSSIBLE",
    "WRONG",
    "Step",
    "Stopped",
    "checked_steps",
    "first_board",
]

Board = list[list[int]]  # of each cell the colours left, the sum of 1 << colour


def checked_steps(
    puzzle: Nonogram,
    should_stop: Callable[[], bool] | None = None,
    search: Callable[..., Iterator[Step]] = steps,
) -> Iterator[tuple[Step, Picture]]:
    """Each step, with what is known of each cell after it.

    Parameters
    ----------
    search : callable
        What gives the steps.

    Raises
    ------
    WrongSolution
        A step that does not follow from the lines it looks at, or an end that is none.
    Stopped
    """
    checker = _Checker(puzzle)
    for number, step in enumerate(
        search(puzzle.rows, puzzle.columns, known_cells(puzzle), should_stop or (lambda: False)), 1
    ):
        reason = checker.why_wrong(step)
        if reason is not None:
            raise WrongSolution(f"step {number}, {step.rule}: {reason}")
        yield step, tuple(map(tuple, checker.board))
    checker.check_end()


def first_board(puzzle: Nonogram) -> Picture:
    """What is known of each cell before the first step, as sums of ``1 << colour``."""
    used = {run.colour for clue in (*puzzle.rows, *puzzle.columns) for run in clue}
    every = puzzle.every if puzzle.open_to_all else sum(1 << colour for colour in used | {0})
    known = puzzle.known or ((every,) * puzzle.width,) * puzzle.height
    return tuple(tuple(mask & every for mask in row) for row in known)


class _Checker:
    """What is known at each depth, by steps that were checked."""

    def __init__(self, puzzle: Nonogram) -> None:
        self.puzzle = puzzle
        self.colours = colour_count(puzzle)
        self.board: Board = list(map(list, first_board(puzzle)))
        self.guesses: list[tuple[Board, tuple[int, int, int]]] = []
        self.impossible = False

    def why_wrong(self, step: Step) -> str | None:
        """Why the step does not follow; None if it does, and then it is taken."""
        for row, column, mask in step.cells:
            if not mask or (step.rule != WRONG and mask & ~self.board[row][column]):
                return f"no fewer colours for row {row + 1}, column {column + 1}"
        if step.rule in (GUESS, WRONG, CONTRADICTION) and len(step.cells) != 1:
            return f"it is about {len(step.cells)} cells"
        if step.rule == GUESS:
            [(row, column, mask)] = step.cells
            if mask & (mask - 1) or step.depth != len(self.guesses) + 1:
                return "it is no guess of one colour"
            self.guesses.append(([line[:] for line in self.board], (row, column, mask)))
        elif step.rule == WRONG:
            reason = self._taken_back(step)
            if reason is not None:
                return reason
        elif step.depth != len(self.guesses):
            return "it hangs on other guesses"
        elif step.rule == IMPOSSIBLE:
            self.impossible = not self.guesses
            if self._left(self.board, step.lines[-1]) is not None:
                return f"{self._name(step.lines[-1])} can still be filled"
        elif step.rule == CONTRADICTION:
            reason = self._contradiction(step)
            if reason is not None:
                return reason
        else:
            reason = self._follow(step)
            if reason is not None:
                return reason
        for row, column, mask in step.cells:
            self.board[row][column] = mask
        return None

    def check_end(self) -> None:
        """The picture must be one, unless there is none."""
        if not self.impossible:
            picture = tuple(tuple(mask.bit_length() - 1 for mask in row) for row in self.board)
            if any(mask & (mask - 1) for row in self.board for mask in row):
                raise WrongSolution("the steps end before every cell is decided")
            self.puzzle.check(picture)

    def _follow(self, step: Step) -> str | None:
        [line] = step.lines
        left = self._left(self.board, line)
        if left is None:
            return f"{self._name(line)} cannot be filled"
        own = dict(zip(self._cells(line), left, strict=True))
        for row, column, mask in step.cells:
            if (row, column) not in own:
                return f"row {row + 1}, column {column + 1} is not in {self._name(line)}"
            if own[row, column] & ~mask:
                return (
                    f"{self._name(line)} can have another colour in row {row + 1}, "
                    f"column {column + 1}"
                )
        return None

    def _contradiction(self, step: Step) -> str | None:
        """Play what would follow from the colour that is taken away."""
        [(row, column, mask)] = step.cells
        board = [line[:] for line in self.board]
        assumption = board[row][column] & ~mask
        if assumption & (assumption - 1) or not assumption:
            return "not one colour that is taken away"
        board[row][column] = assumption
        for line in step.lines:
            left = self._left(board, line)
            if left is None:
                return None if line == step.lines[-1] else "it ends before its last line"
            for (i, j), cell in zip(self._cells(line), left, strict=True):
                board[i][j] = cell
        return f"{self._name(step.lines[-1])} can still be filled"

    def _taken_back(self, step: Step) -> str | None:
        if step.depth != len(self.guesses) - 1:
            return "it takes back no last guess"
        if self._left(self.board, step.lines[-1]) is not None:
            return f"{self._name(step.lines[-1])} can still be filled"
        before, (row, column, guess) = self.guesses.pop()
        if step.cells != ((row, column, before[row][column] & ~guess),):
            return "it takes back more than its guess"
        self.board = before
        return None

    def _left(self, board: Board, number: int) -> list[int] | None:
        """What a line leaves to each of its cells; None when it cannot be filled."""
        known = [board[i][j] for i, j in self._cells(number)]
        puzzle = self.puzzle
        clue = (*puzzle.rows, *puzzle.columns)[number]
        line = unsolved(clue, len(known), self.colours)
        line.can = [
            sum(1 << place for place, mask in enumerate(known) if mask >> colour & 1)
            for colour in range(self.colours)
        ]
        if not narrow(line):
            return None
        return [
            sum(1 << colour for colour, can in enumerate(line.can) if can >> place & 1)
            for place in range(len(known))
        ]

    def _cells(self, number: int) -> Sequence[tuple[int, int]]:
        puzzle = self.puzzle
        if number < puzzle.height:
            return [(number, j) for j in range(puzzle.width)]
        return [(i, number - puzzle.height) for i in range(puzzle.height)]

    def _name(self, number: int) -> str:
        height = self.puzzle.height
        return f"row {number + 1}" if number < height else f"column {number - height + 1}"
