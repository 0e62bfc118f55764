"""Pictures of an experiment: cactus, scatter, scaling (extra ``plot``: matplotlib)."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from cpmodels.errors import InputError
from cpmodels.experiments.measures import INSTANCE, summary, virtual_best, with_labels

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["cactus", "pairs_of", "save_all", "scaling", "scatter", "with_rails"]

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000")
_MARKERS = "osD^vP*<>"
_MANY = 2000  # points beyond which a picture has them as pixels, not as shapes
_FASTEST = 1e-4  # seconds; what is faster is drawn here
_PANELS = 6
_ABOVE = 1.25  # a cross for what was not solved lies so much above its limit


def save_all(table: pd.DataFrame, directory: Path, x: str) -> dict[str, Path]:
    """Write every picture that the results allow as SVG and PNG; title to SVG file.

    Raises
    ------
    InputError
        Without matplotlib.
    """
    try:
        import matplotlib
    except ImportError:
        raise InputError("pictures need matplotlib: pip install 'cpmodels[plot]'") from None
    rows = with_labels(table)
    figures = {
        "Cactus: how many are solved within how many seconds each": ("cactus", cactus(rows)),
        "Scatter: model against hand-coded": ("scatter", scatter(rows)),
        f"Scaling: seconds by {x}": ("scaling", scaling(rows, x)),
    }
    files = {}
    with matplotlib.rc_context({"svg.hashsalt": "cpmodels"}):
        for title, (name, figure) in figures.items():
            if figure is not None:
                files[title] = directory / f"{name}.svg"
                figure.savefig(files[title], metadata={"Date": None}, dpi=150)
                figure.savefig(directory / f"{name}.png", dpi=150)
    return files


def cactus(rows: pd.DataFrame) -> Figure | None:
    """For each method, the seconds of the cases that it solved, in ascending order.

    The dashed line is the virtual best: the fastest method of each case. Nothing is drawn when
    nothing was solved.
    """
    solved = rows[rows["solved"]]
    if solved.empty:
        return None
    figure, (axes,) = _figure(1, 8.0, 4.8)
    for who, colour, marker in _styles(rows):
        seconds = np.sort(solved.loc[solved["who"] == who, "seconds"].clip(lower=_FASTEST))
        if len(seconds):
            number = len(seconds)
            axes.plot(
                np.arange(1, number + 1), seconds, color=colour, label=f"{who} ({number})",
                marker=marker, markersize=4, markevery=max(1, number // 15), linewidth=1.4,
            )  # fmt: skip
    best = np.sort(virtual_best(rows).clip(lower=_FASTEST))
    axes.plot(
        np.arange(1, len(best) + 1), best, "k--", linewidth=1, label=f"virtual best ({len(best)})"
    )
    _rail(axes.axhline, rows)
    axes.set(yscale="log", xlabel="cases solved", ylabel="seconds")
    _legend(axes)
    return figure


def scatter(rows: pd.DataFrame) -> Figure | None:
    """Each case as a point: seconds of a model against seconds of a method by hand.

    What was not solved lies on the rail of its axis. Without one of the sides, the two best
    methods are drawn instead; with one method alone, nothing.
    """
    pairs = pairs_of(rows)
    if not pairs:
        return None
    columns = min(3, len(pairs))
    lines = -(-len(pairs) // columns)
    figure, panels = _figure(len(pairs), 3.6 * columns, 3.5 * lines, columns)
    whole = with_rails(rows)
    low, high = whole["drawn"].min() / 2, whole["drawn"].max() * 2  # room on both sides
    for axes, (one, other) in zip(panels, pairs, strict=True):
        left, right = (whole[whole["who"] == who] for who in (one, other))
        both = left.merge(right, on=INSTANCE)
        solved = (both["solved_x"] & both["solved_y"]).astype(bool)
        kinds = ((both[solved], _COLOURS[0], "o"), (both[~solved], _COLOURS[1], "x"))
        for part, colour, marker in kinds:
            axes.plot(
                part["drawn_x"], part["drawn_y"], marker, color=colour, markersize=4, alpha=0.6,
                rasterized=len(part) > _MANY,
            )  # fmt: skip
        axes.plot([low, high], [low, high], color="0.6", linewidth=0.8)
        _rail(axes.axhline, rows)
        _rail(axes.axvline, rows)
        axes.set(xscale="log", yscale="log", xlim=(low, high), ylim=(low, high))
        axes.set(xlabel=f"{one}, seconds", ylabel=f"{other}, seconds", aspect="equal")
    return figure


def scaling(rows: pd.DataFrame, x: str) -> Figure | None:
    """Seconds of each method by a column of numbers; a cross marks what was not solved.

    The line goes through the medians.
    """
    column = f"puzzle.{x}" if f"puzzle.{x}" in rows else x
    if column not in rows:
        return None
    number = pd.to_numeric(rows[column], errors="coerce").astype("Float64")
    known = number.groupby(rows["puzzle"]).transform("max")  # where another method found it
    whole = with_rails(rows).assign(x=number.fillna(known))
    whole = whole[whole["x"].notna()].astype({"x": float})
    if whole["x"].nunique() < 2:
        return None
    figure, (axes,) = _figure(1, 8.0, 4.8)
    for who, colour, marker in _styles(rows):
        part = whole[whole["who"] == who]
        misses = part[~part["solved"]]
        axes.plot(
            part["x"], part["drawn"].where(part["solved"]), marker, color=colour, markersize=4,
            alpha=0.45, rasterized=len(part) > _MANY,
        )  # fmt: skip
        axes.plot(
            misses["x"], misses["drawn"] * _ABOVE, "x", color=colour, markersize=6,
            rasterized=len(misses) > _MANY,
        )  # fmt: skip
        medians = part.groupby("x")["drawn"].median()
        axes.plot(medians.index, medians, color=colour, label=who, marker=marker, markersize=5)
    _rail(axes.axhline, rows)
    axes.set(yscale="log", xlabel=x, ylabel="seconds")
    if (whole["x"] > 0).all() and whole["x"].max() > 50 * whole["x"].min():
        axes.set_xscale("log")
    _legend(axes)
    return figure


def pairs_of(rows: pd.DataFrame) -> list[tuple[str, str]]:
    """Model against hand, the best first."""
    order = list(summary(rows).index)
    sides = dict(zip(rows["who"], rows["side"], strict=True))
    models = [who for who in order if sides[who] == "model"]
    hands = [who for who in order if sides[who] != "model"]
    pairs = list(itertools.product(models, hands)) or list(itertools.pairwise(order))[:1]
    return pairs[:_PANELS]


def with_rails(rows: pd.DataFrame) -> pd.DataFrame:
    """Adds `drawn`: the seconds, or for what was not solved, its limit (or the longest time)."""
    longest = rows["seconds"].max()
    limit = rows["limit_seconds"].fillna(max(longest, _FASTEST) * 1.5)
    seconds = rows["seconds"].where(rows["solved"], limit).clip(lower=_FASTEST)
    return rows.assign(drawn=seconds.astype(float))


def _rail(line: Any, rows: pd.DataFrame) -> None:
    for limit in sorted(rows["limit_seconds"].dropna().unique()):
        line(limit, color="0.5", linewidth=0.8, linestyle=":")


def _styles(rows: pd.DataFrame) -> Iterator[tuple[str, str, str]]:
    for index, who in enumerate(summary(rows).index):
        yield who, _COLOURS[index % len(_COLOURS)], _MARKERS[index % len(_MARKERS)]


def _legend(axes: Axes) -> None:
    axes.grid(True, which="major", color="0.9")
    axes.legend(fontsize="small", loc="upper left", bbox_to_anchor=(1.01, 1.0), frameon=False)


def _figure(
    number: int, width: float, height: float, columns: int = 1
) -> tuple[Figure, list[Axes]]:
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    lines = -(-number // columns)
    return figure, [figure.add_subplot(lines, columns, i + 1) for i in range(number)]
