"""The commands of experiments: run, status, repair, report, merge."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer
from rich.table import Table

from cpmodels.cli.command import AGREED, DISAGREED, FAILED, UNKNOWN, Command
from cpmodels.cli.cubes import show_link
from cpmodels.cli.options import Cluster, Json, Quiet
from cpmodels.cli.output import emit_json
from cpmodels.cli.terminal import Bar, complain, out, remark
from cpmodels.errors import InputError
from cpmodels.experiments import Experiment, Outcome, load, merge, report, run
from cpmodels.experiments.measures import summary, verdict
from cpmodels.results.store import damages, is_running, records, repair

__all__ = ["add_to"]

_app = typer.Typer(
    help="Run scripted experiments: sweep, survive, resume, report.", no_args_is_help=True
)

Directory = Annotated[Path, typer.Argument(help="Directory of the results.")]


@_app.command("run", cls=Command)
def run_command(
    file: Annotated[Path, typer.Argument(help="The experiment, a TOML file.")],
    to: Annotated[
        Path, typer.Option("--out", "-o", help="Directory of the results; resumed if it is there.")
    ],
    jobs: Annotated[
        int | None, typer.Option("--jobs", "-j", min=1, help="Cases at once; one a core.")
    ] = None,
    shard: Annotated[str | None, typer.Option(help="Only part i/n of the cases, i from 1.")] = None,
    cluster: Cluster = None,
    retry_errors: Annotated[
        bool, typer.Option("--retry-errors", help="Ask errors and crashes again.")
    ] = False,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Run what is not done yet, each case in a process of its own under its limits.

    What was done stays done: the same command goes on after Ctrl-C, a kill, or a power cut.

    Example: cpmodels experiment run scripts/experiments/tilings.toml --out results --jobs 2
    """
    experiment = Experiment.read(file)
    with Bar("cases", silent=quiet or json) as bar:
        outcome = run(
            experiment, to, jobs=jobs, shard=_shard(shard), cluster=cluster,
            retry_errors=retry_errors, progress=_Watching(bar),
            show_link=lambda address: show_link(address, silent=quiet or json),
        )  # fmt: skip
    if outcome.lost:
        complain(f"{cluster}: {outcome.lost}; the same command goes on from here")
    table = load(to)
    if json:
        emit_json({"directory": str(to), "cases": outcome.total, "done": outcome.done,
                   "skipped": outcome.skipped, "interrupted": outcome.interrupted,
                   "left_out": outcome.left_out, **_categories(table)})  # fmt: skip
    elif not quiet:
        _tell_outcome(outcome)
        _tell_table(table)
    return _exit_status(table, complete=not (outcome.interrupted or outcome.lost))


@_app.command(cls=Command)
def status(directory: Directory, json: Json = False, quiet: Quiet = False) -> int:
    """Say how far an experiment is, and how its methods do so far; --quiet: only by the status.

    Example: cpmodels experiment status results
    """
    if bad := damages(directory):
        for damage in bad:
            complain(damage)
        raise InputError(
            f"{len(bad)} damaged lines; `cpmodels experiment repair` sets them aside",
            str(directory),
        )
    runs = list(records(directory, "run"))
    table = load(directory)
    total = runs[-1]["cases"] if runs else len(table)
    running = is_running(directory)
    if json:
        emit_json({"directory": str(directory), "cases": total, "done": len(table),
                   "running": running, **_categories(table)})  # fmt: skip
    elif not quiet:
        state = "running" if running else "not running"
        out.print(f"{len(table):,} of {total:,} cases done, {state}")
        _tell_table(table)
    return _exit_status(table, complete=len(table) >= total)


@_app.command("repair", cls=Command)
def repair_command(directory: Directory, json: Json = False, quiet: Quiet = False) -> int:
    """Set damaged lines aside, into a file beside; run the experiment again to fill the gaps.

    Example: cpmodels experiment repair results
    """
    bad = repair(directory)
    if json:
        emit_json({"directory": str(directory), "set_aside": [str(damage) for damage in bad]})
    elif not quiet:
        for damage in bad:
            out.print(str(damage))
        typer.echo(f"{len(bad):,} lines set aside")
    return AGREED


