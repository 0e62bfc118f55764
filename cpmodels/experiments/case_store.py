"""The results of cases in a store: which are there, which of several counts, and merging."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from cpmodels.experiments.case_list import Case
from cpmodels.results.store import Store, records

__all__ = ["best", "failed", "merge", "settled"]

_FAILED = ("error", "crash")
_LIMITS = {"time limit": "seconds", "cpu limit": "cpu_seconds", "memory limit": "memory"}


def failed(row: Mapping[str, Any]) -> bool:
    """Whether the case ended in an error or a crash."""
    return str(row["termination"]).startswith(_FAILED)


def rank(row: Mapping[str, Any]) -> tuple[bool, bool, str]:
    """Of several rows of one case the one with the highest rank counts.

    An answer before a limit, a limit before an error; then the latest.
    """
    limit = row["termination"] in _LIMITS
    return not failed(row), not limit, str(row.get("started", ""))


def best(rows: Iterable[dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """One row for each case id, in the order in which the cases came first."""
    best_rows: dict[str, dict[str, Any]] = {}
    for row in rows:
        name = row["case"]
        if name not in best_rows or rank(row) >= rank(best_rows[name]):
            best_rows[name] = row
    return best_rows


def settled(
    directory: str | Path, cases: Iterable[Case], *, retry_errors: bool = False
) -> dict[str, dict[str, Any]]:
    """The rows of those cases that need not be asked again.

    A case that was stopped by a limit is asked again when that limit is higher now.
    """
    there = any(Path(directory).glob("*.jsonl"))
    rows = best(records(directory, "case")) if there else {}
    return {
        case.id: rows[case.id]
        for case in cases
        if case.id in rows
        and not (retry_errors and failed(rows[case.id]))
        and not _limit_was_raised(rows[case.id], case)
    }


def _limit_was_raised(row: Mapping[str, Any], case: Case) -> bool:
    name = _LIMITS.get(row["termination"])
    if name is None or name not in row["limits"]:
        return False
    now = getattr(case.limits, name)
    return now is None or now > row["limits"][name]


def merge(out: str | Path, sources: Iterable[str | Path]) -> int:
    """Bring stores together in `out`, each case once; the number of cases that were new there.

    Raises
    ------
    InputError
        A source that is not a store, or a run at work in `out`.
    """
    runs: list[dict[str, Any]] = []
    environments: dict[str, dict[str, Any]] = {}
    puzzles: dict[str, dict[str, Any]] = {}
    rows: list[dict[str, Any]] = []
    for source in sources:
        for record in records(source):
            if record["type"] == "run":
                runs.append(record)
            elif record["type"] == "environment":
                environments[record["environment"]] = record
            elif record["type"] == "puzzle":
                puzzles[record["puzzle"]] = record
            else:
                rows.append(record)
    with Store(out) as store:
        there = list(records(out)) if store.path.stat().st_size else []
        old = best(r for r in there if r["type"] == "case")
        new = best([*old.values(), *rows])
        news = [row for name, row in new.items() if row is not old.get(name)]
        known = {r["environment"] for r in there if r["type"] == "environment"}
        named = {row["environment"] for row in news} & environments.keys() - known
        others = [r for r in runs if r not in there]
        for record in there:
            puzzles.pop(record.get("puzzle", "") if record["type"] == "puzzle" else "", None)
        definitions = [puzzles[n] for n in sorted({row["puzzle"] for row in news} & puzzles.keys())]
        for record in (*others, *(environments[n] for n in sorted(named)), *definitions, *news):
            store.write(record["type"], {k: v for k, v in record.items() if k != "type"})
    return sum(name not in old for name in new)
