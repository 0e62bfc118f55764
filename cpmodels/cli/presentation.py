"""How an answer is shown: as a picture and a line, as JSON, as bars, as files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cpmodels.answers.answer import Answer, Question, Verdict
from cpmodels.cli.command import AGREED, UNKNOWN, status_of
from cpmodels.cli.output import emit_json, ready, write_out
from cpmodels.cli.sources import NamedPuzzle
from cpmodels.cli.terminal import complain, err, out, use_colour
from cpmodels.crosschecking.opinion import meets
from cpmodels.errors import InputError
from cpmodels.lazy import lazy
from cpmodels.puzzles.puzzle import Puzzle

__all__ = [
    "picture",
    "picture_paths",
    "print_answer",
    "print_profile",
    "status_of_answer",
    "stem",
    "write_pictures",
]

_picture = lazy("cpmodels.draw.picture")
_profile = lazy("cpmodels.draw.profile")


def print_answer(
    item: NamedPuzzle,
    answer: Answer,
    *,
    json: bool,
    quiet: bool,
    several: bool = False,
    more: Mapping[str, Any] | None = None,
) -> None:
    """Pictures of its solutions and a line; a record, with what `more` is known; or the number."""
    if json:
        record = {"puzzle": item.name, "description": item.puzzle.describe(), **answer.as_dict()}
        solutions = {"solution": answer.solution, "second": answer.second}
        emit_json({**record, **solutions, **(more or {})})
        return
    for copies, number in (answer.by_copies or {}).items():
        used = " ".join(f"{name}={k}" for name, k in copies)
        print(f"{used or 'no piece'}: {number:,}")
    if quiet:
        _print_quietly(item, answer, several)
        return
    for solution in (answer.solution, answer.second):
        if solution is not None:
            print(picture(item, solution))
    name = f"{item.name}: " if several else ""
    seconds = answer.build_seconds + answer.solve_seconds
    note = f"; {answer.note}" if answer.note else ""
    out.print(
        f"{name}{item.puzzle.describe()}: {answer} [{answer.method}, {seconds:.3f} s]{note}",
    )  # fmt: skip


def _print_quietly(item: NamedPuzzle, answer: Answer, several: bool) -> None:
    """The answer alone; of several puzzles, each with its name."""
    name = f"{item.name}: " if several else ""
    if answer.question == Question.COUNT and answer.complete:
        print(f"{name}{answer.count}")
    elif answer.question == Question.SOLVE and answer.solution is not None:
        image = picture(item, answer.solution)
        print(f"{item.name}:\n{image}" if several else image)
    else:
        print(f"{name}{answer}")


def status_of_answer(item: NamedPuzzle, answer: Answer, expect: int | None) -> int:
    """The status of an answer, which is to be as expected if something is."""
    if expect is not None:
        outcome = meets(answer, expect, item.puzzle.optimising)
        if outcome is not True:
            complain(f"expected {expect:,}, found {answer}")
        return status_of(outcome)
    return UNKNOWN if answer.verdict is Verdict.UNKNOWN else AGREED


def picture(item: NamedPuzzle, solution: Any) -> str:
    """For the terminal, in colour where it wants that."""
    text: str = _picture.to_text(item.puzzle, solution, colour=use_colour())
    return text


def print_profile(answer: Answer) -> None:
    """The nodes at each level as bars."""
    if answer.effort.levels:
        print(_profile.profile_text(answer.effort.levels))
    else:
        err.print(f"{answer.method} counts no nodes by level, expected dlx or algorithm-x")


def picture_paths(
    items: Sequence[NamedPuzzle], targets: Mapping[str, str | None]
) -> list[dict[str, str]]:
    """Where the pictures of each puzzle go; in a path, {} stands for the name of the puzzle.

    Raises
    ------
    InputError
        Two pictures in one place, a kind of puzzle that has no such picture, or a place that
        cannot be written: all before any work.
    """
    files: list[dict[str, str]] = [{} for _ in items]
    owners: dict[str, str] = {}
    for name, path in targets.items():
        if path is None:
            continue
        if len(items) > 1 and "{}" not in path:
            raise InputError(f"several puzzles, expected {{}} for their names in --{name} {path}")
        for item, places in zip(items, files, strict=True):
            place = path.replace("{}", stem(item.name))
            other = owners.setdefault(place, item.name)
            if place != "-" and (other != item.name or place in places.values()):
                raise InputError(f"a picture of {other} goes there too", place)
            ready(place)
            _picture.check_drawing(item.puzzle, moving=name == "animation")
            places[name] = place
    return files


def write_pictures(item: NamedPuzzle, solution: Any, places: Mapping[str, str]) -> None:
    """Write the pictures of one puzzle, or of its solution, where `picture_paths` put them."""
    makers: dict[str, Callable[[Puzzle, Any], str | bytes]]
    makers = {"svg": _picture.to_svg, "png": _picture.to_png, "animation": _picture.to_animation}
    for name, path in places.items():
        write_out(path, makers[name](item.puzzle, solution))


def stem(name: str) -> str:
    """Of a file's name, and which one of the puzzles in it: ``pack.non #2`` is pack-2."""
    path = Path(name)
    _, several, number = path.suffix.rpartition(" #")
    return f"{path.stem}-{number}" if several else path.stem
