"""The commands that make a puzzle and print it."""

from __future__ import annotations

import re
from typing import Annotated

import typer

from cpmodels.cli import make_nonogram, options
from cpmodels.cli.command import AGREED, Command
from cpmodels.cli.output import emit_puzzle
from cpmodels.errors import InputError
from cpmodels.formats.region_image import SUFFIXES, read_region
from cpmodels.generate.sliding import random_board
from cpmodels.puzzles.board import DefectiveBoard
from cpmodels.puzzles.sliding_text import parse_size
from cpmodels.puzzles.tiling import Tiling

__all__ = ["add_to"]

_app = typer.Typer(help="Make a puzzle and print it.", no_args_is_help=True)


@_app.command(cls=Command)
def tiling(
    region: Annotated[
        str, typer.Argument(help="6x6, '4x6 torus', 'hexagon 4', '##/#.', PNG or PBM file.")
    ],
    shapes: Annotated[str, typer.Argument(help="Such as tetrominoes, tetrominoes:IOTS.")],
    copies: Annotated[
        list[str] | None,
        typer.Option("--copies", "-c", help="any, 2, 0..2, 1.., or NAME=2; may be repeated."),
    ] = None,
    turning: Annotated[str, typer.Option(help="free, one-sided or fixed.")] = "free",
    leave: Annotated[
        str | None, typer.Option(help="Cells that stay empty: any, 2, 0..3; a packing then.")
    ] = None,
    goal: Annotated[
        list[str] | None,
        typer.Option(help="most cells, most pieces, fewest pieces, or the weight of each: NAME=5."),
    ] = None,
    exclude: Annotated[
        str | None,
        typer.Option(help="Shapes that may not fit on empty cells; 'own' for those laid."),
    ] = None,
    title: Annotated[str, typer.Option(help="A name for people.")] = "",
    out: options.Out = "-",
    json: options.Json = False,
) -> int:
    """A region to be covered with shapes, or to be packed with some, as TOML.

    Example: cpmodels make tiling 6x6 tetrominoes --copies any
    """
    cells = read_region(region) if region.lower().endswith(SUFFIXES) else region
    puzzle = Tiling.of(
        cells, shapes, _copies(copies or ["any"]), turning, title,
        leave=leave, goal=_goal(goal), exclude=True if exclude == "own" else exclude,
    )  # fmt: skip
    emit_puzzle(puzzle, out, "toml", json=json)
    return AGREED


@_app.command(cls=Command)
def board(
    side: Annotated[int, typer.Argument(help="Squares in a row; 2^k is the classic.")],
    missing: Annotated[
        str, typer.Option("--missing", "-m", help="Row,column from 0, such as 3,5; whole without.")
    ] = "",
    title: Annotated[str, typer.Option(help="A name for people.")] = "",
    out: options.Out = "-",
    json: options.Json = False,
) -> int:
    """A board with a square missing, to be covered with L-trominoes, as TOML.

    Example: cpmodels make board 16 --missing 3,5
    """
    puzzle = DefectiveBoard(side, _square(missing) if missing else None, title)
    emit_puzzle(puzzle, out, "toml", json=json)
    return AGREED


@_app.command(cls=Command)
def sliding(
    size: Annotated[str, typer.Argument(help="Rows x columns, such as 3x3.")] = "3x3",
    steps: Annotated[
        int | None, typer.Option(help="Random moves from the goal; else any board.", min=0)
    ] = None,
    unsolvable: Annotated[
        bool, typer.Option("--unsolvable", help="A board that has no solution.")
    ] = False,
    convention: Annotated[str, typer.Option(help="blank-last or blank-first goal.")] = "blank-last",
    seed: options.Seed = 0,
    out: options.Out = "-",
    json: options.Json = False,
) -> int:
    """A random sliding board, as TOML.

    Example: cpmodels make sliding 4x4 --steps 30 --seed 7
    """
    rows, columns = parse_size(size)
    puzzle = random_board(
        rows, columns, steps=steps, solvable=not unsolvable, convention=convention, seed=seed
    )
    emit_puzzle(puzzle, out, "toml", json=json)
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    _app.command(cls=Command)(make_nonogram.nonogram)
    app.add_typer(_app, name="make")


def _square(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"\s*(-?[0-9]{1,18})\s*,\s*(-?[0-9]{1,18})\s*", text)
    if match is None:
        raise InputError(f"missing {text!r}, expected a row and a column such as 3,5")
    return int(match[1]), int(match[2])


def _goal(words: list[str] | None) -> str | dict[str, int] | None:
    if words is None or (len(words) == 1 and "=" not in words[0]):
        return words[0] if words else None
    weights: dict[str, int] = {}
    for text in words:
        name, _, number = text.rpartition("=")
        if name in weights or not re.fullmatch("[0-9]{1,18}", number):
            raise InputError(f"goal {text!r}, expected one weight of each shape, such as I=5")
        weights[name] = int(number)
    return weights


def _copies(words: list[str]) -> str | dict[str, str]:
    if len(words) == 1 and "=" not in words[0]:
        return words[0]
    spec: dict[str, str] = {}
    for text in words:
        name, equals, bounds = text.rpartition("=")
        name = name if equals else "*"
        if name in spec:
            raise InputError(f"copies of {name} given twice, expected once")
        spec[name] = bounds
    return spec
