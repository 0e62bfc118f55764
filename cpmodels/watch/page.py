"""The page: one file with everything in it, that loads nothing and runs no code but its own."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from string import Template
from typing import Any

from cpmodels.draw.palette import PALETTE

__all__ = ["page"]


def page(title: str, description: str, traces: Sequence[dict[str, Any]]) -> str:
    """The page that plays these traces.

    Titles and data are escaped, and a content security policy allows the page's own script and
    style alone, by their hashes: nothing that stands in a puzzle can run.

    Parameters
    ----------
    traces : sequence of dict
        As `cpmodels.watch.scenes.scene.played` makes them.

    Examples
    --------
    >>> text = page("<b>", "two cells", [])
    >>> "&lt;b&gt;" in text, "<b>" in text
    (True, False)
    """
    style, script = _part("page.css"), _part("page.js")
    policy = (
        f"default-src 'none'; base-uri 'none'; form-action 'none'; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )
    data = json.dumps({"palette": PALETTE, "traces": list(traces)}, separators=(",", ":"))
    return Template(_part("page.html")).substitute(
        title=escape(title),
        description=escape(description),
        policy=policy,
        style=style,
        script=script,
        data=_inert(data),
        summary="".join(map(_summary, traces)),
        footer="Space plays, the arrows step, Home and End jump, s goes to the next solution.",
    )


@cache
def _part(name: str) -> str:
    return files("cpmodels.watch").joinpath(name).read_text(encoding="utf-8")


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _inert(data: str) -> str:
    """JSON that no parser of HTML takes for the end of its element."""
    for sign in "<>&\u2028\u2029":
        data = data.replace(sign, f"\\u{ord(sign):04x}")
    return data


def _summary(trace: dict[str, Any]) -> str:
    """A trace in words, for a reader without script."""
    steps = trace["steps"]
    last = steps[-1]["text"] if steps else trace["opening"]
    return (
        f"<h2>{escape(trace['method'])}</h2><p>{escape(trace['about'])}</p>"
        f"<p>{len(steps):,} steps; the last: {escape(last)}</p>"
    )
