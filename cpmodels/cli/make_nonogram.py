"""The command that makes a nonogram: a random one, or that of a picture."""

from __future__ import annotations

import time
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
from cpmodels.cli.terminal import err
from cpmodels.errors import InputError, Undecided
from cpmodels.formats import parse_puzzles
from cpmodels.formats.reading import read_bytes
from cpmodels.generate.nonogram import random_nonogram, unique_nonogram
from cpmodels.puzzles.nonogram import Nonogram
from cpmodels.puzzles.sliding_text import parse_size

__all__ = ["nonogram"]

SECONDS = 20.0  # for each question whether a picture is the only one


def nonogram(
    size: Annotated[str, typer.Argument(help="Rows x columns, such as 20x30.")] = "10x10",
    image: Annotated[
        Path | None, typer.Option(help="A PBM or PNG picture, a pixel a cell, instead.")
    ] = None,
    density: Annotated[float, typer.Option(help="Share of filled cells, 0 to 1.")] = 0.5,
    colours: Annotated[int, typer.Option(help="Colours beside the background.")] = 1,
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

    Example: cpmodels make nonogram 15x15 --unique --seed 3 | cpmodels solve -
    """
    ready(out)
    _check_grade(grade, unique, image)
    try:
        puzzle = (
            _of_image(image)
            if image
            else _of_grade(grade, size, density, colours, seed, limit)
            if grade
            else _random(size, density, colours, seed, unique, limit)
        )
        if image and unique and not is_unique(puzzle, limit=limit):
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
    end = time.perf_counter() + limit

    def answer(puzzle: Nonogram) -> Answer:
        left = end - time.perf_counter()
        if left <= 0:
            raise Undecided
        return is_unique(puzzle, method="line-search", limit=min(left, SECONDS))

    return unique_nonogram(
        height, width, is_unique=answer, density=density, colours=colours, seed=seed
    )
