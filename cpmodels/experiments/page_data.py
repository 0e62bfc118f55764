"""The cases as the report's page reads them: by column, texts as numbers of words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd

from cpmodels.experiments.exhibits import Exhibits, command
from cpmodels.experiments.measures import INSTANCE, summary
from cpmodels.experiments.plots import pairs_of, with_rails

__all__ = ["LABELS", "page_data", "remarks"]

LABELS = {
    "title": "puzzle", "origin": "from", "question": "question", "who": "method", "seed": "seed",
    "repetition": "repetition", "category": "category", "termination": "ended",
    "verdict": "verdict", "supported_by": "supported by", "count": "count",
    "objective": "objective", "seconds": "seconds",
    "cpu_seconds": "CPU seconds", "memory": "memory MB", "said": "note",
}  # fmt: skip
"""The columns of the page's table, and what stands above them."""

NUMBERS = ("seed", "repetition", "count", "objective", "seconds", "cpu_seconds", "memory")
MOST_TOML = 2_000_000  # characters of puzzles in one page


def page_data(rows: pd.DataFrame, directory: str | Path, last: str) -> dict[str, Any]:
    """What the page knows: the table, what its plots draw, pictures, commands.

    Parameters
    ----------
    rows : DataFrame
        As `cpmodels.experiments.measures.with_labels` has them.
    last : str
        The command of the last run, which asks all cases.
    """
    exhibits = Exhibits(directory)
    first = rows.assign(wrong=rows["category"] != "disagrees").sort_values("wrong", kind="stable")
    pictures, picture_of = exhibits.pictures(zip(first["case"], first["puzzle"], strict=True))
    rails = with_rails(rows)
    instance, _ = pd.factorize(pd.MultiIndex.from_frame(rows[INSTANCE]))
    puzzle, names = pd.factorize(rows["puzzle"])
    codes, commands = pd.factorize(
        pd.Series([command(row) for row in _questions(rows)], dtype=object)
    )
    order = [str(who) for who in summary(rows).index]
    return {
        "rows": len(rows),
        "columns": _columns(rows),
        "methods": order,
        "pair": list((pairs_of(rows) or [(order[0], order[-1])])[0]),
        "limits": sorted(float(limit) for limit in rows["limit_seconds"].dropna().unique()),
        "instance": instance.tolist(),
        "solved": [int(solved) for solved in rows["solved"]],
        "drawn": [round(float(each), 6) for each in rails["drawn"]],
        "picture": [picture_of.get(str(case), -1) for case in rows["case"]],
        "pictures": pictures,
        "puzzle": puzzle.tolist(),
        "toml": _toml([str(name) for name in names], exhibits.puzzles),
        "commands": {"words": list(commands), "values": codes.tolist()},
        "command": last,
    }


def remarks(rows: pd.DataFrame) -> pd.Series[Any]:
    """The last line of an error, or the note."""
    errors = rows["error"].str.strip().str.split("\n").str[-1]
    return errors.fillna(rows["note"]).fillna("")


def _questions(rows: pd.DataFrame) -> list[dict[str, Any]]:
    """What the command of each row is made of; nothing stands for what was not said."""
    workers = "parameter.workers" if "parameter.workers" in rows else None
    names = ["question", "method", "limit_seconds", "seed", *([workers] if workers else [])]
    columns = rows[names].rename(columns={workers: "workers"} if workers else {})
    plain = columns.astype(object).where(columns.notna(), None)
    return [{str(name): value for name, value in row.items()} for row in plain.to_dict("records")]


def _toml(names: list[str], puzzles: Mapping[str, str]) -> list[str | None]:
    room = MOST_TOML
    texts: list[str | None] = []
    for name in names:
        text = puzzles.get(name)
        fits = text is not None and len(text) <= room
        room -= len(text) if fits and text is not None else 0
        texts.append(text if fits else None)
    return texts


def _columns(rows: pd.DataFrame) -> list[dict[str, Any]]:
    rows = rows.assign(
        memory=(rows["peak_memory"].astype("float64") / 1e6).round(1),
        seconds=rows["seconds"].round(4),
        cpu_seconds=rows["cpu_seconds"].round(3),
        count=rows["count"].map(str, na_action="ignore"),  # exact beyond JavaScript's numbers
        said=remarks(rows),
    )
    columns = []
    for name, title in LABELS.items():
        column: dict[str, Any] = {"name": title, "number": name in NUMBERS}
        values = rows[name].astype(object).where(rows[name].notna(), None)
        if name in NUMBERS:
            column["values"] = values.tolist()
        else:
            codes, words = pd.factorize(values, use_na_sentinel=False)
            column |= {"words": list(words), "values": codes.tolist()}
        columns.append(column)
    return columns
