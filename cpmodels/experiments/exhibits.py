"""What a report shows of single cases: pictures of answers, and the command that asks again."""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cpmodels.draw.picture import to_svg
from cpmodels.formats import toml
from cpmodels.puzzles.puzzle import Puzzle
from cpmodels.results.store import records

__all__ = ["Exhibits", "command"]

MOST_BYTES = 2_500_000  # of pictures in one report
LARGEST = 60_000  # of one picture
MOST_PICTURES = 300


class Exhibits:
    """Pictures and commands for the cases of one store.

    Parameters
    ----------
    directory : path
        Of the store, which keeps puzzles and solutions that are not large.
    """

    def __init__(self, directory: str | Path) -> None:
        self._toml = {each["puzzle"]: str(each["toml"]) for each in records(directory, "puzzle")}
        self._directory = directory

    @property
    def puzzles(self) -> dict[str, str]:
        """The puzzles as TOML, by their names in the store."""
        return self._toml

    def pictures(self, cases: Iterable[tuple[str, str]]) -> tuple[list[str], dict[str, int]]:
        """SVG pictures, and which of them shows each case; as many as there is room for.

        Parameters
        ----------
        cases : iterable of (str, str)
            The names of cases and of their puzzles, the most important first.
        """
        puzzle_of = {case: puzzle for case, puzzle in cases if puzzle in self._toml}
        solutions = {
            record["case"]: record["plain"]
            for record in records(self._directory, "case")
            if record["case"] in puzzle_of and "plain" in record
        }
        numbers: dict[tuple[str, str], int] = {}
        svgs: list[str] = []
        picture_of: dict[str, int] = {}
        room = MOST_BYTES
        puzzles: dict[str, Puzzle | None] = {}
        for case, name in puzzle_of.items():
            solution = solutions.get(case)
            key = name, repr(solution)
            if key not in numbers:
                if len(svgs) >= MOST_PICTURES:
                    break
                if name not in puzzles:
                    puzzles[name] = self._puzzle(name)
                svg = _svg(puzzles[name], solution)
                if not svg or len(svg) > room:
                    numbers[key] = -1
                    continue
                numbers[key] = len(svgs)
                svgs.append(svg)
                room -= len(svg)
            if numbers[key] >= 0:
                picture_of[case] = numbers[key]
        return svgs, picture_of

    def _puzzle(self, name: str) -> Puzzle | None:
        with suppress(ValueError):
            return toml.read(self._toml[name], "store")[0]
        return None  # of a kind that is not known here


def _svg(puzzle: Puzzle | None, solution: Any) -> str:
    if puzzle is None:
        return ""
    with suppress(LookupError, TypeError, ValueError):  # a plugin's solutions may be no plain data
        svg = to_svg(puzzle, solution)
        return svg if len(svg) <= LARGEST else ""
    return ""


def command(row: Mapping[str, Any]) -> str:
    """The command that asks one case again, with the puzzle on standard input."""
    words = ["cpmodels", str(row["question"]), "-", "-m", str(row["method"])]
    if row.get("limit_seconds") is not None:
        words += ["--limit", f"{row['limit_seconds']:g}"]
    if row.get("seed"):
        words += ["--seed", str(row["seed"])]
    if row.get("workers") is not None:
        words += ["--workers", str(row["workers"])]
    return shlex.join(words)
