"""Boards of a nonogram that are partly filled: characters, a picture, or a file's saved state."""

from __future__ import annotations

import io
from dataclasses import replace

from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles
from cpmodels.lazy import lazy
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["read_partial", "with_known"]

Image = lazy("PIL.Image")


def with_known(puzzle: Nonogram, data: bytes, where: str) -> Nonogram:
    """The same nonogram, some of whose cells are known: see `read_partial`."""
    return puzzle.with_known(read_partial(puzzle, data, where))


def read_partial(puzzle: Nonogram, data: bytes, where: str) -> Picture:
    """What is known of each cell: the sum of ``1 << colour`` for the colours left.

    Parameters
    ----------
    data : bytes
        A row a line: # is filled, . is background, ? or a blank is not known; in colour puzzles a
        filled cell is the character of its colour. Or a PNG picture, a pixel a cell, in the
        puzzle's colours; any other grey and what is transparent is not known. Or a file of this
        puzzle with a saved state, or with cells known beforehand.

    Examples
    --------
    >>> read_partial(Nonogram.of([2], [1, 1, 0]), b"#?.", "my.txt")
    ((2, 3, 1),)
    """
    every = (1 << len(puzzle.colours)) - 1
    if data.startswith(b"\x89PNG"):
        return _pixels(puzzle, data, where)
    known = {"?": every, " ": every, ".": 1}
    known |= {colour.character: 1 << c for c, colour in enumerate(puzzle.colours) if c}
    known |= {} if puzzle.coloured else {"#": 2, "X": 2}
    lines = data.decode("utf-8", errors="replace").split("\n")
    while lines and not lines[-1].strip("\r"):
        lines.pop()
    rows = [line.rstrip("\r") for line in lines]
    if all(set(row) <= set(known) for row in rows):
        return _grid(puzzle, rows, known, where)
    return _of_puzzle(puzzle, data, where)


def _grid(puzzle: Nonogram, rows: list[str], known: dict[str, int], where: str) -> Picture:
    if len(rows) != puzzle.height:
        raise InputError(f"{len(rows)} rows, expected {puzzle.height}", where)
    for number, row in enumerate(rows, 1):
        if len(row.rstrip()) > puzzle.width:
            raise InputError(
                f"{len(row)} cells, expected at most {puzzle.width}", f"{where}: line {number}"
            )
    return tuple(
        tuple(known[cell] for cell in row.ljust(puzzle.width)[: puzzle.width]) for row in rows
    )


def _pixels(puzzle: Nonogram, data: bytes, where: str) -> Picture:
    try:
        with Image.open(io.BytesIO(data), formats=["PNG"]) as image:
            if image.size != (puzzle.width, puzzle.height):
                size = f"{image.width} x {image.height} pixels"
                raise InputError(f"{size}, expected {puzzle.width} x {puzzle.height}", where)
            raw = image.convert("RGBA").tobytes()
    except InputError:
        raise
    except (OSError, ValueError, SyntaxError, EOFError, Image.DecompressionBombError):
        raise InputError("damaged or not complete, expected a PNG picture", where) from None
    every = (1 << len(puzzle.colours)) - 1
    known = {colour.rgb: 1 << c for c, colour in enumerate(puzzle.colours)}
    cells = []
    for at in range(0, len(raw), 4):
        red, green, blue, opaque = raw[at : at + 4]
        cell = known.get((red, green, blue), every if red == green == blue else 0)
        if opaque and not cell:
            row, column = divmod(at // 4, puzzle.width)
            raise InputError(
                f"a pixel #{red:02x}{green:02x}{blue:02x}, expected a colour of the puzzle or grey",
                f"{where}: row {row + 1}, column {column + 1}",
            )
        cells.append(cell if opaque else every)
    return tuple(
        tuple(cells[row * puzzle.width : (row + 1) * puzzle.width]) for row in range(puzzle.height)
    )


def _of_puzzle(puzzle: Nonogram, data: bytes, where: str) -> Picture:
    try:
        puzzles = parse_puzzles(data, where)
    except InputError as error:
        raise InputError(
            f"neither rows of # . ? nor a file with a saved state ({error})", where
        ) from None
    for other in puzzles:
        if isinstance(other, Nonogram) and replace(other, known=None) == replace(
            puzzle, known=None
        ):
            for state in other.saved:
                if state.kind == "saved":
                    return state.cells
            if other.known is not None:
                return other.known
            raise InputError("no saved state in it, expected one", where)
    raise InputError("its clues are not those of the puzzle", where)
