"""SlidingPuzzle: tiles on a board with one blank, a start, a goal, and the moves between.

A board is a tuple of the numbers 0 .. cells - 1, row by row, 0 the blank. A move is a letter of
``rlud``: the neighbour (right, left, up, down) of the blank that the blank changes places with.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, ClassVar

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.fields import check_texts, freeze, integers, tuple_of
from cpmodels.puzzles.puzzle import Puzzle, is_integer
from cpmodels.puzzles.sliding_text import (
    Board,
    default_goal,
    is_convention,
    parse_sides,
    read_board,
)

__all__ = ["MAX_CELLS", "STEPS", "SlidingPuzzle"]

STEPS = {"r": (0, 1), "l": (0, -1), "u": (-1, 0), "d": (1, 0)}
"""What each letter adds to the blank's (row, column)."""

_UNDOES = {"r": "l", "l": "r", "u": "d", "d": "u"}
MAX_CELLS = 10_000
MAX_MOVES = 10**12


@dataclass(frozen=True)
class SlidingPuzzle(Puzzle):
    """Bring the tiles from start to goal. Use `SlidingPuzzle.of` to state one.

    A solution is a string of letters; as stated, the shortest ones. With `moves` or `at_most` it
    is a question of which walks there are, not of the best: all walks of exactly, or at most, so
    many moves are solutions, the goal may be met on the way, and a move may undo the one before
    it unless `undo` is false.

    Attributes
    ----------
    rows, columns : int
    start, goal : tuple of int
        Row by row, 0 the blank.
    moves, at_most : int or None
        A horizon: exactly, or at most, so many moves.
    undo : bool
        Whether a walk may undo a move at once. (Shortest paths never do.)
    remarks : tuple of str
        What was taken for granted when the puzzle was read.
    """

    kind: ClassVar[str] = "sliding"
    default_question: ClassVar[str] = "solve"

    rows: int
    columns: int
    start: Board
    goal: Board
    moves: int | None = None
    at_most: int | None = None
    undo: bool = True
    title: str = field(default="", compare=False)
    remarks: tuple[str, ...] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        check_texts(self, "title")
        if not (is_integer(self.rows) and is_integer(self.columns)):
            raise InputError(f"board of {self.rows!r}x{self.columns!r}, expected two integers")
        freeze(
            self, start=integers(self.start, "start"), goal=integers(self.goal, "goal"),
            remarks=tuple_of(str, self.remarks, "remarks"),
        )  # fmt: skip
        if min(self.rows, self.columns) < 1 or not 2 <= self.rows * self.columns <= MAX_CELLS:
            raise InputError(f"board of {self.extent()}, expected 2 to {MAX_CELLS} cells")
        _check_horizon(self.moves, self.at_most, self.undo)
        for name, board in (("start", self.start), ("goal", self.goal)):
            _check_board(board, self.rows * self.columns, name, self.extent())

    @classmethod
    def of(
        cls,
        start: str | Sequence[int],
        goal: str | Sequence[int] | None = None,
        size: str | tuple[int, int] | None = None,
        convention: str = "blank-last",
        *,
        moves: int | None = None,
        at_most: int | None = None,
        undo: bool = True,
        title: str = "",
    ) -> SlidingPuzzle:
        """State a puzzle in the forms that people write.

        Parameters
        ----------
        start : str or sequence of int
            Tokens parted by white space or commas, with brackets or without, or a digit a cell;
            the blank as ``x``, ``0``, ``_``, ``.``, ``-`` or ``*``, or as the largest number
            where none of these is there. One line is a square board unless `size` says otherwise;
            several lines are the rows.
        goal : the same, optional
            Also the name of a convention; the goal of `convention` by default.
        size : str or (int, int), optional
            Rows and columns, ``"3x4"``.
        convention : str
            ``"blank-last"`` (1 2 3 .. x), ``"blank-first"`` (x 1 2 3 .., as Korf) or ``"snail"``
            (1 2 3 .. wound inwards to x; also ``"spiral"``).

        Raises
        ------
        InputError
            A tile twice or missing, no blank or two, ragged rows, a goal of another size, ...

        Examples
        --------
        >>> puzzle = SlidingPuzzle.of("1 2 3 x 4 6 7 5 8")
        >>> puzzle.check("rdr")
        >>> puzzle.describe()
        '3x3, 1 2 3 / x 4 6 / 7 5 8, shortest path'
        """
        rows, columns, cells, blank_as = read_board(start, parse_sides(size), "start")
        remarks = [] if blank_as is None else [f"tile {blank_as} of the start taken as the blank"]
        if goal is None or (isinstance(goal, str) and is_convention(goal)):
            target = default_goal(rows, columns, convention if goal is None else str(goal))
        else:
            target, goal_blank = read_board(goal, (rows, columns), "goal")[2:]
            if goal_blank is not None:
                remarks.append(f"tile {goal_blank} of the goal taken as the blank")
        return cls(rows, columns, cells, target, moves, at_most, undo, title, tuple(remarks))

    @property
    def optimising(self) -> bool:  # type: ignore[override]
        """Whether the shortest paths are asked for: no horizon is given."""
        return self.horizon is None

    @property
    def horizon(self) -> int | None:
        """The exact or greatest number of moves, if one is given."""
        return self.at_most if self.moves is None else self.moves

    def extent(self) -> str:
        """The size, ``3x4``."""
        return f"{self.rows}x{self.columns}"

    def states(self, path: str) -> list[Board]:
        """The boards along a path, the start included.

        Raises
        ------
        WrongSolution
            A letter that is none, or a move that leaves the board.
        """
        return [tuple(board) for board in self._replay(path)]

    def _replay(self, path: str) -> Iterator[list[int]]:
        """One board, as it is at the start and after each move: a copy of each takes its time."""
        board = list(self.start)
        row, column = divmod(board.index(0), self.columns)
        yield board
        for number, letter in enumerate(path, 1):
            if letter not in STEPS:
                raise WrongSolution(f"move {number} is {letter!r}, expected r, l, u or d")
            down, right = STEPS[letter]
            if not (0 <= row + down < self.rows and 0 <= column + right < self.columns):
                raise WrongSolution(f"move {number} ({letter}) takes the blank off the board")
            here, there = row * self.columns + column, (row + down) * self.columns + column + right
            board[here], board[there] = board[there], 0
            row, column = row + down, column + right
            yield board

    def check(self, solution: Any) -> None:
        """Raise `WrongSolution` unless the moves lead to the goal, within the horizon if any."""
        if not isinstance(solution, str):
            raise WrongSolution(f"a {type(solution).__name__}, expected a string of moves")
        if self.moves is not None and len(solution) != self.moves:
            raise WrongSolution(f"{len(solution)} moves, expected exactly {self.moves}")
        if self.at_most is not None and len(solution) > self.at_most:
            raise WrongSolution(f"{len(solution)} moves, expected at most {self.at_most}")
        end = tuple(deque(self._replay(solution), maxlen=1).pop())
        if end != self.goal:
            raise WrongSolution(f"the moves end at {self.spell(end)}, not at the goal")
        if not self.undo:
            for number, (one, other) in enumerate(pairwise(solution), 2):
                if _UNDOES[one] == other:
                    raise WrongSolution(f"move {number} ({other}) undoes the move before it")

    def notes(self) -> tuple[str, ...]:
        """What was taken for granted when the puzzle was read."""
        return self.remarks

    def measure(self, solution: str) -> int:
        """The number of its moves."""
        return len(solution)

    def spell(self, board: Board, parting: str = " / ") -> str:
        """A board in text, the blank as x, the rows parted."""
        tokens = [str(tile) if tile else "x" for tile in board]
        rows = range(0, len(tokens), self.columns)
        return parting.join(" ".join(tokens[i : i + self.columns]) for i in rows)

    def describe(self) -> str:
        """The puzzle in one line."""
        cells = len(self.start)
        name = self.title or (self.spell(self.start) if cells <= 25 else f"{cells} cells")
        usual = self.goal == default_goal(self.rows, self.columns)
        aim = "" if usual or cells > 25 else f" to {self.spell(self.goal)}"
        goal_text = "shortest path"
        if self.horizon is not None:
            often = "exactly" if self.moves is not None else "at most"
            plural = "" if self.horizon == 1 else "s"
            goal_text = f"{often} {self.horizon} move{plural}" + ("" if self.undo else ", no undo")
        return f"{self.extent()}, {name}{aim}, {goal_text}"


