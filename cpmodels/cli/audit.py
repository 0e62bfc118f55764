"""The command audit: leave out every group of every model, mutate every model; who notices?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from cpmodels.auditing import Audit, GroupAudit, MutantAudit, audit
from cpmodels.auditing.results import BY_CORPUS, EQUIVALENT, NEW_CASE, UNKNOWN, WrongModel
from cpmodels.cli import options
from cpmodels.cli.command import FAILED, Command, status_of
from cpmodels.cli.crosscheck import Methods, names_of
from cpmodels.cli.cubes import show_link
from cpmodels.cli.output import ready, ready_folder, write_out, write_records
from cpmodels.cli.terminal import complain, err, out, working
from cpmodels.crosschecking.annotations import annotation, in_github
from cpmodels.errors import InputError
from cpmodels.formats import write_puzzle
from cpmodels.formats.toml import to_table
from cpmodels.kinds.registry import registry

__all__ = ["add_to"]

_NO_CASE = "compared on no case, all were too slow or refused"


def audit_(
    kinds: Annotated[
        list[str] | None, typer.Argument(help="Kinds of puzzle, such as tiling; all by default.")
    ] = None,
    method: Methods = None,
    cases: Annotated[
        int, typer.Option("--cases", "-n", min=1, max=1_000_000, help="Random cases of each kind.")
    ] = 40,
    mutants: Annotated[
        int, typer.Option("--mutants", min=0, max=100_000, help="Mutants of each model.")
    ] = 20,
    seed: options.Seed = 0,
    limit: Annotated[
        float, typer.Option("--limit", "-t", min=0, help="For a model of a case: seconds, about.")
    ] = 2.0,
    prove: Annotated[
        bool,
        typer.Option("--prove", help='Prove the solutions of the cases; needs "engines".'),
    ] = False,
    folder: Annotated[
        Path, typer.Option("--out", "-o", help="Folder for the cases that the corpus lacks.")
    ] = Path("audit"),
    cluster: options.Cluster = None,
    json: options.JsonFile = None,
    quiet: options.Quiet = False,
) -> int:
    """Check that every constraint group is needed, or harmless, as it says, and count mutants.

    Example: cpmodels audit tiling exact-cover --mutants 50
    """
    ready(json)
    ready_folder(folder, "expected another --out")
    every = registry.random_kinds()
    names = kinds or every
    for name in names:
        if name not in every:
            raise InputError(f"unknown kind {name!r}, expected one of {', '.join(every)}")
    with working("audit", silent=quiet) as tell:
        result = audit(
            names, methods=names_of(method), cases=cases, mutants=mutants, seed=seed, limit=limit,
            prove=prove, progress=tell, cluster=cluster,
            show_link=lambda address: show_link(address, silent=quiet or json == "-"),
        )  # fmt: skip
    files = _write_new(result, folder)
    if json is not None:
        write_records(json, _records(result))
    if not quiet and json != "-":
        _print(result, files)
    _print_verdict(result, out if json != "-" else err)
    return FAILED if result.errors and result.agree is None else status_of(result.agree)


def add_to(app: typer.Typer) -> None:
    """Put the command into the app."""
    app.command("audit", cls=Command)(audit_)


def _write_new(result: Audit, folder: Path) -> dict[str, str]:
    """A file for each puzzle that tells a model is wrong, or that only further cases had."""
    findings = [(wrong.subject, "other solutions", wrong.case) for wrong in result.wrong] + [
        (mutant.subject, f"{mutant.mutant}: {mutant.text}", mutant.case)
        for mutant in result.mutants
        if mutant.outcome == NEW_CASE and mutant.case is not None
    ]
    files: dict[str, str] = {}
    for subject, message, case in findings:
        text = str(write_puzzle(case.puzzle, "toml"))
        if text not in files:
            folder.mkdir(parents=True, exist_ok=True)
            files[text] = str(folder / f"{subject.kind}-{len(files) + 1}.toml")
            write_out(files[text], f"# {subject.name}: {message}\n{text}")
    return files


def _print(result: Audit, files: dict[str, str]) -> None:
    if in_github():
        for line in _annotations(result, files):
            print(line)
    for wrong in result.wrong:
        out.print(_complaint(wrong, files), style="red")
    for proofs in result.proofs:
        for case, why in proofs.wrong:
            out.print(f"{proofs.kind}: {case.puzzle.describe()}: {why}", style="red")
        for why in proofs.unproved:
            out.print(f"not proved: {proofs.kind}: {why}", style="yellow")
    for error in result.errors:
        out.print(f"error: {error}", style="red")
    for subject in result.untried:
        out.print(f"{subject.kind} {subject.name}: {_NO_CASE}", style="yellow")
    if result.groups:
        out.print(_group_table(result.groups))
    if result.mutants:
        out.print(_mutant_table(result.mutants))
    for mutant in result.mutants:
        if mutant.outcome != BY_CORPUS:
            text = f"{mutant.subject.kind} {mutant.subject.name}: {mutant.mutant}: "
            out.print(text + _fate(mutant, files))
    unproved = ((proofs.kind, proofs.skipped) for proofs in result.proofs)
    for kind, reasons in (*unproved, *result.skipped.items()):
        for reason, number in Counter(reasons).most_common():
            err.print(f"left out: {kind}: {number} x {reason}", style="dim")


def _complaint(wrong: WrongModel, files: dict[str, str]) -> str:
    """What is wrong, the file that shows it, and the command that asks who differs about it."""
    name, case = wrong.subject.name, wrong.case
    file = files[str(write_puzzle(case.puzzle, "toml"))]
    message = f"{wrong.subject.kind} {name} has other solutions than {case.by}: "
    message += f"{case.puzzle.describe()}, {file}"
    if name in (method.name for method in registry.methods_of(type(case.puzzle))):
        message += f"\n  show it: cpmodels crosscheck {file} -m {name} -m {case.by}"
    return message


def _annotations(result: Audit, files: dict[str, str]) -> Iterator[str]:
    """Errors for what is not as it says, warnings for what is open."""
    for wrong in result.wrong:
        yield annotation("error", f"audit: {wrong.subject.kind}", _complaint(wrong, files))
    for group in result.groups:
        if not group.fine:
            level = "error" if group.fine is False else "warning"
            text = f"{group.subject.name}, group {group.group}: {_outcome(group)}"
            yield annotation(level, f"audit: {group.subject.kind}", text)
    for proofs in result.proofs:
        for case, why in proofs.wrong:
            text = f"{case.puzzle.describe()}: {why}"
            yield annotation("error", f"audit: {proofs.kind}", text)
    for error in result.errors:
        yield annotation("error", "audit", error)
    for subject in result.untried:
        yield annotation("warning", f"audit: {subject.kind}", f"{subject.name}: {_NO_CASE}")
    for mutant in result.mutants:
        if mutant.outcome == UNKNOWN:
            text = f"{mutant.subject.name}: {mutant.mutant}: {_fate(mutant, files)}"
            yield annotation("warning", f"audit: {mutant.subject.kind}", text)


def _group_table(groups: list[GroupAudit]) -> Table:
    table = Table(title="Groups left out", title_justify="left")
    for column in ("model", "group", "says", "without it", "cases", "time without"):
        right = column in ("cases", "time without")
        table.add_column(column, justify="right" if right else "left", overflow="fold")
    for group in groups:
        with_it, without_it = group.seconds
        table.add_row(
            f"{group.subject.kind} {', '.join((group.subject.name, *group.subject.also))}",
            group.group,
            "implied" if group.implied else "defining",
            _outcome(group),
            str(group.cases),
            f"x {without_it / with_it:.2f}" if with_it and group.implied else "",
            style="red" if group.fine is False else "yellow" if group.fine is None else None,
        )
    return table


def _outcome(group: GroupAudit) -> str:
    if group.noticed_by is not None:
        return f"noticed by {group.noticed_by.puzzle.describe()}"
    if not group.cases:
        return "no case has any of it"
    unknown = f", {group.unknown} unknown" if group.unknown else ""
    return f"{'nothing changes' if group.implied else 'NOT NOTICED'}{unknown}"


def _mutant_table(mutants: list[MutantAudit]) -> Table:
    table = Table(title="Mutants", title_justify="left")
    outcomes = (BY_CORPUS, EQUIVALENT, NEW_CASE, UNKNOWN)
    for column in ("model", "mutants", *outcomes):
        table.add_column(column, justify="left" if column == "model" else "right", overflow="fold")
    models = dict.fromkeys((m.subject.kind, m.subject.name) for m in mutants)
    for kind, name in models:
        own = Counter(
            m.outcome for m in mutants if (m.subject.kind, m.subject.name) == (kind, name)
        )
        numbers = (str(own[outcome]) for outcome in outcomes)
        table.add_row(f"{kind} {name}", str(own.total()), *numbers)
    return table


def _fate(mutant: MutantAudit, files: dict[str, str]) -> str:
    if mutant.outcome == EQUIVALENT:
        return f"the same solutions in all {mutant.cases} cases, by enumeration"
    if mutant.case is None:
        return f"unknown after {mutant.cases} cases"
    return f"only noticed by a new case, {files[str(write_puzzle(mutant.case.puzzle, 'toml'))]}"


def _print_verdict(result: Audit, console: Any) -> None:
    if result.interrupted:
        err.print("cpmodels: interrupted", style="yellow")
    if result.lost:
        complain(result.lost)
    noticed = sum(mutant.outcome in (BY_CORPUS, NEW_CASE) for mutant in result.mutants)
    fine = sum(group.fine is True for group in result.groups)
    wrong = f"wrong models: {len(result.wrong)}; " if result.wrong else ""
    if result.proofs:
        proved = sum(each.proved for each in result.proofs)
        wrong += f"{proved} of {sum(each.cases for each in result.proofs)} cases proved; "
    console.print(
        f"{wrong}{fine} of {len(result.groups)} groups are what they say; "
        f"{noticed} of {len(result.mutants)} mutants caught",
    )


def _records(result: Audit) -> list[dict[str, Any]]:
    records: list[dict[str, Any]] = []
    for wrong in result.wrong:
        records.append(
            {"kind": wrong.subject.kind, "model": wrong.subject.name,
             "wrong": to_table(wrong.case.puzzle), "by": wrong.case.by}
        )  # fmt: skip
    records += [
        {"kind": each.kind, "proved": each.proved, "unproved": each.unproved,
         "left_out": each.skipped,
         "refuted": [f"{case.puzzle.describe()}: {why}" for case, why in each.wrong]}
        for each in result.proofs
    ]  # fmt: skip
    records += [{"error": error} for error in result.errors]
    for group in result.groups:
        records.append(
            {"kind": group.subject.kind, "model": group.subject.name, "also": group.subject.also,
             "group": group.group, "implied": group.implied, "fine": group.fine,
             "cases": group.cases, "unknown": group.unknown,
             "noticed_by": None if group.noticed_by is None else to_table(group.noticed_by.puzzle),
             "seconds_with": group.seconds[0], "seconds_without": group.seconds[1]}
        )  # fmt: skip
    for mutant in result.mutants:
        records.append(
            {"kind": mutant.subject.kind, "model": mutant.subject.name,
             "mutant": str(mutant.mutant), "outcome": mutant.outcome, "cases": mutant.cases,
             "constraint": mutant.text,
             "case": None if mutant.case is None else to_table(mutant.case.puzzle)}
        )  # fmt: skip
    return records
