"""Sliding boards as people write them: rows of tokens, lists in brackets, packed digits.

A tile is its number. The blank is one of `BLANKS`; where none is written and the tiles are 1 to the
number of cells, the largest is the blank (which `read_board` says). Commas, semicolons and bars
part tokens as white space does. ``[[1,2],[3,0]]`` has a row in each pair of brackets, ``(1,2,3,0)``
is one line of tokens, and so is ``1230``: a digit a cell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import index
from typing import Any, NamedTuple

from cpmodels.errors import InputError
from cpmodels.puzzles.puzzle import is_integer

__all__ = ["BLANKS", "CONVENTIONS", "Board", "WrittenBoard", "default_goal", "parse_size"]
__all__ += ["is_convention", "parse_sides", "read_board", "read_rows", "tokens"]

Board = tuple[int, ...]

BLANKS = frozenset({"x", "X", "0", "_", ".", "-", "*"})
"""How a blank may be written."""

CONVENTIONS = ("blank-last", "blank-first", "snail")
"""The goals that have a name: 1 2 3 .. x; x 1 2 3 .., as in Korf's boards; and 1 2 3 .. wound
clockwise from the top left to a blank inside, which is also called ``spiral``."""

_PARTING = re.compile(r"[\s,;|]+")
_GROUP = re.compile(r"[\[({]([^\[\](){}]*)[\])}]")
_LEAST_PACKED = 4  # cells: a shorter token is one number

Line = tuple[int, list[str]]


class WrittenBoard(NamedTuple):
    """A board as read; `blank_as` is the tile that was taken for the blank, if one was."""

    rows: int
    columns: int
    cells: Board
    blank_as: int | None


def tokens(line: str) -> list[str]:
    """The tokens of one line, brackets left out; those of a packed board, a character each.

    >>> tokens("(1, 2, 3, 0)"), tokens("81204376x"), tokens("12 x")
    (['1', '2', '3', '0'], ['8', '1', '2', '0', '4', '3', '7', '6', 'x'], ['12', 'x'])
    """
    plain = re.sub(r"[\[\](){}]", " ", line)
    parts = [part for part in _PARTING.split(plain) if part]
    if len(parts) == 1 and len(parts[0]) >= _LEAST_PACKED and _is_packed(parts[0]):
        return list(parts[0])
    return parts


def _is_packed(token: str) -> bool:
    """Whether each character is a cell: no digit twice, so that a long number is not one."""
    return all(c in BLANKS or (c.isascii() and c.isdigit()) for c in token) and len(
        set(token)
    ) == len(token)


def read_board(board: str | Sequence[int], size: tuple[int, int] | None, name: str) -> WrittenBoard:
    """Read a board in any of the forms above.

    Parameters
    ----------
    size : (int, int) or None
        Rows and columns, where known; else several lines are rows, and one line is a square.
    name : str
        What the board is, for messages.

    Raises
    ------
    InputError
        Ragged rows, a token that is none, a number of cells that is not a square and has no size.

    Examples
    --------
    >>> read_board("[[1,2,3],[4,5,6],[7,8,9]]", None, "start")
    WrittenBoard(rows=3, columns=3, cells=(1, 2, 3, 4, 5, 6, 7, 8, 0), blank_as=9)
    """
    if isinstance(board, str):
        lines = read_rows(board)
        if len(lines) > 1:
            size = _grid_size(lines, size, name)
        cells = tuple(_tile(token, name) for _, line in lines for token in line)
        blank_as = _largest_as_blank(lines)
        cells = tuple(0 if tile == blank_as else tile for tile in cells)
    else:
        try:
            cells, blank_as = tuple(map(index, board)), None
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
    return WrittenBoard(*size, cells, blank_as)


def read_rows(text: str) -> list[Line]:
    """The numbered lines that have tokens: a pair of brackets is one, where there are two."""
    groups = [
        (text.count("\n", 0, match.start()) + 1, tokens(match[1]))
        for match in _GROUP.finditer(text)
    ]
    if len(groups) < 2:
        groups = [(number, tokens(line)) for number, line in enumerate(text.splitlines(), 1)]
    return [(number, line) for number, line in groups if line]


def _largest_as_blank(lines: list[Line]) -> int | None:
    texts = [token for _, line in lines for token in line]
    if set(texts) == {str(tile) for tile in range(1, len(texts) + 1)}:
        return len(texts)
    return None


def _grid_size(lines: list[Line], size: tuple[int, int] | None, name: str) -> tuple[int, int]:
    first, width = lines[0][0], len(lines[0][1])
    for number, line in lines:
        if len(line) != width:
            raise InputError(
                f"{name} has {len(line)} tokens in this row, expected {width} as in line {first}",
                f"line {number}",
            )
    extent = (len(lines), width)
    if size is not None and extent != size:
        raise InputError(
            f"{name} of {extent[0]}x{extent[1]}, expected a board of {size[0]}x{size[1]}"
        )
    return extent


def _tile(token: str, name: str) -> int:
    if token in BLANKS:
        return 0
    if not (token.isascii() and token.isdigit() and len(token) < 10):
        raise InputError(f"{name} has token {token!r}, expected a tile's number or x for the blank")
    return int(token)


def is_convention(text: str) -> bool:
    """Whether the text names a goal.

    >>> is_convention("Spiral"), is_convention("1 2 3 x")
    (True, False)
    """
    return text.strip().lower() in (*CONVENTIONS, "spiral")


def default_goal(rows: int, columns: int, convention: str = "blank-last") -> Board:
    """The goal of a convention.

    >>> default_goal(2, 2), default_goal(2, 2, "blank-first"), default_goal(3, 3, "snail")
    ((1, 2, 3, 0), (0, 1, 2, 3), (1, 2, 3, 8, 0, 4, 7, 6, 5))
    """
    name = convention.strip().lower() if isinstance(convention, str) else ""
    name = "snail" if name == "spiral" else name
    if name not in CONVENTIONS:
        raise InputError(f"convention {convention!r}, expected one of {', '.join(CONVENTIONS)}")
    tiles = tuple(range(1, rows * columns))
    if name == "snail":
        goal = [0] * (rows * columns)
        for cell, tile in zip(_spiral(rows, columns), tiles, strict=False):
            goal[cell] = tile
        return tuple(goal)
    return (*tiles, 0) if name == "blank-last" else (0, *tiles)


def _spiral(rows: int, columns: int) -> list[int]:
    """The cells from the top left along the edge and inwards, clockwise."""
    left = [list(range(row * columns, (row + 1) * columns)) for row in range(rows)]
    order: list[int] = []
    while left:
        order += left.pop(0)
        left = [list(row) for row in zip(*left, strict=True)][::-1]
    return order


def parse_size(text: str) -> tuple[int, int]:
    """Rows and columns.

    >>> parse_size("3x4")
    (3, 4)
    """
    match = re.fullmatch(r"\s*([0-9]{1,7})\s*[x×*]\s*([0-9]{1,7})\s*", text)
    if match is None:
        raise InputError(f"size {text!r}, expected rows and columns such as 3x4")
    return int(match[1]), int(match[2])


def parse_sides(size: Any) -> tuple[int, int] | None:
    """Rows and columns as a text or a pair; None for None."""
    if size is None:
        return None
    if isinstance(size, str):
        return parse_size(size)
    if isinstance(size, (tuple, list)) and len(size) == 2 and all(map(is_integer, size)):
        return size[0], size[1]
    raise InputError(f"size {size!r}, expected rows and columns such as 3x4")
