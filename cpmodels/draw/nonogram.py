"""Pictures of nonograms: half blocks in the terminal, SVG and PNG with the clues."""

from __future__ import annotations

import io
from collections.abc import Iterator
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from cpmodels.draw.canvas import png_scale
from cpmodels.puzzles.clues import Clue, Run
from cpmodels.puzzles.colours import Colour
from cpmodels.puzzles.nonogram import Nonogram

__all__ = ["png", "svg", "text"]

Rgb = tuple[int, int, int]
Cells = tuple[tuple[int, ...], ...]
_HALVES = (" ", "▀", "▄", "█")  # by filled: none, above, below, both
_WIDEST = 240  # characters of a terminal picture with clues
_CELL, _CLUE = 16, 20  # pixels
_INK, _LINE, _PAPER = (0, 0, 0), (160, 160, 160), (255, 255, 255)


class _Box(NamedTuple):
    """A filled rectangle in pixels."""

    x: int
    y: int
    width: int
    height: int
    rgb: Rgb


class _Label(NamedTuple):
    """A text centred in the middle of a clue's place."""

    x: int
    y: int
    text: str
    rgb: Rgb


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
        return "\n".join(_coloured(above, below, puzzle.colours) for above, below in pairs)
    blank = (0,) * puzzle.width
    return "\n".join(
        "".join(_HALVES[a + 2 * b] for a, b in zip(above, below or blank, strict=True))
        for above, below in pairs
    )


def svg(puzzle: Nonogram, solution: Any = None) -> str:
    """An SVG picture: the clues, and the cells of a solution if there is one.

    Examples
    --------
    >>> svg(Nonogram.of([1], [1]), [[1]]).count("<text")
    2
    """
    width, height = _size(puzzle)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" '
        f'viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="11" '
        'text-anchor="middle" dominant-baseline="central">'
    ]
    if puzzle.title:
        parts.append(f"<title>{escape(puzzle.title)}</title>")
    for mark in _marks(puzzle, solution):
        fill = "#" + "".join(f"{part:02x}" for part in mark.rgb)
        if isinstance(mark, _Box):
            parts.append(
                f'<rect x="{mark.x}" y="{mark.y}" width="{mark.width}" height="{mark.height}" '
                f'fill="{fill}"/>'
            )
        else:
            parts.append(f'<text x="{mark.x}" y="{mark.y}" fill="{fill}">{mark.text}</text>')
    return "".join([*parts, "</svg>"])


def png(puzzle: Nonogram, solution: Any = None) -> bytes:
    """The same picture as PNG."""
    from PIL import Image, ImageDraw, ImageFont

    width, height = _size(puzzle)
    scale = png_scale(width, height)
    image = Image.new("RGB", (width * scale, height * scale), _PAPER)
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(11 * scale)
    for mark in _marks(puzzle, solution):
        x, y = mark.x * scale, mark.y * scale
        if isinstance(mark, _Box):
            corner = (x + mark.width * scale - 1, y + mark.height * scale - 1)
            draw.rectangle(((x, y), corner), fill=mark.rgb)
        else:
            draw.text((x, y), mark.text, mark.rgb, font, anchor="mm")
    file = io.BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def _cells(solution: Any) -> Cells:
    rows = solution.tolist() if hasattr(solution, "tolist") else solution
    return tuple(map(tuple, rows))


def _coloured(
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
    dots = " ".join("·".rjust(wide) for _ in stacks)
    return "\n".join([*head, *(f"{clue.rjust(left)}  {dots}" for clue in lefts)])


def _words(clue: Clue, puzzle: Nonogram) -> list[str]:
    if not puzzle.coloured:
        return [str(run.length) for run in clue] or ["0"]
    return [f"{run.length}{puzzle.colours[run.colour].character}" for run in clue] or ["0"]


def _margins(puzzle: Nonogram) -> tuple[int, int]:
    """Pixels left of the board, and above it."""
    left, top = (max(map(len, clues), default=0) for clues in (puzzle.rows, puzzle.columns))
    return max(1, left) * _CLUE + 4, max(1, top) * _CELL + 4


def _size(puzzle: Nonogram) -> tuple[int, int]:
    left, top = _margins(puzzle)
    return left + puzzle.width * _CELL + 2, top + puzzle.height * _CELL + 2


def _marks(puzzle: Nonogram, solution: Any) -> Iterator[_Box | _Label]:
    left, top = _margins(puzzle)
    wide, high = puzzle.width * _CELL, puzzle.height * _CELL
    yield _Box(0, 0, *_size(puzzle), _PAPER)
    yield _Box(left, top, wide, high, puzzle.colours[0].rgb)
    for row, line in enumerate(() if solution is None else _cells(solution)):
        column = 0
        for cell, group in groupby(line):
            length = len(list(group))
            if cell:
                yield _Box(left + column * _CELL, top + row * _CELL, length * _CELL, _CELL,
                           puzzle.colours[cell].rgb)  # fmt: skip
            column += length
    for number in range(puzzle.width + 1):
        yield _Box(left + number * _CELL, top, _thick(number, puzzle.width), high, _LINE)
    for number in range(puzzle.height + 1):
        yield _Box(left, top + number * _CELL, wide, _thick(number, puzzle.height), _LINE)
    for row, clue in enumerate(puzzle.rows):
        for at, run in enumerate(reversed(clue or (Run(0, 0),))):
            yield from _number(puzzle, run, left - 4 - at * _CLUE - _CLUE // 2,
                               top + row * _CELL + _CELL // 2)  # fmt: skip
    for column, clue in enumerate(puzzle.columns):
        for at, run in enumerate(reversed(clue or (Run(0, 0),))):
            yield from _number(puzzle, run, left + column * _CELL + _CELL // 2,
                               top - 4 - at * _CELL - _CELL // 2)  # fmt: skip


def _thick(number: int, last: int) -> int:
    return 2 if number % 5 == 0 or number == last else 1


def _number(puzzle: Nonogram, run: Run, x: int, y: int) -> Iterator[_Box | _Label]:
    """The length of a run; on its colour, where there are several."""
    if not puzzle.coloured or not run.length:
        yield _Label(x, y, str(run.length), _INK)
        return
    rgb = puzzle.colours[run.colour].rgb
    yield _Box(x - _CELL // 2 + 1, y - _CELL // 2 + 1, _CELL - 1, _CELL - 1, rgb)
    dark = 299 * rgb[0] + 587 * rgb[1] + 114 * rgb[2] < 128_000
    yield _Label(x, y, str(run.length), _PAPER if dark else _INK)
