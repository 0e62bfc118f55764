"""Figures of merit of methods: solved or not, PAR2, the virtual best."""

from __future__ import annotations

from typing import Any

import numpy as np
import pandas as pd

__all__ = ["INSTANCE", "summary", "verdict", "virtual_best", "with_labels"]

INSTANCE = ["puzzle", "question", "seed", "repetition"]


def with_labels(table: pd.DataFrame) -> pd.DataFrame:
    """The table with columns `who` (method and parameters) and `solved`, unknown is not solved."""
    if "who" in table:
        return table
    who = table["method"].astype(str)
    for name in [c for c in table.columns if c.startswith("parameter.")]:
        present = table[name].notna()
        short = name.removeprefix("parameter.")
        who = who.where(~present, who + f" {short}=" + table[name].astype(str))
    solved = (table["termination"] == "finished") & (table["verdict"] != "unknown")
    return table.assign(who=who, solved=solved.astype(bool))


def summary(table: pd.DataFrame) -> pd.DataFrame:
    """A row a method: cases, how they ended, PAR2, total seconds, median seconds, most memory.

    PAR2 is the mean of the seconds of each case, a case that was not solved counting as twice
    its limit; not a number where such a case has no limit.
    """
    rows = with_labels(table)
    penalty = np.where(rows["solved"], rows["seconds"], 2 * rows["limit_seconds"])
    rows = rows.assign(
        penalty=penalty,
        spent=rows["seconds"].where(rows["solved"]),
        is_limit=rows["termination"].str.endswith("limit"),
        is_error=rows["category"] == "error",
        is_disagrees=rows["category"] == "disagrees",
    )
    groups = rows.groupby("who", sort=False)
    return pd.DataFrame(
        {
            "cases": groups.size(),
            "solved": groups["solved"].sum(),
            "limit": groups["is_limit"].sum(),
            "error": groups["is_error"].sum(),
            "disagrees": groups["is_disagrees"].sum(),
            "PAR2": groups["penalty"].agg(lambda p: p.mean(skipna=False)),
            "seconds": groups["spent"].sum(),
            "median": groups["spent"].median(),
            "peak_memory": groups["peak_memory"].max(),
        }
    ).sort_values(["solved", "PAR2"], ascending=[False, True], kind="stable")


def verdict(table: pd.DataFrame) -> str:
    """How many cases agree, disagree, are unknown or in error, in words."""
    words = {"disagrees": "disagree", "error": "in error", "unknown": "unknown", "agrees": "agree"}
    sizes = table["category"].value_counts()
    parts = [f"{sizes[name]:,} {word}" for name, word in words.items() if name in sizes]
    proved = int(table["supported_by"].str.contains("proof").sum())
    parts += [f"{proved:,} of these proved"] if proved else []
    return f"{len(table):,} cases: {', '.join(parts) or 'none'}"


def virtual_best(table: pd.DataFrame) -> pd.Series[Any]:
    """The least seconds of any method, for each instance that any of them solved.

    An instance is what all methods were asked alike: puzzle, question, seed, repetition.
    """
    solved = with_labels(table).query("solved")
    best: pd.Series[Any] = solved.groupby(INSTANCE, sort=False, dropna=False)["seconds"].min()
    return best