@_app.command("report", cls=Command)
def report_command(
    directory: Directory,
    x: Annotated[str | None, typer.Option(help="Column on the x axis of scaling.")] = None,
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Write one HTML page, the pictures and a CSV file to DIR/report.

    Example: cpmodels experiment report results
    """
    page = report(directory, x=x, remark=remark)
    if json:
        emit_json({"directory": str(directory), "report": str(page)})
    elif not quiet:
        typer.echo(page)
    return AGREED


@_app.command("merge", cls=Command)
def merge_command(
    to: Annotated[Path, typer.Argument(help="Directory that takes them; made if not there.")],
    sources: Annotated[list[Path], typer.Argument(help="Directories of results.")],
    json: Json = False,
    quiet: Quiet = False,
) -> int:
    """Bring the results of several directories together, each case once.

    Example: cpmodels experiment merge all results-of-one-machine results-of-another
    """
    new = merge(to, sources)
    if json:
        emit_json({"directory": str(to), "new": new})
    elif not quiet:
        typer.echo(f"{new:,} cases new in {to}")
    return AGREED


def _categories(table: pd.DataFrame) -> dict[str, int]:
    return {str(name): int(number) for name, number in table["category"].value_counts().items()}


def _exit_status(table: pd.DataFrame, *, complete: bool) -> int:
    """0 when every case is done and agreed with another method, 1 when some disagree, else 3.

    4 when a method ended in an error, and none disagree.
    """
    categories = set(table["category"])
    if "disagrees" in categories:
        return DISAGREED
    if "error" in categories:
        return FAILED
    return AGREED if complete and categories == {"agrees"} else UNKNOWN


def _shard(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise InputError(f"shard {text!r}, expected i/n such as 2/8, i from 1 to n")
    return int(match[1]), int(match[2])


class _Watching:
    """Moves the bar, and says what did not go well so far."""

    def __init__(self, bar: Bar) -> None:
        self._bar = bar
        self._terminations: Counter[str] = Counter()

    def __call__(self, done: int, total: int, row: dict[str, Any] | None) -> None:
        if row is None:
            self._bar.begin(total - done)
            return
        if row["termination"] != "finished":
            self._terminations[row["termination"]] += 1
        self._bar.step(
            ", ".join(["cases", *(f"{n} {how}" for how, n in self._terminations.items())])
        )


def _tell_outcome(outcome: Outcome) -> None:
    text = f"{outcome.done:,} cases done, {outcome.skipped:,} were there, of {outcome.total:,}"
    out.print(text + (" (interrupted)" if outcome.interrupted else ""))
    for reason, number in outcome.left_out.items():
        out.print(f"left out: {number:,} x {reason}")


def _tell_table(table: pd.DataFrame) -> None:
    grid = Table(box=None, header_style="bold")
    grid.add_column("method", overflow="fold")
    for name in ("cases", "solved", "limit", "error", "PAR2", "seconds", "median", "memory MB"):
        grid.add_column(name, justify="right")
    for who, row in summary(table).iterrows():
        numbers = [f"{row[name]:,}" for name in ("cases", "solved", "limit", "error")]
        for name in ("PAR2", "seconds", "median"):
            numbers.append("" if pd.isna(row[name]) else f"{row[name]:,.3f}")
        memory = row["peak_memory"]
        grid.add_row(str(who), *numbers, "" if pd.isna(memory) else f"{memory / 1e6:,.0f}")
    out.print(grid)
    out.print(verdict(table))
    for _, row in table[table["category"] == "disagrees"].head(10).iterrows():
        values = [row[name] for name in ("verdict", "count", "objective", "error")]
        words = " ".join(str(value) for value in values if pd.notna(value))
        text = f"disagrees: {row['title']}: {row['method']}: {words}"
        out.print(text, style="red")


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    app.add_typer(_app, name="experiment")
