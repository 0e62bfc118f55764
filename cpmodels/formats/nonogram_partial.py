"""Boards of a nonogram that are partly filled: rows of characters, or the saved state of a file."""

from __future__ import annotations

from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles
from cpmodels.puzzles.nonogram import Nonogram, Picture

__all__ = ["read_partial"]


def read_partial(puzzle: Nonogram, data: bytes, where: str) -> Picture:
    """What is known of each cell: the sum of ``1 << colour`` for the colours left.

    Parameters
    ----------
    data : bytes
        A row a line: # is filled, . is background, ? or a blank is not known; in colour puzzles a
        filled cell is the character of its colour. Or a file of this puzzle with a saved state.

    Examples
    --------
    >>> read_partial(Nonogram.of([2], [1, 1, 0]), b"#?.", "my.txt")
    ((2, 3, 1),)
    """
    every = (1 << len(puzzle.colours)) - 1
    known = {"?": every, " ": every, ".": 1}
    known |= {colour.character: 1 << c for c, colour in enumerate(puzzle.colours) if c}
    known |= {} if puzzle.coloured else {"#": 2, "X": 2}
    lines = data.decode("utf-8", errors="replace").split("\n")
    while lines and not lines[-1].strip("\r"):
        lines.pop()
    rows = [line.rstrip("\r") for line in lines]
    if all(set(row) <= set(known) for row in rows):
        return _grid(puzzle, rows, known, where)
    return _stored(puzzle, data, where)


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


def _stored(puzzle: Nonogram, data: bytes, where: str) -> Picture:
    try:
        stored = parse_puzzles(data, where)
    except InputError as error:
        raise InputError(
            f"neither rows of # . ? nor a file with a saved state ({error})", where
        ) from None
    for other in stored:
        if isinstance(other, Nonogram) and other == puzzle:
            for state in other.saved:
                if state.kind == "saved":
                    return state.cells
            raise InputError("no saved state in it, expected one", where)
    raise InputError("its clues are not those of the puzzle", where)
