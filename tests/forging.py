"""Folders of proofs as a forger would change them: with checksums, and words, that fit."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from cpmodels.proving import folder as files

__all__ = ["restate", "sign"]


def sign(folder: Path) -> None:
    """Checksums for whatever is there: they protect from damage, not from a forger."""
    content = {each.name: each.read_bytes() for each in folder.iterdir() if each.name != files.SUMS}
    (folder / files.SUMS).write_bytes(files.sums_of(content))


def restate(folder: Path, **fields: Any) -> None:
    """Another statement in its own words."""
    record = json.loads((folder / files.STATEMENT).read_text())
    record |= fields
    claim = files.Claim(record["claim"], record["number"], record["model"])
    text = files.statement_of(claim, record["puzzle"], record["by"])
    (folder / files.STATEMENT).write_text(text)
    sign(folder)
