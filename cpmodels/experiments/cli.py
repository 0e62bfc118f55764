"""`cpmodels experiment`: run, status, report, merge."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated, Any

import pandas as pd
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from cpmodels.errors import InputError
from cpmodels.experiments.experiment import Experiment
from cpmodels.experiments.measures import summary, verdict
from cpmodels.experiments.report import report
from cpmodels.experiments.runner import Outcome, run
from cpmodels.experiments.store import is_running, merge, records
from cpmodels.experiments.table import load

__all__ = ["exit_status", "experiment_app"]

experiment_app = typer.Typer(
    help="Run scripted experiments: sweep, survive, resume, report.", no_args_is_help=True
)
_console = Console()
_errors = Console(stderr=True)

Directory = Annotated[Path, typer.Argument(help="Directory of the results.")]


@experiment_app.command("run")
def run_command(
    file: Annotated[Path, typer.Argument(help="The experiment, a TOML file.")],
    out: Annotated[Path, typer.Option(help="Directory of the results; resumed if it is there.")],
    jobs: Annotated[int | None, typer.Option(min=1, help="Cases at once; one a core.")] = None,
    shard: Annotated[str | None, typer.Option(help="Only part i/n of the cases, i from 1.")] = None,
    cluster: Annotated[str | None, typer.Option(help="Address of a Dask scheduler.")] = None,
    retry_errors: Annotated[bool, typer.Option(help="Ask errors and crashes again.")] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="No progress, no summary.")] = False,
) -> None:
    """Run what is not done yet, each case in a process of its own under its limits.

    Exit status: 0 all agreed, 1 some disagree, 2 bad input, 3 some are unknown, 130 Ctrl-C.

    Example: cpmodels experiment run scripts/experiments/tilings.toml --out results --jobs 2
    """
    try:
        experiment = Experiment.read(file)
        with _Progress(quiet) as told:
            outcome = run(
                experiment, out, jobs=jobs, shard=_shard(shard), cluster=cluster,
                retry_errors=retry_errors, told=told,
            )  # fmt: skip
        table = load(out)
    except InputError as error:
        raise _refused(error) from None
    if not quiet:
        _tell_outcome(outcome)
        _tell_table(table)
    raise typer.Exit(130 if outcome.interrupted else exit_status(table))


@experiment_app.command()
def status(directory: Directory) -> None:
    """Say how far an experiment is, and how its methods do so far."""
    try:
        runs = list(records(directory, "run"))
        table = load(directory)
    except InputError as error:
        raise _refused(error) from None
    total = runs[-1]["cases"] if runs else len(table)
    state = "running" if is_running(directory) else "not running"
    _console.print(f"{len(table):,} of {total:,} cases done, {state}")
    _tell_table(table)
    how = exit_status(table)
    raise typer.Exit(how if how == 1 or len(table) >= total else 3)


@experiment_app.command("report")
def report_command(
    directory: Directory,
    x: Annotated[str | None, typer.Option(help="Column on the x axis of scaling.")] = None,
) -> None:
    """Write one HTML page, the pictures and a CSV file to DIR/report."""
    try:
        page = report(directory, x=x)
    except InputError as error:
        raise _refused(error) from None
    typer.echo(page)


@experiment_app.command("merge")
def merge_command(
    out: Annotated[Path, typer.Argument(help="Directory that takes them; made if not there.")],
    sources: Annotated[list[Path], typer.Argument(help="Directories of results.")],
) -> None:
    """Bring the results of several directories together, each case once."""
    try:
        typer.echo(f"{merge(out, sources):,} cases new in {out}")
    except InputError as error:
        raise _refused(error) from None


def exit_status(table: pd.DataFrame) -> int:
    """0 when every case agreed with another method, 1 when some disagree, 3 otherwise."""
    found = set(table["category"])
    if "disagrees" in found:
        return 1
    return 0 if found == {"agrees"} else 3


def _refused(error: InputError) -> typer.Exit:
    _errors.print(f"error: {error}", style="red", markup=False, highlight=False, soft_wrap=True)
    return typer.Exit(2)


def _shard(text: str | None) -> tuple[int, int] | None:
    if text is None:
        return None
    match = re.fullmatch(r"(\d+)/(\d+)", text)
    if match is None or not 1 <= int(match[1]) <= int(match[2]):
        raise InputError(f"shard {text!r}, expected i/n such as 2/8, i from 1 to n")
    return int(match[1]), int(match[2])


class _Progress:
    """A bar with the time left, and what did not go well so far."""

    def __init__(self, quiet: bool) -> None:
        self._ended: dict[str, int] = {}
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(),
            TimeRemainingColumn(elapsed_when_finished=True),
            console=_errors, disable=quiet or not _errors.is_terminal, speed_estimate_period=600,
        )  # fmt: skip
        self._task = self._bar.add_task("cases", total=None)

    def __enter__(self) -> _Progress:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, done: int, total: int, row: dict[str, Any] | None) -> None:
        if row is None:
            self._bar.reset(self._task, total=total - done)
            return
        how = row["termination"]
        if how != "finished":
            self._ended[how] = self._ended.get(how, 0) + 1
        text = ", ".join(["cases", *(f"{n} {how}" for how, n in self._ended.items())])
        self._bar.update(self._task, advance=1, description=text)


def _tell_outcome(outcome: Outcome) -> None:
    told = f"{outcome.done:,} cases done, {outcome.skipped:,} were there, of {outcome.total:,}"
    _console.print(told + (" (interrupted)" if outcome.interrupted else ""))
    for reason, number in outcome.left_out.items():
        _console.print(f"left out: {number:,} x {reason}", markup=False)


def _tell_table(table: pd.DataFrame) -> None:
    shown = Table(box=None, header_style="bold")
    shown.add_column("method")
    for name in ("cases", "solved", "limit", "error", "PAR2", "seconds", "median", "memory MB"):
        shown.add_column(name, justify="right")
    for who, row in summary(table).iterrows():
        numbers = [f"{row[name]:,}" for name in ("cases", "solved", "limit", "error")]
        for name in ("PAR2", "seconds", "median"):
            numbers.append("" if pd.isna(row[name]) else f"{row[name]:,.3f}")
        memory = row["peak_memory"]
        shown.add_row(str(who), *numbers, "" if pd.isna(memory) else f"{memory / 1e6:,.0f}")
    _console.print(shown)
    _console.print(verdict(table))
    for _, row in table[table["category"] == "disagrees"].head(10).iterrows():
        told = [row[name] for name in ("verdict", "count", "objective", "error")]
        said = " ".join(str(value) for value in told if pd.notna(value))
        text = f"disagrees: {row['title']}: {row['method']}: {said}"
        _console.print(text, style="red", markup=False, soft_wrap=True)