def _check_horizon(moves: Any, at_most: Any, undo: Any) -> None:
    for name, horizon in (("moves", moves), ("at most", at_most)):
        if horizon is not None and not (is_integer(horizon) and horizon >= 0):
            raise InputError(f"{name} {horizon!r}, expected a number of 0 or more")
        if horizon is not None and horizon > MAX_MOVES:
            raise InputError(f"{name}, expected at most {MAX_MOVES:,} moves")
    if moves is not None and at_most is not None:
        raise InputError("both moves and at most given, expected one horizon")
    if not isinstance(undo, bool):
        raise InputError(f"undo {undo!r}, expected true or false")
    if not undo and moves is None and at_most is None:
        raise InputError("undo ruled out without a horizon (shortest paths never undo)")


def _check_board(board: Board, cells: int, name: str, extent: str) -> None:
    if len(board) != cells:
        raise InputError(f"{name} of {len(board)} tokens, expected {cells} for {extent}")
    counts = Counter(board)
    if counts[0] != 1:
        raise InputError(f"{name} has {counts[0] or 'no'} blanks, expected one")
    for tile, times in counts.items():
        if not 0 <= tile < cells:
            raise InputError(f"{name} has tile {tile}, expected 1 to {cells - 1} for {extent}")
        if times > 1:
            missing = min(set(range(cells)) - set(board))
            raise InputError(f"{name} has tile {tile} twice and tile {missing} nowhere")
