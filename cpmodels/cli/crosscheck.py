"""The command crosscheck: every method, every question, many puzzles; made for CI."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from cpmodels import corpus
from cpmodels.answers.answer import Question
from cpmodels.cli import options
from cpmodels.cli.command import FAILED, Command, status_of
from cpmodels.cli.cubes import show_link
from cpmodels.cli.output import ready, ready_folder, write_out, write_records
from cpmodels.cli.sources import read_sources
from cpmodels.cli.terminal import Bar, complain, err, out, remark
from cpmodels.crosschecking.annotations import in_github
from cpmodels.crosschecking.campaign import CrossCheck, command, crosscheck
from cpmodels.crosschecking.check import Check, Item
from cpmodels.crosschecking.examination import Draw, as_item, draws
from cpmodels.crosschecking.junit import to_annotations, to_junit
from cpmodels.crosschecking.records import to_records
from cpmodels.errors import InputError
from cpmodels.formats import write_puzzle
from cpmodels.kinds.registry import registry

__all__ = ["Methods", "add_to", "names_of"]

Methods = Annotated[
    list[str] | None,
    typer.Option("--method", "--methods", "-m", help="Only these; repeat, or part by commas."),
]
Out = Annotated[
    Path, typer.Option("--out", "-o", help="Folder for the files that show what was found.")
]


def crosscheck_(
    sources: options.MaybeSources = None,
    corpus_name: Annotated[
        list[str] | None,
        typer.Option("--corpus", help="Built-in cases: all, a kind, or the start of a name."),
    ] = None,
    random: Annotated[
        list[str] | None, typer.Option("--random", help="Random puzzles: all, or a kind.")
    ] = None,
    cases: Annotated[
        int,
        typer.Option("--cases", "-n", min=1, max=1_000_000, help="Random puzzles of each kind."),
    ] = 20,
    size: Annotated[
        int | None,
        typer.Option(
            "--size", min=1, max=10_000, help="Cells or options of random puzzles, about."
        ),
    ] = None,
    seed: options.Seed = 0,
    method: Methods = None,
    question: Annotated[
        list[Question] | None, typer.Option("--question", "-Q", help="Only this; may be repeated.")
    ] = None,
    limit: options.Limit = 10.0,
    workers: options.Workers = 1,
    shrink: Annotated[
        float, typer.Option("--shrink", min=0, help="Seconds to shrink each disagreement.")
    ] = 30.0,
    folder: Out = Path("crosscheck"),
    isolate: Annotated[
        bool | None,
        typer.Option(
            "--isolate/--no-isolate",
            help="Ask each question in a process of its own, that may crash or hang; in CI: yes.",
            show_default=False,
        ),
    ] = None,
    prove: Annotated[
        bool,
        typer.Option("--prove", help='Prove none, few solutions, the best; needs "engines".'),
    ] = False,
    fail_fast: Annotated[
        bool,
        typer.Option("--fail-fast/--keep-going", help="Whether what differs first ends it."),
    ] = False,
    cluster: options.Cluster = None,
    keep: Annotated[
        bool, typer.Option("--keep", help="Write every random puzzle to the folder too.")
    ] = False,
    junit: Annotated[str | None, typer.Option("--junit", help="Write JUnit XML.")] = None,
    json: options.JsonFile = None,
    format: options.Format = None,
    quiet: options.Quiet = False,
) -> int:
    """Ask all methods all questions, check every solution, shrink what differs.

    Without anything to check: 20 random puzzles of each kind.

    Example: cpmodels crosscheck --corpus tiling --random all --cases 50 --junit report.xml
    """
    ready(json, junit)
    ready_folder(folder, "expected another --out")
    if not (sources or corpus_name or random):
        random = ["all"]
    kinds = [kind for name in random or () for kind in _kinds_of(name)]
    there = list(_items(sources, corpus_name, format))
    items: Iterable[Item | Draw] = chain(there, draws(kinds, range(seed, seed + cases), size))
    if keep:
        items = (_keep(as_item(item, ""), folder) for item in items)
    total = len(there) + len(kinds) * cases
    silent = quiet or json == "-"
    with Bar("crosscheck", total, silent=silent) as bar:
        result = crosscheck(
            items, methods=names_of(method), questions=question or list(Question), limit=limit,
            workers=workers, seed=seed, shrink_seconds=shrink, folder=folder,
            isolate=_in_ci() if isolate is None else isolate, prove=prove,
            fail_fast=fail_fast,
            cluster=cluster, show_link=lambda address: show_link(address, silent=silent),
            progress=_Watching(bar, total, silent),
        )  # fmt: skip
    if json is not None:
        write_records(json, to_records(result))
    if junit is not None:
        write_out(junit, to_junit(result))
    _report(result, total, quiet=quiet or "-" in (json, junit))
    if (result.interrupted or result.lost) and kinds and not there:
        done = (result.first_open - 1) // len(kinds)
        remark(f"go on with --seed {seed + done} --cases {cases - done}")
    return FAILED if result.errors and result.agree is None else status_of(result.agree)


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command("crosscheck", cls=Command)(crosscheck_)


def _in_ci() -> bool:
    """Whether the environment says that this is continuous integration, as all of them do."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def names_of(methods: Sequence[str] | None) -> list[str] | None:
    """Names that may be given one by one or parted by commas.

    Examples
    --------
    >>> names_of(["cp-sat,dlx", "frontier"])
    ['cp-sat', 'dlx', 'frontier']
    """
    if methods is None:
        return None
    return [name.strip() for text in methods for name in text.split(",") if name.strip()]


