"""SlidingPuzzle: tiles on a board with one blank, a start, a goal, and the moves between.

A board is a tuple of the numbers 0 .. cells - 1, row by row, 0 the blank. A move is a letter of
``rlud``: the neighbour (right, left, up, down) of the blank that the blank changes places with.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from operator import index
from typing import Any, ClassVar

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.puzzle import Puzzle, is_integer

__all__ = [
    "BLANKS",
    "CONVENTIONS",
    "MAX_CELLS",
    "STEPS",
    "Board",
    "SlidingPuzzle",
    "default_goal",
    "parse_size",
]

Board = tuple[int, ...]

BLANKS = frozenset({"x", "X", "0", "_", "."})
"""How a blank may be written."""

CONVENTIONS = ("blank-last", "blank-first")
"""The goals that have a name: 1 2 3 .. x, and x 1 2 3 .. as in Korf's boards."""

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
    """

    kind: ClassVar[str] = "sliding"
    asked: ClassVar[str] = "solve"

    rows: int
    columns: int
    start: Board
    goal: Board
    moves: int | None = None
    at_most: int | None = None
    undo: bool = True
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
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
            Tokens parted by white space, the blank as ``x``, ``0``, ``_`` or ``.``. One line is
            a square board unless `size` says otherwise; several lines are the rows.
        goal : the same, optional
            The goal of the convention by default.
        size : str or (int, int), optional
            Rows and columns, ``"3x4"``.
        convention : str
            ``"blank-last"`` (1 2 3 .. x) or ``"blank-first"`` (x 1 2 3 .., as Korf).

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
        rows, columns, cells = _read_board(start, _sides(size), "start")
        if goal is None:
            target = default_goal(rows, columns, convention)
        else:
            its_rows, its_columns, target = _read_board(goal, (rows, columns), "goal")
            assert (its_rows, its_columns) == (rows, columns)
        return cls(rows, columns, cells, target, moves, at_most, undo, title)

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
        board = list(self.start)
        row, column = divmod(board.index(0), self.columns)
        states = [tuple(board)]
        for number, letter in enumerate(path, 1):
            if letter not in STEPS:
                raise WrongSolution(f"move {number} is {letter!r}, expected r, l, u or d")
            down, right = STEPS[letter]
            if not (0 <= row + down < self.rows and 0 <= column + right < self.columns):
                raise WrongSolution(f"move {number} ({letter}) takes the blank off the board")
            here, there = row * self.columns + column, (row + down) * self.columns + column + right
            board[here], board[there] = board[there], 0
            row, column = row + down, column + right
            states.append(tuple(board))
        return states

    def check(self, solution: Any) -> None:
        """Raise `WrongSolution` unless the moves lead to the goal, within the horizon if any."""
        if not isinstance(solution, str):
            raise WrongSolution(f"a {type(solution).__name__}, expected a string of moves")
        if self.moves is not None and len(solution) != self.moves:
            raise WrongSolution(f"{len(solution)} moves, expected exactly {self.moves}")
        if self.at_most is not None and len(solution) > self.at_most:
            raise WrongSolution(f"{len(solution)} moves, expected at most {self.at_most}")
        end = self.states(solution)[-1]
        if end != self.goal:
            raise WrongSolution(f"the moves end at {self.spell(end)}, not at the goal")
        if not self.undo:
            for number, (one, other) in enumerate(pairwise(solution), 2):
                if _UNDOES[one] == other:
                    raise WrongSolution(f"move {number} ({other}) undoes the move before it")

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
        asked = "shortest path"
        if self.horizon is not None:
            often = "exactly" if self.moves is not None else "at most"
            plural = "" if self.horizon == 1 else "s"
            asked = f"{often} {self.horizon} move{plural}" + ("" if self.undo else ", no undo")
        return f"{self.extent()}, {name}{aim}, {asked}"


def default_goal(rows: int, columns: int, convention: str = "blank-last") -> Board:
    """The goal of a convention.

    >>> default_goal(2, 2), default_goal(2, 2, "blank-first")
    ((1, 2, 3, 0), (0, 1, 2, 3))
    """
    if not isinstance(convention, str) or convention not in CONVENTIONS:
        raise InputError(f"convention {convention!r}, expected one of {', '.join(CONVENTIONS)}")
    tiles = tuple(range(1, rows * columns))
    return (*tiles, 0) if convention == "blank-last" else (0, *tiles)


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns.

    >>> parse_size("3x4")
    (3, 4)
    """
    match = re.fullmatch(r"\s*([0-9]{1,7})\s*[x×*]\s*([0-9]{1,7})\s*", text)
    if match is None:
        raise InputError(f"size {text!r}, expected rows and columns such as 3x4")
    return int(match[1]), int(match[2])


def _sides(size: Any) -> tuple[int, int] | None:
    if size is None:
        return None
    if isinstance(size, str):
        return parse_size(size)
    if isinstance(size, (tuple, list)) and len(size) == 2 and all(map(is_integer, size)):
        return size[0], size[1]
    raise InputError(f"size {size!r}, expected rows and columns such as 3x4")


def _read_board(
    board: str | Sequence[int], size: tuple[int, int] | None, name: str
) -> tuple[int, int, Board]:
    """Rows, columns and cells of a board as people write it."""
    if isinstance(board, str):
        lines = [(number, line.split()) for number, line in enumerate(board.splitlines(), 1)]
        lines = [(number, tokens) for number, tokens in lines if tokens]
        if len(lines) > 1:
            size = _grid_size(lines, size, name)
        cells = tuple(_tile(token, name) for _, tokens in lines for token in tokens)
    else:
        try:
            cells = tuple(map(index, board))
        except TypeError:
            raise InputError(f"{name} {board!r}, expected a text or the tiles' numbers") from None
    if size is None:
        side = round(len(cells) ** 0.5)
        if side * side != len(cells):
            raise InputError(
                f"{name} of {len(cells)} tokens, expected a square number of them, or a size"
            )
        size = (side, side)
    if size[0] * size[1] != len(cells):
        raise InputError(
            f"{name} of {len(cells)} tokens, expected {size[0] * size[1]} for {size[0]}x{size[1]}"
        )
    return (*size, cells)


def _grid_size(
    lines: list[tuple[int, list[str]]], size: tuple[int, int] | None, name: str
) -> tuple[int, int]:
    first, width = lines[0][0], len(lines[0][1])
    for number, tokens in lines:
        if len(tokens) != width:
            raise InputError(
                f"{name} has {len(tokens)} tokens in this row, expected {width} as in line {first}",
                f"line {number}",
            )
    found = (len(lines), width)
    if size is not None and found != size:
        raise InputError(
            f"{name} of {found[0]}x{found[1]}, expected a board of {size[0]}x{size[1]}"
        )
    return found


def _tile(token: str, name: str) -> int:
    if token in BLANKS:
        return 0
    if not (token.isascii() and token.isdigit() and len(token) < 10):
        raise InputError(f"{name} has token {token!r}, expected a tile's number or x for the blank")
    return int(token)


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
