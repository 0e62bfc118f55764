"""The command that counts all sliding boards of a size by their distance from the goal."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from cpmodels.answers.run import Limits, Run
from cpmodels.cli import options
from cpmodels.cli.command import AGREED, UNKNOWN, Command
from cpmodels.cli.output import emit_json
from cpmodels.cli.terminal import out, working
from cpmodels.errors import InputError
from cpmodels.methods.sliding_census import SlidingCensus
from cpmodels.puzzles.sliding_text import default_goal, is_convention, parse_size, read_board

__all__ = ["add_to"]

MOST_SHOWN = 20  # of the hardest boards


def census(
    size: Annotated[str, typer.Argument(help="Rows and columns, 3x3; 3x4 takes minutes.")],
    goal: Annotated[
        str, typer.Option("--goal", help="blank-last, blank-first, snail, or a board.")
    ] = "blank-last",
    paths: Annotated[
        bool, typer.Option("--paths", help="Count the shortest paths to each layer, too.")
    ] = False,
    limit: options.Limit = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Count all sliding boards of a size by their distance from a goal, and show the hardest.

    A layer is printed as soon as it is whole. Status 3: the limit came before the last one.

    Example: cpmodels census 3x3
    """
    rows, columns = parse_size(size)
    if is_convention(goal):
        target = default_goal(rows, columns, goal)
    else:
        target = read_board(goal, (rows, columns), "goal").cells
    if sorted(target) != list(range(rows * columns)):
        raise InputError(f"goal {goal!r}, expected each tile of {size} and the blank once")
    run = Run(Limits(limit))
    result = SlidingCensus(rows, columns, target, run, paths=paths)
    depth, total = -1, 0
    layers: list[int] = []
    paths_to: list[int] = []
    with working(f"census {size}", silent=quiet) as tell:
        for depth, number in enumerate(result.layers()):
            total += number
            layers.append(number)
            if paths:
                paths_to.append(result.paths)
            if not json:
                ways = f" {result.paths:>19,}" if paths else ""
                out.print(f"{depth:>4} {number:>15,}{ways}")
            tell(f"census {size}: {total:,} boards, {run.elapsed:.0f} s")
    if json:
        emit_json(
            {"size": f"{rows}x{columns}", "goal": list(target), "layers": layers,
             "boards": total, "complete": result.complete} | ({"paths": paths_to} if paths else {})
        )  # fmt: skip
        return AGREED if result.complete else UNKNOWN
    if not result.complete:
        out.print(f"at least {total:,} boards, stopped after {depth} moves ({run.stopped_by})")
        return UNKNOWN
    if not quiet:
        out.print(f"{total:,} boards; {number:,} of them {depth} moves away, the hardest:")
        for board in islice(result.farthest(), MOST_SHOWN):
            lines = (board[i : i + columns] for i in range(0, len(board), columns))
            out.print(" / ".join(" ".join(str(tile or "x") for tile in line) for line in lines))
    return AGREED


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command(cls=Command)(census)
