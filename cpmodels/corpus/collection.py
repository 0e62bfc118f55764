"""Built-in cases: a puzzle, its published answer, and the source."""

from __future__ import annotations

import csv
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cache, cached_property, partial
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

from cpmodels.answers.answer import Question
from cpmodels.errors import InputError
from cpmodels.formats import parse_puzzles
from cpmodels.formats.sliding_korf import records
from cpmodels.formats.toml import from_table
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.puzzles.sliding import SlidingPuzzle
from cpmodels.puzzles.tiling import Tiling

__all__ = ["Case", "case", "cases", "korf_boards", "names", "showcase"]

_BOARDS = (
    (4, (1, 2), 1, "by hand; so for every square"),
    (5, (0, 0), 8, "recomputed"),
    (5, (0, 2), 16, "recomputed"),
    (5, (2, 2), 32, "recomputed"),
    (5, (0, 1), 0, "Chu and Johnsonbaugh 1986"),
    (8, (0, 0), 30355, "recomputed"),
)
_SLIDING = (
    ("2 3 4 1 5 x 7 6 8", 19, "sample of the judge's problem"),
    ("8 6 7 2 5 4 3 x 1", 31, "one of the two deepest boards"),
    ("6 4 7 8 5 x 3 2 1", 31, "one of the two deepest boards"),
    ("1 2 3 4 5 6 8 7 x", None, "two tiles exchanged: Sam Loyd's, unsolvable"),
    ("5 1 4 8 6 7 3 15 2 12 11 9 13 10 14 x", None, "44 random moves; agreement only"),
)
_SHOWCASE = (
    "6x6 tetrominoes:IOTS",
    "4x5 tetrominoes, 1",
    "4x7 tetrominoes",
    "8x8 tetrominoes:T",
    "6x6 tetrominoes, at most 2",
    "3x20 pentominoes, 1",
    "board 5 without 2,2",
    "8-puzzle 2 3 4 1 5 x 7 6 8",
    "8-puzzle 8 6 7 2 5 4 3 x 1",
    "8-puzzle 1 2 3 4 5 6 8 7 x",
    "15-puzzle 5 1 4 8 6 7 3 15 2 12 11 9 13 10 14 x",
    "nonogram webpbn-00001-dancer",
    "nonogram webpbn-00006-cat",
    "nonogram data091",
)


@dataclass(frozen=True)
class Case:
    """One built-in puzzle.

    Attributes
    ----------
    name : str
        Unique in the corpus.
    statement : callable
        Makes the puzzle; called when `puzzle` is first looked at: a list of cases needs none.
    question : Question
    expected : int or None
        The count (or the value of the best: moves, pieces), from `source`; None when only agreement
        counts.
    up_to_symmetry : int or None
        The count of classes under the symmetries of the region, where known.
    source : str
        Who says so.
    """

    name: str
    statement: Callable[[], Puzzle] = field(repr=False, compare=False)
    question: Question
    expected: int | None = None
    up_to_symmetry: int | None = None
    source: str = ""

    @cached_property
    def puzzle(self) -> Puzzle:
        """What is asked."""
        return self.statement()


Maker = Callable[[], Case]
"""The puzzles are read when they are asked for: who wants one waits for no other."""


def cases(*, kind: str | None = None) -> list[Case]:
    """All built-in cases, or those of one kind of puzzle."""
    return [c for c in map(_case, _makers()) if kind is None or c.puzzle.kind == kind]


def names() -> list[str]:
    """Their names."""
    return list(_makers())


def case(name: str) -> Case:
    """The case of that name.

    Examples
    --------
    >>> case("6x6 tetrominoes:IOTS").expected
    1409
    """
    if name in _makers():
        return _case(name)
    close = [n for n in names() if name.split()[0] in n][:3]
    hint = f"expected such as {', '.join(map(repr, close or names()[:3]))}"
    raise InputError(f"no built-in case {name!r}, {hint}")


def showcase() -> list[Case]:
    """A few real puzzles that every method answers within a minute or so, all told."""
    return [case(name) for name in _SHOWCASE]


@cache
def korf_boards() -> tuple[tuple[int, int, SlidingPuzzle], ...]:
    """Korf's hundred boards: number, optimal moves, puzzle.

    Examples
    --------
    >>> min(moves for _, moves, _ in korf_boards())
    41
    """
    name = "korf100.csv"
    return tuple(records(_data(name).read_text(encoding="utf-8"), name))


@cache
def _makers() -> dict[str, Maker]:
    """What makes the case of each name."""
    rooms = _tilings(), _packings(), _boards(), _sliding(), _nonograms(), _mutants()
    return {name: make for room in rooms for name, make in room}


