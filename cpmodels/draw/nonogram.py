"""Pictures of nonograms: half blocks in the terminal, SVG and PNG with the clues."""

from __future__ import annotations

from itertools import groupby
from typing import Any

from cpmodels.draw.canvas import Canvas
from cpmodels.puzzles.clues import Clue, Run, length_text
from cpmodels.puzzles.colours import Colour
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["canvas", "text"]

Cells = tuple[tuple[int, ...], ...]
_HALVES = (" ", "▀", "▄", "█")  # by filled: none, above, below, both
_WIDEST = 240  # characters of a terminal picture with clues
_CELL, _CLUE = 16, 20  # pixels
_LINE = "#a0a0a0"


def text(puzzle: Nonogram, solution: Any = None, *, colour: bool = False) -> str:
    """A picture for the terminal: the solution, or the clues around an empty board.

    Two rows of cells share a line. Without `colour`, cells of several colours are written as
    the colours' characters instead.

    Examples
    --------
    >>> puzzle = Nonogram.of([2, (1, 1)], [2, 1, 1])
    >>> print(text(puzzle, [[1, 1, 0], [1, 0, 1]]))
    █▀▄
    >>> print(text(puzzle))
         2 1 1
      2  · · ·
    1 1  · · ·
    """
    if solution is None:
        return _clue_text(puzzle)
    cells = _cells(solution)
    if not colour and puzzle.coloured:
        letters = [each.character * 2 for each in puzzle.colours]
        return "\n".join("".join(letters[cell] for cell in row) for row in cells)
    pairs = zip(cells[::2], [*cells[1::2], None][: (len(cells) + 1) // 2], strict=True)
    if colour:
        return "\n".join(_in_colour(above, below, puzzle.colours) for above, below in pairs)
    blank = (0,) * puzzle.width
    return "\n".join(
        "".join(_HALVES[a + 2 * b] for a, b in zip(above, below or blank, strict=True))
        for above, below in pairs
    )


def canvas(puzzle: Nonogram, solution: Any = None) -> Canvas:
    """The picture for SVG and PNG: the clues, and the cells of a solution if there is one.

    Examples
    --------
    >>> canvas(Nonogram.of([1], [1]), [[1]]).svg().count("<text")
    2
    """
    left, top = _margins(puzzle)
    wide, high = puzzle.width * _CELL, puzzle.height * _CELL
    result = Canvas(left + wide + 2, top + high + 2, puzzle.title)
    result.rectangle(left, top, wide, high, _fill(puzzle.colours[0]))
    for row, line in enumerate(_known(puzzle) if solution is None else _cells(solution)):
        column = 0
        for cell, group in groupby(line):
            length = len(list(group))
            if cell:
                result.rectangle(left + column * _CELL, top + row * _CELL, length * _CELL, _CELL,
                                _fill(puzzle.colours[cell]))  # fmt: skip
            column += length
    for number in range(puzzle.width + 1):
        result.rectangle(left + number * _CELL, top, _thick(number, puzzle.width), high, _LINE)
    for number in range(puzzle.height + 1):
        result.rectangle(left, top + number * _CELL, wide, _thick(number, puzzle.height), _LINE)
    for row, clue in enumerate(puzzle.rows):
        for at, run in enumerate(reversed(clue or (Run(0, 0),))):
            _number(result, puzzle, run, left - 4 - at * _CLUE - _CLUE // 2,
                    top + row * _CELL + _CELL // 2)  # fmt: skip
    for column, clue in enumerate(puzzle.columns):
        for at, run in enumerate(reversed(clue or (Run(0, 0),))):
            _number(result, puzzle, run, left + column * _CELL + _CELL // 2,
                    top - 4 - at * _CELL - _CELL // 2)  # fmt: skip
    return result


def _known(puzzle: Nonogram) -> Cells:
    """The colours of cells known beforehand, background for the others."""
    return tuple(
        tuple(0 if mask & (mask - 1) else mask.bit_length() - 1 for mask in row)
        for row in puzzle.known or ()
    )


def _cells(solution: Any) -> Cells:
    rows = solution.tolist() if hasattr(solution, "tolist") else solution
    return tuple(map(tuple, rows))


def _in_colour(
    above: tuple[int, ...], below: tuple[int, ...] | None, colours: tuple[Colour, ...]
) -> str:
    """A line of half blocks, upper cells as foreground and lower ones as background."""
    line = ""
    for (up, down), group in groupby(zip(above, below or [None] * len(above), strict=True)):
        front = "38;2;{};{};{}".format(*colours[up].rgb)
        back = "49" if down is None else "48;2;{};{};{}".format(*colours[down].rgb)
        line += f"\x1b[{front};{back}m{'▀' * len(list(group))}"
    return line + "\x1b[0m"


def _clue_text(puzzle: Nonogram) -> str:
    rows, columns = (
        [_words(clue, puzzle) for clue in clues] for clues in (puzzle.rows, puzzle.columns)
    )
    wide = max((len(word) for words in columns for word in words), default=1)
    lefts = [" ".join(words) for words in rows]
    left = max(map(len, lefts), default=0)
    if left + 2 + (wide + 1) * puzzle.width > _WIDEST:
        return f"{puzzle.describe()} (too large for the terminal with its clues)"
    deep = max(map(len, columns), default=0)
    stacks = [[""] * (deep - len(words)) + words for words in columns]
    head = [
        " " * left + "  " + " ".join(stack[level].rjust(wide) for stack in stacks)
        for level in range(deep)
    ]
    lines = (
        " ".join(mark.rjust(wide) for mark in (_mark(puzzle, i, j) for j in range(puzzle.width)))
        for i in range(puzzle.height)
    )
    return "\n".join(
        [*head, *(f"{clue.rjust(left)}  {cells}" for clue, cells in zip(lefts, lines, strict=True))]
    )


def _mark(puzzle: Nonogram, row: int, column: int) -> str:
    """What is known of a cell: a dot for nothing, a cross for background, or its colour."""
    mask = 0 if puzzle.known is None else puzzle.known[row][column]
    if mask == 1:
        return "×"
    if not mask or mask & (mask - 1):
        return "·"
    return "#" if not puzzle.coloured else puzzle.colours[mask.bit_length() - 1].character


def _words(clue: Clue, puzzle: Nonogram) -> list[str]:
    if not puzzle.coloured:
        return [length_text(run) for run in clue] or ["0"]
    letters = ["", *(colour.character for colour in puzzle.colours[1:])]
    return [f"{length_text(run)}{letters[run.colour]}" for run in clue] or ["0"]


def _margins(puzzle: Nonogram) -> tuple[int, int]:
    """Pixels left of the board, and above it."""
    left, top = (max(map(len, clues), default=0) for clues in (puzzle.rows, puzzle.columns))
    return max(1, left) * _CLUE + 4, max(1, top) * _CELL + 4


def _thick(number: int, last: int) -> int:
    return 2 if number % 5 == 0 or number == last else 1


def _number(canvas: Canvas, puzzle: Nonogram, run: Run, x: int, y: int) -> None:
    """The length of a run; on its colour, where there are several."""
    ink = "#000000"
    if puzzle.coloured and run.colour:
        colour = puzzle.colours[run.colour]
        side = _CELL - 1
        canvas.rectangle(x - _CELL // 2 + 1, y - _CELL // 2 + 1, side, side, _fill(colour))
        red, green, blue = colour.rgb
        ink = "#ffffff" if 299 * red + 587 * green + 114 * blue < 128_000 else ink
    canvas.text(x, y, length_text(run), 11, ink)


def _fill(colour: Colour) -> str:
    return f"#{colour.hex}"
