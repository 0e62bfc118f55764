"""The outcome as plain records: the puzzles, what was said, what differs."""

from __future__ import annotations

from typing import Any

from cpmodels.crosschecking.campaign import CrossCheck, command
from cpmodels.crosschecking.check import Check
from cpmodels.formats.toml import to_table

__all__ = ["to_records"]


def to_records(result: CrossCheck) -> list[dict[str, Any]]:
    """A record of plain data for each puzzle.

    Examples
    --------
    >>> to_records(CrossCheck())
    []
    """
    return [_record(each) for each in result.checks]


def _record(each: Check) -> dict[str, Any]:
    item, differs = each.item, each.disagreement
    record: dict[str, Any] = {
        "puzzle": item.name,
        "kind": item.puzzle.kind,
        "description": item.puzzle.describe(),
        "question": str(item.question),
        "expected": item.expected,
        "agree": each.agree,
        "proved": each.proved,
        "supported_by": list(each.supported_by),
        "error": each.failed,
        "reason": None if differs is None else differs.reason,
        "answers": [
            {"method": o.method, "question": str(o.question), "answer": o.claim,
             "number": o.number, "best": o.best, "known": o.conclusive, "fault": o.fault,
             "seconds": round(o.seconds, 6)}
            for o in each.opinions
        ],
        "refused": each.refusals,
    }  # fmt: skip
    if differs is not None:
        record |= {
            "methods": list(differs.methods),
            "shrunk": to_table(each.smallest),
            "file": each.file,
            "shows": command(each),
            "wrong": [str(culprit) for culprit in each.culprits],
        }
    return record