@cache
def _case(name: str) -> Case:
    return _makers()[name]()


def _data(name: str) -> Traversable:
    """A file of this folder, wherever the package is installed."""
    return files(__package__).joinpath(name)


def _rows(name: str) -> Iterator[dict[str, str]]:
    """The rows of a CSV file of this folder; lines that start with '# ' are comments."""
    lines = _data(name).read_text(encoding="utf-8").splitlines()
    yield from csv.DictReader(line for line in lines if not line.startswith("# "))


def _tilings() -> Iterator[tuple[str, Maker]]:
    seen: dict[str, int] = {}
    for row in (*_rows("tilings.csv"), *_rows("lattices.csv")):
        name = _tiling_name(row)
        seen[name] = seen.get(name, 0) + 1
        if seen[name] > 1:
            name += f" ({seen[name]})"
        yield name, partial(_tiling, name, row)


def _tiling(name: str, row: dict[str, str]) -> Case:
    puzzle = partial(Tiling.of, row["region"], row["shapes"], row["copies"], row["turning"])
    classes = int(row["up_to_symmetry"]) if row["up_to_symmetry"] else None
    return Case(name, puzzle, Question.COUNT, int(row["count"]), classes, row["source"])


def _packings() -> Iterator[tuple[str, Maker]]:
    for row in _rows("packings.csv"):
        room = {"": "", "own": ", maximal"}.get(row["exclude"], f", no room for {row['exclude']}")
        name = f"{row['region']} {row['shapes']}, {row['goal']}{room}"
        yield name, partial(_packing, name, row)


def _packing(name: str, row: dict[str, str]) -> Case:
    exclude = True if row["exclude"] == "own" else row["exclude"]
    puzzle = partial(
        Tiling.of,
        row["region"],
        row["shapes"],
        leave=row["leave"],
        goal=row["goal"],
        exclude=exclude,
    )
    return Case(name, puzzle, Question.SOLVE, int(row["best"]), source=row["source"])


def _tiling_name(row: dict[str, str]) -> str:
    region = row["region"]
    if "/" in region:
        lines = region.split("/")
        region = f"{len(lines)}x{len(lines[0])} without {region.count('.')} cells"
    copies = "" if row["copies"] == "any" else f", {row['copies']}"
    return f"{region} {row['shapes']}{copies}"


def _boards() -> Iterator[tuple[str, Maker]]:
    for side, square, covers, source in _BOARDS:
        name = f"board {side} without {square[0]},{square[1]}"
        puzzle = partial(DefectiveBoard, side, square)
        yield name, partial(Case, name, puzzle, Question.COUNT, covers, source=source)


def _sliding() -> Iterator[tuple[str, Maker]]:
    for start, moves, source in _SLIDING:
        name = f"{len(start.split()) - 1}-puzzle {start}"
        puzzle = partial(SlidingPuzzle.of, start)
        yield name, partial(Case, name, puzzle, Question.SOLVE, moves, source=source)
    for number in range(1, 101):
        yield f"korf {number}", partial(_korf, number)


def _korf(number: int) -> Case:
    _, moves, puzzle = korf_boards()[number - 1]
    source = "Korf 1985, Depth-first iterative-deepening"
    bare = partial(replace, puzzle, title="")
    return Case(f"korf {number}", bare, Question.SOLVE, moves, source=source)


def _nonograms() -> Iterator[tuple[str, Maker]]:
    for file in sorted(_data("nonograms").iterdir(), key=lambda entry: entry.name):
        if file.name.endswith((".non", ".nin")):
            name = f"nonogram {file.name.rpartition('.')[0]}"
            yield name, partial(_nonogram, name, file)


def _nonogram(name: str, file: Traversable) -> Case:
    return Case(name, partial(_picture, file), Question.UNIQUE, source="see the file")


def _picture(file: Traversable) -> Puzzle:
    [puzzle] = parse_puzzles(file.read_bytes(), file.name)
    return puzzle


def _mutants() -> Iterator[tuple[str, Maker]]:
    """Small cases that notice what no other case here does, found by the audit."""
    seen: Counter[str] = Counter()
    for entry in tomllib.loads(_data("mutants.toml").read_text(encoding="utf-8"))["case"]:
        kind = entry["puzzle"]["kind"]
        seen[kind] += 1
        name = f"audit {kind} {seen[kind]}"
        yield name, partial(_mutant, name, entry)


def _mutant(name: str, entry: dict[str, Any]) -> Case:
    puzzle = partial(from_table, entry["puzzle"], "mutants.toml")
    return Case(name, puzzle, Question.COUNT, entry["count"], source=f"counted by {entry['by']}")
