"""Sources: the puzzles that a command is given, by file, directory, standard input or name."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from cpmodels import corpus
from cpmodels.cli.command import or_left_out
from cpmodels.cli.terminal import remark
from cpmodels.errors import InputError, InputWarning, plain
from cpmodels.formats import find_format, read_puzzles
from cpmodels.formats.reading import files_in, read_bytes, refuse_special
from cpmodels.kinds.registry import registry
from cpmodels.puzzles.puzzle import Puzzle

__all__ = ["NamedPuzzle", "read_sources"]


@dataclass
class NamedPuzzle:
    """A puzzle, where it came from, and what is expected of it where that is known."""

    puzzle: Puzzle
    name: str
    case: corpus.Case | None = None


def read_sources(
    sources: Iterable[str],
    format: str | None = None,
    goal: str | None = None,
    given: Path | None = None,
) -> list[NamedPuzzle]:
    """The puzzles of files, directories, standard input, and built-in cases.

    With `goal`, a convention's name or a board, sliding boards are asked for that one. With
    `given`, a partly filled board, nonograms are asked for pictures with its cells.
    Of several sources, one that cannot be read is reported and left out; the exit status says so.

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
    items: list[NamedPuzzle] = []
    for path in paths:
        with or_left_out(max(len(sources), len(paths)) > 1), _reading(path):
            if path not in sources:
                refuse_special(path)
            items += _read(path, format)
    if goal is not None:
        items = [NamedPuzzle(_to_goal(item.puzzle, goal), item.name) for item in items]
    if given is not None:
        items = [NamedPuzzle(_with_given(item.puzzle, given), item.name) for item in items]
    for item in items:
        for note in item.puzzle.notes():
            remark(f"{item.name}: {note}")
    return items


def _to_goal(puzzle: Puzzle, goal: str) -> Puzzle:
    """The same board with another goal."""
    with_goal = registry.kind_of(puzzle).with_goal
    if with_goal is None:
        raise InputError(f"a goal for a {puzzle.kind}, expected a sliding board")
    return with_goal(puzzle, goal)


def _with_given(puzzle: Puzzle, path: Path) -> Puzzle:
    """The same nonogram, some of whose cells are known."""
    with_known = registry.kind_of(puzzle).with_known
    if with_known is None:
        raise InputError(f"cells given for a {puzzle.kind}, expected a nonogram")
    try:
        return with_known(puzzle, read_bytes(path), str(path))
    except InputError as error:
        raise (error if str(path) in error.where else error.at(str(path))) from None


@contextmanager
def _reading(path: str) -> Iterator[None]:
    """What the system says of a path is bad input."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", path) from None


def _files(source: str) -> list[str]:
    """The files in a directory and its folders; anything else is itself."""
    if not source:
        raise InputError("an empty name, expected a file, a directory or a built-in case")
    if source == "-" or not Path(source).is_dir():
        return [source]
    return [str(path) for path in files_in(source)]


def _read(source: str, format: str | None) -> list[NamedPuzzle]:
    if source != "-" and not Path(source).exists():
        if source in corpus.names():
            case = corpus.case(source)
            return [NamedPuzzle(case.puzzle, source, case)]
        near = get_close_matches(source, corpus.names(), 1)
        hint = f"such as {near[0]!r}" if near else "(cpmodels cases lists them)"
        raise InputError(f"no such file, expected one or a built-in case {hint}", source)
    label = "standard input" if source == "-" else plain(source, "")
    with warnings.catch_warnings(record=True) as messages:
        warnings.simplefilter("always", InputWarning)
        puzzles = read_puzzles(source, format)
    for text in dict.fromkeys(str(each.message) for each in messages):
        remark(f"{label}: {text}")
    several = len(puzzles) > 1
    return [
        NamedPuzzle(puzzle, f"{label} #{number}" if several else label)
        for number, puzzle in enumerate(puzzles, 1)
    ]
