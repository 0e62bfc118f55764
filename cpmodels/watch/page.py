"""The page: one file with everything in it, that loads nothing and runs no code but its own."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from cpmodels.draw.page import json_for_page, policy
from cpmodels.draw.palette import PALETTE

__all__ = ["MOST_BYTES", "page"]

MOST_BYTES = 4_900_000
"""Of the data of all traces of a page."""


def page(title: str, description: str, traces: Sequence[dict[str, Any]]) -> str:
    """The page that plays these traces.

    Titles and data are escaped, and a content security policy allows the page's own script and
    style alone, by their hashes: nothing that stands in a puzzle can run.

    Parameters
    ----------
    traces : sequence of dict
        As `cpmodels.watch.scenes.scene.play` makes them. Steps that would make the page larger
        than 5 MB are left out, which it says.

    Examples
    --------
    >>> text = page("<b>", "two cells", [])
    >>> "&lt;b&gt;" in text, "<b>" in text
    (True, False)
    """
    style, script = _part("page.css"), _part("page.js")
    share = MOST_BYTES // max(1, len(traces))
    data = json_for_page({"palette": PALETTE, "traces": [_cut(trace, share) for trace in traces]})
    return Template(_part("page.html")).substitute(
        title=escape(title),
        description=escape("" if title.startswith(description) else description),
        policy=policy(style, script),
        style=style,
        script=script,
        data=data,
        summary="".join(map(_summary, traces)),
        footer="Space plays, the arrows step, Home and End jump, f goes to the first solution, "
        "s to the next, d changes between light and dark.",
    )


@cache
def _part(name: str) -> str:
    return files("cpmodels.watch").joinpath(name).read_text(encoding="utf-8")


def _cut(trace: dict[str, Any], most: int) -> dict[str, Any]:
    """The trace in so many bytes: with as many of its steps as there is room for."""
    steps = trace["steps"]
    room = most - len(json_for_page({**trace, "steps": []}))
    fitting = 0
    for step in steps:
        room -= len(json_for_page(step)) + 1
        if room < 0:
            break
        fitting += 1
    if fitting == len(steps):
        return trace
    cut = f"the first {fitting:,} of {len(steps):,} steps: the page is kept below 5 MB"
    if trace["cut"]:
        cut += f" ({trace['cut']})"
    return {**trace, "steps": steps[:fitting], "cut": cut}


def _summary(trace: dict[str, Any]) -> str:
    """A trace in words, for a reader without script."""
    steps = trace["steps"]
    last = steps[-1]["text"] if steps else trace["opening"]
    return (
        f"<h2>{escape(trace['method'])}</h2><p>{escape(trace['about'])}</p>"
        f"<p>{len(steps):,} steps; the last: {escape(last)}</p>"
    )
