"""The commands that ask: solve, count, unique, enumerate."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from math import inf
from pathlib import Path
from typing import Annotated

import typer

from cpmodels.answers.answer import Answer, Question, Stop
from cpmodels.answers.run import Limits, Run
from cpmodels.asking.ask import ask
from cpmodels.asking.by_copies import count_by_copies, refuse_with
from cpmodels.asking.questions import enumerate_solutions
from cpmodels.asking.stream import Solutions
from cpmodels.cli import options
from cpmodels.cli.cheapest import live_bounds, show_cheapest
from cpmodels.cli.command import AGREED, UNKNOWN, Command, or_left_out, worst
from cpmodels.cli.listing import print_batch, writer
from cpmodels.cli.presentation import (
    picture_paths,
    print_answer,
    print_profile,
    status_of_answer,
    write_pictures,
)
from cpmodels.cli.sources import NamedPuzzle, read_sources
from cpmodels.cli.terminal import err, share_done
from cpmodels.errors import InputError
from cpmodels.kinds.registry import classes_of
from cpmodels.lazy import lazy

__all__ = ["add_to"]

count_cubes: Callable[..., int] = lazy("cpmodels.cli.cubes:count_cubes")
judge: Callable[[str], int] = lazy("cpmodels.cli.judge:judge")

Animation = Annotated[
    str | None,
    typer.Option("--animation", help="Write an SVG that moves: a path, or a board piece by piece."),
]
Within = Annotated[
    float | None,
    typer.Option("--within", metavar="FACTOR", min=1,
                 help="At most so many times as long (or dear) as the best will do."),
]  # fmt: skip
Any = Annotated[bool, typer.Option("--any", help="Any solution will do, however long or dear.")]
Several = Annotated[
    int | None,
    typer.Option("--cheapest", metavar="K", min=1, help="The K best solutions, the best first."),
]
Symmetry = Annotated[
    bool, typer.Option("--up-to-symmetry", help="One for each class of turned and mirrored ones.")
]
Profile = Annotated[
    bool, typer.Option("--profile", help="Show the nodes at each level of the search.")
]
Most = Annotated[
    int | None,
    typer.Option("--max", min=1, help='Stop after so many: "at least", unknown, status 3.'),
]
CubesTo = Annotated[
    Path | None,
    typer.Option("--out", "-o", help="Directory that keeps the cubes; continued if it is there."),
]
Share = Annotated[
    str | None,
    typer.Option("--audit", metavar="SHARE", help="Ask another method about such a share: 1%."),
]
Expectation = Annotated[
    int | None,
    typer.Option("--max", min=1, help="Show so many at most; they were asked for: status 0."),
]


def solve(
    sources: options.Sources,
    method: options.Method = None,
    limit: options.Limit = None,
    workers: options.Workers = 1,
    seed: options.Seed = 0,
    within: Within = None,
    any: Any = False,
    several: Several = None,
    goal: options.Goal = None,
    given: options.Given = None,
    svg: options.Svg = None,
    png: options.Png = None,
    animation: Animation = None,
    profile: Profile = False,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Show one solution (a best one, where solutions have a measure), or prove that none exists.

    With --within 1.1 or --any, one that may not be best; what is proved of the best is said.
    With --format judge, a file of sliding boards is answered line by line, as a stream.

    Example: cpmodels make tiling 6x10 pentominoes --copies 1 | cpmodels solve -
    """
    pictures = {"svg": svg, "png": png, "animation": animation}
    if several is not None:
        if any or within is not None or set(pictures.values()) != {None}:
            raise InputError("--cheapest with pictures, --within or --any, expected it alone")
        limits = Limits(limit, workers, seed)
        items = read_sources(sources, format, goal, given)
        return worst(*(show_cheapest(i, several, _one(method), limits, json, quiet) for i in items))
    if (
        format == "judge"
        and len(sources) == 1
        and not (json or method or set(pictures.values()) != {None})
    ):
        return judge(sources[0])
    return _ask_all(
        Question.SOLVE, sources, method, limit, workers, seed, format, json, quiet, profile,
        pictures=pictures, within=inf if any else within, goal=goal,
        given=given,
    )  # fmt: skip


