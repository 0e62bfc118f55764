"""Nonograms as bare numbers, one clue a line: .nin, .mk and .cwd differ in their heads only.

- .nin (Jakub Wilk): ``width height``, the rows, the columns.
- .mk (Mirek and Petr Olsak): ``height width``, the rows, a line ``#``, the columns.
- .cwd: the height and the width on a line each, the rows, a blank line, the columns.

An empty clue is a 0, or a blank line when the count of lines says so.
"""

from __future__ import annotations

from cpmodels.errors import InputError
from cpmodels.formats.format import Format
from cpmodels.formats.nonogram_clues import (
    NumberedLine,
    build,
    dropping,
    first_filled,
    integer,
    lengths,
    number_lines,
    plain_clues,
    section,
    shape_header,
)
from cpmodels.puzzles.nonogram import Nonogram, check_size

__all__ = ["FORMATS", "read_cwd", "read_mk", "read_nin", "write_cwd", "write_mk", "write_nin"]

_dropped = dropping()


def read_nin(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a .nin text.

    Examples
    --------
    >>> read_nin("2 1\\n2\\n1\\n1\\n", "bar.nin")[0].describe()
    '1 rows x 2 columns'
    """
    lines = number_lines(text)
    head = first_filled(lines, "width and height", where)
    width, height = shape_header(head, ("width", "height"), where)
    check_size(height, width, f"{where}: line {head.number}")
    rest = section(lines[head.number :], height + width, "clues", where)
    return [_puzzle(rest[:height], rest[height:], where)]


def write_nin(puzzle: Nonogram) -> str:
    """The puzzle as .nin text."""
    rows, columns = plain_clues(puzzle, "nin")
    return "\n".join([f"{puzzle.width} {puzzle.height}", *rows, *columns]) + "\n"


def read_mk(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a .mk text."""
    lines = number_lines(text)
    head = first_filled(lines, "height and width", where)
    height, width = shape_header(head, ("height", "width"), where)
    check_size(height, width, f"{where}: line {head.number}")
    marks = [line.number for line in lines if line.text.startswith("#")]
    if len(marks) != 1:
        raise InputError(f"{len(marks)} lines with #, expected one between rows and columns", where)
    rows = section(lines[head.number : marks[0] - 1], height, "rows", where)
    columns = section(lines[marks[0] :], width, "columns", where)
    return [_puzzle(rows, columns, where)]


def write_mk(puzzle: Nonogram) -> str:
    """The puzzle as .mk text."""
    rows, columns = plain_clues(puzzle, "mk")
    return "\n".join([f"{puzzle.height} {puzzle.width}", *rows, "#", *columns]) + "\n"


def read_cwd(text: str, where: str) -> list[Nonogram]:
    """The puzzle of a .cwd text."""
    lines = number_lines(text)
    first = first_filled(lines, "a height", where)
    second = first_filled(lines[first.number :], "a width", where)
    height = integer(first.text, "a height", f"{where}: line {first.number}")
    width = integer(second.text, "a width", f"{where}: line {second.number}")
    check_size(height, width, f"{where}: line {second.number}")
    rest = lines[second.number :]
    if sum(bool(line.text) for line in rest) < height + width and len(rest) > height:
        if rest[height].text:
            place = f"{where}: line {rest[height].number}"
            raise InputError("a clue, expected the blank line between rows and columns", place)
        del rest[height]
    rest = section(rest, height + width, "clues", where)
    return [_puzzle(rest[:height], rest[height:], where)]


def write_cwd(puzzle: Nonogram) -> str:
    """The puzzle as .cwd text."""
    rows, columns = plain_clues(puzzle, "cwd")
    return "\n".join([str(puzzle.height), str(puzzle.width), *rows, "", *columns]) + "\n"


def _puzzle(rows: list[NumberedLine], columns: list[NumberedLine], where: str) -> Nonogram:
    across, down = ([lengths(line, where) for line in lines] for lines in (rows, columns))
    return build(across, down, where, lines=[*rows, *columns])


def _head(text: str, numbers: tuple[int, ...], mark: bool) -> bool:
    """Whether the first lines hold so many numbers each, and the rest numbers and # alone.

    Two items and options of them (Knuth's exact-cover text) look the same: then lines count.
    """
    if set(text) - set("0123456789 ,\t\r\n#"):
        return False
    lines = [line.split() for line in text.split("\n") if line.strip()]
    head, rest = lines[: len(numbers)], lines[len(numbers) :]
    words = [word for line in head for word in line]
    if tuple(map(len, head)) != numbers or not all(word.isdigit() for word in words):
        return False
    if any(line[0][0] == "#" for line in rest) != mark:
        return False
    strange = {word for line in rest for word in line} - set(words)
    twice = len(set(words)) < len(words)  # no item appears twice
    return twice or bool(strange) or len(rest) == sum(int(word[:9]) for word in words)


def _fits(text: str) -> bool:
    """Whether two numbers are followed by as many clues, blank ones among them."""
    lines = [line.strip() for line in text.split("\n")]
    texts = [line for line in lines if line]
    total = sum(int(word[:9]) for word in texts[:2])
    return len(texts) - 2 <= total <= len(lines) - 2


FORMATS = (
    Format(
        "mk", "nonogram: height and width, rows, #, columns", ("nonogram",),
        lambda text: _head(text, (2,), True), read_mk, write_mk, _dropped, (".mk",),
    ),
    Format(
        "nin", "nonogram: width and height, rows, columns", ("nonogram",),
        lambda text: _head(text, (2,), False), read_nin, write_nin, _dropped, (".nin",),
    ),
    Format(
        "cwd", "nonogram: height, width, rows, blank line, columns", ("nonogram",),
        lambda text: _head(text, (1, 1), False) and _fits(text),
        read_cwd, write_cwd, _dropped, (".cwd",),
    ),
)  # fmt: skip
