"""The command that makes a nonogram: a random one, or that of a picture."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Annotated

import typer

from cpmodels.answers.answer import Answer
from cpmodels.asking.questions import is_unique
from cpmodels.asking.steps import GRADES, steps
from cpmodels.cli import options
from cpmodels.cli.command import AGREED, UNKNOWN
from cpmodels.cli.output import emit_puzzle, ready
from cpmodels.cli.terminal import err, remark
from cpmodels.errors import InputError, Undecided, plain
from cpmodels.formats import parse_puzzles
from cpmodels.formats.reading import read_bytes
from cpmodels.generate.nonogram import random_nonogram, unique_nonogram
from cpmodels.generate.nonogram_photo import photo_nonogram, unique_by_changes
from cpmodels.models.nonogram_lines import line_solve
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.sliding_text import parse_size

__all__ = ["nonogram"]

SECONDS = 20.0  # for each question whether a picture is the only one


def nonogram(
    size: Annotated[str, typer.Argument(help="Rows x columns, such as 20x30.")] = "10x10",
    image: Annotated[
        Path | None,
        typer.Option(help="A PBM or PNG picture, a pixel a cell; with --size, any photograph."),
    ] = None,
    scale: Annotated[
        str | None,
        typer.Option("--size", help="With --image: so many rows x columns, such as 40x40."),
    ] = None,
    density: Annotated[float, typer.Option(help="Share of filled cells, 0 to 1.")] = 0.5,
    colours: Annotated[
        int | None, typer.Option(help="Colours beside the background; 1 by default.")
    ] = None,
    seed: options.Seed = 0,
    unique: Annotated[bool, typer.Option("--unique", help="With exactly one solution.")] = False,
    grade: Annotated[
        str | None,
        typer.Option("--grade", help="With --unique: easy, medium, hard or 'very hard' by hand."),
    ] = None,
    limit: Annotated[float, typer.Option("--limit", "-t", help="Seconds to find it.", min=0)] = 60,
    format: Annotated[str, typer.Option("--format", "-f", help="non, xml, json, toml...")] = "non",
    out: options.Out = "-",
    json: options.Json = False,
) -> int:
    """A random nonogram, or the one of a picture.

    With --image and --size, a photograph is scaled (its middle, where the shape differs) and its
    colours reduced; with --unique, few cells are changed until one solution is left, and named.

    Example: cpmodels make nonogram 15x15 --unique --seed 3 | cpmodels solve -
    Example: cpmodels make nonogram --image photo.jpg --size 40x40 --colours 4 --unique
    """
    ready(out)
    _check_grade(grade, unique, image)
    _check_image(image, scale, colours)
    ink = 1 if colours is None else colours
    try:
        puzzle = (
            _of_photo(image, scale, ink, seed, unique, limit)
            if image and scale
            else _of_image(image)
            if image
            else _of_grade(grade, size, density, ink, seed, limit)
            if grade
            else _random(size, density, ink, seed, unique, limit)
        )
        if image and not scale and unique and not is_unique(puzzle, limit=limit):
            raise InputError("its puzzle has more than one solution", str(image))
    except Undecided:
        reason = f"none with one solution{f' of grade {grade}' if grade else ''}"
        err.print(f"cpmodels: {reason} found in {limit:g} s", style="yellow")
        return UNKNOWN
    emit_puzzle(puzzle, out, format, json=json)
    return AGREED


def _of_image(path: Path) -> Nonogram:
    data = read_bytes(path)
    kind = "pbm" if data[:1] == b"P" else "png"
    [puzzle] = parse_puzzles(data, str(path), kind)
    assert isinstance(puzzle, Nonogram)
    return puzzle


def _of_photo(
    path: Path, size: str, colours: int, seed: int, unique: bool, limit: float
) -> Nonogram:
    height, width = parse_size(size)
    data = read_bytes(path)
    photo = photo_nonogram(data, height, width, colours=colours, where=str(path))
    photo = replace(photo, title=plain(path.stem, ""))
    if not unique:
        return photo
    puzzle, changes = unique_by_changes(
        photo, is_unique=_asked_until(limit), open_cells=_open_cells, seed=seed
    )
    message = f"{len(changes)} cell{'' if len(changes) == 1 else 's'} changed for one solution"
    if changes:
        message += ": row, column " + "; ".join(f"{i + 1}, {j + 1}" for i, j in changes)
    remark(f"{path}: {message}")
    return replace(puzzle, description=message)


def _open_cells(puzzle: Nonogram) -> int:
    """The cells that the lines alone do not decide."""
    lines = line_solve(puzzle)
    assert lines is not None  # it is made of a picture
    return sum(mask.bit_count() for row in lines[0] for mask in row.can) - sum(
        row.length for row in lines[0]
    )


def _check_image(image: Path | None, size: str | None, colours: int | None) -> None:
    if size is not None and image is None:
        raise InputError("--size goes with --image; else expected the size alone, such as 20x30")
    if image is not None and size is None and colours is not None:
        raise InputError("--colours with --image goes with --size, such as 40x40")


def _check_grade(grade: str | None, unique: bool, image: Path | None) -> None:
    grades = GRADES[:-1]
    if grade is not None and grade not in grades:
        raise InputError(f"grade {grade!r}, expected one of {', '.join(grades)}")
    if grade is not None and (image or not unique):
        raise InputError("--grade goes with --unique, and without --image")


def _of_grade(
    grade: str, size: str, density: float, colours: int, seed: int, limit: float
) -> Nonogram:
    """Puzzles with one solution, until one has the grade."""
    end = time.perf_counter() + limit
    for number in count():
        left = end - time.perf_counter()
        if left <= 0:
            break
        puzzle = _random(size, density, colours, seed + 1_000_003 * number, True, left)
        result = steps(puzzle, limit=max(0.0, end - time.perf_counter())).grade
        if result is not None and result.name == grade:
            return puzzle
    raise Undecided


def _random(
    size: str, density: float, colours: int, seed: int, unique: bool, limit: float
) -> Nonogram:
    height, width = parse_size(size)
    if not unique:
        return random_nonogram(height, width, density=density, colours=colours, seed=seed)
    return unique_nonogram(
        height,
        width,
        is_unique=_asked_until(limit),
        density=density,
        colours=colours,
        seed=seed,
    )


def _asked_until(limit: float) -> Callable[[Nonogram], Answer]:
    """A function that asks whether a solution is the only one, for so many seconds in all."""
    end = time.perf_counter() + limit

    def answer(puzzle: Nonogram) -> Answer:
        left = end - time.perf_counter()
        if left <= 0:
            raise Undecided
        return is_unique(puzzle, method="line-search", limit=min(left, SECONDS))

    return answer
