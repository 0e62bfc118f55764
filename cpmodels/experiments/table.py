"""The results as a table: a pandas DataFrame with a row a case."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

import pandas as pd

from cpmodels.answers.answer import Verdict
from cpmodels.experiments.case_store import best
from cpmodels.experiments.categories import categories, supports
from cpmodels.results.store import records

__all__ = ["COLUMNS", "load"]

COLUMNS = (
    "case", "puzzle", "kind", "title", "origin", "size", "question", "method", "variant", "side",
    "seed", "repetition", "termination", "verdict", "category", "supported_by", "complete", "count",
    "objective", "seconds", "build_seconds", "solve_seconds", "wall_seconds", "cpu_seconds",
    "peak_memory", "limit_seconds", "limit_cpu_seconds", "limit_memory", "nodes", "updates",
    "branches", "conflicts", "solution", "second", "note", "error", "code", "environment",
    "started",
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
    last = list(best(rows).values())
    labels = categories(last)
    for row, category, support in zip(last, labels, supports(last, labels), strict=True):
        row["category"], row["supported_by"] = category, support
    table = _table(_columns(last, environments))
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
    series: dict[str, pd.Series[Any]] = {}
    for name, values in columns.items():
        if name in _WHOLE:
            series[name] = pd.Series(values, dtype="Int64")
        elif name in _REAL:
            series[name] = pd.Series(values, dtype="float64")
        elif name == "count":
            series[name] = _exact(values)
        elif name == "complete":
            series[name] = pd.Series(values, dtype="bool")
        elif "." in name and _are_numbers(values):
            series[name] = pd.Series(values).convert_dtypes()
        else:
            texts = [None if value is None else str(value) for value in values]
            series[name] = pd.Series(texts, dtype="string")
    return pd.DataFrame(series)


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
