"""The commands of proofs: prove, verify."""

from __future__ import annotations

from typing import Annotated, Literal

import typer

from cpmodels.cli import options
from cpmodels.cli.command import AGREED, DISAGREED, UNKNOWN, Command, or_left_out, status_of, worst
from cpmodels.cli.output import emit_json
from cpmodels.cli.sources import read_sources
from cpmodels.cli.terminal import complain, out
from cpmodels.errors import InputError
from cpmodels.proving.prove import MOST, Proof, RefutationFailed
from cpmodels.proving.prove import prove as prove_puzzle
from cpmodels.proving.verify import Verification
from cpmodels.proving.verify import verify as verify_folder

__all__ = ["add_to"]

Checker = Annotated[
    Literal["auto", "python", "native"],
    typer.Option("--checker", help="dratify in plain Python, or its native engine."),
]


def prove(
    sources: options.Sources,
    folder: Annotated[
        str | None,
        typer.Option("--out", "-o", help="Folder to be made; {} stands for the puzzle's name."),
    ] = None,
    method: options.Method = None,
    most: Annotated[int, typer.Option("--most", min=1, help="Solutions to be listed.")] = MOST,
    at_least: Annotated[
        int | None, typer.Option("--at-least", help="Only that the best value is no less.")
    ] = None,
    at_most: Annotated[
        int | None, typer.Option("--at-most", help="Only that the best value is no more.")
    ] = None,
    limit: options.Limit = None,
    checker: Checker = "auto",
    format: options.Format = None,
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Prove none, exactly so many solutions, or no shorter path; the refutation is checked.

    Where the contrary of --at-least or --at-most is proved, the exit status is 1.

    Needs the extra "engines". See verify, and docs/proofs.md.

    Example: cpmodels prove "4x5 tetrominoes, 1" --out no-tiling
    """
    if method is not None and len(method) > 1:
        raise InputError("several methods, expected one: whose model is it about?")
    items = read_sources(sources, format)
    if folder is not None and len(items) > 1 and "{}" not in folder:
        raise InputError(f"several puzzles, expected {{}} for their names in --out {folder}")
    status = AGREED
    for item in items:
        with or_left_out(len(items) > 1, item.name):
            place = None if folder is None else folder.replace("{}", _plain(item.name))
            try:
                done = prove_puzzle(
                    item.puzzle, place, method=method[0] if method else None, most=most,
                    at_least=at_least, at_most=at_most, limit=limit, checker=checker,
                )  # fmt: skip
            except RefutationFailed as failure:
                complain(f"{item.name}: {failure}")
                status = worst(status, DISAGREED)
                continue
            _tell(item.name, done, json=json, quiet=quiet, several=len(items) > 1)
            status = worst(status, DISAGREED if done.contrary else AGREED if done else UNKNOWN)
    return status


def verify(
    folders: Annotated[list[str], typer.Argument(metavar="DIR...", help="Folders of proofs.")],
    puzzle: Annotated[
        str | None, typer.Option("--puzzle", help="A source: the puzzle it must be about.")
    ] = None,
    limit: options.Limit = None,
    checker: Checker = "auto",
    json: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Check what prove wrote, trusting nothing in it: formula, witness and refutation.

    Status 0: proved; 1: not; 3: a limit came first. Needs the extra "engines".

    Example: cpmodels verify no-tiling
    """
    claims = read_sources([puzzle]) if puzzle is not None else []
    if len(claims) > 1:
        raise InputError("several puzzles, expected one", str(puzzle))
    status = AGREED
    for folder in folders:
        report = verify_folder(
            folder, claims[0].puzzle if claims else None, limit=limit, checker=checker
        )
        _report(folder, report, json=json, quiet=quiet)
        status = worst(status, status_of(report.proved))
    return status


def _report(folder: str, report: Verification, *, json: bool, quiet: bool) -> None:
    about = report.puzzle.describe() if report.puzzle is not None else ""
    if json:
        emit_json({"folder": folder, "proved": report.proved, "reason": report.reason,
                   "puzzle": about, "claim": str(report.claim or ""),
                   "steps": report.steps})  # fmt: skip
        return
    out.print(str(report) if quiet else f"{folder}: {report}", markup=False)
    if not quiet and about:
        steps = f" ({report.steps:,} steps)" if report.steps else ""
        out.print(f"  {about}{steps}", markup=False)


def _tell(name: str, done: Proof, *, json: bool, quiet: bool, several: bool) -> None:
    if json:
        emit_json({
            "puzzle": name, "proved": done.claim is not None and not done.contrary,
            "claim": str(done.claim or ""),
            "model": done.claim.model if done.claim else "", "steps": done.steps,
            "seconds": round(done.seconds, 3), "check_seconds": round(done.check_seconds, 3),
            "note": done.note, "folder": str(done.folder or ""),
        })  # fmt: skip
        return
    head = f"{name}: " if several and not quiet else ""
    if done.claim is None:
        out.print(f"{head}unknown ({done.stopped_by or done.note})", markup=False)
        return
    verdict = "the contrary is proved" if done.contrary else "proved"
    out.print(f"{head}{verdict}: {done.claim}", markup=False)
    if quiet:
        return
    if done.claim.kind == "certificate":
        out.print(f"  {done.note}", markup=False)
    elif done.claim.kind != "reached":
        out.print(f"  model {done.claim.model}: refuted in {done.seconds:.2f} s, {done.steps:,} "
                  f"steps, checked in {done.check_seconds:.2f} s", markup=False)  # fmt: skip
    if done.folder is not None:
        out.print(f"  {done.folder}: check it with cpmodels verify", markup=False)


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-_" else "-" for letter in name)


def add_to(app: typer.Typer) -> None:
    """Put the commands into the app."""
    for command in (prove, verify):
        app.command(cls=Command)(command)
