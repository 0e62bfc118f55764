"""Who agrees with whom: a category for each stored result, by `cpmodels.answers.agreement`."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from cpmodels.answers.agreement import contradict
from cpmodels.answers.answer import Answer, Verdict
from cpmodels.answers.support import Support
from cpmodels.experiments.case_store import failed

__all__ = ["categories", "supports"]


def categories(rows: Iterable[Mapping[str, Any]]) -> list[str]:
    """For each row: agrees, disagrees, unknown or error.

    A row disagrees when its answer and another one to the same question about the same puzzle
    cannot both be right, or its solution was wrong; it agrees when another method came to a
    conclusion too, and none contradicts it.

    Examples
    --------
    >>> row = {"puzzle": "p", "question": "count", "verdict": "all found", "complete": True,
    ...        "termination": "finished"}
    >>> categories([row | {"method": "a", "count": 3}, row | {"method": "b", "count": 4}])
    ['disagrees', 'disagrees']
    """
    all_rows = list(rows)
    groups: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, row in enumerate(all_rows):
        groups[row["puzzle"], row["question"]].append(index)
    result = [""] * len(all_rows)
    for members in groups.values():
        for index, category in zip(members, _group([all_rows[i] for i in members]), strict=True):
            result[index] = category
    return result


def supports(rows: Iterable[Mapping[str, Any]], categories: Iterable[str]) -> list[str]:
    """What each row that agrees rests on: two methods, and a proof where one of them is one.

    Parameters
    ----------
    categories : iterable of str
        The category of each row.

    Examples
    --------
    >>> row = {"puzzle": "p", "question": "count"}
    >>> supports([row, row | {"supported_by": ["proof"]}], ["agrees", "agrees"])
    ['two methods, proof', 'two methods, proof']
    """
    pairs = list(zip(rows, categories, strict=True))
    known: dict[tuple[str, str], set[str]] = defaultdict(set)
    for row, category in pairs:
        if category == "agrees":
            own = [Support.METHODS, *row.get("supported_by", ())]
            known[row["puzzle"], row["question"]] |= set(map(str, own))
    return [
        ", ".join(each for each in Support if each in known[row["puzzle"], row["question"]])
        if category == "agrees"
        else ""
        for row, category in pairs
    ]


def _group(rows: list[Mapping[str, Any]]) -> list[str]:
    claims = [_claim(row) for row in rows]
    distinct = {claim: _answer(claim) for claim in claims if claim is not None}
    wrong = {
        claim
        for one, other in itertools.combinations(distinct, 2)
        if contradict(distinct[one], distinct[other])
        for claim in (one, other)
    }
    conclusive = {
        row["method"] for row, claim in zip(rows, claims, strict=True) if _is_conclusive(claim)
    }
    return [
        _category(row, claim, claim in wrong, bool(conclusive - {row["method"]}))
        for row, claim in zip(rows, claims, strict=True)
    ]


_Claim = tuple[str, str, bool, int | None, int | None, bool]


def _claim(row: Mapping[str, Any]) -> _Claim | None:
    """What the row says, without who says it; None when it ended without an answer."""
    if "verdict" not in row:
        return None
    witness = row.get("solution") is not None
    count, objective = row.get("count"), row.get("objective")
    return row["question"], row["verdict"], bool(row.get("complete")), count, objective, witness


def _answer(claim: _Claim) -> Answer:
    question, verdict, complete, count, objective, witness = claim
    return Answer(question, "", Verdict(verdict), complete, count, witness or None, None, objective)


def _is_conclusive(claim: _Claim | None) -> bool:
    return claim is not None and claim[1] != Verdict.UNKNOWN


def _category(row: Mapping[str, Any], claim: _Claim | None, wrong: bool, company: bool) -> str:
    if wrong or row["termination"] == "wrong solution":
        return "disagrees"
    if failed(row):
        return "error"
    return "agrees" if company and _is_conclusive(claim) else "unknown"
