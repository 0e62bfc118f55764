"""The outcome as JUnit XML, and as annotations of GitHub Actions.

The XML follows what the importers of GitLab and GitHub take.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

from cpmodels.answers.support import beside
from cpmodels.crosschecking.annotations import annotation
from cpmodels.crosschecking.campaign import CrossCheck, command
from cpmodels.crosschecking.check import Check

__all__ = ["to_annotations", "to_junit"]

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def to_junit(result: CrossCheck) -> str:
    """A test suite: a case for each puzzle, failed where methods disagree, skipped if unknown.

    Where a method ended in an exception, that is an error.

    Examples
    --------
    >>> print(to_junit(CrossCheck())[:55])
    <?xml version='1.0' encoding='utf-8'?>
    <testsuites name
    """
    seconds = f"{sum(each.seconds for each in result.checks):.3f}"
    counts = {
        "tests": str(len(result.checks)),
        "failures": str(len(result.disagreements)),
        "errors": str(len(result.errors)),
        "skipped": str(len(result.unknown)),
        "time": seconds,
    }
    root = ET.Element("testsuites", {"name": "cpmodels crosscheck", **counts})
    suite = ET.SubElement(root, "testsuite", {"name": "crosscheck", **counts})
    for each in result.checks:
        _add_case(suite, each)
    ET.indent(root)
    return f"<?xml version='1.0' encoding='utf-8'?>\n{ET.tostring(root, encoding='unicode')}\n"


def to_annotations(result: CrossCheck) -> list[str]:
    """A line for each disagreement or failed method (error), each puzzle left unknown (warning).

    Examples
    --------
    >>> to_annotations(CrossCheck())
    []
    """
    lines = []
    for each in [*result.disagreements, *result.errors]:
        reason = each.disagreement.reason if each.disagreement else ""
        wrong = "".join(f"\nwrong: {culprit}" for culprit in each.culprits)
        lines.append(_annotation("error", each, f"{reason}{wrong}\n{command(each)}"))
    for each in result.unknown:
        lines.append(_annotation("warning", each, f"unknown: {_left_open(each)}"))
    return lines


def _add_case(suite: ET.Element, each: Check) -> None:
    attributes = {
        "classname": f"crosscheck.{each.item.puzzle.kind}",
        "name": _clean(each.item.name),
        "time": f"{each.seconds:.3f}",
    }
    if each.item.file:
        attributes["file"] = _clean(each.item.file)
    case = ET.SubElement(suite, "testcase", attributes)
    if each.supported_by:
        properties = ET.SubElement(case, "properties")
        supports = {"name": "supported by", "value": ", ".join(each.supported_by)}
        ET.SubElement(properties, "property", supports)
    differs = each.disagreement
    if differs is not None:
        tag, sort = ("error", "exception") if differs.error else ("failure", "disagreement")
        failure = ET.SubElement(case, tag, {"message": _clean(differs.reason), "type": sort})
        small = f"{each.smallest.describe()}: {each.reason}"
        wrong = "".join(f"wrong: {culprit}\n" for culprit in each.culprits)
        failure.text = _clean(f"{differs.reason}\n{small}\n{wrong}{command(each)}\n")
    elif each.agree is None:
        ET.SubElement(case, "skipped", {"message": _clean(f"unknown: {_left_open(each)}")})
    claims = [f"{o.method} {o.question}: {o.claim}" for o in each.opinions]
    if each.agree:
        claims.append(f"agree{beside(each.supported_by)}")
    ET.SubElement(case, "system-out").text = _clean("\n".join(claims))


def _left_open(each: Check) -> str:
    refusals = [f"{name}: {why}" for name, why in each.refusals.items()]
    return "; ".join(each.unknown + refusals) or "fewer than two methods answer this"


def _annotation(level: str, each: Check, text: str) -> str:
    return annotation(level, f"crosscheck: {each.item.name}", text, each.item.file)


def _clean(text: str) -> str:
    """Without the characters that XML cannot hold."""
    return _NOT_XML.sub("?", text)