def count(
    sources: options.Sources,
    method: options.Method = None,
    limit: options.Limit = None,
    workers: options.Workers = 1,
    seed: options.Seed = 0,
    max_solutions: Most = None,
    expect: options.Expect = None,
    symmetry: Symmetry = False,
    by: options.By = None,
    goal: options.Goal = None,
    given: options.Given = None,
    profile: Profile = False,
    cluster: options.Cluster = None,
    to: CubesTo = None,
    audit: Share = None,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Count the solutions: an exact number, or "at least" one when a limit was hit.

    With --cluster, --out or --audit, cube by cube: on many machines, kept, and asked again.

    Example: cpmodels count "6x6 tetrominoes:IOTS" -m dlx --expect 1409
    """
    if cluster is not None or to is not None or audit is not None:
        if max_solutions is not None or profile or by is not None:
            raise InputError("--max, --profile or --by, expected none with a count in cubes")
        return count_cubes(
            _only(read_sources(sources, format, goal)), _one(method), cluster, to, audit,
            Limits(limit, workers, seed), symmetry=symmetry, expect=expect, json=json, quiet=quiet,
        )  # fmt: skip
    return _ask_all(
        Question.COUNT, sources, method, limit, workers, seed, format, json, quiet, profile,
        max_solutions=max_solutions, expect=expect, symmetry=symmetry, by=by, goal=goal,
        given=given,
    )  # fmt: skip


def unique(
    sources: options.Sources,
    method: options.Method = None,
    limit: options.Limit = None,
    workers: options.Workers = 1,
    seed: options.Seed = 0,
    goal: options.Goal = None,
    given: options.Given = None,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Say whether there is exactly one solution, and show two when there are more.

    Example: cpmodels unique my.non
    """
    return _ask_all(
        Question.UNIQUE, sources, method, limit, workers, seed, format, json, quiet, goal=goal,
        given=given,
    )  # fmt: skip


def enumerate_(
    sources: options.Sources,
    method: options.Method = None,
    limit: options.Limit = None,
    workers: options.Workers = 1,
    seed: options.Seed = 0,
    max_solutions: Expectation = None,
    symmetry: Symmetry = False,
    goal: options.Goal = None,
    given: options.Given = None,
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Show every solution, or so many as are wanted, as they come.

    Status 3: a limit or Ctrl-C came before all, or before so many as were wanted.

    Example: cpmodels enumerate "3x20 pentominoes, 1" --max 2
    """
    status = AGREED
    items = read_sources(sources, format, goal, given)
    for item in items:
        with or_left_out(len(items) > 1, item.name):
            stream = enumerate_solutions(
                item.puzzle, method=_one(method), limit=limit, workers=workers, seed=seed,
                max_solutions=max_solutions, up_to_symmetry=symmetry,
            )  # fmt: skip
            answer = _show_each(item, stream, json=json, quiet=quiet)
            if not (answer.complete or answer.stopped_by is Stop.SOLUTIONS):
                status = UNKNOWN
    return status


def _show_each(item: NamedPuzzle, stream: Solutions, *, json: bool, quiet: bool) -> Answer:
    write = writer(item, json=json, quiet=quiet)
    try:
        for batch in stream.batches():
            if not print_batch(write(batch, stream.count - len(batch) + 1)):
                break
    finally:
        stream.close(Stop.INTERRUPT)
        if not quiet:
            err.print(f"{item.name}: {stream.answer}")
    return stream.answer


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    for command in (solve, count, unique):
        app.command(cls=Command)(command)
    app.command("enumerate", cls=Command)(enumerate_)


def _ask_all(
    question: Question,
    sources: Sequence[str],
    method: Sequence[str] | None,
    limit: float | None,
    workers: int,
    seed: int,
    format: str | None,
    json: bool,
    quiet: bool,
    profile: bool = False,
    *,
    pictures: Mapping[str, str | None] | None = None,
    max_solutions: int | None = None,
    expect: int | None = None,
    symmetry: bool = False,
    by: str | None = None,
    within: float | None = None,
    goal: str | None = None,
    given: Path | None = None,
) -> int:
    status = AGREED
    items = read_sources(sources, format, goal, given)
    several = len(items) > 1
    for item, places in zip(items, picture_paths(items, pictures or {}), strict=True):
        with or_left_out(several, item.name):
            runs: list[Run] = []
            with share_done(
                f"{question} {item.name}", silent=quiet or json, more=partial(live_bounds, runs)
            ) as share:
                run = Run(Limits(limit, workers, seed, within, progress=share))
                runs.append(run)
                if by is not None:
                    refuse_with(by, max_solutions=max_solutions, up_to_symmetry=symmetry)
                    answer = count_by_copies(item.puzzle, _one(method), run)
                else:
                    answer = ask(
                        question, classes_of(item.puzzle) if symmetry else item.puzzle,
                        _one(method), run, max_solutions=max_solutions,
                    )  # fmt: skip
            print_answer(item, answer, json=json, quiet=quiet, several=several)
            if profile and not json:
                print_profile(answer)
            status = worst(status, status_of_answer(item, answer, expect))
            if answer.solution is not None:
                write_pictures(item, answer.solution, places)
    return status


def _only(items: Sequence[NamedPuzzle]) -> NamedPuzzle:
    if len(items) != 1:
        raise InputError(f"{len(items)} puzzles, expected one of a count in cubes")
    return items[0]


def _one(methods: Sequence[str] | None) -> str | None:
    if methods is not None and len(methods) > 1:
        raise InputError("several methods, expected one here; see compare")
    return methods[0] if methods else None
