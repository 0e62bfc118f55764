"""Names are nouns of the field: what a thing is, not what was done to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import cpmodels

ROOT = Path(cpmodels.__file__).parent.parent
PARTICIPLES = {
    "asked", "caught", "drawn", "eaten", "ended", "found", "given", "gone", "got", "grown", "heard",
    "held", "hidden", "kept", "laid", "made", "met", "owed", "paid", "said", "sent", "shown",
    "spoken", "stated", "taken", "told", "torn", "tried", "wanted", "wished",
}  # fmt: skip
"""Each says that something was done to something. `known`, `left` or `seen` say how it is."""

OPTIONS = {("cli", "given")}
"""Parameters of commands are named as their options are."""


def offences(source: str, room: str = "") -> Iterator[str]:
    """The bare participles among the names that a source binds.

    >>> list(offences("def kept(told): found, self._said = told"))
    ['line 1: kept', 'line 1: told', 'line 1: found', 'line 1: _said']
    >>> list(offences("def remaining(message): given_cells = message.found()"))
    []
    """
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
                pass
            case ast.ClassDef(name=name) | ast.arg(arg=name):
                pass
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                pass
            case _:
                continue
        word = name.strip("_").lower()
        if word in PARTICIPLES and (room, word) not in OPTIONS:
            yield f"line {node.lineno}: {name}"


@pytest.mark.parametrize("folder", ["cpmodels", "reference", "scripts", "tests"])
def test_no_name_is_a_bare_participle(folder: str) -> None:
    paths = sorted((ROOT / folder).rglob("*.py"))
    if folder == "scripts" and not paths:
        pytest.skip("an installed package has no scripts")
    assert paths
    wrong = [
        f"{path.relative_to(ROOT)}, {offence}"
        for path in paths
        for offence in offences(path.read_text(encoding="utf-8"), path.parent.name)
    ]
    assert wrong == []
