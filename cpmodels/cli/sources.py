"""Sources: the puzzles that a command is given, by file, directory, standard input or name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from cpmodels import corpus
from cpmodels.cli.command import or_left_out
from cpmodels.cli.terminal import remark
from cpmodels.errors import InputError, plain
from cpmodels.formats import FORMATS, find_format, read_puzzles
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["Stated", "stated"]


@dataclass
class Stated:
    """A puzzle, where it came from, and what is expected of it where that is known."""

    puzzle: Puzzle
    name: str
    case: corpus.Case | None = None


def stated(sources: Iterable[str], format: str | None = None) -> list[Stated]:
    """The puzzles of files, directories, standard input, and built-in cases.

    Of several sources, one that cannot be read is told and left out; the exit status says so.

    Raises
    ------
    InputError
        Nothing can be read.
    """
    if format is not None:
        find_format(format)
    sources = list(sources)
    if sources.count("-") > 1:
        raise InputError("given more than once, expected once", "standard input")
    paths: list[str] = []
    for source in sources:
        with or_left_out(len(sources) > 1), _reading(source):
            paths += _files(source)
    found: list[Stated] = []
    for path in paths:
        with or_left_out(max(len(sources), len(paths)) > 1), _reading(path):
            found += _read(path, format)
    for item in found:
        for note in item.puzzle.notes():
            remark(f"{item.name}: {note}")
    return found


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """What the system says of a path is bad input."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from None


def _files(source: str) -> list[str]:
    """A directory's files of a known suffix, by name, no pictures; anything else is itself."""
    if source == "-" or not Path(source).is_dir():
        return [source]
    suffixes = {suffix for known in FORMATS if not known.binary for suffix in known.suffixes}
    inside = sorted(path for path in Path(source).iterdir() if path.suffix.lower() in suffixes)
    if not inside:
        raise InputError(f"no file in it, expected one of {' '.join(sorted(suffixes))}", source)
    return [str(path) for path in inside]


def _read(source: str, format: str | None) -> list[Stated]:
    if source != "-" and not Path(source).exists():
        if source in corpus.names():
            case = corpus.case(source)
            return [Stated(case.puzzle, source, case)]
        near = get_close_matches(source, corpus.names(), 1)
        hint = f"such as {near[0]!r}" if near else "(cpmodels cases lists them)"
        raise InputError(f"no such file, expected one or a built-in case {hint}", source)
    puzzles = read_puzzles(source, format)
    label = "standard input" if source == "-" else plain(source, "")
    several = len(puzzles) > 1
    return [
        Stated(puzzle, f"{label} #{number}" if several else label)
        for number, puzzle in enumerate(puzzles, 1)
    ]
