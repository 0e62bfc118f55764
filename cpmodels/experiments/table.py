"""The results as a table: a pandas DataFrame with a row a case, and who agrees with whom."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd

from cpmodels.agreement import disagreement
from cpmodels.answers import Answer, Verdict
from cpmodels.experiments.store import best, failed, records

__all__ = ["COLUMNS", "categories", "load"]

COLUMNS = (
    "case", "puzzle", "kind", "title", "origin", "size", "question", "method", "variant", "side",
    "seed", "repetition", "termination", "verdict", "category", "complete", "count", "objective",
    "seconds", "build_seconds", "solve_seconds", "wall_seconds", "cpu_seconds", "peak_memory",
    "limit_seconds", "limit_cpu_seconds", "limit_memory", "nodes", "updates", "branches",
    "conflicts", "solution", "second", "note", "error", "code", "environment", "started",
)  # fmt: skip
_EFFORT = ("nodes", "updates", "branches", "conflicts")
_WHOLE = ("size", "seed", "repetition", "peak_memory", "objective", "limit_memory", *_EFFORT)
_REAL = ("seconds", "build_seconds", "solve_seconds", "wall_seconds", "cpu_seconds",
         "limit_seconds", "limit_cpu_seconds")  # fmt: skip
_ENVIRONMENT = ("python", "ortools", "numpy", "numba", "cpmodels", "commit", "machine")


def load(*directories: str | Path, every: bool = False) -> pd.DataFrame:
    """The results in one or more stores, one row for each case.

    Parameters
    ----------
    every : bool
        Also those of code that answered before; otherwise only the latest of each case counts.

    Returns
    -------
    DataFrame
        The columns of `COLUMNS`; ``puzzle.NAME`` for each range, ``parameter.NAME`` for each
        parameter of a method, and the versions and the machine. Seconds, bytes; ``category`` is
        agrees, disagrees, unknown or error. Counts beyond 64 bits are `Decimal`.

    Raises
    ------
    InputError
        No store there, or a damaged one.
    """
    environments: dict[str, Mapping[str, Any]] = {}
    rows: list[dict[str, Any]] = []
    for record in itertools.chain.from_iterable(map(records, directories)):
        if record["type"] == "environment":
            environments[record["environment"]] = record
        elif record["type"] == "case":
            rows.append(record)
    kept = list(best(rows).values())
    for row, category in zip(kept, categories(kept), strict=True):
        row["category"] = category
    table = _table(_columns(kept, environments))
    return table if every else _latest(table)


def _columns(
    rows: list[dict[str, Any]], environments: Mapping[str, Mapping[str, Any]]
) -> dict[str, list[Any]]:
    columns = {name: [row.get(name) for row in rows] for name in COLUMNS}
    columns["variant"] = [row["method"].partition(":")[2] for row in rows]
    columns["verdict"] = [row.get("verdict", str(Verdict.UNKNOWN)) for row in rows]
    columns["complete"] = [bool(row.get("complete")) for row in rows]
    columns["seconds"] = list(map(_seconds, rows))
    for field, prefix in (("limits", "limit_"), ("at", "puzzle."), ("parameters", "parameter.")):
        parts = [row.get(field) or {} for row in rows]
        for name in dict.fromkeys(itertools.chain.from_iterable(parts)):
            columns[prefix + name] = [part.get(name) for part in parts]
    efforts = [row.get("effort") or {} for row in rows]
    for name in _EFFORT:
        columns[name] = [effort.get(name) for effort in efforts]
    places = [environments.get(row.get("environment", ""), {}) for row in rows]
    for name in _ENVIRONMENT:
        columns[name] = [place.get(name) for place in places]
    return columns


def _seconds(row: Mapping[str, Any]) -> float | None:
    """To build and to solve; the whole child's, where there is no answer."""
    solve: float | None = row.get("solve_seconds")
    return row.get("wall_seconds") if solve is None else solve + (row.get("build_seconds") or 0.0)


