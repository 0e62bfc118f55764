"""The report: one HTML page that needs no network, pictures as SVG and PNG, and a CSV file."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any

import pandas as pd

from cpmodels.draw.page import json_for_page, policy
from cpmodels.errors import InputError, plain
from cpmodels.experiments.measures import summary, verdict, with_labels
from cpmodels.experiments.page_data import LABELS, page_data, remarks
from cpmodels.experiments.table import load
from cpmodels.results.store import records

__all__ = ["report"]

_MOST = 100  # disagreements that are listed above the table of all cases
_FIRST = 200  # cases that are listed for a reader without script
_PLOTTED = ("cactus", "scatter")  # pictures that the page's own script draws better


def report(
    directory: str | Path, *, x: str | None = None, remark: Callable[[str], None] | None = None
) -> Path:
    """Write ``DIR/report``: index.html, pictures where matplotlib is there, results.csv.

    Parameters
    ----------
    x : str, optional
        The column on the x axis of the scaling picture; what the experiment says by default.
    remark : callable, optional
        Called with what the page lacks, such as pictures without matplotlib; the page says it too.

    Returns
    -------
    Path
        The page.

    Raises
    ------
    InputError
        No results there, or a damaged store.
    """
    table = with_labels(load(directory))
    if table.empty:
        raise InputError("no case has ended yet", str(directory))
    runs = list(records(directory, "run"))
    last = runs[-1] if runs else {}
    out = Path(directory) / "report"
    out.mkdir(exist_ok=True)
    style, script = _part("page.css"), _part("page.js")
    plain = table.drop(columns=["who", "solved"])
    for name in plain.columns[plain.dtypes == "string"]:
        plain[name] = plain[name].map(_cell, na_action="ignore")
    plain.to_csv(out / "results.csv", index=False)
    page = Template(_part("page.html")).substitute(
        policy=policy(style, script, images=True),
        style=style,
        script=script,
        name=escape(last.get("experiment", "experiment")),
        about=escape(last.get("about", "")),
        verdict=escape(verdict(table)),
        disagreements=_disagreements(table),
        methods=_methods(table),
        pictures=_pictures(table, out, x or last.get("x", "size"), remark),
        runs=_runs(runs),
        environments=_environments(records(directory, "environment")),
        rows=_rows(table),
        data=json_for_page(page_data(table, directory, str(last.get("command", "")))),
    )
    target = out / "index.html"
    target.write_text(page, encoding="utf-8")
    return target


@cache
def _part(name: str) -> str:
    return files("cpmodels.experiments").joinpath(name).read_text(encoding="utf-8")


def _disagreements(rows: pd.DataFrame) -> str:
    wrong = rows[rows["category"] == "disagrees"]
    if wrong.empty:
        return ""
    lines = wrong.head(_MOST).assign(said=remarks(wrong))
    names = ["title", "origin", "question", "who", "verdict", "count", "objective", "said"]
    table = _html(lines[names].rename(columns=LABELS))
    return f'<div class="alarm"><h2>{len(wrong):,} rows disagree</h2>{table}</div>'


def _rows(rows: pd.DataFrame) -> str:
    """The first cases, for a reader without script."""
    more = len(rows) - _FIRST
    note = f"<p>{more:,} more cases are in results.csv beside this page.</p>" if more > 0 else ""
    names = ["title", "question", "who", "category", "verdict", "count", "objective", "seconds"]
    return _html(rows.head(_FIRST)[names].rename(columns=LABELS)) + note


def _methods(table: pd.DataFrame) -> str:
    figures = summary(table)
    figures["peak_memory"] = (figures["peak_memory"].astype("float64") / 1e6).round(1)
    figures = figures.rename(columns={"peak_memory": "memory MB", "limit": "stopped by a limit"})
    return _html(figures.reset_index(names="method"))


def _pictures(table: pd.DataFrame, out: Path, x: str, remark: Callable[[str], None] | None) -> str:
    try:
        from cpmodels.experiments.plots import save_all

        pictures = save_all(table, out, x)
    except InputError as error:
        if remark is not None:
            remark(str(error))
        return f"<p>{escape(str(error))}</p>"
    lines = []
    for title, path in pictures.items():
        image = base64.b64encode(path.read_bytes()).decode()
        source = f'<img alt="{escape(title)}" src="data:image/svg+xml;base64,{image}">'
        figure = f"<figure><figcaption>{escape(title)}</figcaption>{source}</figure>"
        lines.append(f"<noscript>{figure}</noscript>" if path.stem in _PLOTTED else figure)
    return "\n".join(lines)


def _runs(runs: Iterable[dict[str, Any]]) -> str:
    lines = [f"{run['started']}  {run['command']}" for run in runs]
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _environments(environments: Iterable[dict[str, Any]]) -> str:
    distinct = {record["environment"]: record for record in environments}.values()
    internal = ("type", "schema", "environment")
    rows = [{k: v for k, v in record.items() if k not in internal} for record in distinct]
    return _html(pd.DataFrame(rows))


def _html(table: pd.DataFrame) -> str:
    heads = "".join(f"<th{_number(table[name])}>{escape(str(name))}</th>" for name in table)
    lines = []
    for row in table.itertuples(index=False):
        cells = zip(table, row, strict=True)
        lines.append("".join(f"<td{_number(table[n])}>{escape(_text(v))}</td>" for n, v in cells))
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<div class="scroll"><table><tr>{heads}</tr>{body}</table></div>'


def _number(column: pd.Series[Any]) -> str:
    return ' class="number"' if pd.api.types.is_numeric_dtype(column) else ""


def _text(value: Any) -> str:
    if pd.isna(value):
        return ""
    if isinstance(value, float):
        return f"{value:,.3f}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def _cell(value: str) -> str:
    """A text that no spreadsheet runs as a formula, and that cannot steer a terminal."""
    text = plain(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@", "\t", "\r", "\n")) else text
