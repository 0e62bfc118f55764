"""The outcome as JSON records, one a line: the puzzles, what was said, what differs."""

from __future__ import annotations

import json
from typing import Any

from cpmodels.crosschecking.campaign import CrossCheck, command
from cpmodels.crosschecking.check import Check
from cpmodels.formats.toml import to_table

__all__ = ["SCHEMA", "to_records"]

SCHEMA = 1  # counted up when a field changes its meaning


def to_records(result: CrossCheck) -> str:
    """A record for each puzzle.

    Examples
    --------
    >>> to_records(CrossCheck())
    ''
    """
    lines = (json.dumps(_record(each), ensure_ascii=False, default=str) for each in result.checks)
    return "".join(f"{line}\n" for line in lines)


def _record(each: Check) -> dict[str, Any]:
    item, differs = each.item, each.disagreement
    record: dict[str, Any] = {
        "schema": SCHEMA,
        "puzzle": item.name,
        "kind": item.puzzle.kind,
        "description": item.puzzle.describe(),
        "question": str(item.question),
        "expected": item.expected,
        "agree": each.agree,
        "answers": [
            {"method": o.method, "question": str(o.question), "answer": o.said,
             "number": o.number, "best": o.best, "known": o.conclusive, "fault": o.fault,
             "seconds": round(o.seconds, 6)}
            for o in each.opinions
        ],
        "refused": each.refused,
    }  # fmt: skip
    if differs is not None:
        record |= {
            "reason": differs.reason,
            "methods": list(differs.methods),
            "shrunk": to_table(each.shrunk or item.puzzle),
            "file": each.file,
            "command": command(each),
        }
    return record