def _table(columns: dict[str, list[Any]]) -> pd.DataFrame:
    typed: dict[str, pd.Series[Any]] = {}
    for name, values in columns.items():
        if name in _WHOLE:
            typed[name] = pd.Series(values, dtype="Int64")
        elif name in _REAL:
            typed[name] = pd.Series(values, dtype="float64")
        elif name == "count":
            typed[name] = _exact(values)
        elif name == "complete":
            typed[name] = pd.Series(values, dtype="bool")
        elif "." in name and _are_numbers(values):
            typed[name] = pd.Series(values).convert_dtypes()
        else:
            texts = [None if value is None else str(value) for value in values]
            typed[name] = pd.Series(texts, dtype="string")
    return pd.DataFrame(typed)


def _are_numbers(values: list[Any]) -> bool:
    return all(value is None or isinstance(value, int | float) for value in values)


def _exact(counts: list[int | None]) -> pd.Series[Any]:
    """64-bit integers where all counts fit, `Decimal` otherwise: never rounded."""
    if all(n is None or n < 2**63 for n in counts):
        return pd.Series(counts, dtype="Int64")
    return pd.Series([None if n is None else Decimal(n) for n in counts], dtype=object)


def _latest(table: pd.DataFrame) -> pd.DataFrame:
    """Of cases that differ only in the code that answered, the last one."""
    same = ["puzzle", "question", "method", "seed", "repetition"]
    same += [name for name in table.columns if name.startswith("parameter.")]
    order = table["started"].fillna("").argsort(kind="stable")
    latest = table.iloc[order].drop_duplicates(same, keep="last").index
    return table.loc[table.index.isin(latest)].reset_index(drop=True)


# ---------------------------------------------------------------- who agrees


def categories(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """For each row: agrees, disagrees, unknown or error.

    A row disagrees when its answer and another one to the same question about the same puzzle
    cannot both be right, or its solution was wrong; it agrees when another method came to a
    conclusion too, and none contradicts it.

    Examples
    --------
    >>> row = {"puzzle": "p", "question": "count", "verdict": "all found", "complete": True,
    ...        "termination": "finished"}
    >>> categories([row | {"method": "a", "count": 3}, row | {"method": "b", "count": 4}])
    ['disagrees', 'disagrees']
    """
    listed = list(rows)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, row in enumerate(listed):
        groups[row["puzzle"], row["question"]].append(index)
    result = [""] * len(listed)
    for members in groups.values():
        for index, category in zip(members, _group([listed[i] for i in members]), strict=True):
            result[index] = category
    return result


def _group(rows: list[Mapping[str, Any]]) -> list[str]:
    claims = [_claim(row) for row in rows]
    distinct = {claim: _answer(claim) for claim in claims if claim is not None}
    wrong = {
        claim
        for one, other in itertools.combinations(distinct, 2)
        if disagreement([distinct[one], distinct[other]])
        for claim in (one, other)
    }
    conclusive = {
        row["method"] for row, claim in zip(rows, claims, strict=True) if _is_conclusive(claim)
    }
    return [
        _category(row, claim, claim in wrong, bool(conclusive - {row["method"]}))
        for row, claim in zip(rows, claims, strict=True)
    ]


_Claim = tuple[str, str, bool, int | None, int | None, bool]


def _claim(row: Mapping[str, Any]) -> _Claim | None:
    """What the row says, without who says it; None when it ended without an answer."""
    if "verdict" not in row:
        return None
    shown = row.get("solution") is not None
    count, objective = row.get("count"), row.get("objective")
    return row["question"], row["verdict"], bool(row.get("complete")), count, objective, shown


def _answer(claim: _Claim) -> Answer:
    question, verdict, complete, count, objective, shown = claim
    return Answer(question, "", Verdict(verdict), complete, count, shown or None, None, objective)


def _is_conclusive(claim: _Claim | None) -> bool:
    return claim is not None and claim[1] != Verdict.UNKNOWN


def _category(row: Mapping[str, Any], claim: _Claim | None, wrong: bool, company: bool) -> str:
    if wrong or row["termination"] == "wrong solution":
        return "disagrees"
    if failed(row):
        return "error"
    return "agrees" if company and _is_conclusive(claim) else "unknown"
