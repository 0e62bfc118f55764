"""What a reader does not understand is kept, or it says that it is lost."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest
from typer.testing import CliRunner

from cpmodels.cli import app
from cpmodels.errors import InputWarning
from cpmodels.formats import parse_puzzles, write_puzzle

XML = """<puzzleset><puzzle{}>{}
<clues type="rows"><line{}><count>1</count>{}</line></clues>
<clues type="columns"><line><count>1</count></line></clues>
<solution type="saved"{}><image>|X|</image><note>mine</note>{}</solution>
</puzzle></puzzleset>"""
JSON = {"rows": [[1]], "columns": [[1]]}
SAVED = {"kind": "saved", "name": "s", "cells": [[2]], "note": "mine"}


@pytest.mark.parametrize(
    ("parts", "lost"),
    [
        ((' level="7"', "", "", "", "", ""), "level of <puzzle>"),
        (("", "<history><by>me</by></history>", "", "", "", ""), "<history> in <puzzle>"),
        (("", "", ' mark="a"', "", "", ""), "mark of <line>"),
        (("", "", "", "<hint>x</hint>", "", ""), "<hint> in <line>"),
        (("", "", "", "", ' by="me"', ""), "by of <solution>"),
        (("", "", "", "", "", "<time>44</time>"), "<time> in <solution>"),
    ],
)
def test_xml_says_what_is_lost(parts: tuple[str, ...], lost: str) -> None:
    with pytest.warns(InputWarning) as messages:
        parse_puzzles(XML.format(*parts))
    assert {str(each.message) for each in messages} == {f"not kept: {lost}"}


@pytest.mark.parametrize(
    ("more", "lost"),
    [
        ({"saved": [SAVED | {"time": 44}]}, "time of a saved state"),
        ({"rows": [[{"length": 1, "hint": "x"}]]}, "hint of a run"),
        ({"colours": ["white", {"name": "red", "rgb": "#f00", "shine": 3}]}, "shine of a colour"),
    ],
)
def test_json_says_what_is_lost(more: dict[str, object], lost: str) -> None:
    with pytest.warns(InputWarning) as messages:
        parse_puzzles(json.dumps(JSON | more))
    assert {str(each.message) for each in messages} == {f"not kept: {lost}"}


@pytest.mark.parametrize(
    "text",
    [
        XML.format("", "<difficulty>hard</difficulty>", "", "", "", ""),
        json.dumps(JSON | {"difficulty": "hard", "saved": [SAVED]}),
    ],
)
@pytest.mark.parametrize("name", ["xml", "json"])
def test_the_rest_is_kept(text: str, name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        [puzzle] = parse_puzzles(text)
        written = write_puzzle(puzzle, name)
        assert parse_puzzles(written) == [puzzle]
    assert "hard" in str(written)
    assert "mine" in str(written)


def test_both_sources_of_one_field_are_kept() -> None:
    [puzzle] = parse_puzzles(json.dumps(JSON | {"source": "webpbn", "id": 5}))
    assert "webpbn" in write_puzzle(puzzle, "json")
    assert '"5"' in write_puzzle(puzzle, "json")


def test_convert_says_so_on_stderr(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text(XML.format(' level="7"', "", "", "", "", ""))
    result = CliRunner().invoke(app, ["convert", f"{tmp_path}/a.xml", f"{tmp_path}/b.json"])
    assert result.exit_code == 0
    assert "a.xml: not kept: level of <puzzle>" in result.stderr


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_a_byte_order_mark_says_the_encoding(encoding: str) -> None:
    data = json.dumps(JSON | {"title": "d\u00e9j\u00e0"}, ensure_ascii=False).encode(encoding)
    [puzzle] = parse_puzzles(data)
    assert puzzle.describe().startswith("d\u00e9j\u00e0")
