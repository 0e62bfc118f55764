"""Annotations of GitHub Actions: lines in a job's output that are shown beside the change.

Source: docs.github.com, "Workflow commands for GitHub Actions".
"""

from __future__ import annotations

import os

__all__ = ["annotation", "in_github"]


def in_github() -> bool:
    """Whether this is a job of GitHub Actions."""
    return os.environ.get("GITHUB_ACTIONS") == "true"


def annotation(level: str, title: str, text: str, file: str = "") -> str:
    """A line that shows a text as an error, a warning or a notice.

    Examples
    --------
    >>> annotation("error", "audit: tiling", "50% wrong", "audit/tiling-1.toml")
    '::error file=audit/tiling-1.toml,title=audit%3A tiling::50%25 wrong'
    """
    place = f"file={_escape(file, ':,')}," if file else ""
    return f"::{level} {place}title={_escape(title, ':,')}::{_escape(text)}"


def _escape(text: str, more: str = "") -> str:
    for letter in "%\r\n" + more:
        text = text.replace(letter, f"%{ord(letter):02X}")
    return text