def _items(
    sources: Sequence[str] | None, corpus_names: Sequence[str] | None, format: str | None
) -> Iterator[Item]:
    for source in read_sources(sources or [], format):
        if source.case is not None:
            yield as_item(source.case, source.name)
        else:
            puzzle = source.puzzle
            yield Item(
                puzzle,
                source.name,
                Question(puzzle.default_question),
                file=source.name.split(" #")[0],
            )
    for name in corpus_names or ():
        yield from (as_item(case, case.name) for case in _cases_of(name))


def _kinds_of(name: str) -> Iterable[str]:
    return registry.random_kinds() if name == "all" else [name]


def _cases_of(name: str) -> list[corpus.Case]:
    cases = [
        case
        for case in corpus.cases()
        if name in ("all", case.puzzle.kind) or case.name.startswith(name)
    ]
    if not cases:
        kinds = sorted({case.puzzle.kind for case in corpus.cases()})
        raise InputError(f"no built-in case {name!r}, expected all, {', '.join(kinds)} or a name")
    return cases


def _keep(item: Item, folder: Path) -> Item:
    if item.file:
        return item
    path = folder / f"{item.name.replace(', ', '-').replace(' ', '-')}.toml"
    folder.mkdir(parents=True, exist_ok=True)
    write_out(str(path), write_puzzle(item.puzzle, "toml"))
    return replace(item, file=str(path))


class _Watching:
    """A bar on a terminal, lines in a log; a line for each disagreement at once."""

    def __init__(self, bar: Bar, total: int, quiet: bool) -> None:
        self._bar, self._total, self._quiet = bar, total, quiet
        self._done = 0

    def __call__(self, check: Check) -> None:
        """One more puzzle is done."""
        self._bar.step(check.item.name[:40])
        self._done += 1
        if not self._quiet and not err.is_terminal:  # a log: a line for each
            err.print(f"{self._done}/{self._total} {check.item.name}")
        if check.disagreement is not None:
            err.print(f"{check.item.name}: {check.disagreement.reason}", style="red")


def _report(result: CrossCheck, total: int, *, quiet: bool) -> None:
    if in_github() and not quiet:
        for line in to_annotations(result):
            print(line)
    if not quiet:
        out.print(_table(result))
        for each in [*result.disagreements, *result.errors, *result.unknown]:
            _explain(each)
    if result.interrupted:
        err.print("cpmodels: interrupted", style="yellow")
    if result.lost:
        complain(f"{result.lost}; {result.agreements:,} of {total:,} puzzles agree so far")
    word = {True: "all agree", False: "DISAGREEMENT", None: "not all are known"}[result.agree]
    if result.errors and result.agree is None:
        word = "ERRORS of methods"
    proved = f", {result.proved} of {result.to_prove} proved" if result.to_prove else ""
    console = err if quiet else out
    console.print(f"{result.agreements} of {total} puzzles agree{proved}: {word}")


def _table(result: CrossCheck) -> Table:
    """A row for each kind of puzzle and method."""
    table = Table()
    for column in ("kind", "method", "puzzles", "answers", "unknown", "disagree", "seconds"):
        left = column in ("kind", "method")
        table.add_column(column, justify="left" if left else "right", no_wrap=left)
    for (kind, name), (*numbers, seconds) in sorted(result.tally.items()):
        table.add_row(kind, name, *(f"{n:,}" for n in numbers), f"{seconds:.2f}")
    return table


def _explain(each: Check) -> None:
    differs = each.disagreement
    if differs is None:
        left = islice([*each.unknown, *each.refusals.values()], 4)
        what = "unknown" if each.proved is not False else "not proved"
        text = f"{what}: {each.item.name}: {'; '.join(left) or 'fewer than two methods answer'}"
    else:
        what = "error" if differs.error else "disagreement"
        text = f"{what}: {each.item.name}: {differs.reason}\n"
        text += f"  {each.smallest.describe()}: {each.reason}\n"
        text += "".join(f"  wrong: {culprit}\n" for culprit in each.culprits)
        text += f"  show it: {command(each)}"
        if each.item.repeat and each.file:
            text += f"\n  it came of: cpmodels crosscheck {each.item.repeat}"
    style = "yellow" if differs is None else "red"
    out.print(text, style=style)
