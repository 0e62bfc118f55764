"""Puzzle files: one module a format; a file is recognised by its content, not only by its name.

Encodings are UTF-8 (with or without a byte-order mark), UTF-16 with one, and Latin-1; any line
ending.
"""

from __future__ import annotations

import codecs
from pathlib import Path

from cpmodels.errors import InputError
from cpmodels.formats import alike, knuth, matrix, miniexact, nonogram, or_library, sliding, toml
from cpmodels.formats.format import BLOTS, KNOWN, Format
from cpmodels.formats.reading import read_bytes
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["FORMATS", "Format", "find_format", "parse_puzzles", "read_puzzles", "write_puzzle"]

FORMATS: tuple[Format, ...] = (
    *toml.FORMATS,
    *sliding.FORMATS,
    *or_library.FORMATS,
    *matrix.FORMATS,
    *nonogram.FORMATS,
    *knuth.FORMATS,
    *miniexact.FORMATS,
    *alike.FORMATS,
)


def read_puzzles(path: str | Path, format: str | None = None) -> list[Puzzle]:
    """The puzzles in a file; ``-`` is standard input.

    Parameters
    ----------
    format : str, optional
        Name of the format; recognised by content when not given.

    Raises
    ------
    InputError
        No such file, too large, of no known format, or wrong inside: file, line, and what was
        expected there.
    """
    where = "standard input" if str(path) == "-" else str(path)
    return parse_puzzles(read_bytes(path), where, format)


def parse_puzzles(
    data: bytes | str, where: str = "text", format: str | None = None
) -> list[Puzzle]:
    """The puzzles in the contents of a file.

    Examples
    --------
    >>> [puzzle] = parse_puzzles('kind = "tiling"\\nregion = "2x3"\\nshapes = "dominoes"')
    >>> puzzle.describe()
    '2x3, D, any of each, free'
    """
    raw = data.encode(errors="replace") if isinstance(data, str) else data
    if not raw.strip():
        raise InputError("empty, expected a puzzle", where)
    entry = find_format(format) if format else _recognise(raw, where)
    try:
        puzzles = list(entry.read(raw if entry.binary else _decode(raw), where))
    except InputError as error:
        raise (error if error.where else error.at(where)) from None
    if not puzzles:
        raise InputError(f"no puzzle in it, expected {entry.about}", where)
    return puzzles


def write_puzzle(puzzle: Puzzle, format: str) -> str | bytes:
    """The puzzle in that format.

    Raises
    ------
    InputError
        An unknown format, or one that cannot hold this kind of puzzle.
    """
    entry = find_format(format)
    if entry.write is None:
        raise InputError(f"format {format} is only read, expected one that is written too")
    if entry.kinds and puzzle.kind not in entry.kinds:
        raise InputError(f"format {format} holds {', '.join(entry.kinds)}, not a {puzzle.kind}")
    if isinstance(puzzle, Nonogram):
        for what, there in ((KNOWN, puzzle.known is not None), (BLOTS, puzzle.blotted)):
            if there and what not in entry.holds:
                raise InputError(f"format {format} holds no {what}")
    text: str | bytes = entry.write(puzzle)
    if isinstance(puzzle, Nonogram):
        _refuse_others(puzzle, text, entry)
    return text


def _refuse_others(puzzle: Nonogram, text: str | bytes, entry: Format) -> None:
    """Refuse what another puzzle would be read from: a picture that does not fit the clues."""
    try:
        [back] = parse_puzzles(text, "text", entry.name)
    except (InputError, ValueError) as error:
        raise InputError(f"format {entry.name} cannot hold it: {error}") from None
    same = isinstance(back, Nonogram) and back.same_clues(puzzle) and back.known == puzzle.known
    if not same:
        raise InputError(
            f"format {entry.name} cannot hold it: what is read back has other clues or cells"
        )


def find_format(name: str) -> Format:
    """The format of that name."""
    for known in FORMATS:
        if known.name == name:
            return known
    names = ", ".join(known.name for known in FORMATS)
    raise InputError(f"unknown format {name!r}, expected one of {names}")


def _decode(raw: bytes) -> str:
    wide = raw[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
    try:
        text = raw.decode("utf-16" if wide else "utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _recognise(raw: bytes, where: str) -> Format:
    text = _decode(raw)
    suffix = Path(where).suffix.lower()
    fits = [known for known in FORMATS if known.sniff(raw if known.binary else text)]
    if len(fits) > 1:
        fits = [known for known in fits if _agrees(known, raw if known.binary else text)] or fits
    for known in fits:
        if suffix in known.suffixes:
            return known
    if fits:
        return fits[0]
    for known in FORMATS:
        if suffix and suffix in known.suffixes:
            return known  # its reader says best what is wrong
    names = ", ".join(known.name for known in FORMATS)
    raise InputError(f"of no known format, expected one of {names}", where)


def _agrees(known: Format, data: bytes | str) -> bool:
    """Whether it can be read so, with sums of rows and columns that are equal."""
    try:
        puzzles = known.read(data, "text")
    except (InputError, ValueError):
        return False
    return not any(isinstance(puzzle, Nonogram) and puzzle.why_none() for puzzle in puzzles)
