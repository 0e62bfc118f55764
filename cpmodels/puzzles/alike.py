"""AlikePuzzle: sliding puzzles in which tiles look alike, or with several blanks.

A board is a tuple of texts, row by row: what a tile bears, a letter or a number, or "" for a
blank. Tiles that bear the same are not told apart, and neither are blanks: the goal is met when it
looks met.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from cpmodels.errors import InputError, WrongSolution
from cpmodels.puzzles.fields import check_texts, freeze
from cpmodels.puzzles.puzzle import Puzzle, is_integer
from cpmodels.puzzles.sliding_text import parse_sides

__all__ = ["BLANKS", "AlikePuzzle", "Tiles"]

Tiles = tuple[str, ...]

BLANKS = frozenset({"_", ".", "0", "-", "*"})
"""How a blank may be written; x is a letter like any other here."""

MAX_CELLS = 400
_STEPS = {"r": (0, 1), "l": (0, -1), "u": (-1, 0), "d": (1, 0)}
_PARTING = re.compile(r"[\s,;|/]+")
_MOVE = re.compile(r"([0-9]*)([rlud])")


@dataclass(frozen=True)
class AlikePuzzle(Puzzle):
    """Bring the tiles from start to goal, where some look alike. Use `AlikePuzzle.of`.

    A solution is a shortest sequence of moves, as a text. A move is a letter of ``rlud``: the
    neighbour of the blank, on that side, that the blank changes places with. Where there are
    several blanks, the number of the blank stands before the letter, counted from 1 in reading
    order on the board as it is then: ``2r1u``. Two blanks never change places with each other.

    Attributes
    ----------
    rows, columns : int
    start, goal : tuple of str
        Row by row, "" for a blank.
    moves : int or None
        A horizon: then all walks of exactly so many moves are solutions.
    """

    kind: ClassVar[str] = "alike"
    default_question: ClassVar[str] = "solve"

    rows: int
    columns: int
    start: Tiles
    goal: Tiles
    moves: int | None = None
    title: str = field(default="", compare=False)

    def __post_init__(self) -> None:
        check_texts(self, "title")
        if not (is_integer(self.rows) and is_integer(self.columns)):
            raise InputError(f"board of {self.rows!r}x{self.columns!r}, expected two integers")
        cells = self.rows * self.columns
        if min(self.rows, self.columns) < 1 or not 2 <= cells <= MAX_CELLS:
            raise InputError(f"board of {self.extent()}, expected 2 to {MAX_CELLS} cells")
        for name in ("start", "goal"):
            board = getattr(self, name)
            if not all(isinstance(token, str) for token in board):
                raise InputError(f"{name} {board!r}, expected a text for each cell")
            freeze(self, **{name: tuple(board)})
            if len(board) != cells:
                raise InputError(
                    f"{name} of {len(board)} tokens, expected {cells} for {self.extent()}"
                )
            for token in board:
                if token and (token in BLANKS or _PARTING.search(token) or not token.isprintable()):
                    raise InputError(f"{name} has tile {token!r}, expected a letter or a number")
        if "" not in self.start:
            raise InputError("start has no blanks, expected one or more, written _")
        if self.moves is not None and not (is_integer(self.moves) and 0 <= self.moves <= 10**6):
            raise InputError(f"moves {self.moves!r}, expected a number from 0 to 1,000,000")
        here, there = Counter(self.start), Counter(self.goal)
        for token in (*self.start, *self.goal):
            if here[token] != there[token]:
                what = f"tile {token}" if token else "the blank"
                raise InputError(
                    f"goal has {what} {there[token]} times, expected {here[token]} as in the start"
                )
        if max(here.values()) == 1:
            raise InputError("one blank and no two tiles alike, expected a sliding puzzle's kind")

    @classmethod
    def of(
        cls,
        start: str,
        goal: str,
        size: str | tuple[int, int] | None = None,
        *,
        moves: int | None = None,
        title: str = "",
    ) -> AlikePuzzle:
        """State a puzzle by two texts: tokens parted by white space or commas, lines are rows.

        A word without parting is a token a character, ``"ABAB_"``, where every line is one. One
        line is a square board unless `size` says otherwise. The blank is one of `BLANKS`.

        Raises
        ------
        InputError
            Ragged rows, boards of different tiles, no two alike.

        Examples
        --------
        >>> puzzle = AlikePuzzle.of("RATE YOUR MIND PLA_", "RATE YOUR MIND PAL_", "4x4")
        >>> puzzle.columns, puzzle.goal[-4:]
        (4, ('P', 'A', 'L', ''))
        """
        rows, columns, first = _read(start, parse_sides(size), "start")
        second = _read(goal, (rows, columns), "goal")[2]
        return cls(rows, columns, first, second, moves, title)

    @property
    def optimising(self) -> bool:  # type: ignore[override]
        """Whether the shortest paths are asked for."""
        return self.moves is None

    @property
    def blanks(self) -> int:
        """How many there are."""
        return self.start.count("")

    def extent(self) -> str:
        """Rows and columns in text."""
        return f"{self.rows}x{self.columns}"

    def cells_of(self, solution: Any) -> list[tuple[int, int]]:
        """The cells of each move: the blank's, and its neighbour's.

        Raises
        ------
        WrongSolution
            It is no text of moves, or one leaves the board, or there is no such blank.
        """
        return [move for move, _ in self._play(solution)]

    def states(self, solution: Any) -> list[Tiles]:
        """The boards along a path, the start first."""
        return [self.start, *(board for _, board in self._play(solution))]

    def _play(self, solution: Any) -> list[tuple[tuple[int, int], Tiles]]:
        if not isinstance(solution, str):
            raise WrongSolution(f"a {type(solution).__name__}, expected a string of moves")
        if _MOVE.sub("", solution):
            raise WrongSolution(f"{solution[:40]!r}, expected moves such as r or 2r")
        board, moves_made = list(self.start), []
        for number, (which, letter) in enumerate(_MOVE.findall(solution), 1):
            if (self.blanks > 1) != bool(which):
                expected = "a blank's number before it" if self.blanks > 1 else "a letter alone"
                raise WrongSolution(f"move {number} is {which}{letter}, expected {expected}")
            blanks = [cell for cell, token in enumerate(board) if not token]
            if which and not 1 <= int(which[:9]) <= len(blanks):
                raise WrongSolution(f"move {number}: blank {which}, expected 1 to {len(blanks)}")
            blank = blanks[int(which or 1) - 1]
            row, column = divmod(blank, self.columns)
            row, column = row + _STEPS[letter][0], column + _STEPS[letter][1]
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                raise WrongSolution(f"move {number} ({which}{letter}) leaves the board")
            cell = row * self.columns + column
            if not board[cell]:
                raise WrongSolution(f"move {number} ({which}{letter}) moves a blank into a blank")
            board[blank], board[cell] = board[cell], ""
            moves_made.append(((blank, cell), tuple(board)))
        return moves_made

    def spell_moves(self, moves: Sequence[tuple[int, int]]) -> str:
        """The text of moves given by their cells."""
        board, lines = list(self.start), []
        for blank, cell in moves:
            number = board[: blank + 1].count("") if self.blanks > 1 else ""
            down, right = (cell // self.columns - blank // self.columns,
                           cell % self.columns - blank % self.columns)  # fmt: skip
            letter = next((name for name, way in _STEPS.items() if way == (down, right)), "?")
            lines.append(f"{number}{letter}")
            board[blank], board[cell] = board[cell], ""
        return "".join(lines)

    def check(self, solution: Any) -> None:
        """Raise `WrongSolution` unless the moves lead to the goal, as it looks."""
        end = self.states(solution)[-1]
        if end != self.goal:
            raise WrongSolution(f"the moves end at {self.spell(end)}, not at the goal")
        length = self.measure(solution)
        if self.moves not in (None, length):
            raise WrongSolution(f"{length} moves, expected exactly {self.moves}")

    def measure(self, solution: str) -> int:
        """The number of its moves."""
        return len(_MOVE.findall(solution))

    def spell(self, board: Tiles, parting: str = " / ") -> str:
        """A board in text, blanks as _, the rows parted."""
        tokens = [token or "_" for token in board]
        rows = range(0, len(tokens), self.columns)
        return parting.join(" ".join(tokens[i : i + self.columns]) for i in rows)

    def why_none(self) -> str | None:
        """Why there is no path; None when there is one.

        With two tiles alike, or two blanks, no parity forbids anything.
        """
        if min(self.rows, self.columns) > 1:
            return None
        here, there = ([token for token in board if token] for board in (self.start, self.goal))
        return None if here == there else "on one line, tiles never pass each other"

    def describe(self) -> str:
        """The puzzle in one line."""
        name = self.title or f"{self.spell(self.start)} to {self.spell(self.goal)}"
        goal_text = "shortest path" if self.moves is None else f"exactly {self.moves} moves"
        return f"{self.extent()}, {name}, {goal_text}, alike tiles not told apart"


def _read(text: Any, size: tuple[int, int] | None, name: str) -> tuple[int, int, Tiles]:
    if not isinstance(text, str):
        raise InputError(f"{name} {text!r}, expected a text")
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    rows = [[token for token in _PARTING.split(line) if token] for line in lines]
    cells = None if size is None else size[0] * size[1]
    if all(len(row) == 1 for row in rows) or (cells and sum(map(len, rows)) < cells):
        rows = [[*"".join(row)] for row in rows]
    tokens = [token for row in rows for token in row]
    if size is None and len(rows) > 1:
        size = len(rows), len(rows[0])
    if size is None:
        side = round(len(tokens) ** 0.5)
        size = side, side
    if len(rows) > 1:
        for number, row in enumerate(rows, 1):
            if len(row) != size[1]:
                raise InputError(f"row {number} of the {name} has {len(row)} tokens, "
                                 f"expected {size[1]}")  # fmt: skip
    if len(tokens) != size[0] * size[1]:
        raise InputError(
            f"{name} of {len(tokens)} tokens, expected {size[0] * size[1]} for {size[0]}x{size[1]}"
        )
    return *size, tuple("" if token in BLANKS else token for token in tokens)
